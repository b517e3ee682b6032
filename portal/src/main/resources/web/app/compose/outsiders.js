/** Addresses that are not found in the organization: the yes to write to them is for those that were shown. */
import { isAs } from "./saved-version.js";

/**
 * Which they were, in short, as browsers keep little.
 * @typedef {{ count: number, sum: string }} Outsiders
 * @typedef {Pick<import("./draft.js").Draft, "outside" | "outsiders" | "saved" | "entries" | "audience" | "excluded" | "change">} Of
 */

/**
 * Which they were, while the page is open: where fewer are left nobody is asked again. They are those of one yes, known by its
 * sum; a draft may be given another's.
 * @type {WeakMap<object, { sum: string, those: Set<string> }>}
 */
const said = new WeakMap();

/** Whether they are written to. @param {Of} draft @param {string[]} [those] those that were shown; nothing to skip them */
export function writeTo(draft, those) {
  const outsiders = those && inShort(those);
  if (outsiders) {
    said.set(draft, { sum: outsiders.sum, those: new Set(those) });
  }
  draft.change({ outside: those !== undefined, outsiders });
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
  const known = said.get(draft);
  const those = outsiders && known?.sum === outsiders.sum ? known.those : undefined;
  // Somebody has said so of those whom the server has, whatever they are written by now; of a saved audience others may be meant by now.
  const isFixed = saved?.outside === true && isAs(saved, draft, ["audience", "excluded"]) && draft.entries.every(({ kind }) => kind !== "saved");
  const same = outsiders ? outsiders.sum === now.sum : isFixed;
  if (those ? byAddress.every((address) => those.has(address)) : same) {
    if (unchecked.length === 0) {
      said.set(draft, { sum: now.sum, those: those ?? new Set(byAddress) });
      if (outsiders?.sum !== now.sum) {
        draft.change({ outsiders: now });
      }
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
