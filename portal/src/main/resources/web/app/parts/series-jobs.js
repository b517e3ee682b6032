/** What went out of a message that repeats, live: the newest of it, and the rest when asked for. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, wordsOf } from "../lib/api.js";
import { Live } from "../lib/live.js";
import { skeletonRows, trouble } from "./bits.js";
import { icon } from "./icons.js";
import { occurrenceRow } from "./job-row.js";
import { complain } from "./toast.js";

const PAGE = 10;

class SeriesJobs extends LitElement {
  static properties = { jobId: { attribute: false } };

  constructor() {
    super();
    this.jobId = "";
    /** @type {JobList | undefined} */
    this.list = undefined;
    /** @type {Job[]} pages after it, as they were */
    this.older = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.failed = "";
    /** @type {Live<JobList> | undefined} */
    this.live = undefined;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.close();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("jobId")) {
      this.follow();
    }
  }

  follow() {
    this.live?.close();
    this.list = undefined;
    this.older = [];
    this.failed = "";
    const words = new URLSearchParams({ series: this.jobId, limit: String(PAGE) });
    this.live = new Live(`jobs/list/all?${words}`, {
      data: (list) => {
        this.list = list;
        this.failed = "";
        if (this.older.length === 0) {
          this.next = list.next;
        }
        this.requestUpdate();
      },
      lost: () => {},
      trouble: (why) => {
        this.failed = wordsOf(why);
        this.requestUpdate();
      },
    });
  }

  async more() {
    try {
      const page = await get("jobs/list/all", { series: this.jobId, limit: PAGE, cursor: this.next });
      this.older = [...this.older, ...page.items];
      this.next = page.next;
    } catch (error) {
      complain(error);
    }
    this.requestUpdate();
  }

  render() {
    const live = this.list?.items ?? [];
    const known = new Set(live.map(({ id }) => id));
    const jobs = [...live, ...this.older.filter(({ id }) => !known.has(id))];
    return html`
      <section class="series" aria-labelledby="series-title">
        <h2 id="series-title">What went out of it</h2>
        ${this.failed ? trouble(this.failed, () => this.follow()) : nothing}
        ${!this.list && !this.failed ? html`<div class="card">${skeletonRows(2)}</div>` : nothing}
        ${this.list && jobs.length === 0 ? html`<p class="quiet">Nothing yet. Each time it goes out is listed here.</p>` : nothing}
        ${jobs.length > 0 ? html`<ul class="card jobs">${repeat(jobs, ({ id }) => id, occurrenceRow)}</ul>` : nothing}
        ${this.next ? html`<p class="after"><button class="button" type="button" @click=${this.more}>${icon("down")}Show more</button></p>` : nothing}
      </section>
    `;
  }
}

customElements.define("series-jobs", SeriesJobs);

/** @param {string} jobId */
export function seriesJobs(jobId) {
  return html`<series-jobs .jobId=${jobId}></series-jobs>`;
}
