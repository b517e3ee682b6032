/** Addresses that are not found in the organization: the yes to write to them is for those that were shown. */
import { isToSame } from "./saved-version.js";

/**
 * Which they were, in short, as browsers keep little.
 * @typedef {{ count: number, sum: string }} Outsiders
 * @typedef {Pick<import("./draft.js").Draft, "outside" | "outsiders" | "saved" | "entries" | "except" | "change">} Of
 */

/** Which they were, while the page is open: where fewer are left nobody is asked again. @type {WeakMap<object, Set<string>>} */
const said = new WeakMap();

/** Whether they are written to. @param {Of} draft @param {string[]} [those] those that were shown; nothing to skip them */
export function writeTo(draft, those) {
  said.set(draft, new Set(those));
  draft.change({ outside: those !== undefined, outsiders: those && inShort(those) });
}

/**
 * Takes it back where others would be written to as well; then they are asked about.
 * @param {Of} draft @param {Plan} plan what would be sent
 * @returns {boolean} whether it did
 */
export function takesBack(draft, { audience: { byAddress, unchecked } }) {
  const { outside, outsiders, saved } = draft;
  if (!outside || byAddress.length === 0) {
    return false;
  }
  const now = inShort(byAddress);
  const those = outsiders && said.get(draft);
  // Somebody has said so of those whom the server has, whatever they are written by now.
  const same = outsiders ? outsiders.sum === now.sum : saved?.outside === true && isToSame(saved, draft);
  if (those ? byAddress.every((address) => those.has(address)) : same) {
    if (unchecked.length === 0 && outsiders?.sum !== now.sum) {
      draft.change({ outsiders: now });
    }
    if (unchecked.length === 0 && !those) {
      said.set(draft, new Set(byAddress));
    }
    return false;
  }
  if (outsiders && !those && unchecked.length > 0 && byAddress.length < outsiders.count) {
    // The others may still be found.
    return false;
  }
  writeTo(draft);
  return true;
}

/** @param {string[]} addresses @returns {Outsiders} */
function inShort(addresses) {
  let [one, two] = [1, 2];
  for (const letter of addresses.toSorted().join(" ")) {
    const code = letter.codePointAt(0) ?? 0;
    one = Math.imul(one ^ code, 2_654_435_761);
    two = Math.imul(two ^ code, 1_597_334_677);
  }
  return { count: addresses.length, sum: [addresses.length, one, two].join() };
}
