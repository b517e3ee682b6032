/** Announces a start, which can be undone for a few seconds. */
import "../shared.js";
import "../core/later.js";
import { get, now, post, requestId, Trouble } from "../core/api.js";
import { duration, zonedForYou } from "../core/format.js";
import { t } from "../core/i18n.js";
import { besides, heldUntil, starting, stopWords } from "./job.js";
import { Draft, UNDO_SECONDS } from "../compose/draft.js";
import { saidIn, wishOf } from "../compose/draft-fields.js";
import { changeable } from "../compose/saved-version.js";
import { address, go } from "../core/router.js";
import { session } from "../core/session.js";
import { toast } from "../ui/toast.js";
import { areChangesKept } from "./kept-here.js";

/** Of a series, the newest are looked at. */
const FEW = 10;

/**
 * Announces a start or a schedule, with an undo.
 * @param {Job} job @param {boolean} [wasPlanned] whether it was scheduled before as well
 */
export function announceStart(job, wasPlanned = false) {
  const undo = () => takeBack(job, wasPlanned);
  const waits = heldUntil(job);
  // The answer may have been long on its way.
  const left = Math.ceil((Date.parse(job.startsAt ?? "") - now()) / 1_000);
  const seconds = Math.max(1, Math.min(UNDO_SECONDS, Number.isNaN(left) ? UNDO_SECONDS : left));
  if (starting(job) && waits) {
    const words = t("jobs.start.afterQuiet", { time: zonedForYou(waits) });
    // As long as it can be undone, which resting the pointer there does not prolong.
    toast({ words, countdown: () => words, seconds, undo });
  } else if (starting(job)) {
    toast({
      words: t("jobs.start.soon", { time: t("jobs.seconds", { count: seconds }) }),
      countdown: (seconds) => t("jobs.start.in", { time: duration(seconds) }),
      seconds,
      undo,
    });
  } else if (job.state === "scheduled") {
    toast({ words: scheduledWords(job), undo });
  } else {
    toast({ words: t("jobs.start.onItsWay") });
  }
}

/** @param {Job} job */
function scheduledWords(job) {
  const waits = heldUntil(job);
  const time = zonedForYou(waits ?? job.startsAt ?? "", job.zone);
  const [once, from] = waits ? ["jobs.start.dueAfterQuiet", "jobs.start.dueFromAfterQuiet"] : ["jobs.start.scheduledFor", "jobs.start.scheduledFrom"];
  return t(job.repeat ? from : once, { time });
}

/** Schedules it as it was, but urgent only if that is for whoever asks to say. @param {Job} before @param {number} revision */
export async function reschedule({ id, localTime = "", startsAt = "", zone = "", graceMinutes, repeat, urgentReason }, revision) {
  // A local time may come twice.
  const at = repeat ? localTime : startsAt;
  const urgent = session.mayHurry ? urgentReason : undefined;
  await post("jobs/schedule", { jobId: id, revision, at, zone, graceMinutes, repeat: repeat?.rule, urgentReason: urgent, requestId: requestId() });
  if (urgentReason && !urgent) {
    toast({ words: t("jobs.said.notUrgent") });
  }
}

/**
 * Where its time came just before what repeats was taken off its schedule, shows the message of that time, and says so.
 * @param {Job} job as it was seen @param {Job} now
 */
export async function begunMeanwhile({ id, repeat, startsAt, zone }, now) {
  if (!repeat || now.state !== "draft" || !startsAt) {
    return undefined;
  }
  // It was taken off all the same.
  const { items } = await get("jobs/list/all", { series: id, limit: FEW }).catch(() => ({ items: [] }));
  const begun = items.find(({ planned: time }) => time === startsAt);
  if (!begun) {
    return undefined;
  }
  go(address("jobs", begun.id));
  return t("jobs.said.begun", { time: zonedForYou(startsAt, zone) });
}

/**
 * What becomes of it is for the server to say, which alone knows what it was before.
 * @param {Job} job @param {boolean} [wasPlanned] whether it was scheduled before as well
 */
export async function takeBack(job, wasPlanned = false) {
  const { id } = job;
  const stopped = await undone(job).catch((error) => tooLate(id, error));
  if (!stopped) {
    return;
  }
  const { state, run } = stopped.job;
  if (state === "scheduled") {
    toast({ words: scheduledWords(stopped.job) });
  } else if (state === "draft") {
    const begun = await begunMeanwhile(job, stopped.job);
    if (!begun) {
      go(address("compose", id));
    }
    toast({ words: begun ?? t(wasPlanned || job.insteadOf ? "jobs.start.offSchedule" : "jobs.start.takenBack") });
  } else if (besides(job) && !run) {
    toast({ words: t((await writtenAgain(stopped.job)) ? "jobs.start.changesBack" : "jobs.start.seriesGoesOn") });
  } else {
    sayBegun(id, stopWords(stopped), stopped.sentBefore + stopped.inFlight);
  }
}

/**
 * What was changed with it is in no message that goes on: it is in the editor of its series again.
 * @param {WholeJob} job @returns {Promise<boolean>} whether something was changed
 */
async function writtenAgain(job) {
  const series = await get(`jobs/detail/${job.series}`).catch(() => undefined);
  if (!series || !changeable(series) || areChangesKept(series.id) || JSON.stringify(wishOf(saidIn(job))) === JSON.stringify(wishOf(saidIn(series)))) {
    return false;
  }
  const draft = new Draft(series.id);
  draft.take(series);
  draft.change(saidIn(job));
  go(address("compose", series.id));
  return true;
}

/** Of what was put on a schedule since, by a first undo or a colleague, nothing is taken back. @param {Job} job */
async function undone(job) {
  const { id: jobId, revision } = job;
  try {
    return await post("jobs/cancel", { jobId, revision, undo: true });
  } catch (error) {
    // A node that is still to be upgraded does not know it.
    if (error instanceof Trouble && error.of("undo")) {
      return post("jobs/cancel", { jobId, keepDraft: !besides(job) });
    }
    throw error;
  }
}

/** It had begun; who has it is shown, where it can be recalled. @param {string} id @param {string} what @param {number} count who have it */
function sayBegun(id, what, count) {
  go(address("jobs", id));
  toast({ words: count > 0 ? t("jobs.start.tooLate", { what, recall: t("jobs.action.recall") }) : what, seconds: 20 });
}

/** All had been sent when "Undo" was heard. @param {string} jobId @param {unknown} error */
async function tooLate(jobId, error) {
  const { state, run } = error instanceof Trouble && error.status === 409 ? await get(`jobs/detail/${jobId}`) : {};
  if (state !== "finished" || !run) {
    throw error;
  }
  const count = run.counts.sent;
  sayBegun(jobId, t("jobs.start.hadIt", { count }), count);
}
