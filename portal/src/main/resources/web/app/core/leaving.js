/** Whoever reloads or closes the page is asked first where something would be lost. */

/** @type {Set<object>} */
const held = new Set();

/** The browser asks in its own words. @param {Event} event */
function ask(event) {
  event.preventDefault();
}

/** @param {object} what @param {boolean} wouldBeLost */
export function hold(what, wouldBeLost) {
  if (wouldBeLost) {
    held.add(what);
  } else {
    held.delete(what);
  }
  listen();
}

/** What is here is not for whoever sits here now, who is not asked. */
export function letGo() {
  held.clear();
  listen();
}

/** Only while it is needed: a page that listens is loaded anew by whoever comes back to it. */
function listen() {
  if (held.size > 0) {
    addEventListener("beforeunload", ask);
  } else {
    removeEventListener("beforeunload", ask);
  }
}
