/** Whom a message notifies in addition to being delivered. */
import { t } from "../core/i18n.js";

/**
 * A note if everybody in a space is notified; otherwise empty.
 * @param {string} text
 * @param {number} spaces the number of spaces it goes to
 */
export function callWords(text, spaces) {
  return spaces > 0 && text.includes("<@all>") ? t("compose.calls", { count: spaces }) : "";
}
