/** What else one may do with the message that is being written. */
import { get } from "../lib/api.js";
import { Letter, newLetter } from "../lib/letter.js";
import { address, go } from "../lib/router.js";
import { moreMenu } from "./menus.js";
import { complain, toast } from "./toast.js";

/** @param {Letter} letter */
export function composeMenu(letter) {
  const planned = letter.planned;
  return moreMenu({
    id: "compose-more",
    label: "More about this message",
    choices: [
      { words: planned ? "Save the changes" : "Save as a draft", icon: "write", act: () => save(letter) },
      { words: planned ? "Drop the changes" : "Discard this message", icon: "trash", danger: true, act: () => discard(letter) },
    ],
  });
}

/** @param {Letter} letter */
async function save(letter) {
  try {
    await letter.save();
    toast({ words: letter.planned ? "Saved. It goes out like this." : "Saved. You find it under Jobs, Drafts." });
  } catch (error) {
    complain(error);
  }
}

/** @param {Letter} letter */
async function discard(letter) {
  const { text, attachment, audience, when, planned, jobId } = letter;
  const arriving = letter.upload.current?.name;
  /** @param {Letter} into */
  const putBack = (into) => {
    into.change({ text, attachment, audience, when });
    if (arriving) {
      into.upload.lost(arriving);
    }
  };
  try {
    if (planned) {
      letter.clear();
      letter.take(await get("jobs/detail/" + jobId));
      toast({ words: "Changes dropped.", undo: () => putBack(letter) });
      return;
    }
    if (jobId) {
      const { act } = await import("../lib/jobs.js");
      await act("delete", jobId);
    }
    letter.clear();
    go(address("compose"));
    toast({
      words: "Message discarded.",
      undo: () => {
        putBack(newLetter());
        go(address("compose"));
      },
    });
  } catch (error) {
    complain(error);
  }
}
