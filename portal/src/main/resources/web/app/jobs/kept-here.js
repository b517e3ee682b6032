/** Whether this browser keeps changes of a message that its author has not given to the server. */
import "../shared.js";
import { kept } from "../core/browser-storage.js";
import { abroad, Draft } from "../compose/draft.js";
import { blank } from "../compose/draft-fields.js";

/** Of the new message, which may have been saved as this one, and of its own. @param {string} jobId */
export function areChangesKept(jobId) {
  return ["", jobId].some((slot) => {
    const draft = abroad.get(slot) ?? read(slot);
    return draft?.jobId === jobId && (draft.unchosen !== "" || !draft.isSaved);
  });
}

/**
 * Only to look at: one that is made to be written takes its upload for lost, and hears of no later one.
 * @param {string} slot @returns {Pick<Draft, "jobId" | "isSaved" | "unchosen"> | undefined}
 */
function read(slot) {
  const draft = Object.assign(Object.create(Draft.prototype), { slot });
  const json = kept.get(draft.shelf);
  try {
    // An earlier version may have kept nothing of a field.
    return json === null ? undefined : Object.assign(draft, blank(), JSON.parse(json));
  } catch {
    return undefined;
  }
}
