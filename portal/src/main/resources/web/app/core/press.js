/**
 * Holds back what moves the page while a button of the mouse or a finger is down: the click would miss its target. And a press that is
 * repeated, as by a double click, means what was there when it began, never what has come in its place.
 */

/** Who presses longer holds something, or was let go where nobody is told. */
const LONGEST = 1_000;

let down = false;

/** @type {(() => void)[]} */
const waiting = [];

function lift() {
  down = false;
  // The click comes right after.
  setTimeout(() => waiting.splice(0).forEach((act) => act()));
}

addEventListener("pointerdown", () => {
  down = true;
  setTimeout(lift, LONGEST);
}, true);
addEventListener("pointerup", lift, true);
addEventListener("pointercancel", lift, true);

/** Now, or as soon as nothing is pressed any more. @param {() => void} act */
export function unpressed(act) {
  if (down) {
    waiting.push(act);
  } else {
    act();
  }
}

/** So long, in milliseconds, after a hand has moved it may be about to press; it is looked so often whether it rests. */
const RESTS = 1_500;
const OFTEN = 250;

let moved = -RESTS;

addEventListener("pointermove", () => {
  moved = performance.now();
}, true);

/**
 * Does the last of what it is given: now, or as soon as no hand moves on one of these.
 * @param {Element} where @param {string} hovered a selector
 * @returns {(act: () => void) => void}
 */
export function whenStill(where, hovered) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return function still(act) {
    clearTimeout(timer);
    if (performance.now() - moved < RESTS && where.querySelector(hovered)) {
      timer = setTimeout(() => still(act), OFTEN);
    } else {
      act();
    }
  };
}

/** How soon after another one, in milliseconds and pixels, a press repeats it; of the mouse the browser knows. */
const SOON = 600;
const NEAR = 24;

/** What can be pressed; a dialog is, at its edge, where that closes it. */
const PRESSED = "button, a, summary, label, input, select, [role=option], dialog";

/** What is pressed: of a label, its field. @param {Event} event @returns {HTMLElement | null} */
function pressedBy({ target }) {
  const of = /** @type {HTMLElement | null} */ (/** @type {Element} */ (target).closest(PRESSED));
  return of instanceof HTMLLabelElement ? (of.control ?? of) : of;
}

/** What it says. @param {HTMLElement} of */
function wordsOf(of) {
  const label = of instanceof HTMLInputElement || of instanceof HTMLSelectElement ? of.labels?.[0] : undefined;
  return `${of.getAttribute("aria-label")} ${(label ?? of).textContent}`;
}

/** The press that the next one may repeat. */
let first = { of: /** @type {Element | null} */ (null), words: "", at: -SOON, x: 0, y: 0, detail: 0 };

addEventListener("click", (event) => {
  const { timeStamp: at, clientX: x, clientY: y, detail } = event;
  const of = pressedBy(event);
  const words = of ? wordsOf(of) : "";
  const soon = at - first.at < SOON;
  const tapped = event instanceof PointerEvent && event.pointerType === "touch" && Math.hypot(x - first.x, y - first.y) < NEAR;
  // By the keys, somebody goes quickly from one button to another.
  const pressed = event.isTrusted && detail === 0 && first.detail === 0 && of === first.of;
  const repeats = detail > 1 || (soon && (tapped || pressed));
  if (!repeats) {
    first = { of, words, at, x, y, detail };
  } else if (of && (of !== first.of || words !== first.words)) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);

addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter" && event.target instanceof Element && event.target.matches("button, a, summary, input")) {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}, true);
