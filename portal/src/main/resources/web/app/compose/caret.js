/** Where the caret of a text area is on the screen; browsers do not say. */

const COPIED = /** @type {const} */ ([
  "boxSizing",
  "width",
  "padding",
  "border",
  "font",
  "letterSpacing",
  "wordSpacing",
  "lineHeight",
  "tabSize",
  "textIndent",
  "direction",
]);

/**
 * Measured on a copy of the text that is laid out in the same way.
 * @param {HTMLTextAreaElement} area @param {number} at
 * @returns {{ left: number, top: number, bottom: number }} in the window
 */
export function placeOf(area, at) {
  const copy = document.createElement("div");
  const looks = getComputedStyle(area);
  COPIED.forEach((name) => {
    copy.style[name] = looks[name];
  });
  copy.style.position = "absolute";
  copy.style.visibility = "hidden";
  copy.style.whiteSpace = "pre-wrap";
  copy.style.overflowWrap = "break-word";
  const mark = document.createElement("span");
  mark.textContent = "@";
  copy.append(area.value.slice(0, at), mark);
  document.body.append(copy);
  const whole = copy.getBoundingClientRect();
  const one = mark.getBoundingClientRect();
  copy.remove();
  const { left, top } = area.getBoundingClientRect();
  return {
    left: left + one.left - whole.left,
    top: top + one.top - whole.top - area.scrollTop,
    bottom: top + one.bottom - whole.top - area.scrollTop,
  };
}
