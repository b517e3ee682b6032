/** What fields still hold when somebody goes on: letters. */

/** @typedef {HTMLElement & { isUnchosen: () => boolean, takeTyped: () => boolean }} Field */

/** @param {ParentNode} place */
const fields = (place) => /** @type {Field[]} */ ([...place.querySelectorAll("audience-picker")]);

/** Chooses whole addresses that stand there; whether there were any. @param {ParentNode} place */
export function takeTyped(place) {
  return fields(place).map((field) => field.takeTyped()).some(Boolean);
}

/** Whether somebody was typed who is not chosen; then that is said. @param {ParentNode} place */
export function isUnchosen(place) {
  return fields(place).some((field) => field.isUnchosen());
}

/** Whether a field for a whole number holds something else; then that is said. @param {ParentNode} place */
export function isNumberRefused(place) {
  const all = /** @type {(HTMLElement & { isRefused: () => boolean })[]} */ ([...place.querySelectorAll("whole-number")]);
  return all.some((field) => field.isRefused());
}

/**
 * Whether it is so in a message that is written; then the side that says it is shown, which takes the focus only there.
 * @param {import("lit").LitElement & { side: string }} view @param {(place: ParentNode) => boolean} isSo
 */
export async function isSaid(view, isSo) {
  if (!isSo(view)) {
    return false;
  }
  view.side = "write";
  await view.updateComplete;
  return isSo(view);
}
