/** Places are fragments: #/jobs/0K3V…?state=failed. */

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
 * Changes how this place is shown: no new entry in the history, no new view.
 * @param {string} to an address()
 */
export function refine(to) {
  history.replaceState(history.state, "", to);
}

/** Gives up waiting for a module after an update; set by the shell. */
export const events = new EventTarget();
addEventListener("hashchange", () => events.dispatchEvent(new Event("moved")));
