/** Lists that were to come into the fields of a message: those on their way, and those that did not come. */
import { html } from "lit";
import { t } from "../core/i18n.js";
import { complain } from "../ui/toast.js";

/** @typedef {import("./audience-picker.js").Field} Field @typedef {import("./draft.js").Draft} Draft */

/** Its file may be brought again. @typedef {{ field: Field, file: string }} Awaited */

/**
 * Whoever comes back meanwhile finds this one. What was lost stays so until its own file is brought again.
 * @param {Draft} draft @param {Field} field @param {Promise<string[]>} lists which did not come
 * @param {string[]} files their names; none where they are pasted
 */
export function bring(draft, field, lists, files = []) {
  const awaited = (/** @type {string[]} */ names) => names.map((file) => ({ field, file }));
  const all = awaited(files.length > 0 ? files : [""]);
  draft.lists.set(lists, all);
  draft.lost = draft.lost.filter((one) => one.field !== field || !files.includes(one.file));
  lists.then(awaited, () => all).then((lost) => {
    if (draft.lists.delete(lists)) {
      draft.lost = [...draft.lost, ...lost];
      draft.keep();
    }
  });
  draft.keep();
}

/** It was read that one was lost. @param {Draft} draft @param {Field} field */
export function read(draft, field) {
  draft.lost = draft.lost.filter((one) => one.field !== field);
  draft.keep();
}

/** Whether one that was to come into it did not. @param {Draft} draft @param {Field} field */
export function lacks({ lost }, field) {
  return lost.some((one) => one.field === field);
}

/** What would be lost with this page. @param {Draft} draft */
export function incomplete({ lost, lists }) {
  return [...lost, ...[...lists.values()].flat()];
}

/** That a list did not come. @param {() => void} hide */
export function lostList(hide) {
  return html`<p class="fault" role="alert">${t("compose.list.lost")}
    <button class="link" type="button" @click=${hide}>${t("compose.hide")}</button></p>`;
}

/** What lists need is loaded with the first of them. */
function listModule() {
  return import("./list-file.js").catch((error) => void complain(error));
}

export { listModule };
