/** Adds people from a file; a file with more than addresses is shown first. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { bringFile, Trouble, wordsOf } from "../core/api.js";
import { size } from "../core/format.js";
import { joined, t } from "../core/i18n.js";
import { toast } from "../ui/toast.js";
import { some } from "../ui/widgets.js";
import { fileEntry, freeName } from "./finder.js";

export { addresses } from "../core/pasted.js";

const LARGEST = 10_000_000;

/** @typedef {{ column?: string, encoding?: "utf-8" | "windows-1252" }} Choices what its author says about a file */

/**
 * @param {File} file
 * @param {string} name what the list is to be called
 * @param {() => boolean} wanted whether anything may still be asked about it
 * @returns {Promise<ListAdded | undefined>} undefined where it is not wanted after all
 */
export async function bringList(file, name, wanted = () => true) {
  if (file.size > LARGEST) {
    throw new Trouble(413, { detail: t("compose.list.tooLarge", { most: size(LARGEST) }) });
  }
  const bring = (/** @type {Choices} */ choices) => bringFile("user/lists/add", file, undefined, { name, ...choices });
  /** @type {Choices} */
  let choices = {};
  const added = await bring(choices).catch(async (error) => {
    const question = error instanceof Trouble && error.errors.find(({ field }) => field === "encoding");
    if (!question) {
      throw error;
    }
    const { askEncoding } = await import("./list-dialog.js");
    const encoding = wanted() ? await askEncoding(file.name, question.args) : undefined;
    choices = { encoding };
    return encoding && bring(choices);
  });
  if (!added || isPlain(added)) {
    return added;
  }
  const { showList } = await import("./list-dialog.js");
  return wanted() ? showList(added, (column) => bring({ ...choices, column })) : undefined;
}

/** Whether it has nothing but addresses. @param {ListAdded} added */
function isPlain({ list, bad, candidates, elsewhere, guessed, left }) {
  return list.columns.length + bad + doubted(left) + Object.keys(elsewhere).length === 0 && candidates.length === 1 && !guessed;
}

/** How many lines were taken for titles, and may have somebody. @param {ListAdded["left"]} left */
export function doubted(left) {
  return left.filter(({ code }) => code === "list.takenForTitles").length;
}

/**
 * The same, with words for the author about it.
 * @param {File} file @param {string} name @param {(news: string, failed?: boolean) => void} say @param {() => boolean} wanted
 */
async function bringing(file, name, say, wanted) {
  say(t("compose.list.bringing", { name: file.name }));
  try {
    const brought = await bringList(file, name, wanted);
    say(brought ? broughtWords(brought) : "");
    return brought;
  } catch (error) {
    say(t("compose.list.failed", { name: file.name, reason: reasonOf(error) }), true);
    return undefined;
  }
}

/**
 * One after the other.
 * @param {import("./brought.js").Into} into @param {File[]} files @param {boolean} named whether their names are their author's
 * @param {() => boolean} wanted
 * @returns {Promise<string[]>} those that did not come
 */
export async function takeEach(into, files, named, wanted) {
  /** @type {string[]} */
  const news = [];
  const lost = new Set(files.keys());
  for (const [at, file] of files.entries()) {
    const title = file.name.replace(/\.(csv|txt|tsv)$/i, "");
    const name = freeName(into.of.entries, title);
    const brought = wanted() && (await bringing(file, name, (words, failed = false) => {
      lost[failed ? "add" : "delete"](at);
      news[at] = wanted() ? words : "";
      into.news = joined(news.filter(Boolean), " · ");
      if (failed && news[at] && !into.isConnected) {
        toast({ words, tone: "bad" });
      }
    }, wanted));
    if (brought && wanted()) {
      const list = fileEntry(brought.list);
      const twins = named ? namesakes(into, title, list) : [];
      into.add(list);
      into.twins = [...into.twins, ...twins];
    }
  }
  return [...lost].map((at) => files[at].name);
}

/**
 * That a list has the name of one that is there already, whose place it may take: a file that was corrected is uploaded
 * once more, and where both have a value, the former one's counts.
 * @param {import("./brought.js").Into} into @param {string} title of its file @param {Entry} list
 */
function namesakes(into, title, list) {
  const former = into.of.entries.findLast(({ listId, name }) => listId && isNamed(name, title));
  return former ? [namesake(into, former, list)] : [];
}

/** Whether it is this name, also with a number that keeps lists apart: a year has more digits. @param {string} name @param {string} title */
function isNamed(name, title) {
  return name === title || (name.startsWith(`${title} `) && /^\d\d?$/.test(name.slice(title.length + 1)));
}

/** @param {import("./brought.js").Into} into @param {Entry} former @param {Entry} list */
function namesake(into, former, list) {
  const end = () => {
    into.twins = into.twins.filter((one) => one !== say);
    into.input.focus();
  };
  const say = () => {
    const { entries, change } = into.of;
    const [before, now] = [former, list].map(({ listId }) => entries.find((one) => one.listId === listId));
    if (!before || !now) {
      return nothing;
    }
    const replace = () => {
      change(entries.filter((one) => one !== now).map((one) => (one === before ? now : one)));
      end();
    };
    return html`<p role="status">${t("compose.list.namesake", { former: before.name, name: now.name })}
      <button class="link" type="button" @click=${replace}>${t("compose.list.replace")}</button>
      <button class="link" type="button" @click=${end}>${t("compose.hide")}</button></p>`;
  };
  return say;
}

/** The result of pasted addresses, in one line. @param {ReturnType<typeof import("../core/pasted.js").addresses>} found */
export function takenWords({ emails, repeated, others }) {
  return [
    t("compose.list.taken", { count: emails.length }),
    ...(repeated > 0 ? [t("compose.list.repeated", { count: repeated })] : []),
    ...(others.length > 0 ? [t("compose.list.noAddresses", { count: others.length, names: some(others, 5) })] : []),
  ].join(" · ");
}

/** The result of a list from a file, in one line. @param {ListAdded} added */
function broughtWords({ list, bad, repeated }) {
  return [
    t("compose.list.taken", { count: list.people }),
    ...(repeated > 0 ? [t("compose.list.repeated", { count: repeated })] : []),
    ...(bad > 0 ? [t("compose.list.bad", { count: bad })] : []),
  ].join(" · ");
}

/** @param {unknown} error */
export function reasonOf(error) {
  return (error instanceof Trouble && error.of("file")) || wordsOf(error);
}
