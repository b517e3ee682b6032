/** One search over everything that one may see: announcements, whom they went to, people, groups, templates. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing, render } from "lit";
import { get, wordsOf } from "../core/api.js";
import { number, t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { session } from "../core/session.js";
import { standing } from "../jobs/job.js";
import { resultPill } from "../jobs/result.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { placesNamed } from "../ui/readable.js";
import { avatar, groupIcon, kindMark, pill, search as searchField } from "../ui/widgets.js";

/** @typedef {Answer<"get", "search">["sections"][number]} Section */
/** @typedef {Section["items"][number]} Found */

const PATIENCE = 150;
const MORE = 20;

/** @type {Record<Section["kind"], { words: string, sign: Parameters<typeof kindMark>[0] }>} */
const KINDS = {
  announcements: { words: t("search.announcements"), sign: "send" },
  received: { words: t("search.received"), sign: "person" },
  people: { words: t("search.people"), sign: "person" },
  groups: { words: t("search.groups"), sign: "group" },
  templates: { words: t("search.templates"), sign: "copy" },
};

class SearchBox extends LitElement {
  static properties = {
    typed: { state: true },
    sections: { state: true },
    failed: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    this.typed = "";
    /** @type {Section[] | undefined} */
    this.sections = undefined;
    this.failed = "";
    this.busy = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.running?.abort();
  }

  firstUpdated() {
    /** @type {HTMLElement | null} */ (this.querySelector("input"))?.focus();
  }

  /** @param {string} typed */
  type(typed) {
    this.typed = typed;
    clearTimeout(this.timer);
    this.running?.abort();
    this.failed = "";
    if (typed.trim() === "") {
      Object.assign(this, { sections: undefined, busy: false });
    } else {
      this.busy = true;
      this.timer = setTimeout(() => this.load(), PATIENCE);
    }
  }

  async load() {
    const running = new AbortController();
    this.running = running;
    try {
      const { sections } = await get("search", { q: this.typed.trim() }, running.signal);
      Object.assign(this, { sections, busy: false });
    } catch (error) {
      if (!running.signal.aborted) {
        Object.assign(this, { failed: wordsOf(error), busy: false });
      }
    }
  }

  /** @param {Section} section */
  async more({ kind, next }) {
    const { typed, sections = [] } = this;
    this.failed = "";
    try {
      const answer = await get("search", { q: typed.trim(), kind, cursor: next, limit: MORE });
      const [page] = answer.sections;
      if (sections === this.sections) {
        this.sections = sections.map((one) =>
          one.kind === kind ? { ...page, items: [...one.items, ...page.items] } : one);
      }
    } catch (error) {
      this.failed = wordsOf(error);
    }
  }

  get shown() {
    return (this.sections ?? []).filter(({ items }) => items.length > 0);
  }

  /** ↑ and ↓ move through what was found; Enter in the field opens the first. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const field = /** @type {HTMLElement} */ (this.querySelector("input"));
    const stops = /** @type {HTMLElement[]} */ ([field, ...this.querySelectorAll("a.found")]);
    const here = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (step && here >= 0) {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, here + step))].focus();
    } else if (event.key === "Enter" && here === 0 && !this.busy) {
      event.preventDefault();
      stops[1]?.click();
    }
  }

  render() {
    return html`
      <div @keydown=${this.walk}>
        <h2 id="search-title" class="hidden-words" tabindex="-1">${t("shell.search")}</h2>
        ${searchField({ label: t("shell.search"), hint: t("search.hint"), value: this.typed, change: (typed) => this.type(typed) })}
        ${this.failed ? html`<p class="fault" role="alert">${this.failed}</p>` : nothing}
        <p class="hidden-words" role="status">${this.said()}</p>
        ${this.sections && this.shown.length === 0 && !this.busy
          ? html`<p class="quiet none">${t("search.nothing", { typed: this.typed.trim() })}</p>`
          : this.shown.map((section) => this.section(section))}
      </div>
    `;
  }

  said() {
    if (this.busy || !this.sections) {
      return "";
    }
    const count = this.shown.reduce((sum, { items }) => sum + items.length, 0);
    return count > 0 ? t("search.found", { count }) : t("search.nothing", { typed: this.typed.trim() });
  }

  /** @param {Section} section */
  section(section) {
    const { kind, items, next } = section;
    const { words } = KINDS[kind];
    return html`
      <section aria-label=${words}>
        <div class="section-head"><h3>${words}</h3><span>${next ? "" : number(items.length)}</span></div>
        <ul class="rows">${items.map((one) => row(kind, one))}</ul>
        ${next
          ? html`<p class="after"><button class="link" type="button" @click=${() => this.more(section)}
              aria-label=${t("search.more", { words })}>${t("common.showMore")}</button></p>`
          : nothing}
      </section>
    `;
  }
}

/** @param {Section["kind"]} kind @param {Found} one */
function row(kind, one) {
  const { app, title, where, excerpt, job, recipient, source } = one;
  const elsewhere = app && app.app !== session.app ? html`<small>${app.title}</small>` : nothing;
  return html`
    <li>
      ${kind === "people" ? avatar(plain(title)) : kindMark(kind === "groups" ? groupIcon(source) : KINDS[kind].sign)}
      <span class="named">
        <b><a class="found" href=${to(kind, one)}>${marked(title)}</a></b>
        ${excerpt ? html`<small>${said(where, excerpt)}</small>` : nothing}
        ${elsewhere}
      </span>
      ${job ? standingPill(job) : recipient ? resultPill(recipient) : nothing}
    </li>
  `;
}

/** @param {Job} job */
function standingPill(job) {
  const { words, sign, tone } = standing(job);
  return pill(words, sign, tone);
}

/** @param {Found["where"]} where @param {NonNullable<Found["excerpt"]>} excerpt */
function said(where, excerpt) {
  switch (where) {
    case "author":
      return html`${t("search.author")} ${marked(excerpt)}`;
    case "audience":
    case "recipient":
      return html`${t("search.to")} ${marked(excerpt)}`;
    default:
      return marked(excerpt);
  }
}

/** @param {Found["title"]} parts */
function marked(parts) {
  return parts.map((part) => (part.marked ? html`<mark>${placesNamed(part.text)}</mark>` : placesNamed(part.text)));
}

/** @param {Found["title"]} parts */
function plain(parts) {
  return parts.map(({ text }) => text).join("");
}

/** @param {Section["kind"]} kind @param {Found} one */
function to(kind, { id, app, job }) {
  const view = { announcements: "jobs", received: "jobs", people: "person", groups: "groups" };
  const place = kind === "templates"
    ? address("compose", "", { template: id })
    : address(job?.state === "draft" && job.mine ? "compose" : view[kind], id);
  return app && app.app !== session.app ? `/Hub/${encodeURIComponent(app.app)}/sendMessage.html${place}` : place;
}

customElements.define("search-box", SearchBox);

export function openSearch() {
  const dialog = newDialog("search-title");
  dialog.className = "finding";
  render(html`<search-box></search-box>`, dialog);
  // Whoever goes where they are already is not told by the address.
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("a")) {
      dialog.close();
    }
  });
  openDialog(dialog);
}
