/** Placeholders where no recipient is meant: "Dear ‹firstName›". */

/** As the server has it. */
const PLACEHOLDER = /(?<!\\)\{\{([^{}|\v\f\n\r\u0085\u2028\u2029]{1,60})(?:\|[^{}\v\f\n\r\u0085\u2028\u2029]{0,200})?\}\}/gu;

/** @param {string} text */
export function readable(text) {
  return text.replace(PLACEHOLDER, (all, /** @type {string} */ name) => (name.trim() ? `‹${name.trim()}›` : all));
}
