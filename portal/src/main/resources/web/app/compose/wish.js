/** What is asked of the server when a message is saved. */
import { sentOf } from "./card.js";
import { bare } from "./finder.js";

/**
 * All that a draft consists of, as the server wants it.
 * @param {Pick<WholeJob, "markdown" | "attachment" | "card" | "audience" | "except" | "outside" | "onUnknown" | "acknowledge">
 *   & { firstWave?: import("./wave.js").FirstWave }} of
 * @returns {Required<Omit<Form<"jobs/edit">, "jobId" | "revision" | "reference" | "requestId">>}
 */
export function wishOf({ markdown, attachment, card, audience, except, outside, onUnknown, firstWave = {}, acknowledge = {} }) {
  const those = { audience: audience.map(bare), except: except.map(bare), outside };
  return { markdown, attachment: attachment?.id ?? "", card: sentOf(card), ...those, onUnknown, firstWave, acknowledge };
}

/** Whether what this browser keeps is the same message; numbers and names may arrive late. @param {string | null} json @param {import("./draft.js").Draft["written"]} written */
export function isSame(json, written) {
  try {
    return json !== null && meant(JSON.parse(json)) === meant(written);
  } catch {
    return false;
  }
}

/** @param {import("./draft.js").Draft["written"]} written */
function meant({ text, excluded, when, typed, ...written }) {
  return agreed({ wish: wishOf({ ...written, markdown: text, except: excluded }), when }) + JSON.stringify(typed);
}

/** All that was agreed to, to compare; names may arrive late. @param {Pick<import("./draft.js").Draft, "wish" | "when">} draft */
export function agreed({ wish, when }) {
  return JSON.stringify([wish, when], (part, value) => (part === "name" ? undefined : value));
}
