/** What a draft consists of on the page: each field with its type, and with what it begins. */
import { ownZone } from "../core/format.js";

/** @typedef {import("./audience-picker.js").Field} Field @typedef {Omit<DraftFields, keyof EventTarget>} Written all that its author has chosen, and typed to choose */

/** How many minutes late it may start, unless the author chose otherwise. */
const USUAL_GRACE = 60;

export class DraftFields extends EventTarget {
  text = "";
  /** @type {Attachment | undefined} */
  attachment = undefined;
  /** Buttons and a picture. @type {CardDesign | undefined} */
  card = undefined;
  /** @type {Entry[]} */
  audience = [];
  /** Who does not get it, however they were chosen. @type {Entry[]} */
  excluded = [];
  /** What was brought as an address and is none. @type {Record<Field, string[]>} */
  strays = { to: [], except: [] };
  /** Letters in its fields for which nobody is chosen. @type {Record<Field, string>} */
  typed = { to: "", except: "" };
  /** Whether addresses that are not found in the organization are written to as they are. */
  outside = false;
  /** Those of which that was said; undefined where it is not known here. @type {import("./outsiders.js").Outsiders | undefined} */
  outsiders = undefined;
  /** What to do about a space if it is unknown whether the message arrived. @type {Job["onUnknown"]} */
  onUnknown = "hold";
  /** @type {import("./wave.js").FirstWave} */
  firstWave = {};
  /** @type {Acknowledge} */
  acknowledge = {};
  /** @type {When} */
  when = { mode: "now", date: "", time: "", zone: ownZone, grace: USUAL_GRACE };
  /** The saved audience that its fields were taken from, as it was then, what they hold of it, and what they held before. @type {(Pick<SavedAudience, "id" | "changedAt"> & { holds?: number, instead?: import("./saved-audiences.js").Choice }) | undefined} */
  opened = undefined;
}

/** Of a new message. @returns {Written} */
export function blank() {
  return { ...new DraftFields() };
}

/** @param {DraftFields} draft @returns {Written} */
export function writtenIn(draft) {
  const keys = /** @type {(keyof Written)[]} */ (Object.keys(blank()));
  return /** @type {Written} */ (Object.fromEntries(keys.map((key) => [key, draft[key]])));
}
