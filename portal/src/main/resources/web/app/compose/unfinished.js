/** What the fields for recipients still hold when somebody goes on: letters. */

/** @typedef {HTMLElement & { isUnchosen: () => boolean }} Field */

/** Whether somebody was typed who is not chosen; then that is said. @param {ParentNode} place */
export function isUnchosen(place) {
  return /** @type {Field[]} */ ([...place.querySelectorAll("audience-picker")]).some((field) => field.isUnchosen());
}
