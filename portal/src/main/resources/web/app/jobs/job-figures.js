/** The progress or result of a job, in figures. */
import { html, nothing } from "lit";
import { apart, duration, percent, tenths } from "../core/format.js";
import { number, t } from "../core/i18n.js";
import { checking, expected, isBeingRead, pace, resting, running, toSend } from "./job.js";
import { botsThatWait } from "../ui/bots.js";
import { botsInWords, progress, searching } from "../ui/widgets.js";

/** Doubts that were settled as quickly are not worth a figure, in seconds. */
const BRIEFLY = 5;

/** Of what took less it cannot be said how much a second it was. */
const TOO_SHORT = 1;

/** @param {Job} job @param {Run} run */
export function jobFigures(job, run) {
  const { counts } = run;
  const live = running(job);
  if (run.preparing) {
    return preparing(job);
  }
  return html`
    <section class="card figures-card" aria-label=${t("jobs.figure.progress")}>
      <dl class="figures">${arrived(counts)}${acknowledged(run)}${live ? ahead(job, run) : past(run)}</dl>
      ${progress(counts, {
        resting: resting(job) || (live && job.state !== "sending"),
        done: job.state === "finished",
      })}
      <p class="under">
        <span>${percent(counts.sent, counts.total)}</span><span>${live ? pace(job) : ended(job, run)}</span>
      </p>
      ${live ? bots() : nothing}
    </section>
  `;
}

/** How fast several bots are together, and which of them do not send now. */
function bots() {
  const words = botsInWords();
  return words ? html`<p class="under"><span>${words}</span>${botsThatWait().map((one) => html`<span>${one}</span>`)}</p>` : nothing;
}

/** @param {Job} job */
function preparing(job) {
  const count = expected(job);
  return html`
    <section class="card figures-card" aria-label=${t("jobs.figure.progress")}>
      ${searching(isBeingRead(job))}
      <p class="under">
        <span>${job.waitsFor?.reason === "recipients" ? t("jobs.figure.preparing") : pace(job)}</span><span>${count > 0 ? t("jobs.figure.expected", { count }) : ""}</span>
      </p>
    </section>`;
}

/** @param {Counts} counts */
function arrived({ total, sent, failed, held, skipped }) {
  return html`
    ${figure(t("common.delivered"), number(sent), t("jobs.figure.of", { total }))}
    ${figure(t("common.failed"), number(failed), failed > 0 ? percent(failed, total) : "", failed > 0 ? "bad" : "")}
    ${held > 0 ? figure(t("common.unsure"), number(held), percent(held, total), "warn") : nothing}
    ${skipped > 0 ? figure(t("common.skipped"), number(skipped), percent(skipped, total)) : nothing}`;
}

/** @param {Run} run */
function acknowledged({ acknowledged: said, counts }) {
  return said === undefined
    ? nothing
    : figure(t("jobs.acknowledged.title"), number(said), t("jobs.figure.of", { total: counts.sent }));
}

/** @param {Job} job @param {Run} run */
function ahead(job, run) {
  const { counts, perSecond } = run;
  const speed = perSecond === undefined || resting(job) ? "–" : number(perSecond);
  const doubt =
    counts.unknown > 0 ? figure(t("jobs.figure.checked"), number(counts.unknown), percent(counts.unknown, counts.total)) : nothing;
  return checking(job)
    ? html`${doubt}${times(run)}`
    : html`
        ${figure(t("jobs.figure.toGo"), number(toSend(counts)))}
        ${doubt}
        ${figure(t("jobs.figure.speed"), speed, t("jobs.figure.aSecond"))}`;
}

/** If some recipients were retried later, time and speed mean nothing. @param {Run} run */
function past(run) {
  return (run.wave ?? 1) > 1 ? nothing : times(run);
}

/** For how long it was sent, without what it waited for people, how quickly, and for how long those in doubt were checked. @param {Run} run */
function times({ startedAt, sendingEndedAt, finishedAt, waitedSeconds = 0, counts }) {
  const sending = Math.max(0, between(startedAt, sendingEndedAt ?? finishedAt) - waitedSeconds);
  const checks = between(sendingEndedAt, finishedAt);
  return html`
    ${figure(t("jobs.figure.took"), sending > 0 ? duration(sending) : "–")}
    ${checks >= BRIEFLY ? figure(t("jobs.figure.checks"), duration(checks)) : nothing}
    ${sending >= TOO_SHORT
      ? figure(t("jobs.figure.speed"), number(tenths(counts.sent / sending)), t("jobs.figure.aSecond"))
      : nothing}`;
}

/** In seconds; 0 where one of them is not known. @param {Time | undefined} from @param {Time | undefined} until */
function between(from, until) {
  return from && until ? (Date.parse(until) - Date.parse(from)) / 1_000 : 0;
}

/** @param {string} words @param {string} value @param {string} [aside] @param {"" | "warn" | "bad"} [tone] */
function figure(words, value, aside = "", tone = "") {
  return html`<div><dt>${words}</dt><dd class=${tone}><b>${value}</b> <small>${aside}</small></dd></div>`;
}

/** @param {Job} job @param {Run} run */
function ended({ state }, { finishedAt }) {
  if (!finishedAt) {
    return t(state === "cancelled" ? "jobs.ended.stopped" : "jobs.ended.finished");
  }
  return t(state === "cancelled" ? "jobs.ended.stoppedAgo" : "jobs.ended.finishedAgo", { ago: apart(finishedAt) });
}
