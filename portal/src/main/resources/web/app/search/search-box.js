/** One search over everything that one may see: announcements, whom they went to, people, groups, templates. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, wordsOf } from "../core/api.js";
import { number, t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { session } from "../core/session.js";
import { standing } from "../jobs/job.js";
import { resultPill } from "../jobs/result.js";
import { newDialog, openOnce } from "../ui/dialog.js";
import { Lookup, isComposing } from "../ui/lookup.js";
import { placesNamed } from "../ui/readable.js";
import { avatar, groupIcon, kindMark, pill, search as searchField } from "../ui/widgets.js";

/** @typedef {Answer<"get", "search">["sections"][number]} Section */
/** @typedef {Section["items"][number]} Found */

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
  static properties = { typed: { state: true }, failed: { state: true } };

  constructor() {
    super();
    this.typed = "";
    /** Why more did not come. */
    this.failed = "";
    /** @type {Lookup<Section[], { kind: Section["kind"], one: Found }>} */
    this.lookup = new Lookup({
      typed: () => this.field?.value ?? "",
      ask: async (q, signal) => (await get("search", { q }, signal)).sections,
      options: (sections) => sections.flatMap(({ kind, items }) => items.map((one) => ({ kind, one }))),
      key: ({ kind, one }) => keyOf(kind, one),
      take: ({ kind, one }) => this.open(keyOf(kind, one)),
      changed: () => this.requestUpdate(),
      highlight: ([first]) => first,
      shortest: 1,
    });
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lookup.stop();
  }

  firstUpdated() {
    this.field?.focus();
  }

  get field() {
    return this.querySelector("input");
  }

  /** @param {string} typed */
  type(typed) {
    Object.assign(this, { typed, failed: "" });
    this.lookup.type(typed);
  }

  /** @param {string} key */
  async open(key) {
    await this.updateComplete;
    /** @type {HTMLElement[]} */ ([...this.querySelectorAll("a.found")]).find((one) => one.dataset.key === key)?.click();
  }

  /** @param {Section} section */
  async more({ kind, next }) {
    const { lookup } = this;
    const { answer = [], text } = lookup;
    this.failed = "";
    try {
      const [page] = (await get("search", { q: text, kind, cursor: next, limit: MORE })).sections;
      if (answer === lookup.answer && lookup.isCurrent) {
        lookup.know(answer.map((one) => (one.kind === kind ? { ...page, items: [...one.items, ...page.items] } : one)));
      }
    } catch (error) {
      this.failed = wordsOf(error);
    }
  }

  get shown() {
    return (this.lookup.answer ?? []).filter(({ items }) => items.length > 0);
  }

  /** ↑ and ↓ move through what was found; Enter in the field opens the first. @param {KeyboardEvent} event */
  walk(event) {
    const { field, lookup } = this;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const found = lookup.isStale ? [] : this.querySelectorAll("a.found");
    const stops = /** @type {HTMLElement[]} */ ([field, ...found]);
    const here = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (isComposing(event) || here < 0) {
      return;
    }
    if (step) {
      event.preventDefault();
      stops[Math.max(0, Math.min(stops.length - 1, here + step))].focus();
    } else if (here === 0) {
      lookup.key(event);
    }
  }

  render() {
    const { lookup, shown } = this;
    const trouble = lookup.trouble || this.failed;
    return html`
      <div @keydown=${this.walk}>
        <h2 id="search-title" class="hidden-words" tabindex="-1">${t("shell.search")}</h2>
        ${searchField({ label: t("shell.search"), hint: t("search.hint"), value: this.typed, change: (typed) => this.type(typed) })}
        ${trouble ? html`<p class="fault" role="alert">${trouble}</p>` : nothing}
        <p class=${lookup.waits || lookup.inDoubt || shown.length === 0 ? "quiet none" : "hidden-words"} role="status">${this.said()}</p>
        <div ?inert=${lookup.isStale}>${shown.map((section) => this.section(section))}</div>
      </div>
    `;
  }

  said() {
    const { lookup, shown } = this;
    const { state, text, trouble, waits, inDoubt } = lookup;
    if (state === "idle" || trouble || (state === "asking" && !waits)) {
      return "";
    }
    const count = shown.reduce((sum, { items }) => sum + items.length, 0);
    return waits || inDoubt || count === 0 ? lookup.note(t("search.nothing", { typed: text })) : t("search.found", { count });
  }

  /** @param {Section} section */
  section(section) {
    const { kind, items, next } = section;
    const { words } = KINDS[kind];
    return html`
      <section aria-label=${words}>
        <div class="section-head"><h3>${words}</h3><span>${next ? "" : number(items.length)}</span></div>
        <ul class="rows">${repeat(items, (one) => keyOf(kind, one), (one) => row(kind, one, this.lookup.marked))}</ul>
        ${next
          ? html`<p class="after"><button class="link" type="button" @click=${() => this.more(section)}
              aria-label=${t("search.more", { words })}>${t("common.showMore")}</button></p>`
          : nothing}
      </section>
    `;
  }
}

/** What tells found things apart. @param {Section["kind"]} kind @param {Found} one */
function keyOf(kind, { id, app }) {
  return `${kind} ${app?.app ?? ""} ${id}`;
}

/** @param {Section["kind"]} kind @param {Found} one @param {string} first what Enter opens */
function row(kind, one, first) {
  const { app, title, where, excerpt, job, recipient, source } = one;
  const elsewhere = app && app.app !== session.app ? html`<small>${app.title}</small>` : nothing;
  return html`
    <li class=${keyOf(kind, one) === first ? "first" : ""}>
      ${kind === "people" ? avatar(plain(title)) : kindMark(kind === "groups" ? groupIcon(source) : KINDS[kind].sign)}
      <span class="named">
        <b><a class="found" data-key=${keyOf(kind, one)} href=${to(kind, one)}>${marked(title)}</a></b>
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
  openOnce(dialog);
}
