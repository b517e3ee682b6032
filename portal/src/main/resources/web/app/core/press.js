/** Holds back what moves the page while a button of the mouse or a finger is down: the click would miss its target. */

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
