/** What became of a message to one recipient, as a pill, in the server's words. */
import { inWords } from "../core/i18n.js";
import { pill } from "../ui/widgets.js";

/** @type {Record<Recipient["state"] | NonNullable<Recipient["followed"]>, [Parameters<typeof pill>[1], Parameters<typeof pill>[2]]>} */
const SIGNS = {
  pending: ["clock", ""],
  retry: ["clock", "warn"],
  sending: ["send", "accent"],
  unknown: ["clock", "warn"],
  held: ["alert", "warn"],
  sent: ["chosen", "good"],
  failed: ["failed", "bad"],
  skipped: ["no", ""],
  recalled: ["no", ""],
  corrected: ["write", "good"],
};

/** @param {Recipient} recipient */
export function resultPill({ state, followed, result, resultSaid }) {
  return pill(inWords(resultSaid, result), ...SIGNS[followed ?? state]);
}
