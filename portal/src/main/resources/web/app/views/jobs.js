/** #/jobs: what is going on, live. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, Trouble, wordsOf } from "../lib/api.js";
import { Live } from "../lib/live.js";
import { pulse } from "../lib/pulse.js";
import { address, refine } from "../lib/router.js";
import { empty, reconnecting, search, segments, skeletonRows, trouble } from "../parts/bits.js";
import { icon } from "../parts/icons.js";
import { jobRow } from "../parts/job-row.js";
import { complain } from "../parts/toast.js";

const PAGE = 30;
const MOST = 200;
const PATIENCE = 200;

/** @type {{ value: string, words: string, states: JobState[] }[]} */
const SCOPES = [
  { value: "all", words: "All", states: [] },
  { value: "running", words: "Sending", states: ["sending", "paused", "stopping"] },
  { value: "scheduled", words: "Scheduled", states: ["scheduled", "held", "missed"] },
  { value: "drafts", words: "Drafts", states: ["draft"] },
  { value: "finished", words: "Finished", states: ["finished", "cancelled"] },
];

class JobsView extends LitElement {
  static properties = { query: { attribute: false } };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.query = {};
    this.scope = "all";
    this.words = "";
    /** @type {JobList | undefined} the first page, live */
    this.list = undefined;
    /** @type {Job[]} pages after it, as they were */
    this.older = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.lost = false;
    this.loadingMore = false;
    /** @type {Trouble | undefined} */
    this.failed = undefined;
    /** @type {Live<JobList> | undefined} */
    this.live = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    // "3 minutes ago" grows old by itself.
    this.clock = setInterval(() => this.requestUpdate(), 30_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
    clearTimeout(this.timer);
    this.live?.close();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("query")) {
      const { scope = "all", q = "" } = this.query;
      this.scope = SCOPES.some(({ value }) => value === scope) ? scope : "all";
      this.words = q;
      this.follow();
    }
  }

  get path() {
    return "jobs/list/" + this.scope;
  }

  /** Listens to the present list, from its beginning. */
  follow() {
    this.live?.close();
    this.list = undefined;
    this.older = [];
    this.failed = undefined;
    const words = new URLSearchParams({ limit: String(PAGE), ...(this.words ? { q: this.words } : {}) });
    this.live = new Live(`${this.path}?${words}`, {
      data: (list) => {
        const moved = list.next !== this.list?.next;
        this.list = list;
        this.failed = undefined;
        if (this.older.length === 0) {
          this.next = list.next;
        } else if (moved) {
          this.again(list);
        }
        pulse.tell(list.counts);
        this.requestUpdate();
      },
      lost: (lost) => {
        if (this.lost !== lost) {
          this.lost = lost;
          this.requestUpdate();
        }
      },
      trouble: (why) => {
        this.failed = why;
        this.requestUpdate();
      },
    });
  }

  /** @param {{ scope?: string, words?: string }} change */
  choose({ scope = this.scope, words = this.words }) {
    const typed = words !== this.words;
    this.scope = scope;
    this.words = words;
    refine(address("jobs", "", { scope: scope === "all" ? "" : scope, q: words }));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.follow(), typed ? PATIENCE : 0);
    this.requestUpdate();
  }

  async more() {
    const { next, path } = this;
    this.loadingMore = true;
    this.requestUpdate();
    try {
      const page = await get(path, { q: this.words, limit: PAGE, cursor: next });
      // Meanwhile the first page may have ended elsewhere, or another list was chosen.
      if (this.next === next && this.path === path) {
        this.older = [...this.older, ...page.items];
        this.next = page.next;
      }
    } catch (error) {
      complain(error);
    }
    this.loadingMore = false;
    this.requestUpdate();
  }

  /** The first page ends elsewhere now: what it pushed out belongs to the pages after it. @param {JobList} list */
  async again(list) {
    const most = Math.min(MOST, this.older.length + 1);
    try {
      const page = await get(this.path, { q: this.words, limit: most, cursor: list.next });
      if (this.list === list) {
        this.older = page.items;
        this.next = page.next;
        this.requestUpdate();
      }
    } catch {
      // They stay as they were; the next change asks again.
    }
  }

  /** Live rows, then older ones that are not among them. */
  get jobs() {
    const live = this.list?.items ?? [];
    const known = new Set(live.map((job) => job.id));
    return [...live, ...this.older.filter((job) => !known.has(job.id))];
  }

  /** ↑ and ↓ walk the rows. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".job .title")]);
    const here = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (step && here >= 0) {
      event.preventDefault();
      rows[Math.max(0, Math.min(rows.length - 1, here + step))].focus();
    }
  }

  render() {
    const { counts = {} } = this.list ?? { counts: pulse.counts };
    const known = Object.keys(counts).length > 0 || this.list !== undefined;
    const sum = (/** @type {JobState[]} */ states) =>
      Object.entries(counts)
        .filter(([state]) => states.length === 0 || states.includes(/** @type {JobState} */ (state)))
        .reduce((all, [, some]) => all + some, 0);
    return html`
      <div class="head">
        <h1 tabindex="-1">Jobs</h1>
        ${reconnecting(this.lost)}
        <span class="push"></span>
        <a class="button main-one" href=${address("compose")}>${icon("add")}New message</a>
      </div>
      <div class="filters">
        ${segments({
          name: "scope",
          label: "Which jobs",
          value: this.scope,
          choose: (scope) => this.choose({ scope }),
          options: SCOPES.map(({ value, words, states }) => ({ value, words, count: known ? sum(states) : undefined })),
        })}
        ${search({ label: "Search", value: this.words, change: (words) => this.choose({ words }) })}
      </div>
      ${this.content()}
    `;
  }

  content() {
    if (!this.list) {
      return this.failed
        ? trouble(wordsOf(this.failed), () => {
            this.follow();
            this.requestUpdate();
          })
        : html`<div class="card">${skeletonRows(5)}</div>`;
    }
    const { jobs } = this;
    if (jobs.length === 0) {
      return this.nothing();
    }
    return html`
      <ul class="card jobs" @keydown=${this.walk}>
        ${repeat(jobs, (job) => job.id, jobRow)}
      </ul>
      ${this.next
        ? html`<p class="after"><button class="button" type="button" aria-busy=${this.loadingMore} ?disabled=${this.loadingMore} @click=${this.more}>
            ${icon(this.loadingMore ? "retry" : "down")}Show more</button></p>`
        : nothing}
    `;
  }

  nothing() {
    if (this.words || this.scope !== "all") {
      const words = this.words ? html`No title contains “${this.words}”.` : html`There is nothing here at the moment.`;
      return empty("search", "No match", words, html`
        <button class="button" type="button" @click=${() => this.choose({ scope: "all", words: "" })}>Show all jobs</button>`);
    }
    return empty("send", "Nothing sent yet", "Messages you send or schedule show up here, with their progress.", html`
      <a class="button main-one" href=${address("compose")}>${icon("write")}Write the first one</a>`);
  }
}

customElements.define("jobs-view", JobsView);

/** @param {Record<string, string>} query */
export function jobsView(query) {
  return html`<jobs-view .query=${query}></jobs-view>`;
}
