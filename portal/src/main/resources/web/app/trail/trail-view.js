/** #/trail: who did what in the app. For administrators. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { get, withQuery, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { moment } from "../core/format.js";
import { isolated, t } from "../core/i18n.js";
import { address, refine } from "../core/router.js";
import { session } from "../core/session.js";
import { empty, notice, pill, search, skeletonRows, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { GROUPS, choiceWords, did, isChoice } from "./did.js";
import { trailCheck } from "./trail-check.js";

/** @typedef {Answer<"get", "admin/trail">} Trail */
/** @typedef {Trail["items"][number]} Entry */

const PAGE = 50;
const PATIENCE = 250;

class TrailView extends LitElement {
  static properties = {
    query: { attribute: false },
    wanted: { state: true },
    items: { state: true },
    next: { state: true },
    lookedBackTo: { state: true },
    busy: { state: true },
    failed: { state: true },
    broken: { state: true },
  };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.query = {};
    /** The same with what was typed a moment ago. @type {Record<string, string>} */
    this.wanted = {};
    /** @type {Entry[] | undefined} */
    this.items = undefined;
    /** @type {string | undefined} */
    this.next = undefined;
    /** @type {Time | undefined} */
    this.lookedBackTo = undefined;
    this.busy = false;
    /** @type {unknown} */
    this.failed = undefined;
    /** The number of the first row that was changed. @type {number | undefined} */
    this.broken = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
    /** Names of those who were shown, for the filters. @type {Record<string, string>} */
    this.names = {};
    this.take = (/** @type {number | undefined} */ broken) => (this.broken = broken);
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.dispatchEvent(new CustomEvent("titled", { bubbles: true, detail: t("trail.title") }));
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
    this.running?.abort();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("query")) {
      clearTimeout(this.timer);
      this.wanted = this.query;
      this.reload();
    }
  }

  /** As the server takes it. @param {Record<string, string>} query */
  filter({ what = "", q = "", by = "", about = "", from = "", until = "" }) {
    return {
      by,
      action: isChoice(what) ? GROUPS[what] : "",
      about,
      q: seen(q),
      from: midnight(from, 0),
      until: midnight(until, 1),
    };
  }

  reload() {
    Object.assign(this, { items: undefined, next: undefined, lookedBackTo: undefined });
    return this.load();
  }

  /** Long stretches without finds are passed over request by request, until there is one. */
  async load() {
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    Object.assign(this, { busy: true, failed: undefined });
    try {
      let found = false;
      do {
        const page = await get("admin/trail", { ...this.filter(this.query), limit: PAGE, cursor: this.next }, running.signal);
        if (running.signal.aborted) {
          return;
        }
        found = page.items.length > 0;
        for (const one of page.items) {
          this.names[one.by.id ?? one.by.kind] = who(one);
          this.names[one.about.id] = one.about.displayName ?? one.about.id;
        }
        Object.assign(this, {
          items: [...(this.items ?? []), ...page.items],
          next: page.next,
          lookedBackTo: page.lookedBackTo,
        });
      } while (!found && this.next);
    } catch (error) {
      if (running.signal.aborted) {
        return;
      }
      this.failed = error;
    }
    this.busy = false;
  }

  /** @param {Record<string, string>} part @param {number} [patience] */
  narrow(part, patience = 0) {
    this.wanted = { ...this.wanted, ...part };
    refine(address("trail", "", this.wanted));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.query = this.wanted), patience);
  }

  render() {
    return html`
      <a class="back" href=${address("people")}>${icon("back")}${t("shell.people")}</a>
      <div class="head">
        <h1 tabindex="-1">${t("trail.title")}</h1>
        <span class="aside">${t("trail.aside", { title: session.title })}</span>
        <span class="push"></span>
        <a class="button" href=${withQuery("admin/trail/export", this.filter(this.wanted))} download>
          ${icon("download")}${t("trail.export")}</a>
      </div>
      ${trailCheck(this.take)}
      <section class="card recipients trail" aria-label=${t("trail.title")}>
        ${this.filters()}
        <div ?inert=${this.wanted !== this.query} aria-busy=${this.wanted !== this.query}>${this.content()}</div>
      </section>
    `;
  }

  filters() {
    const { what = "", q = "", from = "", until = "" } = this.wanted;
    const value = (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).value;
    return html`
      <div class="filters">
        ${search({ label: t("trail.find"), value: q, change: (text) => this.narrow({ q: text }, PATIENCE) })}
        <label class="labelled">${t("trail.what")}
          <select class="field" name="what" .value=${what} @change=${(/** @type {Event} */ event) => this.narrow({ what: value(event) })}>
            <option value="" ?selected=${what === ""}>${t("trail.everything")}</option>
            ${Object.keys(GROUPS).filter(isChoice).map(
              (one) => html`<option value=${one} ?selected=${one === what}>${choiceWords(one)}</option>`,
            )}
          </select>
        </label>
        <label class="labelled">${t("trail.from")}
          <input class="field" type="date" name="from" .value=${from} @change=${(/** @type {Event} */ event) => this.narrow({ from: value(event) })}>
        </label>
        <label class="labelled">${t("trail.until")}
          <input class="field" type="date" name="until" .value=${until} @change=${(/** @type {Event} */ event) => this.narrow({ until: value(event) })}>
        </label>
        ${this.chip("by")}${this.chip("about")}
      </div>
    `;
  }

  /** Leaves out of the filter whom or what was clicked. @param {"by" | "about"} part */
  chip(part) {
    const id = this.query[part];
    if (!id) {
      return nothing;
    }
    const name = this.names[id] ?? id;
    return html`<button class="button small" type="button" @click=${() => this.narrow({ [part]: "" })}>
      ${icon("close")}${t(part === "by" ? "trail.onlyBy" : "trail.onlyAbout", { name })}</button>`;
  }

  content() {
    if (this.failed && !this.items) {
      return trouble(wordsOf(this.failed), () => this.load());
    }
    if (!this.items) {
      return skeletonRows(6);
    }
    return html`
      ${this.items.length > 0
        ? this.table(this.items)
        : this.busy
          ? skeletonRows(3)
          : empty("search", t("trail.nothing"), t("trail.nothingWords"))}
      ${this.failed ? notice(wordsOf(this.failed), "alert", "bad") : nothing}
      <p class="quiet back-to" role="status">${this.busy && this.lookedBackTo
        ? t("trail.lookedBack", { when: moment(this.lookedBackTo) })
        : nothing}</p>
      ${this.next
        ? html`<p class="after"><button class="button" type="button" aria-busy=${this.busy} ?disabled=${this.busy}
            @click=${this.load}>${icon(this.busy ? "retry" : "down")}${t("common.showMore")}</button></p>`
        : nothing}
    `;
  }

  /** @param {Entry[]} items */
  table(items) {
    return html`
      <table>
        <thead>
          <tr>
            <th scope="col" class="who">${t("trail.column.what")}</th>
            <th scope="col" class="by">${t("trail.column.who")}</th>
            <th scope="col">${t("trail.column.about")}</th>
            <th scope="col" class="result">${t("trail.column.when")}</th>
          </tr>
        </thead>
        <tbody>${items.map((one) => this.row(one))}</tbody>
      </table>
    `;
  }

  /** @param {Entry} one */
  row(one) {
    const { number, at, wholePortal, action, by } = one;
    return html`
      <tr>
        <th scope="row"><b>${did(action)}</b>
          ${wholePortal ? html`<small>${t("trail.wholePortal")}</small>` : nothing}
          ${number === this.broken ? pill(t("trail.changed"), "alert", "bad") : nothing}</th>
        <td>${by.kind === "nobody"
          ? who(one)
          : html`<a href=${address("trail", "", { ...this.query, by: by.id ?? by.kind })}>${who(one)}</a>`}
          ${by.token ? html`<small>${t("trail.token", { name: by.token })}</small>` : nothing}</td>
        <td class="why">${action.startsWith("sign-") ? one.detail : this.about(one)}</td>
        <td><time datetime=${at}>${moment(at)}</time></td>
      </tr>
    `;
  }

  /** @param {Entry} one */
  about({ about, detail, member }) {
    const { kind, id, displayName } = about;
    const name = displayName ?? id;
    const words = member ? detail.replace(member.id, () => isolated(member.displayName)) : detail;
    return html`
      ${kind === "job"
        ? html`<a href=${address("jobs", id)}>${name}</a>`
        : kind === "person"
          ? html`<a href=${address("trail", "", { ...this.query, about: id })}>${name}</a>`
          : name}
      ${words && words !== name ? html`<small>${words}</small>` : nothing}
    `;
  }
}

/** @param {Entry} one */
function who({ by: { kind, id = "", displayName } }) {
  return kind === "belfry" ? t("trail.belfry") : kind === "nobody" ? t("trail.stranger") : (displayName ?? id);
}

/** When a day begins here, or the one after it. @param {string} date @param {number} later */
function midnight(date, later) {
  const at = new Date(`${date}T00:00`);
  if (Number.isNaN(at.getTime())) {
    return "";
  }
  at.setDate(at.getDate() + later);
  return at.toISOString();
}

customElements.define("trail-view", TrailView);

/** @param {Place} place */
export function trailView({ query }) {
  return html`<trail-view .query=${query}></trail-view>`;
}
