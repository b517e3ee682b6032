/** The actions for a job, by its state, with an undo where possible. */
import { get, post, requestId } from "../core/api.js";
import { dayOf, heads } from "../core/format.js";
import { t } from "../core/i18n.js";
import { mayChange, starting, stopLabel, stopWords, titleOf, unsent, unsettled } from "./job.js";
import { editable } from "../compose/saved-version.js";
import { saidIn, wishOf } from "../compose/draft-fields.js";
import { address, go } from "../core/router.js";
import { session } from "../core/session.js";
import { ask } from "../ui/ask.js";
import { chooseReasons } from "./choose-reasons.js";
import { again, confirmed } from "./deciding.js";
import { maySkip, skip, skippedTimes, unskip } from "./skip.js";
import { sendNow } from "./send-now.js";
import { begunMeanwhile, reschedule, takeBack } from "./starting.js";
import { complain, toast } from "../ui/toast.js";

/** In a page of recipients, and in one decision. */
const PAGE = 200;
const MOST_NAMED = 1_000;

/**
 * @typedef {Exclude<import("../ui/menus.js").Choice, "line">} Choice
 * @typedef {"sendNow" | "edit" | "pause" | "decide" | "resume" | "retryFailed" | "useAgain" | "stop" | "undo"
 *   | "cancel" | "delete" | "skip" | "unskip"} Action
 */

/** What is under way, by what it does: its jobs, each with the one recipient or those whom it is about. @type {Map<unknown, Set<string>>} */
const underway = new Map();

/**
 * Does this to a job, unless it is being done or asked about already, and shows what went wrong.
 * @template {Pick<Job, "id">} J @template {unknown[]} More
 * @param {(job: J, ...more: More) => Promise<unknown>} action @param {J} job @param {More} more
 */
export async function tryTo(action, job, ...more) {
  const jobs = underway.get(action) ?? new Set();
  const whom = /** @type {{ id?: string } | string | undefined} */ (more.at(-1));
  const which = JSON.stringify([job.id, typeof whom === "object" ? whom.id : whom]);
  if (jobs.has(which)) {
    return;
  }
  underway.set(action, jobs.add(which));
  try {
    await action(job, ...more);
  } catch (error) {
    complain(error);
  } finally {
    jobs.delete(which);
  }
}

/** Of each job that is shown, its state, and when that has changed before one's eyes. @type {Map<string, { state: JobState, at: number }>} */
const shown = new Map();

/** What one has paused oneself and not seen so yet. @type {Set<string>} */
const mine = new Set();

/** So soon, in milliseconds, after somebody else has paused it, a press on what has come in its place means "Pause". */
const SOON = 600;

/** @param {Job} job */
function note({ id, state }) {
  const before = shown.get(id);
  if (before?.state !== state) {
    const isExpected = !before || (state === "paused" && mine.delete(id));
    shown.set(id, { state, at: isExpected ? -SOON : performance.now() });
  }
}

/** By the button that stands where "Pause" stood. @param {Job} job */
export async function resumeInPlace(job) {
  const { at = -SOON } = shown.get(job.id) ?? {};
  if (performance.now() - at < SOON) {
    toast({ words: t("jobs.said.paused") });
  } else {
    await resume(job);
  }
}

/** @param {Job} job */
export async function pause(job) {
  mine.add(job.id);
  const paused = await post("jobs/pause", { jobId: job.id }).catch((error) => {
    mine.delete(job.id);
    throw error;
  });
  sayPaused(paused);
}

/**
 * To resume it there would answer a question that came before the pause and is not shown with it.
 * @param {Job} paused
 */
function sayPaused(paused) {
  const undo = paused.run?.question ? undefined : () => goOn(paused);
  toast({ words: t("jobs.said.paused"), undo, action: t("jobs.action.resume") });
}

/** @param {Job} job */
export async function resume(job) {
  await goOn(job);
  toast({ words: t("jobs.said.goingOn") });
}

