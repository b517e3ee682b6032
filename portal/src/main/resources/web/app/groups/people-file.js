/** Adds the people of a CSV or TSV file to a group, some lines at a time. */
import "../shared.js";
import "../core/later.js";
import { post } from "../core/api.js";
import { number, t } from "../core/i18n.js";
import { bringList, reasonOf } from "../compose/list-file.js";
import { toast } from "../ui/toast.js";

/**
 * @param {string} groupId
 * @param {(words: string, change: () => Promise<MemberResult[]>) => Promise<void>} adding adds them, if that is meant
 */
export async function pickPeople(groupId, adding) {
  const file = await chosenFile();
  const brought = await bringList(file, file.name).catch((error) => {
    toast({ words: t("compose.list.failed", { name: file.name, reason: reasonOf(error) }), tone: "bad" });
  });
  if (brought) {
    const { id, people } = brought.list;
    await adding(t("common.addresses", { count: people }), () => addList(groupId, id, people));
  }
}

/** @param {string} groupId @param {string} listId @param {number} people @returns {Promise<MemberResult[]>} */
async function addList(groupId, listId, people) {
  const results = [];
  /** @type {number | undefined} */
  let after = 0;
  while (after !== undefined) {
    /** @type {Answer<"post", "user/groups/add">} */
    const answer = await post("user/groups/add", { groupId, listId, after });
    results.push(...answer.results);
    after = answer.next;
    if (after !== undefined) {
      toast({ words: t("groups.adding", { done: number(results.length), all: number(people) }) });
    }
  }
  return results;
}

/** The file that somebody picks; for ever, where they pick none. @returns {Promise<File>} */
function chosenFile() {
  const input = Object.assign(document.createElement("input"), { type: "file", accept: ".csv,.txt,.tsv,text/csv,text/plain" });
  return new Promise((resolve) => {
    input.addEventListener("change", () => {
      const [file] = input.files ?? [];
      if (file) {
        resolve(file);
      }
    });
    input.click();
  });
}
