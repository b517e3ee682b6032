/** What the fields for recipients still hold when somebody goes on: letters, and lists on their way. */

/** @typedef {HTMLElement & { coming: Promise<unknown>, isUnchosen: () => boolean }} Field */

/** @param {ParentNode} place */
function fields(place) {
  return /** @type {Field[]} */ ([...place.querySelectorAll("audience-picker")]);
}

/** Whether somebody was typed who is not chosen; then that is said. @param {ParentNode} place */
export function isUnchosen(place) {
  return fields(place).some((field) => field.isUnchosen());
}

/** @param {ParentNode} place */
export async function listsArrived(place) {
  await Promise.all(fields(place).map(({ coming }) => coming));
}
