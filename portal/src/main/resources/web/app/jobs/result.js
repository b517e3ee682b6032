/** What became of a message to one recipient, as a pill, in the server's words. */
import { inWords, locale, t } from "../core/i18n.js";
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

/** What was, and what followed. @param {Recipient} recipient */
export function resultPill({ state, followed, result, resultSaid }) {
  const last = inWords(resultSaid, result);
  const before = t(state === "held" ? "common.unsure" : "common.delivered");
  return pill(followed ? `${before}, ${last.toLocaleLowerCase(locale)}` : last, ...SIGNS[followed ?? state]);
}
