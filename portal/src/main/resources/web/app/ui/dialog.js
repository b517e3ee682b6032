/**
 * Dialogs. Each belongs to the view over which it was opened and closes with it: somebody who goes
 * back or is signed out must not find a question about something else.
 */
import { session } from "../core/session.js";

/**
 * A dialog that is not open yet, to be rendered.
 * @param {string} heading the id of its heading
 */
export function newDialog(heading) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", heading);
  return dialog;
}

/**
 * Opens it, unless the same is open already: it was asked for twice before it could be shown.
 * @param {HTMLDialogElement} dialog
 */
export function openOnce(dialog) {
  if (document.querySelector(`dialog[open][aria-labelledby="${dialog.getAttribute("aria-labelledby")}"]`)) {
    dialog.dispatchEvent(new Event("close"));
  } else {
    openDialog(dialog);
  }
}

/**
 * Opens it. The focus starts on its field or, so that a stray Enter does nothing, on its heading.
 * @param {HTMLDialogElement} dialog
 */
export function openDialog(dialog) {
  const writing = document.activeElement;
  const chosen = writing instanceof HTMLTextAreaElement ? [writing.selectionStart, writing.selectionEnd] : undefined;
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
    if (chosen && writing === document.activeElement) {
      // Browsers give back the focus, but not what was selected.
      /** @type {HTMLTextAreaElement} */ (writing).setSelectionRange(chosen[0], chosen[1]);
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  const field = dialog.querySelector("input[type=text], input:not([type])");
  /** @type {HTMLElement | null} */ (field ?? dialog.querySelector("h2"))?.focus();
}
