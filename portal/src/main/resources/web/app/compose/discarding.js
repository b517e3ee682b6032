/** Discards the message that is being written, or the changes of one that is scheduled, and puts it back. */
import "../shared.js";
import { get, post, requestId, wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { address, go } from "../core/router.js";
import { toast } from "../ui/toast.js";
import { incomplete } from "./awaited.js";
import { abroad, Draft } from "./draft.js";
import { newDraft } from "./open-draft.js";

/** @param {Draft} draft */
export async function discard(draft) {
  const { written, wish, planned, jobId } = draft;
  const arriving = draft.upload.current?.name;
  const lost = incomplete(draft);
  const back = requestId();
  /** @param {Draft} into */
  const putBack = (into) => {
    into.lost = lost;
    into.change(written);
    if (arriving) {
      into.upload.lost(arriving);
    }
  };
  /** Where something else is written by now, that stays. @returns {void} */
  const refuse = () => {
    toast({ words: t("compose.menu.notPutBack"), tone: "bad", undo });
  };
  const undo = async () => {
    const fresh = newDraft();
    if (planned) {
      return draft.isSaved ? putBack(draft) : refuse();
    }
    if (jobId) {
      const job = await post("jobs/edit", { ...wish, requestId: back }).catch((error) => {
        toast({ words: wordsOf(error), tone: "bad", undo });
      });
      if (!job) {
        return;
      }
      const again = new Draft(job.id);
      again.take(job);
      putBack(again);
      // With what is said about its file.
      abroad.set(job.id, again);
      go(address("compose", job.id));
    } else if (fresh.empty) {
      fresh.clear();
      putBack(fresh);
      go(address("compose"));
    } else {
      refuse();
    }
  };
  if (planned) {
    const job = await get(`jobs/detail/${jobId}`);
    draft.clear();
    draft.take(job);
    toast({ words: t("compose.menu.changesDropped"), undo });
    return;
  }
  if (jobId) {
    draft.dispatchEvent(new Event("leaving"));
    // Not what somebody has scheduled since.
    await post("jobs/delete", { jobId, revision: draft.saved?.revision });
  }
  draft.clear();
  go(address("compose"));
  toast({ words: t("compose.menu.discarded"), undo });
}
