/**
 * Dialogs. Each belongs to the view over which it was opened and ends with it: who goes back, or
 * is signed out, must not find a question there that is about something else.
 */
import { session } from "../core/session.js";

/**
 * One that is not open yet, to be drawn.
 * @param {string} heading the id of its heading
 */
export function newDialog(heading) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", heading);
  return dialog;
}

/**
 * Opens it. The focus begins on its heading, so that a stray Enter does nothing, or on its field.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  const end = () => dialog.close();
  const turnedAway = () => session.gate.kind === "open" || end();
  addEventListener("popstate", end);
  addEventListener("hashchange", end);
  session.addEventListener("changed", turnedAway);
  dialog.addEventListener("close", () => {
    removeEventListener("popstate", end);
    removeEventListener("hashchange", end);
    session.removeEventListener("changed", turnedAway);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
  const field = dialog.querySelector("input[type=text], input:not([type])");
  /** @type {HTMLElement | null} */ (field ?? dialog.querySelector("h2"))?.focus();
}
