/** The version of a draft that the server has. */
import { askedOf, lettersOf } from "./card.js";
import { bare } from "./finder.js";
import { entered, plannedFor } from "./repeat.js";
import { told } from "./wave.js";

/**
 * @typedef {{ jobId: string, revision: number, state: JobState, repeats?: boolean, due?: string, urgent?: string, text: string,
 *   attachment?: string, card?: string, audience: string, excluded?: string, outside?: boolean, onUnknown: Job["onUnknown"], firstWave?: string, acknowledge?: string }} Saved
 */

/** What a job says, and to whom, as a draft has it. @param {Omit<WholeJob, "firstWave"> & { firstWave?: import("./wave.js").FirstWave }} job */
export function saidIn({ markdown: text, attachment, card, audience, except: excluded, outside, onUnknown, firstWave = {}, acknowledge = {} }) {
  return { text, attachment, card, audience, excluded, outside, onUnknown, firstWave, acknowledge };
}

/** @param {WholeJob} job @returns {Saved} */
export function savedOf(job) {
  return {
    jobId: job.id,
    revision: job.revision,
    state: job.state,
    repeats: job.repeat !== undefined,
    due: dueOf(plannedFor(job)),
    urgent: job.urgentReason,
    text: job.markdown,
    attachment: job.attachment?.id, card: lettersOf(job.card),
    audience: JSON.stringify(job.audience.map(bare)),
    excluded: JSON.stringify(job.except.map(bare)),
    outside: job.outside,
    onUnknown: job.onUnknown,
    firstWave: told(job.firstWave),
    acknowledge: askedOf(job.acknowledge),
  };
}

/** What somebody else made of it, with a text that is no draft's. @param {Saved} saved @param {Job} job @returns {Saved} */
export function overwritten(saved, { revision, state, repeat, urgentReason: urgent }) {
  return { ...saved, revision, state, repeats: repeat !== undefined, urgent, text: "\u0000" };
}

/** Whether the server has exactly this. @param {Saved | undefined} saved @param {import("./draft.js").Draft} draft */
export function isAs(saved, draft) {
  return (
    saved?.text === normal(draft.text) &&
    saved.attachment === draft.attachment?.id &&
    (saved.card ?? "") === lettersOf(draft.card) &&
    isToSame(saved, draft) &&
    (saved.outside ?? false) === draft.outside &&
    (saved.onUnknown ?? "hold") === draft.onUnknown &&
    (saved.firstWave ?? told()) === told(draft.firstWave) &&
    (saved.acknowledge ?? askedOf()) === askedOf(draft.asked)
  );
}

/** Whether the same are chosen. @param {Saved} saved @param {Pick<import("./draft.js").Draft, "entries" | "except">} draft */
export function isToSame({ audience, excluded = "[]" }, { entries, except }) {
  return audience === JSON.stringify(entries) && excluded === JSON.stringify(except);
}

/** A text that is the same for the same time. @param {When} [when] */
function dueOf(when) {
  return JSON.stringify(when && entered(when)) ?? "";
}

/** Whether the server sends it when this says. @param {Pick<import("./draft.js").Draft, "saved" | "when">} draft */
export function isDue({ saved, when }) {
  return saved?.due === dueOf(when);
}

/** Line ends as the server stores them. @param {string} text */
export function normal(text) {
  return text.replace(/\r\n?/g, "\n");
}

/** Whether it can be changed; what goes out in a moment is taken back first. @param {Pick<Job, "state" | "localTime">} job */
export function changeable({ state, localTime }) {
  return editable(state) && !(state === "scheduled" && !localTime);
}

/** @param {JobState} state */
export function editable(state) {
  return ["draft", "scheduled", "held", "missed"].includes(state);
}