/** Sends the revision that was seen, so that a question asked since is not answered by mistake. @param {Job} job */
function goOn({ id, revision }) {
  return post("jobs/resume", { jobId: id, revision });
}

/** It does not wait for the end of the quiet hours; why is written down. @param {Job} job */
export async function hurry(job) {
  const reason = await ask({
    title: t("jobs.quiet.hurry"),
    words: t("jobs.quiet.words"),
    yes: t("jobs.quiet.yes"),
    field: { label: t("jobs.quiet.why"), value: "", most: 200 },
  });
  if (reason !== undefined) {
    await post("jobs/urgent", { jobId: job.id, reason, requestId: requestId() });
    toast({ words: t("jobs.said.goingOn") });
  }
}

/** Pauses a run that would have continued by itself. @param {Job} job */
export async function wait(job) {
  await post("jobs/pause", { jobId: job.id });
  toast({ words: t("jobs.said.paused") });
}

/** Answers the question with "do not send". @param {Job} job */
export async function dropIt(job) {
  const left = unsettled(job);
  const answer = await ask({
    title: t("jobs.drop.title"),
    words: t("jobs.drop.words", { title: titleOf(job) }),
    yes: left > 0 ? t("jobs.drop.yesTo", { count: left }) : t("jobs.drop.yes"),
    no: t("jobs.drop.no"),
    danger: true,
  });
  if (answer !== undefined) {
    toast({ words: stopWords(await post("jobs/cancel", { jobId: job.id })) });
  }
}

/**
 * Nothing is sent while the person decides: the job is paused before the question is shown, also where it would have gone on by itself.
 * @param {Job} job
 */
export async function stop(job) {
  const wasRunning = job.state === "sending";
  const goesOn = wasRunning || job.run?.firstWave?.goesOnAt !== undefined;
  const seen = goesOn ? await post("jobs/pause", { jobId: job.id }) : job;
  const { run } = seen;
  // What asks something by now does not go on by an answer to another question.
  const continues = wasRunning && !run?.question;
  const left = unsent(seen);
  const answer = await ask({
    title: t("jobs.stop.title"),
    words: run && !run.preparing ? whoHasIt(run.counts, continues) : t("jobs.stop.nobody"),
    yes: left > 0 ? t("jobs.stop.yes", { count: left }) : t("jobs.action.stop"),
    no: t(continues ? "jobs.stop.goOn" : "jobs.stop.stayPaused"),
    danger: true,
  });
  if (answer !== undefined) {
    toast({ words: stopWords(await post("jobs/cancel", { jobId: job.id })) });
  } else if (continues) {
    await goOn(seen);
  } else if (goesOn) {
    sayPaused(seen);
  }
}

/** @param {Counts} counts @param {boolean} continues */
function whoHasIt({ sent, total }, continues) {
  return t(continues ? "jobs.stop.running" : "jobs.stop.paused", { sent, total });
}

/** @param {Job} job */
function cancelLabel(job) {
  return job.people + job.spaces > 0 ? t("jobs.action.cancelFor", { heads: heads(job) }) : t("jobs.action.cancel");
}

/** Takes it off the schedule. It becomes a draft, unless it is one time of a repeating message. @param {Job} job */
export async function unschedule(job) {
  const stopped = await post("jobs/cancel", { jobId: job.id, keepDraft: !job.series });
  const { localTime: at, zone } = job;
  const begun = await begunMeanwhile(job, stopped.job);
  toast({
    words: begun ?? (stopped.job.state === "draft" ? t("jobs.said.unscheduled") : stopWords(stopped)),
    undo:
      job.state === "scheduled" && stopped.job.state === "draft" && at && zone
        ? () => reschedule(job, stopped.job.revision)
        : undefined,
  });
}

/** Whoever is held, so that it is about no others by then; nothing if they are too many to be named. @param {Job} job */
async function heldOf({ id }) {
  /** @type {Recipient[]} */
  const all = [];
  /** @type {string | undefined} */
  let cursor;
  do {
    const { items, next } = await get(`jobs/recipients/${id}`, { state: "held", limit: PAGE, cursor });
    all.push(...items);
    cursor = next;
  } while (cursor && all.length < MOST_NAMED);
  return cursor ? undefined : all;
}

