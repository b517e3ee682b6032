/** Leaves out the next time of a repeating message, and takes that back. */
import { post, requestId } from "../core/api.js";
import { dayOf, zoned, zonedForYou } from "../core/format.js";
import { list, t } from "../core/i18n.js";
import { toast } from "../ui/toast.js";
import { skippedToCome } from "./job.js";

/** The times that are left out and still to come. @param {Job} job @returns {Time[]} */
export function skippedTimes({ state, repeat }) {
  return state === "scheduled" && repeat ? skippedToCome(repeat) : [];
}

/** Whether its next time can be left out: the last of all is cancelled instead. @param {Job} job */
export function maySkip({ state, repeat }) {
  return state === "scheduled" && (repeat?.next.length ?? 0) > 1;
}

/** @param {Job} job */
export async function skip({ id, startsAt = "", zone }) {
  const job = await post("jobs/skip", { jobId: id, time: startsAt, requestId: requestId() });
  const { startsAt: next = "" } = job;
  toast({
    words: t("jobs.said.skipped", { skipped: dayOf(startsAt, zone), next: held(job, next, zonedForYou(next, zone)) }),
    undo: () => unskip(id, startsAt, zone),
  });
}

/** @param {string} jobId @param {Time} time @param {string} [zone] */
export async function unskip(jobId, time, zone) {
  const job = await post("jobs/unskip", { jobId, time, requestId: requestId() });
  toast({ words: t("jobs.said.unskipped", { day: held(job, time, dayOf(time, zone)) }) });
}

/** The words for one of its times, and until when quiet hours hold it then. @param {Job} job @param {Time} time @param {string} words */
function held({ repeat, zone }, time, words) {
  const until = repeat?.quiet?.find((one) => one.time === time)?.until;
  return until ? t("common.afterQuiet", { time: words, until: zoned(until, zone) }) : words;
}

/** That times which were skipped are no longer, as its rule has lost their days; empty if there are none. @param {Plan} plan @param {string} zone */
export function wasSkipped({ noLongerSkipped: times = [] }, zone) {
  return times.length > 0 ? t("compose.confirm.wasSkipped", { count: times.length, times: list(times.map((time) => zoned(time, zone))) }) : "";
}
