/** Places in the page are fragments of its address: #/jobs/0K3V…?state=failed. */

const HOME = "compose";

/** @returns {Place} */
export function place(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?");
  const [view, id = ""] = path.split("/").map(decoded);
  return { view: view || HOME, id, query: Object.fromEntries(new URLSearchParams(query)) };
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * @param {string} view
 * @param {string} [id]
 * @param {Record<string, string>} [query]
 */
export function address(view, id = "", query = {}) {
  const filled = Object.entries(query).filter(([, value]) => value !== "");
  const suffix = filled.length > 0 ? `?${new URLSearchParams(filled)}` : "";
  return `#/${view}${id && "/" + encodeURIComponent(id)}${suffix}`;
}

/**
 * Goes there, as a link would.
 * @param {string} to an address()
 */
export function go(to) {
  location.hash = to;
}

/**
 * Changes the address of this place, without a new entry in the history or a new view.
 * @param {string} to an address()
 */
export function refine(to) {
  history.replaceState(history.state, "", to);
}

/** @type {{ address: string, title: string } | undefined} */
let before;

/** Where this tab was before it came to this place, and the title of that; undefined where it began here. */
export function cameFrom() {
  return before;
}

/** Announces a new place with the event `moved`. */
export const events = new EventTarget();
addEventListener("hashchange", ({ oldURL }) => {
  before = { address: new URL(oldURL).hash, title: document.title };
  events.dispatchEvent(new Event("moved"));
});
