/** Facts about a job, and what may be done with it. */
import { now } from "../core/api.js";
import { dateWords, duration, heads, isElsewhere, localClock, ownZone, zoned, zoneName } from "../core/format.js";
import { inWords, list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { placesNamed } from "../ui/readable.js";
import { waitsFor } from "../ui/waits.js";
import { days } from "./rhythm.js";

/**
 * @typedef {{ words: string, tone: "" | "accent" | "good" | "warn" | "bad", sign: "send" | "search" | "pause" | "clock"
 *   | "calendar" | "repeat" | "chosen" | "no" | "alert" | "failed" | "write" | "stop" | "undo" }} Standing
 */

/** Who gets it, in a few words; empty if nobody is chosen yet. @param {Job} job */
export function whom({ audienceSaid, audienceSummary }) {
  return placesNamed(inWords(audienceSaid, audienceSummary));
}

/** @param {{ title: string, titleSaid?: Said }} job or what is shown of one elsewhere */
export function titleOf({ title, titleSaid }) {
  return placesNamed(inWords(titleSaid, title));
}

/** Whether sending can still be undone: it is due, but no time was entered for it. @param {Job} job */
export function starting(job) {
  return job.state === "scheduled" && !job.localTime;
}

/** When it begins, if it is due in quiet hours. @param {Job} job */
export function heldUntil({ state, waitsFor: waits }) {
  return state === "scheduled" && waits?.reason === "quietHours" ? waits.until : undefined;
}

/** @param {Job} job */
export function resting({ standing: { name } }) {
  return name === "waiting";
}

/** Whether who gets it is being read now, and not once quiet hours are over or somebody resumes it. @param {Job} job */
export function isBeingRead({ waitsFor: waits }) {
  return !["quietHours", "resume", "decision"].includes(waits?.reason ?? "");
}

/** Whether it was stopped before it was known who gets it. @param {Job} job */
export function neverBegan({ state, run }) {
  return !run || (state === "cancelled" && run.counts.total === 0);
}

/** Whether its first wave is over and somebody must decide about the others. @param {Job} job */
export function waveIsOver({ run }) {
  return run?.firstWave?.state === "through" || run?.firstWave?.state === "stopped";
}

/** @param {Job} job */
export function running(job) {
  return job.state === "sending" || job.state === "paused" || job.state === "stopping";
}

/**
 * "Every Monday at 10:30 Auckland (GMT+13)"; where there is little room, days are shortened, and the zone is beside it.
 * @param {Job} job @param {boolean} [briefly]
 */
export function often(job, briefly = false) {
  const { repeat, localTime } = job;
  const [start, clock] = (localTime ?? "").split("T");
  const at = { days: repeat ? days(repeat, start, briefly) : "", time: localClock(clock) };
  const zone = briefly ? "" : zoneOf(job);
  return zone ? t("jobs.rhythm.atIn", { ...at, zone }) : t("jobs.rhythm.at", at);
}

/** The zone of its times; empty if that is as good as the reader's own. @param {Job} job */
export function zoneOf({ startsAt, zone = ownZone }) {
  const time = startsAt ?? new Date(now()).toISOString();
  return isElsewhere(time, zone) ? zoneName(time, zone) : "";
}

/** "Every Monday at 10:30 until 31 Dec 2026". @param {Job} job */
export function rhythm(job) {
  return bounded(often(job), job.repeat);
}

/** @param {string} rhythm @param {Rhythm | undefined} repeat */
function bounded(rhythm, repeat) {
  if (repeat?.count) {
    const times = t("jobs.rhythm.times", { rhythm, count: repeat.count });
    const { length: count } = skippedToCome(repeat);
    return count > 0 ? t("jobs.rhythm.skipped", { rhythm: times, count }) : times;
  }
  return repeat?.until ? t("jobs.rhythm.until", { rhythm, date: dateWords(repeat.until) }) : rhythm;
}

/** Which of its times are left out and still to come. @param {Rhythm} repeat */
export function skippedToCome({ skipped }) {
  return skipped.filter((time) => Date.parse(time) > now());
}

/** The end of a rhythm, if it has one: " until 31 Dec 2026". @param {Rhythm | undefined} repeat */
export function end(repeat) {
  return bounded("", repeat);
}

/** Whether somebody sent it in addition to the schedule of a repeating message, which still exists. @param {Job} job */
export function besides({ series, planned }) {
  return series !== undefined && planned === undefined;
}

/** Green is only what everybody got who can. @type {Record<Job["standing"]["name"], [Standing["sign"], Standing["tone"]]>} */
const SIGNS = {
  draft: ["write", ""],
  starting: ["clock", "accent"],
  scheduled: ["calendar", ""],
  held: ["pause", "warn"],
  missed: ["alert", "warn"],
  preparing: ["clock", "accent"],
  sending: ["send", "accent"],
  waiting: ["pause", "warn"],
  checking: ["search", "accent"],
  paused: ["pause", "warn"],
  question: ["alert", "warn"],
  stopping: ["stop", "warn"],
  recalling: ["undo", "accent"],
  correcting: ["write", "accent"],
  recalled: ["no", ""],
  recalledSome: ["no", ""],
  failed: ["failed", "bad"],
  nobody: ["no", "warn"],
  doneFailed: ["alert", "warn"],
  doneUnsure: ["alert", "warn"],
  doneSkipped: ["chosen", ""],
  corrected: ["chosen", "good"],
  correctedSome: ["chosen", "good"],
  done: ["chosen", "good"],
  stopped: ["no", ""],
  cancelled: ["no", ""],
};

/** In the server's words, which exports and programs have too. @param {Pick<Job, "standing" | "repeat">} job @returns {Standing} */
export function standing({ standing: { name, words, said }, repeat }) {
  const [sign, tone] = SIGNS[name];
  return { words: inWords(said, words), sign: repeat && name === "scheduled" ? "repeat" : sign, tone };
}

/** How many are to get it, as counted when somebody agreed to it; 0 if that is not known. @param {Job} job */
export function expected({ people, spaces }) {
  return people + spaces;
}

/** @param {Counts} counts */
export function open(counts) {
  return toSend(counts) + counts.unknown;
}

/** Of how many it is not settled whether they get it. @param {Job} job */
export function unsettled(job) {
  const { run } = job;
  return run ? (run.preparing ? expected(job) : open(run.counts)) : 0;
}

/** How many do not get it if it is stopped now. @param {Job} job */
export function unsent(job) {
  const { run } = job;
  return run ? (run.preparing ? expected(job) : run.counts.pending + run.counts.retry) : 0;
}

/** The words for stopping it. @param {Job} job */
export function stopLabel(job) {
  const count = unsent(job);
  return count > 0 ? t("jobs.action.stopFor", { count }) : t("jobs.action.stop");
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
  const { run, waitsFor: waits } = job;
  if (!run || (run.preparing && (!waits || waits.reason === "recipients"))) {
    return t("jobs.pace.preparing");
  }
  if (job.state === "stopping") {
    return t("jobs.pace.stopping", { under: run.counts.sending + run.counts.unknown });
  }
  if (run.checking && waits?.reason === "record") {
    return checkingWords(run.checking);
  }
  // Its end can be told, as long as it is nothing else than its turn.
  if (run.secondsLeft === undefined || (waits && waits.reason !== "answer" && waits.reason !== "turn")) {
    return waitsFor(waits);
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
