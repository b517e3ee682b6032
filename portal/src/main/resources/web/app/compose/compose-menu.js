/** The menu of other actions for the message that is being written. */
import { get, post, requestId, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { showSaved } from "./audience-fields.js";
import { incomplete } from "./awaited.js";
import { abroad, Draft } from "./draft.js";
import { newDraft } from "./open-draft.js";
import { isUnchosen } from "./unfinished.js";
import { address, go } from "../core/router.js";
import { moreMenu } from "../ui/menus.js";
import { complain, toast } from "../ui/toast.js";

/** @param {Draft} draft */
export function composeMenu(draft) {
  const planned = draft.planned;
  return moreMenu({
    id: "compose-more",
    label: t("compose.menu.label"),
    choices: [
      { words: t("compose.template.startMenu"), icon: "copy", act: () => templates((them) => them.startFrom(draft)) },
      ...(seen(draft.text) || draft.card
        ? [
            {
              words: t("compose.template.saveMenu"),
              icon: /** @type {const} */ ("add"),
              act: () => templates((them) => them.saveAs(draft)),
            },
          ]
        : []),
      // What is saved of a scheduled message goes out, so it is reviewed and scheduled again.
      ...(draft.saved?.state === "scheduled"
        ? []
        : [
            {
              words: t(planned ? "compose.menu.saveChanges" : "compose.menu.saveDraft"),
              icon: /** @type {const} */ ("write"),
              act: () => save(draft),
            },
          ]),
      {
        words: t("compose.saved.link"),
        icon: "people",
        act: () => showSaved(draft),
      },
      {
        words: t(planned ? "compose.menu.dropChanges" : "compose.menu.discard"),
        icon: "trash",
        danger: true,
        act: () => discard(draft),
      },
    ],
  });
}

/** @param {(them: typeof import("./templates.js")) => Promise<void>} use */
async function templates(use) {
  const at = location.hash;
  try {
    const them = await import("./templates.js");
    if (location.hash === at) {
      await use(them);
    }
  } catch (error) {
    complain(error);
  }
}

/** @param {Draft} draft */
async function save(draft) {
  // Nobody who takes it up would know of the letters.
  if (isUnchosen(document)) {
    return;
  }
  try {
    await Promise.allSettled(draft.lists.keys());
    // What another tab has sent of it stays as it is.
    await (draft.displaced && !draft.saved ? draft.apart() : draft.save());
    toast({ words: t(draft.planned ? "compose.menu.changesSaved" : "compose.menu.draftSaved") });
  } catch (error) {
    complain(error);
  }
}

/** @param {Draft} draft */
async function discard(draft) {
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
  try {
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
  } catch (error) {
    complain(error);
    draft.tell();
  }
}
