/** Shows for every recipient whether the message arrived, or why not; 25 on each page. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { clockSeconds, moment } from "../core/format.js";
import { inWords, joined, number, t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { decisionButton } from "./deciding.js";
import { open } from "./job.js";
import { resultPill } from "./result.js";
import { whyNot } from "./why-not.js";
import { notice, search as searchField, segments } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { waitsFor } from "../ui/waits.js";

const PAGE = 25;
const PATIENCE = 200;
const AGAIN = 1_500;

/** An answer that comes later than this was lost, in milliseconds. */
const DOUBT = 15_000;

/**
 * @typedef {import("./deciding.js").Decision} Decision
 * @typedef {{ jobId: string, counts: Counts, acknowledged?: number, followed: unknown, waits?: string, audience: Entry[], except: Entry[], outside?: boolean, decisions: Decision[],
 *   decide: (decision: Decision, recipient: Recipient) => void }} Of
 * @typedef {Answer<"get", `jobs/recipients/${string}`> & { before: number }} Page and how many come before it
 */

const STATES = {
  all: "",
  delivered: "sent",
  failed: "failed,skipped,held",
  waiting: "pending,retry,sending,unknown",
  acknowledged: "",
  silent: "sent",
};

class RecipientsTable extends LitElement {
  static properties = {
    of: { attribute: false },
    state: { state: true },
    search: { state: true },
    page: { state: true },
    failed: { state: true },
  };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    /** @type {keyof typeof STATES} */
    this.state = "all";
    this.search = "";
    /** The cursors of the pages up to the requested one. */
    this.starts = /** @type {(string | undefined)[]} */ ([undefined]);
    /** @type {Page | undefined} */
    this.page = undefined;
    this.failed = "";
    /** What the page is about. */
    this.about = "";
    /** How many the search found. @type {number | undefined} */
    this.total = undefined;
    this.asked = "";
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

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("of") && this.of) {
      const now = figuresOf(this.of);
      if (this.asked === "") {
        this.load();
      } else if (now !== this.asked && this.timer === undefined) {
        // When the figures change, the rows follow, but not with every message.
        this.timer = setTimeout(() => this.load(), AGAIN);
      }
    }
  }

  /** What the rows should be about. */
  get wanted() {
    return JSON.stringify([this.state, seen(this.search), this.starts.length]);
  }

  get isStale() {
    return this.about !== this.wanted;
  }

  async load() {
    const { of, starts, wanted } = this;
    if (!of) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running?.abort();
    const running = new AbortController();
    this.running = running;
    this.asked = figuresOf(of);
    try {
      const page = await get(
        `jobs/recipients/${of.jobId}`,
        {
          state: STATES[this.state],
          acknowledged: this.state === "acknowledged" ? "true" : this.state === "silent" ? "false" : undefined,
          q: seen(this.search),
          limit: PAGE,
          cursor: starts.at(-1),
        },
        running.signal,
      );
      if (running.signal.aborted) {
        return;
      }
      this.about = wanted;
      this.total = page.total ?? this.total;
      this.page = { ...page, before: (starts.length - 1) * PAGE };
      this.failed = "";
    } catch (error) {
      if (running.signal.aborted) {
        return;
      }
      this.failed = wordsOf(error);
      this.page = this.isStale ? undefined : this.page;
    }
  }

  /** @param {{ state?: keyof typeof STATES, search?: string }} change */
  choose({ state = this.state, search = this.search }) {
    const typed = search !== this.search;
    this.state = state;
    this.search = search;
    this.starts = [undefined];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), typed ? PATIENCE : 0);
  }

  /** @param {number} step */
  turn(step) {
    const { starts } = this;
    if (this.isStale) {
      return;
    }
    this.starts = step > 0 ? [...starts, this.page?.next] : starts.slice(0, Math.max(1, starts.length - 1));
    this.load();
  }

  /** The total number, if it is known. */
  get found() {
    const { counts, acknowledged = 0 } = /** @type {Of} */ (this.of);
    if (seen(this.search) !== "") {
      return this.total;
    }
    return {
      all: counts.total,
      delivered: counts.sent,
      failed: notDelivered(counts),
      waiting: open(counts),
      acknowledged,
      silent: undefined,
    }[this.state];
  }

  render() {
    if (!this.of) {
      return nothing;
    }
    const { counts, acknowledged } = this.of;
    return html`
      <section class="card recipients" aria-labelledby="recipients-title">
        <div class="filters">
          <h2 id="recipients-title">${t("jobs.recipients.title")}</h2>
          ${segments({
            name: "result",
            label: t("jobs.recipients.which"),
            value: this.state,
            choose: (state) => this.choose({ state }),
            options: [
              { value: "all", words: t("jobs.recipients.all"), count: counts.total },
              { value: "delivered", words: t("common.delivered"), count: counts.sent },
              { value: "failed", words: t("jobs.recipients.not"), count: notDelivered(counts) },
              { value: "waiting", words: t("jobs.recipients.waiting"), count: open(counts) },
              ...(acknowledged === undefined ? [] : acknowledging(acknowledged)),
            ],
          })}
          <span class="push"></span>
          ${searchField({
            label: t("jobs.recipients.search"),
            value: this.search,
            change: (search) => this.choose({ search }),
          })}
        </div>
        ${this.failed
          ? notice(this.failed, "alert", "bad", html`
              <button class="link" type="button" @click=${this.load}>${t("common.tryAgain")}</button>`)
          : nothing}
        ${this.rows()}
      </section>
    `;
  }

  rows() {
    const { page, isStale } = this;
    if (!page || (isStale && page.items.length === 0)) {
      return this.failed ? nothing : html`<p class="quiet loading" role="status">${t("common.loading")}</p>`;
    }
    if (page.items.length === 0) {
      const { search } = this;
      const words = search ? t("jobs.recipients.nobodyFound", { search }) : t("jobs.recipients.nobody");
      return html`
        <p class="quiet none" role="status">${words}</p>
        ${seen(search).length > 1 && this.state === "all" && this.of ? whyNot({ ...this.of, search }) : nothing}`;
    }
    return html`
      <table ?inert=${isStale} aria-busy=${isStale}>
        <thead>
          <tr>
            <th scope="col" class="who">${t("jobs.recipients.recipient")}</th>
            <th scope="col" class="result">${t("jobs.recipients.result")}</th>
            <th scope="col">${t("jobs.recipients.why")}</th>
            <th scope="col" class="figure tries">${t("jobs.recipients.tries")}</th>
            <th scope="col" class="figure at">${t("jobs.recipients.at")}</th>
          </tr>
        </thead>
        <tbody>${repeat(page.items, (one) => one.number, (one) => row(one, /** @type {Of} */ (this.of)))}</tbody>
      </table>
      ${this.pages(page)}
    `;
  }

  /** @param {Page} page */
  pages({ items, before, next }) {
    const range = t("jobs.recipients.range", { from: before + 1, to: before + items.length });
    const { found } = this;
    const words = found === undefined ? range : t("jobs.recipients.rangeOf", { range, count: found });
    return html`
      <div class="pages">
        <span role="status">${words}</span>
        <button class="button quiet small square" type="button" aria-label=${t("jobs.recipients.earlier")}
          ?disabled=${before === 0} @click=${() => this.turn(-1)}>${icon("left")}</button>
        <button class="button quiet small square" type="button" aria-label=${t("jobs.recipients.further")}
          ?disabled=${!next} @click=${() => this.turn(1)}>${icon("right")}</button>
      </div>
    `;
  }
}

