/** Adds people from a file; a file with more than addresses is shown first. */
import "../shared.js";
import "../core/later.js";
import { bringFile, Trouble, wordsOf } from "../core/api.js";
import { size } from "../core/format.js";
import { t } from "../core/i18n.js";
import { some } from "../ui/widgets.js";

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
export async function bringing(file, name, say, wanted) {
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
