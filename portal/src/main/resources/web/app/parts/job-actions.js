/** What one may do to a job, by its state; each with a way back where there can be one. */
import { get, post, requestId } from "../lib/api.js";
import { count, number } from "../lib/format.js";
import { act, mayChange, open, starting, stopWords } from "../lib/jobs.js";
import { bare, editable, UNDO_SECONDS } from "../lib/letter.js";
import { reach } from "../lib/plan.js";
import { address, go } from "../lib/router.js";
import { ask } from "./ask.js";
import { chooseReasons } from "./choose-reasons.js";
import { announceStart, takeBack } from "./starting.js";
import { complain, toast } from "./toast.js";

/** @typedef {import("./menus.js").Choice} Choice */

/** Runs an action and says what went wrong. @param {() => Promise<unknown>} action */
export async function tryTo(action) {
  try {
    await action();
  } catch (error) {
    complain(error);
  }
}

/** @param {Job} job */
export async function pause(job) {
  const paused = await act("pause", job.id);
  toast({ words: "Paused. Nothing new leaves until somebody resumes it.", undo: () => goOn(paused), action: "Resume" });
}

/** @param {Job} job */
export async function resume(job) {
  await goOn(job);
  toast({ words: "Going on." });
}

/** What was asked since this was seen is not answered by it. @param {Job} job */
function goOn({ id, revision }) {
  return act("resume", id, { revision });
}

/** Nobody gets what was asked about. @param {Job} job */
export async function dropIt(job) {
  const answer = await ask({
    title: "Do not send it?",
    words: `“${job.title}” goes to nobody then. Its text stays here; use it again for others.`,
    yes: "Do not send it",
    no: "Decide later",
    danger: true,
  });
  if (answer !== undefined) {
    toast({ words: stopWords(await act("cancel", job.id)) });
  }
}

/**
 * Nothing leaves while one thinks about it: it is paused first, then asked about.
 * @param {Job} job
 */
export async function stop(job) {
  const wasRunning = job.state === "sending";
  const seen = wasRunning ? await act("pause", job.id) : job;
  const { run } = seen;
  const counts = run?.counts;
  const left = counts ? open(counts) : 0;
  const answer = await ask({
    title: "Stop sending for good?",
    words:
      counts && !run.preparing
        ? `${number(counts.sent)} of ${number(counts.total)} have it. ${wasRunning ? "Nothing new leaves while you decide." : "It stays paused while you decide."}`
        : "Nobody has it yet.",
    yes: counts && left > 0 ? `Stop: ${number(left)} never get it` : "Stop sending",
    no: wasRunning ? "Go on sending" : "Keep it paused",
    danger: true,
  });
  if (answer !== undefined) {
    toast({ words: stopWords(await act("cancel", job.id)) });
  } else if (wasRunning) {
    await goOn(seen);
  }
}

/** Off the schedule; a draft stays, but of one time of a message that repeats. @param {Job} job */
export async function unschedule(job) {
  const stopped = await act("cancel", job.id, { keepDraft: !job.series });
  const { localTime: at, zone, graceMinutes, repeat } = job;
  toast({
    words: stopped.job.state === "draft" ? "Taken off the schedule. It is a draft now." : stopWords(stopped),
    undo:
      job.state === "scheduled" && stopped.job.state === "draft" && at && zone
        ? () => post("jobs/schedule", { jobId: job.id, at, zone, graceMinutes, repeat: repeat?.rule, requestId: requestId() })
        : undefined,
  });
}

/** @param {Job} job */
export async function sendNow(job) {
  const plan = await post("jobs/preview", { jobId: job.id });
  const answer = await ask({
    title: "Send it now?",
    words: `“${job.title}” goes out ${instead(job)}. You can undo until then.`,
    yes: `Send to ${reach(plan.audience)}`,
  });
  if (answer !== undefined) {
    const { revision } = job;
    announceStart(await post("jobs/runNow", { jobId: job.id, revision, undoSeconds: UNDO_SECONDS, requestId: requestId() }));
  }
}

/** @param {Job} job */
function instead({ state, repeat }) {
  const soon = `in ${UNDO_SECONDS} seconds`;
  if (repeat && state === "held") {
    return `once more ${soon}. It stays on hold otherwise`;
  }
  if (repeat && state !== "missed") {
    return `once more ${soon}, besides its times`;
  }
  return `${soon} instead of ${state === "scheduled" ? "at its time" : "not at all"}`;
}

