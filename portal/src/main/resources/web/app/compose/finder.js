/** Groups, spaces and people by a few letters, asked for at the same time. */
import { get, wordsOf } from "../core/api.js";
import { inWords, t } from "../core/i18n.js";

/**
 * @typedef {{ groups: Group[], spaces: Space[], people: Person[], trouble: string }} Found
 */

const MOST = { groups: 6, spaces: 4, people: 6 };
const MOST_UNASKED = 8;

/**
 * Says what is found as it comes: groups and spaces are known here, people are asked of Webex.
 * @param {string} query blank offers groups and spaces
 * @param {AbortSignal} signal
 * @param {(found: Found, complete: boolean) => void} say
 */
export async function find(query, signal, say) {
  /** @type {Found} */
  const found = { groups: [], spaces: [], people: [], trouble: "" };
  const blank = query.trim() === "";
  const asked = { q: query.trim(), limit: 20 };
  const questions = [
    take(
      blank ? get("user/groups/list", { limit: MOST_UNASKED }, signal) : get("user/groups/find", asked, signal),
      (groups) => (found.groups = best(groups, ({ name }) => name, query, MOST.groups)),
    ),
    take(
      blank ? get("user/spaces/list", undefined, signal) : get("user/spaces/find", asked, signal),
      (spaces) => (found.spaces = best(spaces, ({ title }) => title, query, MOST.spaces)),
    ),
  ];
  if (!blank) {
    questions.push(
      take(
        get("user/people/find", asked, signal),
        (people) => (found.people = best(people, ({ displayName }) => displayName, query, MOST.people)),
      ),
    );
  }
  await Promise.allSettled(questions);
  if (!signal.aborted) {
    say(found, true);
  }

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
    } catch (error) {
      found.trouble ||= wordsOf(error);
    }
    if (!signal.aborted) {
      say({ ...found }, false);
    }
  }
}

/**
 * What begins with the letters comes before what has them somewhere; without letters, what comes first.
 * @template T
 * @param {T[]} items @param {(one: T) => string} name @param {string} query @param {number} most
 */
function best(items, name, query, most) {
  const begin = query.trim().toLowerCase();
  if (begin === "") {
    return items.slice(0, MOST_UNASKED);
  }
  const late = (/** @type {T} */ one) => (name(one).toLowerCase().startsWith(begin) ? 0 : 1);
  return items.toSorted((a, b) => late(a) - late(b)).slice(0, most);
}

/** Groups by their ids, for chips that came without what is shown of them. @returns {Promise<Map<string, Group>>} */
export async function knownGroups() {
  const { items } = await get("user/groups/list", { limit: 200 });
  return new Map(items.map((group) => [group.id, group]));
}

/** @param {Group} group @returns {Entry} */
export function groupEntry({ id, name, size, source }) {
  return { kind: "group", id, name, size, source };
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

/** What tells it from another of the same name; empty where nothing is known. @param {Entry} entry */
export function apartFromNamesakes({ kind, email = "", source }) {
  return kind === "group" && source ? t(`compose.from.${source}`) : email;
}

/** Whether two choices are the same. @param {Entry} a @param {Entry} b */
export function same(a, b) {
  return a.kind === b.kind && (a.id ? a.id === b.id : a.emails?.join() === b.emails?.join());
}

/** What the server wants to know of a choice; in a fixed order, to compare. @param {Entry} entry */
export function bare({ kind, id, name, emails }) {
  return id ? { kind, id, name } : { kind, name, emails };
}

/** The same choices as the server names them. @param {Entry[]} chosen @param {Entry[]} known */
export function named(chosen, known) {
  return known.length === chosen.length ? known.map((entry, index) => ({ ...chosen[index], ...entry })) : chosen;
}
