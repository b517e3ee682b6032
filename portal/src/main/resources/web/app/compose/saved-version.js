/** The version of a draft that the server has. */
import { inLetters, isSameIn, saidIn } from "./draft-fields.js";
import { entered, plannedFor } from "./repeat.js";

/**
 * @typedef {import("./draft-fields.js").Key} Key
 * @typedef {{ jobId: string, revision: number, state: JobState, repeats?: boolean, due?: string, urgent?: string }
 *   & import("./draft-fields.js").InLetters} Saved
 */

/** @param {WholeJob} job @returns {Saved} */
export function savedOf(job) {
  return {
    jobId: job.id,
    revision: job.revision,
    state: job.state,
    repeats: job.repeat !== undefined,
    due: dueOf(plannedFor(job)),
    urgent: job.urgentReason,
    ...inLetters(saidIn(job)),
  };
}

/** What somebody else made of it, with a text that is no draft's. @param {Saved} saved @param {Job} job @returns {Saved} */
export function overwritten(saved, { revision, state, repeat, urgentReason: urgent }) {
  return { ...saved, revision, state, repeats: repeat !== undefined, urgent, text: "\u0000" };
}

/**
 * Whether the server has exactly this, or these of its fields.
 * @template {Key} [These=Key] @param {Saved | undefined} saved @param {Pick<import("./draft.js").Draft, These>} draft @param {These[]} [these] @returns {boolean}
 */
export function isAs(saved, draft, these) {
  return saved !== undefined && isSameIn(saved, draft, these);
}

/** A text that is the same for the same time. @param {When} [when] */
function dueOf(when) {
  return JSON.stringify(when && entered(when)) ?? "";
}

/** Whether the server sends it when this says. @param {Pick<import("./draft.js").Draft, "saved" | "when">} draft */
export function isDue({ saved, when }) {
  return saved?.due === dueOf(when);
}

/** Whether it can be changed; what goes out in a moment is taken back first. @param {Pick<Job, "state" | "localTime">} job */
export function changeable({ state, localTime }) {
  return editable(state) && !(state === "scheduled" && !localTime);
}

/** @param {JobState} state */
export function editable(state) {
  return ["draft", "scheduled", "held", "missed"].includes(state);
}
