/** The jobs that a repeating message has sent, live: the newest first, more on request. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { Live } from "../core/live.js";
import { skeletonRows, standsStill, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { occurrenceRow } from "./job-row.js";

const STEP = 10;
const MOST = 200;

class SeriesJobs extends LitElement {
  static properties = {
    jobId: { attribute: false },
    shown: { state: true },
    list: { state: true },
    lost: { state: true },
    failed: { state: true },
  };

  constructor() {
    super();
    this.jobId = "";
    this.shown = STEP;
    /** @type {JobList | undefined} */
    this.list = undefined;
    this.lost = false;
    this.failed = "";
    /** @type {Live<"jobs/list/all"> | undefined} */
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
      this.list = undefined;
      this.shown = STEP;
      this.follow();
    }
  }

  follow() {
    this.live?.close();
    this.failed = "";
    this.live = new Live("jobs/list/all", { series: this.jobId, limit: this.shown }, {
      data: (list) => {
        this.list = list;
        this.failed = "";
      },
      lost: (lost) => {
        this.lost = lost;
      },
      trouble: (why) => {
        this.failed = wordsOf(why);
      },
    });
  }

  more() {
    this.shown = Math.min(MOST, this.shown + STEP);
    this.follow();
  }

  render() {
    const jobs = this.list?.items ?? [];
    return html`
      <section class="series" aria-labelledby="series-title">
        <h2 id="series-title">${t("jobs.series.title")}</h2>
        ${this.failed && !this.list ? trouble(this.failed, () => this.follow()) : standsStill(this.failed, this.lost, () => this.follow())}
        ${!this.list && !this.failed ? html`<div class="card">${skeletonRows(2)}</div>` : nothing}
        ${this.list && jobs.length === 0 ? html`<p class="quiet">${t("jobs.series.none")}</p>` : nothing}
        ${jobs.length > 0 ? html`<ul class="card jobs">${repeat(jobs, ({ id }) => id, occurrenceRow)}</ul>` : nothing}
        ${this.list?.next ? this.rest() : nothing}
      </section>
    `;
  }

  rest() {
    return this.shown < MOST
      ? html`<p class="after">
          <button class="button" type="button" @click=${this.more}>${icon("down")}${t("common.showMore")}</button></p>`
      : html`<p class="quiet">${t("jobs.series.older")}</p>`;
  }
}

customElements.define("series-jobs", SeriesJobs);

/** @param {string} jobId */
export function seriesJobs(jobId) {
  return html`<series-jobs .jobId=${jobId}></series-jobs>`;
}
