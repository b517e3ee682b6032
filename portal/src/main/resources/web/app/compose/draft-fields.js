/** What a draft consists of on the page: each field with its type and with what it begins, and what of it its job has, too. */
import { ownZone } from "../core/format.js";
import { askedOf, lettersOf, sentOf, wanted } from "./card.js";
import { bare } from "./finder.js";
import { told } from "./wave.js";

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

/**
 * A field that its job has, too: what it is called there if not the same, how it is sent, and what is the same for the same choice.
 * @template {keyof Written} Key
 * @typedef {{ as?: keyof Wish, sent?: (value: Written[Key]) => unknown, same?: (value: Written[Key]) => string | undefined }} Shared
 */

/** @typedef {Required<Omit<Form<"jobs/edit">, "jobId" | "revision" | "reference" | "requestId">>} Wish as the server wants it */

/** @satisfies {{ [Key in keyof Written]?: Shared<Key> }} */
const SHARED = {
  text: { as: "markdown", same: (text) => text.replace(/\r\n?/g, "\n") },
  attachment: { sent: (file) => file?.id ?? "", same: (file) => file?.id },
  card: { sent: sentOf, same: lettersOf },
  audience: { sent: bareOf, same: (entries) => JSON.stringify(bareOf(entries)) },
  excluded: { as: "except", sent: bareOf, same: (entries) => JSON.stringify(bareOf(entries)) },
  outside: {},
  onUnknown: {},
  firstWave: { same: told },
  acknowledge: { sent: wanted, same: (how) => askedOf(wanted(how)) },
};

/** @typedef {keyof typeof SHARED} Key @typedef {{ [One in Key]?: string | boolean }} InLetters */

const itself = (/** @type {any} */ value) => value;

const FIELDS = /** @type {{ key: Key, as: keyof Wish, sent: typeof itself, same: typeof itself }[]} */ (
  Object.entries(SHARED).map(([key, field]) => ({ key, as: key, sent: itself, same: itself, ...field }))
);

/** @param {Entry[]} entries */
function bareOf(entries) {
  return entries.map(bare);
}

/** What a job says, and to whom, as a draft has it. @param {WholeJob} job @returns {Pick<Written, Key>} */
export function saidIn(job) {
  const none = blank();
  return itself(Object.fromEntries(FIELDS.map(({ key, as }) => [key, job[as] ?? none[key]])));
}

/** The same as the server wants it. @param {Partial<Pick<Written, Key>>} written @returns {Wish} */
export function wishOf(written) {
  const none = blank();
  return itself(Object.fromEntries(FIELDS.map(({ key, as, sent }) => [as, sent(written[key] ?? none[key])])));
}

/** What is the same for the same draft. @param {Pick<Written, Key>} written @returns {InLetters} */
export function inLetters(written) {
  return Object.fromEntries(FIELDS.map(({ key, same }) => [key, same(written[key])]));
}

/**
 * Whether this has the same in each of these fields; an earlier version may have kept nothing of one.
 * @template {Key} [These=Key] @param {InLetters} kept @param {Pick<Written, These>} written @param {These[]} [these] all if absent @returns {boolean}
 */
export function isSameIn(kept, written, these) {
  const none = blank();
  const all = FIELDS.filter(({ key }) => !these || these.includes(itself(key)));
  return all.every(({ key, same }) => (kept[key] ?? same(none[key])) === same(itself(written)[key]));
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
