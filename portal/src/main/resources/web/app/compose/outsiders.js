/** Addresses that are not found in the organization: the yes to write to them is for those that were shown. */
import { isToSame } from "./saved-version.js";

/**
 * Takes it back where others would be written to as well; then they are asked about.
 * @param {Pick<import("./draft.js").Draft, "outside" | "outsiders" | "saved" | "entries" | "except" | "change">} draft @param {Plan} plan what would be sent
 * @returns {boolean} whether it did
 */
export function takesBack(draft, { audience: { byAddress, unchecked } }) {
  const { outside, outsiders } = draft;
  if (!outside) {
    return false;
  }
  if (!outsiders && draft.saved?.outside && isToSame(draft.saved, draft)) {
    // Somebody has said so of those whom the server has, whatever they are written by now.
    if (unchecked.length === 0) {
      draft.change({ outsiders: byAddress });
    }
    return false;
  }
  const agreed = new Set(outsiders);
  if (byAddress.every((address) => agreed.has(address))) {
    return false;
  }
  draft.change({ outside: false, outsiders: [] });
  return true;
}
