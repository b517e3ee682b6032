/** The menu of other actions for the message that is being written. */
import { get, post } from "../core/api.js";
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { Draft } from "./draft.js";
import { newDraft } from "./open-draft.js";
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
      {
        words: t(planned ? "compose.menu.saveChanges" : "compose.menu.saveDraft"),
        icon: "write",
        act: () => save(draft),
      },
      {
        words: t("compose.saved.link"),
        icon: "people",
        act: () => {
          import("./saved-audiences.js").then(({ savedAudiences }) => savedAudiences(draft)).catch(complain);
        },
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
  try {
    await use(await import("./templates.js"));
  } catch (error) {
    complain(error);
  }
}

/** @param {Draft} draft */
async function save(draft) {
  try {
    await draft.save();
    toast({ words: t(draft.planned ? "compose.menu.changesSaved" : "compose.menu.draftSaved") });
  } catch (error) {
    complain(error);
  }
}

/** @param {Draft} draft */
async function discard(draft) {
  const { written, planned, jobId } = draft;
  const arriving = draft.upload.current?.name;
  /** @param {Draft} into */
  const putBack = (into) => {
    into.change(written);
    if (arriving) {
      into.upload.lost(arriving);
    }
  };
  try {
    if (planned) {
      const job = await get(`jobs/detail/${jobId}`);
      draft.clear();
      draft.take(job);
      toast({ words: t("compose.menu.changesDropped"), undo: () => putBack(draft) });
      return;
    }
    if (jobId) {
      await post("jobs/delete", { jobId });
    }
    draft.clear();
    go(address("compose"));
    toast({
      words: t("compose.menu.discarded"),
      undo: () => {
        putBack(newDraft());
        go(address("compose"));
      },
    });
  } catch (error) {
    complain(error);
  }
}
