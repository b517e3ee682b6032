/** Groups, spaces and people by a few letters, asked for at the same time. */
import { get } from "../core/api.js";

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
    blank
      ? into("groups", get("user/groups/list", { limit: MOST_UNASKED }, signal))
      : into("groups", get("user/groups/find", asked, signal)),
    blank
      ? into("spaces", get("user/spaces/list", {}, signal))
      : into("spaces", get("user/spaces/find", asked, signal)),
  ];
  if (!blank) {
    questions.push(into("people", get("user/people/find", asked, signal)));
  }
  await Promise.allSettled(questions);
  if (!signal.aborted) {
    say(found, true);
  }

  /** @param {"groups" | "spaces" | "people"} kind @param {Promise<Items<any>>} answer */
  async function into(kind, answer) {
    try {
      const { items, trouble = "" } = await answer;
      found[kind] = blank ? items.slice(0, MOST_UNASKED) : best(items, query, MOST[kind]);
      found.trouble ||= trouble;
    } catch (error) {
      found.trouble ||= error instanceof Error ? error.message : "";
    }
    if (!signal.aborted) {
      say({ ...found }, false);
    }
  }
}

/**
 * What begins with the letters comes before what has them somewhere.
 * @param {any[]} items @param {string} query @param {number} most
 */
function best(items, query, most) {
  const begin = query.trim().toLowerCase();
  const late = (/** @type {Group & Space & Person} */ one) =>
    (one.name ?? one.title ?? one.displayName).toLowerCase().startsWith(begin) ? 0 : 1;
  return items.toSorted((a, b) => late(a) - late(b)).slice(0, most);
}

/** Sizes of groups, for chips that came without. @returns {Promise<Map<string, number>>} */
export async function groupSizes() {
  const { items } = await get("user/groups/list", { limit: 200 });
  return new Map(items.map((/** @type {Group} */ group) => [group.id, group.size]));
}

/** @param {Group} group @returns {Entry} */
export function groupEntry({ id, name, size }) {
  return { kind: "group", id, name, size };
}

/** @param {Space} space @returns {Entry} */
export function spaceEntry({ id, title }) {
  return { kind: "space", id, name: title };
}

/** @param {Person} person @returns {Entry} */
export function personEntry({ id, displayName }) {
  return { kind: "person", id, name: displayName };
}

/** @param {string} name @param {string[]} emails @returns {Entry} */
export function listEntry(name, emails) {
  return { kind: "list", name, emails };
}

/** Whether two choices are the same. @param {Entry} a @param {Entry} b */
export function same(a, b) {
  return a.kind === b.kind && (a.id ? a.id === b.id : a.emails?.join() === b.emails?.join());
}
