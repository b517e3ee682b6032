/** A question in a dialog, answered with a promise. The focus starts on its heading. */
import { html, nothing, render } from "lit";
import { t } from "../core/i18n.js";
import { isTooLong } from "../core/seen.js";
import { newDialog, openDialog } from "./dialog.js";

/**
 * @typedef {{ title: unknown, words?: unknown, yes: string, no?: string, danger?: boolean,
 *   field?: { label: string, value: string, hint?: string, most?: number } }} Question
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

/**
 * Says what the server would refuse once this is closed. What somebody types or pastes is not cut,
 * as the browser's own limit does in silence.
 * @param {number} most
 */
function measure(most) {
  return (/** @type {Event} */ event) => {
    const field = /** @type {HTMLInputElement} */ (event.target);
    field.setCustomValidity(isTooLong(field.value, most) ? t("common.tooLong", { most }) : "");
  };
}

/** @param {Question} question @param {(event: Event) => void} yes @param {() => void} no */
function content({ title, words, yes: yesWords, no: noWords = t("common.cancel"), danger, field }, yes, no) {
  return html`
    <form @submit=${yes}>
      <h2 id="question" tabindex="-1">${title}</h2>
      ${words ? html`<p>${words}</p>` : nothing}
      ${field
        ? html`<label class="labelled">${field.label}
            <input class="field" required autocomplete="off" .value=${field.value}
              placeholder=${field.hint ?? nothing} @input=${measure(field.most ?? 120)}></label>`
        : nothing}
      <div class="buttons">
        <button class="button" type="button" @click=${no}>${noWords}</button>
        <button class="button main-one ${danger ? "danger" : ""}">${yesWords}</button>
      </div>
    </form>
  `;
}
