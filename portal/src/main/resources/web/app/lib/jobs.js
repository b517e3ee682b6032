/** What one may say of a job, and do to it. */
import { now, post } from "./api.js";
import { count, dateWords, duration, localClock, number, ownZone } from "./format.js";
import { session } from "./session.js";

/** @typedef {{ words: string, sign: "send" | "pause" | "clock" | "calendar" | "repeat" | "chosen" | "no" | "alert" | "write" | "stop", tone: "" | "accent" | "good" | "warn" | "bad" }} Standing */

/** A start that can still be undone: due, but no time was entered for it. @param {Job} job */
export function starting(job) {
  return job.state === "scheduled" && !job.localTime;
}

/** @param {Job} job */
export function resting(job) {
  return job.state === "sending" && Date.parse(job.run?.restingUntil ?? "") > now();
}

/** @param {Job} job */
export function running(job) {
  return job.state === "sending" || job.state === "paused" || job.state === "stopping";
}

/** "Every Monday at 10:30". @param {Job} job */
export function often({ repeat, localTime, zone }) {
  const time = localClock((localTime ?? "").split("T")[1]);
  return `${repeat?.words} at ${time}${zone && zone !== ownZone ? ` in ${zone}` : ""}`;
}

/** "Every Monday at 10:30 until 31 Dec 2026". @param {Job} job */
export function rhythm(job) {
  return often(job) + end(job.repeat);
}

/** @param {Rhythm | undefined} repeat */
export function end(repeat) {
  if (repeat?.count) {
    return `, ${repeat.count === 1 ? "once" : `${number(repeat.count)} times`} in all`;
  }
  return repeat?.until ? ` until ${dateWords(repeat.until)}` : "";
}

/** Somebody sent it besides the times of the message that repeats, which is there still. @param {Job} job */
export function besides({ series, planned }) {
  return series !== undefined && planned === undefined;
}

/** @param {Job} job @returns {Standing} */
export function standing(job) {
  switch (job.state) {
    case "draft":
      return { words: "Draft", sign: "write", tone: "" };
    case "scheduled":
      return starting(job)
        ? { words: "Starting", sign: "clock", tone: "accent" }
        : { words: "Scheduled", sign: job.repeat ? "repeat" : "calendar", tone: "" };
    case "held":
      return { words: "On hold", sign: "pause", tone: "warn" };
    case "missed":
      return { words: "Missed", sign: "alert", tone: "warn" };
    case "sending":
      if (job.run?.preparing) {
        return { words: "Preparing", sign: "clock", tone: "accent" };
      }
      return resting(job)
        ? { words: "Waiting", sign: "pause", tone: "warn" }
        : { words: "Sending", sign: "send", tone: "accent" };
    case "paused":
      return job.run?.question
        ? { words: "On hold", sign: "alert", tone: "warn" }
        : { words: "Paused", sign: "pause", tone: "warn" };
    case "stopping":
      return { words: "Stopping", sign: "stop", tone: "warn" };
    case "finished":
      return { words: "Done", sign: "chosen", tone: "good" };
    default:
      return { words: "Cancelled", sign: "no", tone: "" };
  }
}

/** @param {Counts} counts */
export function open({ pending, retry, sending, unknown }) {
  return pending + retry + sending + unknown;
}

/** How it goes, beside the bar. @param {Job} job */
export function pace(job) {
  const { run } = job;
  if (!run || run.preparing) {
    return "writing down who gets it";
  }
  if (job.state === "paused") {
    return run.question ? "nothing leaves before somebody decides" : "paused: nothing new leaves";
  }
  if (job.state === "stopping") {
    return `stopping: ${number(run.counts.sending + run.counts.unknown)} still on their way`;
  }
  if (session.trouble) {
    return "Waiting: Webex refuses the bot";
  }
  if (resting(job)) {
    return waiting(run);
  }
  return run.secondsLeft === undefined ? "" : `about ${duration(run.secondsLeft)} left`;
}

/** @param {Run} run */
function waiting(run) {
  const seconds = (Date.parse(run.restingUntil ?? "") - now()) / 1_000;
  return seconds > 20
    ? `Waiting: Webex asked us to wait ${duration(seconds)}`
    : "Waiting: Webex asked us to wait a few seconds";
}

/** Only its author and administrators may change a job. @param {Job} job */
export function mayChange(job) {
  return job.mine || session.admin;
}

/** What a stop came to. @param {Stopped} stopped */
export function stopWords({ job, sentBefore, inFlight, neverSent }) {
  if (job.state === "draft") {
    return "Not sent. It is a draft again.";
  }
  if (sentBefore + inFlight === 0) {
    return "Stopped before the first one. Nobody got it.";
  }
  const parts = [`${count(sentBefore, "recipient")} had it already`];
  if (inFlight > 0) {
    parts.push(`${number(inFlight)} ${inFlight === 1 ? "was" : "were"} on the way`);
  }
  parts.push(`${number(neverSent)} never ${neverSent === 1 ? "gets" : "get"} it`);
  return `Stopped. ${parts.join(", ")}.`;
}

/**
 * @param {"pause" | "resume" | "delete" | "duplicate" | "cancel" | "runNow" | "decide" | "retryFailed"} action
 * @param {string} jobId
 * @param {Record<string, unknown>} [more]
 * @returns {Promise<any>}
 */
export function act(action, jobId, more = {}) {
  return post("jobs/" + action, { jobId, ...more });
}
