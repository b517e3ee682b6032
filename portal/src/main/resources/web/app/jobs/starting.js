/** Announces a start, which can be undone for a few seconds. */
import "../shared.js";
import "../core/later.js";
import { get, now, post, requestId, Trouble } from "../core/api.js";
import { duration, zonedForYou } from "../core/format.js";
import { t } from "../core/i18n.js";
import { besides, heldUntil, starting, stopWords } from "./job.js";
import { UNDO_SECONDS } from "../compose/draft.js";
import { address, go } from "../core/router.js";
import { toast } from "../ui/toast.js";

/** Of a series, the newest are looked at. */
const FEW = 10;

/** What is sent before its time, as it was scheduled; "changed" where it was changed as well. @type {Map<string, Job | "changed">} */
const planned = new Map();

/**
 * Announces a start or a schedule, with an undo.
 * @param {Job} job @param {Job | "changed"} [before] what it was, if it only goes out sooner
 */
export function announceStart(job, before) {
  planned.delete(job.id);
  if (before === "changed" || before?.state === "scheduled") {
    planned.set(job.id, before);
  }
  const undo = () => takeBack(job);
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

/** Schedules it as it was. @param {Job} before @param {number} revision */
export function reschedule({ id, localTime = "", startsAt = "", zone = "", graceMinutes, repeat, urgentReason }, revision) {
  // A local time may come twice.
  const at = repeat ? localTime : startsAt;
  return post("jobs/schedule", { jobId: id, revision, at, zone, graceMinutes, repeat: repeat?.rule, urgentReason, requestId: requestId() });
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

/** @param {Job} job */
export async function takeBack(job) {
  const { id } = job;
  const stopped = await post("jobs/cancel", { jobId: id, keepDraft: !besides(job) }).catch((error) => tooLate(id, error));
  if (!stopped) {
    return;
  }
  const before = planned.get(id);
  planned.delete(id);
  // Its time may have come meanwhile.
  const again = before && before !== "changed" && stopped.job.state === "draft" ? await reschedule(before, stopped.job.revision).catch(() => undefined) : undefined;
  if (again) {
    toast({ words: scheduledWords(again) });
  } else if (stopped.job.state === "draft") {
    const begun = await begunMeanwhile(job, stopped.job);
    if (!begun) {
      go(address("compose", id));
    }
    toast({ words: begun ?? t(before ? "jobs.start.offSchedule" : "jobs.start.takenBack") });
  } else {
    sayBegun(id, stopWords(stopped), stopped.sentBefore + stopped.inFlight);
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