/**
 * Decides about one held recipient, or all of them. This cannot be undone, so it is confirmed first.
 * @param {Job} job @param {"sendAgain" | "delivered"} decision @param {Recipient} [one]
 */
export async function decide(job, decision, one) {
  const seen = one ? [one] : await heldOf(job);
  if (seen?.length === 0) {
    return; // Somebody else has decided meanwhile.
  }
  const held = seen?.length || (job.run?.counts.held ?? 0);
  const name = one?.displayName || one?.email;
  const recipients = seen?.length ? seen.map(({ id }) => id) : undefined;
  await confirmed(decision, { held, name }, () =>
    post("jobs/decide", { jobId: job.id, decision, recipients, held, requestId: requestId() }));
}

/** @param {Job} job */
export async function retryFailed(job) {
  const { items } = await get(`jobs/failures/${job.id}`);
  const chosen = await chooseReasons(items);
  if (chosen) {
    const retried = await post("jobs/retryFailed", { jobId: job.id, ...chosen, requestId: requestId() });
    toast({ words: again(t("jobs.said.tryingAgain"), retried) });
  }
}

/** Whether some were refused who can be tried again. @param {Job} job */
export function mayRetry({ run, retry }) {
  return (run?.counts.failed ?? 0) > 0 && retry?.possible === true;
}

/** The decisions that this person can make about held recipients. @param {Job} job @returns {("delivered" | "sendAgain")[]} */
export function decisions(job) {
  if (!mayChange(job)) {
    return [];
  }
  return job.retry?.possible ? ["delivered", "sendAgain"] : ["delivered"];
}

/**
 * A draft of it, for the same audience or for those who got it.
 * @param {Pick<Job, "id">} job @param {Entry["who"]} [who] @param {string} [recall] those of this recall only
 */
export async function useAgain(job, who, recall) {
  const copy = await post("jobs/duplicate", { jobId: job.id, who, recall, requestId: requestId() });
  if (copy.outside && !who) {
    // A node of the version before copies the yes, too, which was for whoever was written to then.
    await post("jobs/edit", { jobId: copy.id, revision: copy.revision, outside: false });
  }
  go(address("compose", copy.id));
  toast({ words: t(who ? "jobs.said.copiedForThem" : "jobs.said.copied") });
}

/** @param {Job} job */
export async function discard(job) {
  if (job.state === "draft" && !job.unreadable) {
    const now = await get(`jobs/detail/${job.id}`);
    const all = wishOf(saidIn(now));
    // A row may be older than what somebody has scheduled since.
    await post("jobs/delete", { jobId: job.id, revision: now.state === "draft" ? now.revision : job.revision });
    const back = requestId();
    toast({ words: t("jobs.said.draftDeleted"), undo: () => post("jobs/edit", { ...all, requestId: back }) });
    return true;
  }
  // A row says nothing of reminders.
  const seen = job.unreadable ? job : await get(`jobs/detail/${job.id}`);
  const total = seen.run?.counts.total ?? 0;
  const { items } = seen.run ? await get("answers/announcements", { jobId: job.id, limit: PAGE }) : { items: [] };
  const answer = await ask({
    title: t("jobs.delete.title"),
    words: lost(seen, items),
    yes: total > 0 ? t("jobs.delete.yesOf", { count: total }) : t("jobs.delete.yes"),
    danger: true,
  });
  if (answer !== undefined) {
    await post("jobs/delete", { jobId: job.id, revision: job.unreadable ? undefined : seen.revision });
    toast({ words: t("jobs.said.recordDeleted") });
  }
  return answer !== undefined;
}

/**
 * What deleting its record takes away.
 * @param {Job} job @param {Answered[]} answered it, and reminders of it
 */
