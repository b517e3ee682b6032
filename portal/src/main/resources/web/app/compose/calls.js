/** Whom a message calls besides being there to be read. */
import { t } from "../core/i18n.js";

/**
 * That everybody in a space is notified; empty where nobody is.
 * @param {string} text
 * @param {number} spaces how many it goes to
 */
export function callWords(text, spaces) {
  return spaces > 0 && text.includes("<@all>") ? t("compose.calls", { count: spaces }) : "";
}
