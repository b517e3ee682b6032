/** The jobs that a repeating message has sent, live: the newest first, more on request. */
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { LiveView } from "../ui/live-view.js";
import { skeletonRows, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { occurrenceRow } from "./job-row.js";

const STEP = 10;
const MOST = 200;

class SeriesJobs extends LiveView {
  static properties = {
    jobId: { attribute: false },
    shown: { state: true },
    list: { state: true },
  };

  constructor() {
    super();
    this.jobId = "";
    this.shown = STEP;
    /** @type {JobList | undefined} */
    this.list = undefined;
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
    this.hear("jobs/list/all", { series: this.jobId, limit: this.shown }, (list) => {
      this.list = list;
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
        ${this.failed && !this.list ? trouble(wordsOf(this.failed), () => this.follow()) : this.standstill()}
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
