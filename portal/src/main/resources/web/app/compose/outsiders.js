/** Addresses that are not found in the organization: the yes to write to them is for those that were shown. */

/**
 * Takes it back where others would be written to as well; then they are asked about.
 * @param {Pick<import("./draft.js").Draft, "outside" | "outsiders" | "isSaved" | "change">} draft @param {Plan} plan what would be sent
 * @returns {boolean} whether it did
 */
export function takesBack(draft, { audience: { byAddress, unchecked } }) {
  const { outside, outsiders } = draft;
  if (!outside) {
    return false;
  }
  if (!outsiders && draft.isSaved) {
    // Somebody has said so of what the server has.
    if (unchecked.length === 0) {
      draft.change({ outsiders: byAddress });
    }
    return false;
  }
  if (byAddress.every((address) => outsiders?.includes(address))) {
    return false;
  }
  draft.change({ outside: false, outsiders: [] });
  return true;
}