/**
 * Settles who is held: one recipient, or all of them.
 * @param {Job} job @param {"sendAgain" | "delivered"} decision @param {Recipient} [one]
 */
export async function decide(job, decision, one) {
  const held = one ? 1 : (job.run?.counts.held ?? 0);
  const name = one?.displayName || one?.email;
  if (decision === "sendAgain") {
    const answer = await ask({
      title: name ? `Send it to ${name} again?` : `Send it to ${count(held, "recipient")} again?`,
      words: "If the first one did arrive, it is there twice then.",
      yes: "Send again",
    });
    if (answer === undefined) {
      return;
    }
  }
  await act("decide", job.id, { decision, requestId: requestId(), ...(one ? { recipients: [one.id] } : {}) });
  toast({ words: decision === "sendAgain" ? "It is sent again." : `${name ?? count(held, "recipient")} counted as delivered.` });
}

/** @param {Job} job */
export async function retryFailed(job) {
  const { items } = await get("jobs/failures/" + job.id);
  const reasons = await chooseReasons(items);
  if (reasons) {
    await act("retryFailed", job.id, { reasons, requestId: requestId() });
    toast({ words: "Trying again." });
  }
}

/** Whether somebody in it can be sent to again. @param {Job} job */
export function goesOn(job) {
  return job.state === "sending" || job.state === "paused" || job.state === "finished";
}

/** @param {Job} job */
export async function useAgain(job) {
  const copy = await act("duplicate", job.id, { requestId: requestId() });
  go(address("compose", copy.id));
  toast({ words: "A new draft with the same text, file and audience." });
}

/** @param {Job} job */
export async function discard(job) {
  if (job.state === "draft") {
    const { markdown, attachment, audience, onUnknown } = await get("jobs/detail/" + job.id);
    await act("delete", job.id);
    toast({
      words: "Draft deleted.",
      undo: () => post("jobs/edit", { markdown, attachment: attachment?.id ?? "", audience: audience.map(bare), onUnknown, requestId: requestId() }),
    });
    return true;
  }
  const got = job.run?.counts.sent ?? 0;
  const answer = await ask({
    title: "Delete this record?",
    words: got > 0
      ? `${count(got, "recipient keeps", "recipients keep")} the message, but who got it can no longer be looked up here.`
      : "It disappears from the list.",
    yes: "Delete the record",
    danger: true,
  });
  if (answer !== undefined) {
    await act("delete", job.id);
    toast({ words: "Record deleted." });
  }
  return answer !== undefined;
}

/**
 * The menu of a job.
 * @param {Job} job
 * @returns {Choice[]}
 */
export function choices(job) {
  /** @type {Choice[]} */
  const all = [];
  const { state } = job;
  const own = mayChange(job);
  /** @param {string} words @param {any} icon @param {() => Promise<unknown>} action @param {boolean} [danger] */
  const add = (words, icon, action, danger) => all.push({ words, icon, act: () => tryTo(action), danger });

  if (own && editable(state) && state !== "draft" && !starting(job)) {
    add("Send now", "send", () => sendNow(job));
  }
  if (own && editable(state) && !starting(job)) {
    add(state === "draft" ? "Go on writing" : "Edit", "write", async () => go(address("compose", job.id)));
  }
  if (own && state === "sending") {
    add("Pause", "pause", () => pause(job));
  }
  if (own && job.run?.question) {
    add("Decide", "alert", async () => go(address("jobs", job.id)));
  } else if (own && state === "paused") {
    add("Resume", "play", () => resume(job));
  }
  if (own && goesOn(job) && (job.run?.counts.failed ?? 0) > 0) {
    add("Try the failed again", "retry", () => retryFailed(job));
  }
  add("Use as a new message", "copy", () => useAgain(job));
  if (own && (state === "sending" || state === "paused") && !job.run?.question) {
    add("Stop sending", "no", () => stop(job), true);
  }
  if (own && starting(job)) {
    add("Undo", "undo", () => takeBack(job));
  } else if (own && editable(state) && state !== "draft") {
    add("Cancel", "no", () => unschedule(job), true);
  }
  if (own && (state === "draft" || state === "finished" || state === "cancelled")) {
    add("Delete", "trash", () => discard(job), true);
  }
  return all;
}
