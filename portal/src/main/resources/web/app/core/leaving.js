/** Whoever reloads or closes the page is asked first where something would be lost. */

/** @type {Set<object>} */
const held = new Set();

let gone = false;

/** The browser asks in its own words. @param {Event} event */
function ask(event) {
  event.preventDefault();
}

/** Whether something would be lost. */
export function asks() {
  return held.size > 0;
}

/** @param {object} what @param {boolean} wouldBeLost */
export function hold(what, wouldBeLost) {
  if (wouldBeLost && !gone) {
    held.add(what);
  } else {
    held.delete(what);
  }
  listen();
}

/** What is here is not for whoever sits here now, who is not asked. */
export function letGo() {
  gone = true;
  held.clear();
  listen();
}

/** Whether whoever wrote what is here has signed out. */
export function isGone() {
  return gone;
}

/** Only while it is needed: a page that listens is loaded anew by whoever comes back to it. */
function listen() {
  if (asks()) {
    addEventListener("beforeunload", ask);
  } else {
    removeEventListener("beforeunload", ask);
  }
}
