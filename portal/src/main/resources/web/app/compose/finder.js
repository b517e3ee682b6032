/** Finds groups, spaces and people by a few letters, all at the same time. */
import { get, wordsOf } from "../core/api.js";
import { asAddress, isAddress } from "../core/emails.js";
import { inWords, t } from "../core/i18n.js";
import { folded } from "../core/seen.js";
import { isTooMany, pause } from "../ui/lookup.js";
import { isCounted } from "../ui/widgets.js";

/**
 * `passing` says that there will be more to find soon.
 * @typedef {{ groups: Group[], saved: SavedAudience[], spaces: Space[], people: Person[], trouble: string, passing: boolean }} Found
 */

/** @typedef {(q: string, signal: AbortSignal) => Promise<{ people: Person[], spaces: Space[] }>} Among where to look for these instead */

const MOST = { groups: 6, saved: 4, spaces: 4, people: 6 };
const MOST_UNASKED = 8;

/** The answer to "what is there?" where it is not all there yet: it is asked again after so long. */
const UNTIL_MORE = 2_000;

/**
 * @typedef {{ among?: Among, saved: () => Promise<SavedAudience[]> }} Where `saved` are all of them, whatever is looked for
 */

/**
 * Finds until nothing more is to come, and reports what is there meanwhile.
 * @param {string} query blank offers groups and spaces
 * @param {AbortSignal} signal
 * @param {(found: Found) => void} partly
 * @param {Where} where
 */
export async function find(query, signal, partly, where) {
  let found = await findOnce(query, signal, partly, where);
  while (found.passing && !signal.aborted) {
    partly(found);
    await pause(UNTIL_MORE);
    found = await findOnce(query, signal, () => {}, where);
  }
  return found;
}

/**
 * Groups and spaces are known to Belfry, people are looked up in Webex.
 * @param {string} query @param {AbortSignal} signal @param {(found: Found) => void} partly @param {Where} where
 */
async function findOnce(query, signal, partly, { among, saved }) {
  /** @type {Found} */
  const found = { groups: [], saved: [], spaces: [], people: [], trouble: "", passing: false };
  const blank = query.trim() === "";
  const asked = { q: query.trim(), limit: 20 };
  // What it offers is the address itself.
  if (isAddress(query)) {
    partly({ ...found });
  }
  const questions = [
    take(
      blank ? get("user/groups/list", { limit: MOST_UNASKED }, signal) : get("user/groups/find", asked, signal),
      (groups) => (found.groups = best(groups, ({ name }) => name, query, MOST.groups)),
    ),
    take(saved().then((items) => ({ items })), (all) => {
      const called = all.filter(({ name }) => folded(name).includes(folded(asked.q)));
      found.saved = best(called, ({ name }) => name, query, MOST.saved);
    }),
  ];
  const spaces = (/** @type {Space[]} */ some) => (found.spaces = best(some, ({ title }) => title, query, MOST.spaces));
  const people = (/** @type {Person[]} */ some) => (found.people = best(some, ({ displayName }) => displayName, query, MOST.people));
  if (among) {
    const there = among(asked.q, signal);
    questions.push(
      take(there.then((all) => ({ items: all.spaces })), spaces),
      take(there.then((all) => ({ items: all.people })), people),
    );
  } else {
    questions.push(
      take(blank ? get("user/spaces/list", undefined, signal) : get("user/spaces/find", asked, signal), spaces),
    );
    if (!blank) {
      questions.push(take(get("user/people/find", { ...asked, q: asAddress(query) || asked.q }, signal), people));
    }
  }
  const refused = (await Promise.allSettled(questions)).find((one) => one.status === "rejected");
  if (refused) {
    throw refused.reason;
  }
  return found;

  /**
   * @template T
   * @param {Promise<{ items: T[], trouble?: string, said?: Said }>} answer
   * @param {(items: T[]) => void} keep
   */
  async function take(answer, keep) {
    try {
      const { items, trouble = "", said } = await answer;
      keep(items);
      found.trouble ||= inWords(said, trouble);
      found.passing ||= said?.code === "directory.beingRead";
    } catch (error) {
      if (isTooMany(error)) {
        throw error;
      }
      found.trouble ||= wordsOf(error);
    }
    if (found.groups.length + found.saved.length + found.spaces.length + found.people.length > 0) {
      partly({ ...found });
    }
  }
}

