/** The menu of other actions for the message that is being written. */
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { showSaved } from "./audience-fields.js";
import { Draft } from "./draft.js";
import { isNumberRefused, isSaid, isUnchosen, takeTyped } from "./unfinished.js";
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
  takeTyped(document);
  // Nobody who takes it up would know of the letters, or of a number that was not taken.
  const view = /** @type {Parameters<typeof isSaid>[0]} */ (document.querySelector("compose-view"));
  if ((await isSaid(view, isUnchosen)) || (await isSaid(view, isNumberRefused))) {
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
  try {
    await (await import("./discarding.js")).discard(draft);
  } catch (error) {
    complain(error);
    draft.tell();
  }
}
