/** What is asked of the server when a message is saved or sent, to compare. */
import { wishOf } from "./draft-fields.js";

/** Whether what this browser keeps is the same message; numbers and names may arrive late. @param {string | null} json @param {import("./draft.js").Draft["written"]} written */
export function isSame(json, written) {
  try {
    return json !== null && meant(JSON.parse(json)) === meant(written);
  } catch {
    return false;
  }
}

/** @param {import("./draft.js").Draft["written"]} written */
function meant({ when, typed, ...written }) {
  return agreed({ wish: wishOf(written), when }) + JSON.stringify(typed);
}

/** All that was agreed to, to compare; names may arrive late. @param {Pick<import("./draft.js").Draft, "wish" | "when">} draft */
export function agreed({ wish, when }) {
  return JSON.stringify([wish, when], (part, value) => (part === "name" ? undefined : value));
}