/** What decides whether the rows have changed. @param {Of} of */
function figuresOf({ counts, acknowledged, followed, waits }) {
  return JSON.stringify([counts, acknowledged, followed, waits]);
}

/** @param {number} count @returns {{ value: keyof typeof STATES, words: string, count?: number }[]} */
function acknowledging(count) {
  return [
    { value: "acknowledged", words: t("jobs.acknowledged.title"), count },
    { value: "silent", words: t("jobs.acknowledged.not") },
  ];
}

/** @param {Counts} counts */
function notDelivered({ failed, skipped, held }) {
  return failed + skipped + held;
}

/** @param {Recipient} recipient @param {Of} of */
function row(recipient, { decisions, decide }) {
  const { kind, id, displayName, email, state, reason = "", said, waitsFor: waits, attempts, acknowledgedAt, from } = recipient;
  const name = displayName || email || t("jobs.recipients.somebody");
  const whom = kind === "space" ? t("jobs.recipients.space") : displayName && email ? email : "";
  const aside = joined([from ? t("bots.numbered", { number: from.number }) : "", whom]);
  return html`
    <tr>
      <th scope="row"><b>${kind === "person" ? html`<a href=${address("person", id)}>${name}</a>` : name}</b>${aside ? html`<small>${aside}</small>` : nothing}</th>
      <td>${resultPill(recipient)}${acknowledgedAt
        ? html`<small class="acknowledged">${t("jobs.acknowledged.at", { time: moment(acknowledgedAt) })}</small>`
        : nothing}</td>
      <td class="why">${inWords(said, reason)}${waits && state !== "held" ? html`<small class="waits">${waitsFor(waits)}</small>` : nothing}${state === "held" && decisions.length > 0
        ? html`<span class="decide">${decisions.map((one) => decisionButton(one, name, () => decide(one, recipient)))}</span>`
        : nothing}</td>
      <td class="figure"><span class="label">${t("jobs.recipients.tries")} </span>${attempts > 0 ? number(attempts) : ""}</td>
      <td class="figure">${times(recipient)}</td>
    </tr>
  `;
}

/** When it was sent, and where there was a doubt, when that was over. @param {Recipient} recipient */
function times({ sentAt, settledAt }) {
  const at = sentAt ?? settledAt;
  const doubted = sentAt && settledAt && Date.parse(settledAt) - Date.parse(sentAt) >= DOUBT;
  return at
    ? html`<time datetime=${at}>${clockSeconds(at)}</time>${doubted
        ? html`<small>${t("jobs.recipients.known", { time: clockSeconds(settledAt) })}</small>`
        : nothing}`
    : nothing;
}

customElements.define("recipients-table", RecipientsTable);

/** @param {Of} of */
export function recipientsTable(of) {
  return html`<recipients-table .of=${of}></recipients-table>`;
}
