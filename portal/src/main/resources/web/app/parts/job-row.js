/** One job in the list: what, for whom, how it stands. */
import { html, nothing } from "lit";
import { apart, count, dayOf, moment, number, percent } from "../lib/format.js";
import { often, pace, resting, standing, starting } from "../lib/jobs.js";
import { address } from "../lib/router.js";
import { pill, progress } from "./bits.js";
import { choices } from "./job-actions.js";
import { moreMenu } from "./menus.js";

/** @param {Job} job */
export function jobRow(job) {
  const file = job.withFile ? ["with a file"] : [];
  return row(job, job.title, [job.audienceSummary || "Nobody chosen yet", ...file, job.author.displayName]);
}

/** Among others with the same title, named by its time. @param {Job} job */
export function occurrenceRow(job) {
  return row(job, moment(job.startsAt ?? job.run?.startedAt ?? job.createdAt), [job.title, job.audienceSummary]);
}

/** @param {Job} job @param {string} name @param {string[]} below */
function row(job, name, below) {
  const { words, sign, tone } = standing(job);
  const to = job.state === "draft" && job.mine ? address("compose", job.id) : address("jobs", job.id);
  return html`
    <li class="job">
      <div class="what">
        <a class="title" href=${to}>${name}</a>
        <p>${below.join(" · ")}</p>
      </div>
      ${pill(words, sign, tone)}
      <div class="how">${how(job)}</div>
      ${moreMenu({ id: "job-" + job.id, label: `What to do with ${name}`, choices: choices(job) })}
    </li>
  `;
}

/** @param {Job} job */
function how(job) {
  switch (job.state) {
    case "draft":
      return html`<p><span>${job.tested ? "Tested" : "Not sent"}</span><span class="end">changed ${apart(job.changedAt)}</span></p>`;
    case "scheduled":
      return starting(job)
        ? html`<p><span>Starts in a moment</span></p>`
        : html`<p><b>${job.repeat ? often(job) : moment(job.startsAt ?? "")}</b>
            <span class="end">${job.repeat ? `next ${dayOf(job.startsAt ?? "")}` : apart(job.startsAt ?? "")}</span></p>`;
    case "held":
      return html`<p><b>${moment(job.startsAt ?? "")}</b><span class="end">who scheduled it may not send any more</span></p>`;
    case "missed":
      return html`<p><b>${moment(job.startsAt ?? "")}</b><span class="end">Belfry was not running</span></p>`;
    case "sending":
    case "paused":
    case "stopping":
      return onTheWay(job);
    default:
      return over(job);
  }
}

/** @param {Job} job */
function onTheWay(job) {
  const { run } = job;
  if (!run || run.preparing) {
    return html`<div class="progress searching" aria-hidden="true"></div><p><span>${pace(job)}</span></p>`;
  }
  const { sent, total } = run.counts;
  if (run.question) {
    return html`<p><b>Needs a decision</b><span class="end">nothing sent yet</span></p>`;
  }
  return html`
    ${progress(run.counts, { resting: resting(job) || job.state !== "sending" })}
    <p><b>${percent(sent, total)}</b><span>${number(sent)} of ${number(total)}</span><span class="end">${pace(job)}</span></p>
  `;
}

/** @param {Job} job */
function over(job) {
  const { run } = job;
  const end = html`<span class="end">${apart(run?.finishedAt ?? job.changedAt)}</span>`;
  if (!run) {
    return html`<p><span>${job.repeat ? "Does not repeat any more" : "Never sent"}</span>${end}</p>`;
  }
  const { sent, total, failed, held, skipped } = run.counts;
  return html`
    <p>
      <span><b>${number(sent)}</b> of ${number(total)} delivered</span>
      ${failed > 0 ? html`<span class="fault">${number(failed)} failed</span>` : nothing}
      ${held > 0 ? html`<span class="fault">${count(held, "needs", "need")} a look</span>` : nothing}
      ${skipped > 0 ? html`<span>${number(skipped)} skipped</span>` : nothing}
      ${end}
    </p>
  `;
}
