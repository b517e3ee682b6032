/** Placeholders where no recipient is meant: "Dear ‹First name›". */
import { t } from "../core/i18n.js";

/** As the server has it. */
const PLACEHOLDER = /(?<!\\)\{\{([^{}|\v\f\n\r\u0085\u2028\u2029]{1,60})(?:\|[^{}\v\f\n\r\u0085\u2028\u2029]{0,200})?\}\}/gu;

/** What the server knows of everybody, as the menu calls it. @type {Record<string, () => string>} */
const KNOWN = {
  firstname: () => t("compose.personal.firstName"),
  lastname: () => t("compose.personal.lastName"),
  name: () => t("compose.personal.name"),
  email: () => t("compose.personal.email"),
};

/** @param {string} text */
export function readable(text) {
  return text.replace(PLACEHOLDER, (all, /** @type {string} */ name) => (name.trim() ? `‹${nameOfPlace(name)}›` : all));
}

/** The server's words, in which places stand as ‹firstName›: a title, a summary. @param {string} words */
export function placesNamed(words) {
  return words.replace(/‹([^‹›]+)›/g, (_, /** @type {string} */ name) => `‹${nameOfPlace(name)}›`);
}

/** @param {string} name */
export function nameOfPlace(name) {
  return KNOWN[name.trim().toLowerCase()]?.() ?? name.trim();
}
