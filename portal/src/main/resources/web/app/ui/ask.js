/** A question in a dialog, answered with a promise. The focus starts on its heading. */
import { html, nothing, render } from "lit";
import { t } from "../core/i18n.js";
import { newDialog, openDialog } from "./dialog.js";

/**
 * @typedef {{ title: unknown, words?: unknown, yes: string, no?: string, danger?: boolean,
 *   field?: { label: string, value: string, hint?: string } }} Question
 */

/**
 * @param {Question} question
 * @returns {Promise<string | undefined>} what the field holds ("" without one); undefined for no
 */
export function ask(question) {
  const dialog = newDialog("question");
  return new Promise((resolve) => {
    let answer = /** @type {string | undefined} */ (undefined);
    const yes = (/** @type {Event} */ event) => {
      event.preventDefault();
      answer = dialog.querySelector("input")?.value ?? "";
      dialog.close();
    };
    dialog.addEventListener("close", () => resolve(answer));
    render(content(question, yes, () => dialog.close()), dialog);
    openDialog(dialog);
    dialog.querySelector("input")?.select();
  });
}

/** @param {Question} question @param {(event: Event) => void} yes @param {() => void} no */
function content({ title, words, yes: yesWords, no: noWords = t("common.cancel"), danger, field }, yes, no) {
  return html`
    <form @submit=${yes}>
      <h2 id="question" tabindex="-1">${title}</h2>
      ${words ? html`<p>${words}</p>` : nothing}
      ${field
        ? html`<label class="labelled">${field.label}
            <input class="field" required maxlength="120" autocomplete="off" .value=${field.value}
              placeholder=${field.hint ?? nothing}></label>`
        : nothing}
      <div class="buttons">
        <button class="button" type="button" @click=${no}>${noWords}</button>
        <button class="button main-one ${danger ? "danger" : ""}">${yesWords}</button>
      </div>
    </form>
  `;
}
