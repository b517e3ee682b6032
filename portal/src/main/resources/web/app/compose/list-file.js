/** Adds people from a file; a file with more than addresses is shown first. */
import "../shared.js";
import "../core/later.js";
import { bringFile, Trouble, wordsOf } from "../core/api.js";
import { size } from "../core/format.js";
import { t } from "../core/i18n.js";
import { some } from "../ui/widgets.js";

const LARGEST = 10_000_000;

/**
 * @param {File} file
 * @param {string} name what the list is to be called
 * @returns {Promise<ListAdded | undefined>} undefined where it is not wanted after all
 */
export async function bringList(file, name) {
  if (file.size > LARGEST) {
    throw new Trouble(413, { detail: t("compose.list.tooLarge", { most: size(LARGEST) }) });
  }
  const bring = (/** @type {string | undefined} */ column) =>
    bringFile("user/lists/add", file, undefined, { name, ...(column === undefined ? {} : { column }) });
  const added = await bring(undefined);
  const plain = added.list.columns.length + added.bad === 0 && added.candidates.length === 1;
  return plain ? added : (await import("./list-dialog.js")).showList(added, bring);
}

/**
 * The same, with words for the author about it.
 * @param {File} file @param {string} name @param {(news: string) => void} say
 */
export async function bringing(file, name, say) {
  say(t("compose.list.bringing", { name: file.name }));
  try {
    const brought = await bringList(file, name);
    say(brought ? broughtWords(brought) : "");
    return brought;
  } catch (error) {
    say(t("compose.list.failed", { name: file.name, reason: reasonOf(error) }));
    return undefined;
  }
}

/** The result of pasted addresses, in one line. @param {ReturnType<typeof import("../core/emails.js").addresses>} found */
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
