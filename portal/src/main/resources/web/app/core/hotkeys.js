/** Single keys outside of fields. */

/** @param {EventTarget | null} target */
function inField(target) {
  return target instanceof HTMLElement
    && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName));
}

/**
 * @param {Record<string, () => void>} keys
 * @returns {() => void} ends it
 */
export function hotkeys(keys) {
  const listen = (/** @type {KeyboardEvent} */ event) => {
    const free = !event.ctrlKey && !event.metaKey && !event.altKey && !event.defaultPrevented;
    const action = keys[event.key];
    if (free && action && !inField(event.target) && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      action();
    }
  };
  document.addEventListener("keydown", listen);
  return () => document.removeEventListener("keydown", listen);
}

/** Whether Ctrl is pressed, or ⌘ on a Mac. @param {KeyboardEvent} event */
export function command(event) {
  return (event.ctrlKey || event.metaKey) && !event.altKey;
}
