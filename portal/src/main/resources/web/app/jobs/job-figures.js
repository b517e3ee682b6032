/** The progress or result of a job, in figures. */
import { html, nothing } from "lit";
import { apart, duration, percent } from "../core/format.js";
import { number, t } from "../core/i18n.js";
import { open, pace, resting, running } from "./job.js";
import { progress } from "../ui/widgets.js";

/** @param {Job} job @param {Run} run */
export function jobFigures(job, run) {
  const { counts } = run;
  const live = running(job);
  if (run.preparing) {
    return preparing(job.people + job.spaces);
  }
  return html`
    <section class="card figures-card" aria-label=${t("jobs.figure.progress")}>
      <dl class="figures">${arrived(counts, live)}${live ? ahead(run) : past(run)}</dl>
      ${progress(counts, {
        resting: resting(job) || (live && job.state !== "sending"),
        done: job.state === "finished",
      })}
      <p class="under">
        <span>${percent(counts.sent, counts.total)}</span><span>${live ? pace(job) : ended(job, run)}</span>
      </p>
    </section>
  `;
}

/** @param {number} count of who is expected */
function preparing(count) {
  return html`
    <section class="card figures-card" aria-label=${t("jobs.figure.progress")}>
      <div class="progress searching" aria-hidden="true"></div>
      <p class="under">
        <span>${t("jobs.figure.preparing")}</span><span>${count > 0 ? t("jobs.figure.expected", { count }) : ""}</span>
      </p>
    </section>`;
}

/** @param {Counts} counts @param {boolean} live */
function arrived(counts, live) {
  const failed = counts.failed + counts.held;
  return html`
    ${figure(t("common.delivered"), number(counts.sent), t("jobs.figure.of", { total: counts.total }))}
    ${figure(t("common.failed"), number(failed), besideFailed(counts, failed, live), failed > 0)}`;
}

/** @param {Run} run */
function ahead({ counts, perSecond = 0 }) {
  return html`
    ${figure(t("jobs.figure.toGo"), number(open(counts)), "")}
    ${figure(t("jobs.figure.speed"), number(perSecond), t("jobs.figure.aSecond"))}`;
}

/** If some recipients were retried later, time and speed mean nothing. @param {Run} run */
function past(run) {
  const { skipped } = run.counts;
  const again = (run.wave ?? 1) > 1;
  return html`
    ${skipped > 0 ? figure(t("common.skipped"), number(skipped), "") : nothing}
    ${again ? nothing : figure(t("jobs.figure.took"), took(run), "")}
    ${skipped > 0 || again ? nothing : figure(t("jobs.figure.speed"), speed(run), t("jobs.figure.aSecond"))}`;
}

/**
 * Skipped recipients have a figure of their own only once nothing is left to send.
 * @param {Counts} counts @param {number} failed @param {boolean} live
 */
function besideFailed({ total, skipped }, failed, live) {
  const part = failed > 0 ? [percent(failed, total)] : [];
  return [...part, ...(live && skipped > 0 ? [t("jobs.skipped", { count: skipped })] : [])].join(" · ");
}

/** @param {string} words @param {string} value @param {string} aside @param {boolean} [bad] */
function figure(words, value, aside, bad = false) {
  return html`<div><dt>${words}</dt><dd class=${bad ? "bad" : ""}><b>${value}</b> <small>${aside}</small></dd></div>`;
}

/** The average speed. @param {Run} run */
function speed({ startedAt, finishedAt, counts }) {
  const seconds = (Date.parse(finishedAt ?? "") - Date.parse(startedAt ?? "")) / 1_000;
  return seconds > 0 ? number(Math.round((counts.sent / seconds) * 10) / 10) : "–";
}

/** @param {Run} run */
function took({ startedAt, finishedAt }) {
  return startedAt && finishedAt ? duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000) : "–";
}

/** @param {Job} job @param {Run} run */
function ended({ state }, { finishedAt }) {
  if (!finishedAt) {
    return t(state === "cancelled" ? "jobs.ended.stopped" : "jobs.ended.finished");
  }
  return t(state === "cancelled" ? "jobs.ended.stoppedAgo" : "jobs.ended.finishedAgo", { ago: apart(finishedAt) });
}
