/** A card with placeholders, where no recipient is meant. */
import { readable } from "./readable.js";

/** @param {CardDesign | Record<string, any>} card */
export function readableCard(card) {
  return /** @type {CardDesign | Record<string, any>} */ (within(card));
}

/** @param {unknown} part @param {string} [field] @returns {unknown} */
function within(part, field = "") {
  if (typeof part === "string") {
    return field === "own" ? ownCard(part) : readable(part);
  }
  if (Array.isArray(part)) {
    return part.map((one) => within(one));
  }
  return part && typeof part === "object"
    ? Object.fromEntries(Object.entries(part).map(([name, value]) => [name, within(value, name)]))
    : part;
}

/** @param {string} json */
function ownCard(json) {
  try {
    return JSON.stringify(within(JSON.parse(json)));
  } catch {
    return json;
  }
}