function lost(job, answered) {
  const { unreadable, run, reminders } = job;
  const planned = !unreadable && reminders && reminders.state !== "ended" ? reminders.times.length : 0;
  const count = answered.reduce((all, { written, pressed }) => all + written + pressed, 0);
  const unread = answered.reduce((all, one) => all + one.unread, 0);
  const mayAnswer = unreadable || (run && run.counts.sent + run.counts.held > 0);
  return [
    kept(job),
    planned > 0 ? t("jobs.delete.reminders", { count: planned }) : "",
    count > 0 ? t("jobs.delete.answers", { count, unread }) : "",
    mayAnswer && session.hearsAnswers ? t("jobs.delete.later") : "",
  ].filter((words) => words !== "").join(" ");
}

/** What becomes of the messages themselves. @param {Job} job */
function kept({ unreadable, run }) {
  const { sent = 0 } = run?.counts ?? {};
  const count = sent - (run?.recalled ?? 0);
  return unreadable
    ? t("jobs.delete.wordsUnread")
    : count > 0
      ? t("jobs.delete.wordsSent", { count })
      : t(sent > 0 ? "jobs.delete.wordsRecalled" : "jobs.delete.words");
}

/** What cannot be read can be deleted by administrators only, whatever its state. @param {Job} job */
export function mayDelete(job) {
  const over = job.state === "draft" || job.state === "finished" || job.state === "cancelled";
  return job.unreadable ? session.admin : mayChange(job) && over;
}

/** @param {Job} job */
export function editWords({ state }) {
  return t(state === "draft" ? "jobs.action.write" : "jobs.action.edit");
}

/**
 * The menu of a job.
 * @param {Job} job
 * @returns {(Choice & { name: Action })[]}
 */
export function choices(job) {
  /** @type {(Choice & { name: Action })[]} */
  const all = [];
  const { state } = job;
  const own = mayChange(job);
  note(job);
  /**
   * @param {Action} name @param {string} words @param {Choice["icon"]} icon @param {(job: Job) => Promise<unknown>} action
   * @param {boolean} [danger]
   */
  const add = (name, words, icon, action, danger) =>
    all.push({ name, words, icon, act: () => tryTo(action, job), danger });

  if (job.unreadable) {
    if (mayDelete(job)) {
      add("delete", t("jobs.action.delete"), "trash", discard, true);
    }
    return all;
  }
  if (own && editable(state) && state !== "draft" && !starting(job)) {
    add("sendNow", t("jobs.action.sendNow"), "send", sendNow);
  }
  if (own && editable(state) && !starting(job)) {
    add("edit", editWords(job), "write", async () => go(address("compose", job.id)));
  }
  if (own && maySkip(job)) {
    add("skip", t("jobs.action.skip"), "no", skip);
  }
  if (own) {
    skippedTimes(job).forEach((time) =>
      add("unskip", t("jobs.action.unskip", { day: dayOf(time, job.zone) }), "undo", () => unskip(job.id, time, job.zone)));
  }
  if (own && state === "sending") {
    add("pause", t("jobs.action.pause"), "pause", pause);
  }
  if (own && job.run?.question) {
    add("decide", t("jobs.action.decide"), "alert", async () => go(address("jobs", job.id)));
  } else if (own && state === "paused") {
    add("resume", t("jobs.action.resume"), "play", resumeInPlace);
  }
  if (own && mayRetry(job)) {
    add("retryFailed", t("jobs.action.retryFailed"), "retry", retryFailed);
  }
  add("useAgain", t("jobs.action.useAgain"), "copy", useAgain);
  if (own && (state === "sending" || state === "paused") && !job.run?.question) {
    add("stop", stopLabel(job), "no", stop, true);
  }
  if (own && starting(job)) {
    add("undo", t("common.undo"), "undo", takeBack);
  } else if (own && editable(state) && state !== "draft") {
    add("cancel", cancelLabel(job), "no", unschedule, true);
  }
  if (mayDelete(job)) {
    add("delete", t("jobs.action.delete"), "trash", discard, true);
  }
  return all;
}
