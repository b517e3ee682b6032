/** One job in the list: its title, audience and state. */
import { html, nothing } from "lit";
import { apart, dayOf, forYou, moment, percent, zoned } from "../core/format.js";
import { joined, list, number, rich, t } from "../core/i18n.js";
import { expected, heldUntil, isBeingRead, neverBegan, often, pace, resting, standing, starting, titleOf, waveIsOver, whom, zoneOf } from "./job.js";
import { address } from "../core/router.js";
import { pill, progress, searching } from "../ui/widgets.js";
import { choices } from "./job-actions.js";
import { skippedTimes } from "./skip.js";
import { quietStart } from "../ui/held-time.js";
import { moreMenu } from "../ui/menus.js";

/** @param {Job} job */
export function jobRow(job) {
  const file = job.withFile ? [t("jobs.row.withFile")] : [];
  return row(job, titleOf(job), [whom(job) || t("jobs.nobodyYet"), ...file, job.author.displayName]);
}

/** A name that distinguishes it, by its time, from others with the same title. @param {Job} job */
export function occurrenceRow(job) {
  const at = job.startsAt ? zoned(job.startsAt, job.zone) : moment(job.run?.startedAt ?? job.createdAt);
  return row(job, at, [titleOf(job), whom(job)]);
}

/** @param {Job} job @param {string} name @param {string[]} below */
function row(job, name, below) {
  const { words, sign, tone } = standing(job);
  const to = job.state === "draft" && job.mine && !job.unreadable ? address("compose", job.id) : address("jobs", job.id);
  return html`
    <li class="job">
      <div class="what">
        <a class="title" href=${to}>${name}</a>
        <p>${joined(below)}</p>
      </div>
      ${pill(words, sign, tone)}
      <div class="how">${how(job)}</div>
      ${moreMenu({ id: "job-" + job.id, label: t("jobs.row.menu", { name }), choices: choices(job) })}
    </li>
  `;
}

/** @param {Job} job */
function how(job) {
  if (job.unreadable) {
    return html`<p><b>${t("jobs.row.unreadable")}</b></p>`;
  }
  switch (job.state) {
    case "draft":
      return html`
        <p><span>${t(job.tested ? "jobs.row.tested" : "jobs.row.notSent")}</span>
          <span class="end">${t("jobs.row.changed", { ago: apart(job.changedAt) })}</span></p>`;
    case "scheduled":
      return scheduled(job);
    case "held":
      return planned(job, t(job.mayHaveGoneOut ? "jobs.row.mayHaveGoneOut" : "jobs.row.held"));
    case "missed":
      return planned(job, t("jobs.row.missed"));
    case "sending":
    case "paused":
    case "stopping":
      return onTheWay(job);
    default:
      return over(job);
  }
}

/** The time as it was entered, and below it what that is for the reader. @param {Job} job @param {string} end */
function planned(job, end) {
  const { startsAt = "", zone } = job;
  const yours = forYou(heldUntil(job) ?? startsAt, zone);
  const held = quiet(job);
  return html`
    <p><b>${zoned(startsAt, zone)}</b> ${held ? html`<span>${held}</span>` : nothing} ${yours ? html`<span class="yours">${yours}</span>` : nothing} <span class="end">${end}</span></p>`;
}

/** @param {Job} job */
function scheduled(job) {
  const held = quiet(job);
  if (starting(job)) {
    return html`<p><span>${held || t("jobs.row.starting")}</span></p>`;
  }
  const at = job.startsAt ?? "";
  return job.repeat
    ? html`<p><b>${often(job, true)}</b> <span>${zoneOf(job)}</span> ${held ? html`<span>${held}</span>` : nothing} <span class="end">${next(job, at)}</span></p>`
    : planned(job, apart(heldUntil(job) ?? at));
}

/** Where quiet hours hold it, when it begins. @param {Job} job */
function quiet(job) {
  const { startsAt = "", zone } = job;
  const until = heldUntil(job);
  return until ? quietStart(startsAt, until, zone) : "";
}

/** When it goes out next, and when not. @param {Job} job @param {Time} at */
function next(job, at) {
  const skipped = skippedTimes(job);
  const day = dayOf(at, job.zone);
  return skipped.length > 0
    ? t("jobs.row.skipped", { day, count: skipped.length, skipped: list(skipped.map((time) => dayOf(time, job.zone))) })
    : t("jobs.row.next", { day });
}

/** @param {Job} job */
function onTheWay(job) {
  const { run } = job;
  if (!run || run.preparing) {
    const count = expected(job);
    return html`
      ${searching(isBeingRead(job))}
      <p><span>${pace(job)}</span>${count > 0 ? html`<span class="end">${t("jobs.figure.expected", { count })}</span>` : nothing}</p>`;
  }
  const { sent, total } = run.counts;
  if (run.question && !waveIsOver(job)) {
    return html`<p><b>${t("jobs.row.question")}</b><span class="end">${t("jobs.row.nothingYet")}</span></p>`;
  }
  return html`
    ${progress(run.counts, { resting: resting(job) || job.state !== "sending" })}
    <p>
      <b>${percent(sent, total)}</b>
      <span>${t("jobs.row.part", { sent, total })}</span>
      <span class="end">${pace(job)}</span>
    </p>
  `;
}

/** @param {Job} job */
function over(job) {
  const { run } = job;
  const end = html`<span class="end">${apart(run?.finishedAt ?? job.changedAt)}</span>`;
  if (!run || neverBegan(job)) {
    return html`<p><span>${t(job.repeat ? "jobs.never.repeats" : "jobs.never.sent")}</span>${end}</p>`;
  }
  const { sent, total, failed, held, skipped } = run.counts;
  return html`
    <p>
      <span>${rich("jobs.row.delivered", { count: total, sent: html`<b>${number(sent)}</b>` })}</span>
      ${run.acknowledged === undefined
        ? nothing
        : html`<span>${t("jobs.acknowledged.count", { count: run.acknowledged })}</span>`}
      ${failed > 0 ? html`<span class="fault">${t("jobs.row.failed", { count: failed })}</span>` : nothing}
      ${held > 0 ? html`<span class="unsure">${t("jobs.row.unsure", { count: held })}</span>` : nothing}
      ${skipped > 0 ? html`<span>${t("jobs.skipped", { count: skipped })}</span>` : nothing}
      ${end}
    </p>
  `;
}
