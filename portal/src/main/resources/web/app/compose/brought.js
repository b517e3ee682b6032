/** Takes lists that are pasted, dropped or uploaded into a field for recipients. */
import { seen } from "../core/seen.js";
import { listModule } from "./awaited.js";
import { freeName, listEntry } from "./finder.js";

/** @typedef {HTMLElement & { of: import("./audience-picker.js").Of, input: HTMLInputElement, news: string, twins: (() => unknown)[], add: (...added: Entry[]) => void }} Into */

/** Leaves what is typed meanwhile as it is. @param {Into} into @param {string} text @param {string} name of the list @returns {Promise<string[]>} one without a name, if it did not come */
export async function takeList(into, text, name) {
  const { coming } = into.of;
  const them = await listModule();
  if (coming !== into.of.coming) {
    return [];
  }
  if (!them) {
    into.input.value = [...text.split(/[\r\n]+/), into.input.value].filter((one) => seen(one) !== "").join(", ");
    return into.isConnected ? [] : [""];
  }
  const found = them.addresses(text);
  const { emails } = found;
  if (found.columns) {
    const lost = await takeFiles(into, [new File([text], `${name}.csv`, { type: "text/csv" })], false);
    return lost.map(() => "");
  }
  if (emails.length > 0) {
    into.add(listEntry(emails.length === 1 ? emails[0] : freeName(into.of.entries, name), emails));
  }
  into.news = them.takenWords({ ...found, others: [] });
  into.of.misread([...new Set([...into.of.strays, ...found.others])]);
  return [];
}

/**
 * One after the other, while they are wanted.
 * @param {Into} into @param {File[]} files @param {boolean} [named] whether their names are their author's
 * @returns {Promise<string[]>} those that did not come
 */
export async function takeFiles(into, files, named = true) {
  const { coming } = into.of;
  const them = await listModule();
  return them ? them.takeEach(into, files, named, () => coming === into.of.coming) : files.map(({ name }) => name);
}