/**
 * The best matches: names that begin with the letters come before names that contain them.
 * @template T
 * @param {T[]} items @param {(one: T) => string} name @param {string} query @param {number} most
 */
function best(items, name, query, most) {
  const begin = folded(query.trim());
  if (begin === "") {
    return items.slice(0, MOST_UNASKED);
  }
  const late = (/** @type {T} */ one) => (folded(name(one)).startsWith(begin) ? 0 : 1);
  return items.toSorted((a, b) => late(a) - late(b)).slice(0, most);
}

/**
 * Completes choices with what their chips show: sizes, and the origin of groups.
 * @param {Entry[]} chosen
 * @returns {Promise<((entry: Entry) => Entry) | undefined>} fills in one of them; undefined where none lacks anything
 */
export async function fillChosen(chosen) {
  /** @type {Map<string, Partial<Entry>>} */
  const known = new Map();
  const questions = chosen
    .filter(({ listId, size }) => listId && size === undefined)
    .map(async ({ listId = "" }) => {
      known.set(listId, { size: (await get(`user/lists/detail/${listId}`)).list.people });
    });
  if (chosen.some(({ kind, size, source }) => kind === "group" && (size === undefined || source === undefined))) {
    questions.push(
      get("user/groups/list", { limit: 200 }).then(({ items }) =>
        items.forEach((group) => known.set(group.id, groupEntry(group))),
      ),
    );
  }
  if (questions.length === 0) {
    return undefined;
  }
  await Promise.allSettled(questions);
  return (entry) => {
    const { size, source } = known.get(entry.listId ?? entry.id ?? "") ?? {};
    return { ...entry, size: entry.size ?? size, source: entry.source ?? source };
  };
}

/** @param {Group} group @returns {Entry} */
export function groupEntry(group) {
  const { id, name, size, source } = group;
  return { kind: "group", id, name, size: isCounted(group) ? size : undefined, source };
}

/** @param {{ id: string, name: string }} saved @returns {Entry} */
export function savedEntry({ id, name }) {
  return { kind: "saved", id, name };
}

/** @param {Space} space @returns {Entry} */
export function spaceEntry({ id, title }) {
  return { kind: "space", id, name: title };
}

/** @param {Person} person @returns {Entry} */
export function personEntry({ id, displayName, email }) {
  return { kind: "person", id, name: displayName, email };
}

/** @param {string} name @param {string[]} emails @returns {Entry} */
export function listEntry(name, emails) {
  return { kind: "list", name, emails };
}

/** This name, or with a number that makes it another than those of the others. @param {Entry[]} others @param {string} name */
export function freeName(others, name) {
  const taken = new Set(others.map((entry) => entry.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) {
    free = `${name} ${number}`;
  }
  return free;
}

/** What distinguishes it from others of the same name; empty if nothing is known. @param {Entry} entry */
export function apartFromNamesakes({ kind, email = "", source, who }) {
  if (kind === "recipients") {
    return t(`compose.from.${who ?? "reached"}`);
  }
  if (kind === "saved") {
    return t("compose.from.saved");
  }
  return kind === "group" && source ? t(`compose.from.${source}`) : email;
}

/** @param {PeopleList} list @returns {Entry} */
export function fileEntry({ id, name, people }) {
  return { kind: "list", name, listId: id, size: people };
}

/** What tells choices apart. @param {Entry} entry */
export function keyOf({ kind, id, name, emails }) {
  return `${kind} ${id ?? emails?.join() ?? name}`;
}

/** Whether two choices are the same. @param {Entry} a @param {Entry} b */
export function same(a, b) {
  return a.kind === b.kind && a.id === b.id && a.who === b.who && a.recall === b.recall && a.listId === b.listId && a.emails?.join() === b.emails?.join();
}

/** What the server wants to know of a choice; in a fixed order, to compare. @param {Entry} entry */
export function bare({ kind, id, name, emails, listId, who, recall }) {
  if (listId) {
    return { kind, name, listId };
  }
  return id ? { kind, id, name, who, recall } : { kind, name, emails };
}

/** The same choices with the server's names. @param {Entry[]} chosen @param {Entry[]} known */
export function named(chosen, known) {
  return known.length === chosen.length ? known.map((entry, index) => ({ ...chosen[index], ...entry })) : chosen;
}
