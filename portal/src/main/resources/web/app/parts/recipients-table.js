/** For every single recipient, whether it arrived, and why not. 25 a page, asked of the server. */
import { LitElement, html, nothing } from "lit";
import { get, wordsOf } from "../lib/api.js";
import { clockSeconds, count, number } from "../lib/format.js";
import { open } from "../lib/jobs.js";
import { notice, pill, search, segments } from "./bits.js";
import { icon } from "./icons.js";

const PAGE = 25;
const PATIENCE = 200;
const AGAIN = 1_500;

/**
 * @typedef {"sendAgain" | "delivered"} Decision
 * @typedef {{ jobId: string, counts: Counts, decisions: Decision[],
 *   decide: (decision: Decision, recipient: Recipient) => void }} Of
 */

/** @type {Record<Decision, string>} */
const DECISIONS = { delivered: "It arrived", sendAgain: "Send again" };

const STATES = {
  all: "",
  delivered: "sent",
  failed: "failed,skipped,held",
  waiting: "pending,retry,sending,unknown",
};

/** @type {Record<Recipient["state"], [words: string, sign: "clock" | "chosen" | "failed" | "send" | "alert" | "no", tone: "" | "good" | "bad" | "warn" | "accent"]>} */
const RESULTS = {
  pending: ["Waiting", "clock", ""],
  retry: ["Trying again", "clock", "warn"],
  sending: ["On the way", "send", "accent"],
  unknown: ["Being checked", "clock", "warn"],
  held: ["Not sure", "alert", "bad"],
  sent: ["Delivered", "chosen", "good"],
  failed: ["Failed", "failed", "bad"],
  skipped: ["Skipped", "no", ""],
};

class RecipientsTable extends LitElement {
  static properties = { of: { attribute: false } };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    /** @type {keyof typeof STATES} */
    this.state = "all";
    this.words = "";
    /** Where each page up to this one began. */
    this.starts = /** @type {(string | undefined)[]} */ ([undefined]);
    /** @type {Items<Recipient> | undefined} */
    this.page = undefined;
    this.failed = "";
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
      const now = JSON.stringify(this.of.counts);
      if (this.asked === "") {
        this.load();
      } else if (now !== this.asked && this.timer === undefined) {
        // The figures moved: the rows follow, but not with every message.
        this.timer = setTimeout(() => this.load(), AGAIN);
      }
    }
  }

  async load() {
    const { of, starts } = this;
    if (!of) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running?.abort();
    this.running = new AbortController();
    this.asked = JSON.stringify(of.counts);
    try {
      this.page = await get(
        "jobs/recipients/" + of.jobId,
        { state: STATES[this.state], q: this.words.trim(), limit: PAGE, cursor: starts.at(-1) },
        this.running.signal,
      );
      this.failed = "";
    } catch (error) {
      if (this.running.signal.aborted) {
        return;
      }
      this.failed = wordsOf(error);
    }
    this.requestUpdate();
  }

  /** @param {{ state?: keyof typeof STATES, words?: string }} change */
  choose({ state = this.state, words = this.words }) {
    const typed = words !== this.words;
    this.state = state;
    this.words = words;
    this.starts = [undefined];
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), typed ? PATIENCE : 0);
    this.requestUpdate();
  }

  /** @param {number} step */
  turn(step) {
    this.starts = step > 0 ? [...this.starts, this.page?.next] : this.starts.slice(0, -1);
    this.load();
  }

  /** How many there are where that is known. */
  get found() {
    const { counts } = /** @type {Of} */ (this.of);
    if (this.words.trim() !== "") {
      return undefined;
    }
    return {
      all: counts.total,
      delivered: counts.sent,
      failed: counts.failed + counts.skipped + counts.held,
      waiting: open(counts),
    }[this.state];
  }

  render() {
    if (!this.of) {
      return nothing;
    }
    const { counts } = this.of;
    return html`
      <section class="card recipients" aria-labelledby="recipients-title">
        <div class="filters">
          <h2 id="recipients-title">Recipients</h2>
          ${segments({
            name: "result",
            label: "Which recipients",
            value: this.state,
            choose: (state) => this.choose({ state }),
            options: [
              { value: "all", words: "All", count: counts.total },
              { value: "delivered", words: "Delivered", count: counts.sent },
              { value: "failed", words: "Not delivered", count: counts.failed + counts.skipped + counts.held },
              { value: "waiting", words: "Waiting", count: open(counts) },
            ],
          })}
          <span class="push"></span>
          ${search({ label: "Name or e-mail", value: this.words, change: (words) => this.choose({ words }) })}
        </div>
        ${this.failed
          ? notice(this.failed, "alert", "bad", html`<button class="link" type="button" @click=${this.load}>Try again</button>`)
          : nothing}
        ${this.rows()}
      </section>
    `;
  }

  rows() {
    const { page } = this;
    if (!page) {
      return this.failed ? nothing : html`<p class="quiet loading" role="status">Loading</p>`;
    }
    if (page.items.length === 0) {
      return html`<p class="quiet none" role="status">${this.words ? `Nobody here matches “${this.words}”.` : "Nobody here."}</p>`;
    }
    return html`
      <table>
        <thead>
          <tr>
            <th scope="col">Recipient</th><th scope="col">Result</th><th scope="col">Why</th>
            <th scope="col" class="figure">Tries</th><th scope="col" class="figure">At</th>
          </tr>
        </thead>
        <tbody>${page.items.map((one) => row(one, /** @type {Of} */ (this.of)))}</tbody>
      </table>
      ${this.pages(page)}
    `;
  }

  /** @param {Items<Recipient>} page */
  pages(page) {
    const from = (this.starts.length - 1) * PAGE + 1;
    const to = from + page.items.length - 1;
    const { found } = this;
    return html`
      <div class="pages">
        <span role="status">${number(from)}–${number(to)}${found === undefined ? "" : ` of ${count(found, "recipient")}`}</span>
        <button class="button quiet small square" type="button" aria-label="Earlier recipients" ?disabled=${this.starts.length === 1}
          @click=${() => this.turn(-1)}>${icon("left")}</button>
        <button class="button quiet small square" type="button" aria-label="Further recipients" ?disabled=${!page.next}
          @click=${() => this.turn(1)}>${icon("right")}</button>
      </div>
    `;
  }
}

/** @param {Recipient} recipient @param {Of} of */
function row(recipient, { decisions, decide }) {
  const { kind, displayName, email, state, reason, attempts, settledAt } = recipient;
  const name = displayName || email || "Somebody";
  const aside = kind === "space" ? "Space" : displayName && email ? email : "";
  return html`
    <tr>
      <th scope="row"><b>${name}</b>${aside ? html`<small>${aside}</small>` : nothing}</th>
      <td>${pill(...RESULTS[state])}</td>
      <td class="why">${reason ?? ""}${state === "held" && decisions.length > 0
        ? html`<span class="decide">${decisions.map((one) => html`
            <button class="link" type="button" aria-label=${`${DECISIONS[one]}: ${name}`} @click=${() => decide(one, recipient)}>${DECISIONS[one]}</button>`)}</span>`
        : nothing}</td>
      <td class="figure"><span class="label">Tries </span>${attempts > 0 ? number(attempts) : ""}</td>
      <td class="figure">${settledAt ? html`<time datetime=${settledAt}>${clockSeconds(settledAt)}</time>` : nothing}</td>
    </tr>
  `;
}

customElements.define("recipients-table", RecipientsTable);

/** @param {Of} of */
export function recipientsTable(of) {
  return html`<recipients-table .of=${of}></recipients-table>`;
}
