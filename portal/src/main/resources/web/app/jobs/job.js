/** Facts about a job, and what may be done with it. */
import { now } from "../core/api.js";
import { dateWords, duration, heads, localClock, ownZone, zoned } from "../core/format.js";
import { inWords, list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { days } from "./rhythm.js";

/**
 * @typedef {{ words: string, tone: "" | "accent" | "good" | "warn" | "bad", sign: "send" | "search" | "pause" | "clock"
 *   | "calendar" | "repeat" | "chosen" | "no" | "alert" | "failed" | "write" | "stop" }} Standing
 */

/** Who gets it, in a few words; empty if nobody is chosen yet. @param {Job} job */
export function whom({ audienceSaid, audienceSummary }) {
  return inWords(audienceSaid, audienceSummary);
}

/** @param {Job} job */
export function titleOf({ title, titleSaid }) {
  return inWords(titleSaid, title);
}

/** Whether sending can still be undone: it is due, but no time was entered for it. @param {Job} job */
export function starting(job) {
  return job.state === "scheduled" && !job.localTime;
}

/** @param {Job} job */
export function resting(job) {
  const { restingUntil = "", quietUntil = "" } = job.run ?? {};
  return job.state === "sending" && (Date.parse(restingUntil) > now() || Date.parse(quietUntil) > now());
}

/** Whether its first wave is over and somebody must decide about the others. @param {Job} job */
export function waveIsOver({ run }) {
  return run?.firstWave?.state === "through" || run?.firstWave?.state === "stopped";
}

/** @param {Job} job */
export function running(job) {
  return job.state === "sending" || job.state === "paused" || job.state === "stopping";
}

/** "Every Monday at 10:30". @param {Job} job */
export function often({ repeat, localTime, zone }) {
  const [start, clock] = (localTime ?? "").split("T");
  const at = { days: repeat ? days(repeat, start) : "", time: localClock(clock), zone };
  return zone && zone !== ownZone ? t("jobs.rhythm.atIn", at) : t("jobs.rhythm.at", at);
}

/** "Every Monday at 10:30 until 31 Dec 2026". @param {Job} job */
export function rhythm(job) {
  return bounded(often(job), job.repeat);
}

/** @param {string} rhythm @param {Rhythm | undefined} repeat */
function bounded(rhythm, repeat) {
  if (repeat?.count) {
    return t("jobs.rhythm.times", { rhythm, count: repeat.count });
  }
  return repeat?.until ? t("jobs.rhythm.until", { rhythm, date: dateWords(repeat.until) }) : rhythm;
}

/** The end of a rhythm, if it has one: " until 31 Dec 2026". @param {Rhythm | undefined} repeat */
export function end(repeat) {
  return bounded("", repeat);
}

/** Whether somebody sent it in addition to the schedule of a repeating message, which still exists. @param {Job} job */
export function besides({ series, planned }) {
  return series !== undefined && planned === undefined;
}

/** @param {Job} job @returns {Standing} */
export function standing(job) {
  switch (job.state) {
    case "draft":
      return { words: t("jobs.state.draft"), sign: "write", tone: "" };
    case "scheduled":
      return starting(job)
        ? { words: t("jobs.state.starting"), sign: "clock", tone: "accent" }
        : { words: t("jobs.state.scheduled"), sign: job.repeat ? "repeat" : "calendar", tone: "" };
    case "held":
      return { words: t("jobs.state.held"), sign: "pause", tone: "warn" };
    case "missed":
      return { words: t("jobs.state.missed"), sign: "alert", tone: "warn" };
    case "sending":
      if (job.run?.preparing) {
        return { words: t("jobs.state.preparing"), sign: "clock", tone: "accent" };
      }
      if (checking(job)) {
        return { words: t("jobs.state.checking"), sign: "search", tone: "accent" };
      }
      return resting(job)
        ? { words: t("jobs.state.waiting"), sign: "pause", tone: "warn" }
        : { words: t("jobs.state.sending"), sign: "send", tone: "accent" };
    case "paused":
      return job.run?.question && job.run.firstWave?.state !== "through"
        ? { words: t("jobs.state.held"), sign: "alert", tone: "warn" }
        : { words: t("jobs.state.paused"), sign: "pause", tone: "warn" };
    case "stopping":
      return { words: t("jobs.state.stopping"), sign: "stop", tone: "warn" };
    case "finished":
      return done(job);
    default:
      return { words: t(job.run?.counts.sent ? "jobs.state.stopped" : "jobs.state.cancelled"), sign: "no", tone: "" };
  }
}

/** Green is only what everybody got who can. @param {Job} job @returns {Standing} */
function done({ run }) {
  const { sent = 0, failed = 0, held = 0, skipped = 0 } = run?.counts ?? {};
  const recalled = run?.recalled ?? 0;
  if (recalled > 0) {
    const words = recalled < sent ? t("jobs.state.recalledSome", { count: recalled }) : t("jobs.state.recalled");
    return { words, sign: "no", tone: "" };
  }
  if (failed > 0 && sent + held === 0) {
    return { words: t("jobs.state.failed"), sign: "failed", tone: "bad" };
  }
  if (failed > 0) {
    return { words: t("jobs.state.finishedFailed", { count: failed }), sign: "alert", tone: "warn" };
  }
  if (held > 0) {
    return { words: t("jobs.state.finishedUnsure", { count: held }), sign: "alert", tone: "warn" };
  }
  return skipped > 0
    ? { words: t("jobs.state.finishedSkipped", { count: skipped }), sign: "chosen", tone: "" }
    : { words: t("jobs.state.finished"), sign: "chosen", tone: "good" };
}

/** @param {Counts} counts */
export function open(counts) {
  return toSend(counts) + counts.unknown;
}

/** How many have still to be sent to, or are being. @param {Counts} counts */
export function toSend({ pending, retry, sending }) {
  return pending + retry + sending;
}

/** Everybody has been sent to, and it is still to be found out whether all have it. @param {Job} job */
export function checking({ state, run }) {
  return state === "sending" && run !== undefined && run.counts.unknown > 0 && toSend(run.counts) === 0;
}

/** The pace, shown beside the progress bar. @param {Job} job */
export function pace(job) {
  const { run } = job;
  if (!run || run.preparing) {
    return t("jobs.pace.preparing");
  }
  if (job.state === "paused") {
    return t(run.question && !waveIsOver(job) ? "jobs.pace.held" : "jobs.pace.paused");
  }
  if (job.state === "stopping") {
    return t("jobs.pace.stopping", { under: run.counts.sending + run.counts.unknown });
  }
  if (session.trouble) {
    return t("jobs.pace.refused");
  }
  if (checking(job) && run.checking) {
    return checkingWords(run.checking);
  }
  if (resting(job)) {
    return waiting(run);
  }
  if (run.secondsLeft === undefined) {
    return "";
  }
  const wave = run.firstWave?.state === "underway";
  return t(wave ? "jobs.pace.waveLeft" : "jobs.pace.left", { time: duration(run.secondsLeft) });
}

/** @param {NonNullable<Run["checking"]>} doubt */
function checkingWords(doubt) {
  const who = heads(doubt);
  const seconds = (Date.parse(doubt.until) - now()) / 1_000;
  return seconds > 0
    ? t("jobs.pace.checking", { who, time: duration(seconds) })
    : t("jobs.pace.checkingStill", { who });
}

/** @param {Run} run */
function waiting(run) {
  if (run.quietUntil) {
    return t("jobs.pace.quiet", { time: zoned(run.quietUntil, ownZone) });
  }
  const seconds = (Date.parse(run.restingUntil ?? "") - now()) / 1_000;
  return seconds > 20 ? t("jobs.pace.rests", { time: duration(seconds) }) : t("jobs.pace.restsBriefly");
}

/** Whether this person may change it: its author and administrators may. @param {Job} job */
export function mayChange(job) {
  return job.mine || session.admin;
}

/** The result of a stop. @param {Stopped} stopped */
export function stopWords({ job, sentBefore, inFlight, neverSent }) {
  if (job.state === "draft") {
    return t("jobs.stopped.draftAgain");
  }
  if (sentBefore + inFlight === 0) {
    return t("jobs.stopped.beforeAny");
  }
  const parts = [t("jobs.stopped.hadIt", { count: sentBefore })];
  if (inFlight > 0) {
    parts.push(t("jobs.stopped.onTheWay", { count: inFlight }));
  }
  parts.push(t("jobs.stopped.never", { count: neverSent }));
  return t("jobs.stopped.sum", { parts: list(parts, "unit") });
}
