/** The actions for the job that is shown: the most likely ones as buttons, the others in the menu. */
import { html, nothing } from "lit";
import { ownZone } from "../core/format.js";
import { number, t } from "../core/i18n.js";
import { mayChange, starting, stopLabel, unsent } from "./job.js";
import { editable } from "../compose/saved-version.js";
import { address, go } from "../core/router.js";
import { choices, discard, editWords, mayDelete, mayRetry, pause, resumeInPlace, retryFailed, stop, tryTo, useAgain } from "./job-actions.js";
import { correct, isReached, mayCorrect, mayRecall, mayReplace, recall, replace } from "./follow-ups.js";
import { icon } from "../ui/icons.js";
import { moreMenu } from "../ui/menus.js";
import { sendNow } from "./send-now.js";
import { mayRemind, setReminders } from "./reminders.js";
import { takeBack } from "./starting.js";

/** @param {Job} job */
export function jobButtons(job) {
  if (job.unreadable) {
    return mayDelete(job) ? button(job, t("jobs.action.delete"), "trash", away, { tone: "danger" }) : nothing;
  }
  const own = mayChange(job);
  const buttons = [
    job.run && !job.run.preparing ? exported(job) : [],
    own ? whileItRuns(job) : [],
    own ? beforeItBegins(job) : [],
  ].flat();
  // Apart, so that an open menu stays when buttons come and go.
  return html`${buttons}${moreMenu({ id: "job-more", label: t("jobs.more"), choices: rest(job) })}`;
}

/** @param {Job} job */
function exported({ id }) {
  return html`
    <a class="button" href=${`jobs/export/${id}?zone=${encodeURIComponent(ownZone)}`} download aria-label=${t("jobs.export.words")}>
      ${icon("download")}<span class="words">${t("jobs.export.button")}</span></a>`;
}

/**
 * @param {Job} job @param {string} words @param {Parameters<typeof icon>[0]} sign @param {(job: Job) => Promise<unknown>} action
 * @param {{ tone?: "" | "main-one" | "danger", folds?: boolean, count?: number }} [how] one that folds is its icon where there is
 *   little room, with this number
 */
function button(job, words, sign, action, { tone = "", folds = false, count = 0 } = {}) {
  return html`
    <button class="button ${tone}" type="button" @click=${() => tryTo(action, job)}>
      ${icon(sign)}<span class=${folds ? "words" : ""}>${words}</span>
      ${count > 0 ? html`<span class="in-short" aria-hidden="true">${number(count)}</span>` : nothing}</button>`;
}

/** @param {Job} job */
function whileItRuns(job) {
  const { state, run } = job;
  const shown = [];
  if (state === "sending") {
    shown.push(button(job, t("jobs.action.pause"), "pause", pause, { folds: true }));
  }
  if (state === "paused" && !run?.question) {
    shown.push(button(job, t("jobs.action.resume"), "play", resumeInPlace, { tone: "main-one" }));
  }
  if ((state === "sending" || state === "paused") && !run?.question) {
    shown.push(button(job, stopLabel(job), "no", stop, { tone: "danger", folds: true, count: unsent(job) }));
  }
  if (state === "finished" && mayRetry(job)) {
    shown.push(button(job, t("jobs.action.retryFailed"), "retry", retryFailed));
  }
  return shown;
}

/** @param {Job} job */
function beforeItBegins(job) {
  if (starting(job)) {
    return [button(job, t("common.undo"), "undo", takeBack)];
  }
  if (!editable(job.state)) {
    return [];
  }
  const edit = html`<a class="button" href=${address("compose", job.id)}>${icon("write")}${editWords(job)}</a>`;
  return job.state === "draft"
    ? [edit]
    : [edit, button(job, t("jobs.action.sendNow"), "send", sendNow, { tone: waits(job) ? "main-one" : "" })];
}

/** Whether it will no longer go out by itself. @param {Job} job */
function waits({ state }) {
  return state === "held" || state === "missed";
}

/** What can still be done about a message that was sent. @param {Job} job @returns {import("../ui/menus.js").Choice[]} */
function afterwards(job) {
  return [
    ...(mayCorrect(job) ? [{ words: t("jobs.action.correct"), icon: /** @type {const} */ ("write"), act: () => tryTo(correct, job) }] : []),
    ...(mayReplace(job) ? [{ words: t("jobs.action.replace"), icon: /** @type {const} */ ("write"), act: () => tryTo(replace, job) }] : []),
    ...(isReached(job) && (job.run?.acknowledged ?? Infinity) < (job.run?.counts.sent ?? 0)
      ? [{ words: t("jobs.action.remind"), icon: /** @type {const} */ ("bell"), act: () => tryTo(useAgain, job, "silent") }]
      : []),
    ...(mayRemind(job)
      ? [{ words: t("jobs.reminders.set"), icon: /** @type {const} */ ("clock"), act: () => tryTo(setReminders, job) }]
      : []),
    ...(isReached(job)
      ? [{ words: t("jobs.action.writeToThem"), icon: /** @type {const} */ ("people"), act: () => tryTo(useAgain, job, "reached") }]
      : []),
    ...(mayRecall(job)
      ? [{ words: t("jobs.action.recall"), icon: /** @type {const} */ ("undo"), danger: true, act: () => tryTo(recall, job) }]
      : []),
  ];
}

/** The actions without a button of their own. @param {Job} job @returns {import("../ui/menus.js").Choice[]} */
function rest(job) {
  const { state } = job;
  const names = ["skip", "unskip", "useAgain", "cancel", ...(state === "finished" ? [] : ["retryFailed"])];
  const more = [...choices(job).filter(({ name }) => names.includes(name)), ...afterwards(job)];
  return mayDelete(job)
    ? [...more, { words: t("jobs.action.delete"), icon: "trash", danger: true, act: () => tryTo(away, job) }]
    : more;
}

/** The job shown here is then gone. @param {Job} job */
async function away(job) {
  if (await discard(job)) {
    go(address("jobs"));
  }
}
