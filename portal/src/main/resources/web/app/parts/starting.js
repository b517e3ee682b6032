/** A start is announced, and can be taken back for a few seconds. */
import { moment } from "../lib/format.js";
import { act, besides, starting, stopWords } from "../lib/jobs.js";
import { UNDO_SECONDS } from "../lib/letter.js";
import { address, go } from "../lib/router.js";
import { toast } from "./toast.js";

/** After a start or a plan: says so, and takes it back when asked. @param {Job} job */
export function announceStart(job) {
  const undo = () => takeBack(job);
  if (starting(job)) {
    toast({
      words: `Sending starts in ${UNDO_SECONDS} seconds. Press u to undo.`,
      countdown: (seconds) => `Sending starts in ${seconds} s`,
      seconds: UNDO_SECONDS,
      undo,
    });
  } else if (job.state === "scheduled") {
    toast({ words: `Scheduled ${job.repeat ? "from" : "for"} ${moment(job.startsAt ?? "")}.`, undo });
  } else {
    toast({ words: "On its way." });
  }
}

/** @param {Job} job */
export async function takeBack(job) {
  const { id } = job;
  const stopped = await act("cancel", id, { keepDraft: !besides(job) });
  if (stopped.job.state === "draft") {
    go(address("compose", id));
    toast({ words: "Not sent. Your message is here again." });
  } else {
    toast({ words: stopWords(stopped) });
  }
}
