/**
 * Pseudo-languages made from the English text: en-XA is half as long again, ar-XB runs from right to
 * left. Text that does not look strange in them is not in the catalogues, and what does not fit will
 * not fit in German either.
 */

/** @typedef {import("./i18n.js").Catalogue} Catalogue */

const ACCENTED = { a: "á", e: "é", i: "î", o: "ö", u: "ü", c: "ç", n: "ñ", A: "Å", E: "É", I: "Î", O: "Ø", U: "Û" };

/**
 * @param {Catalogue} words
 * @param {string} variant "XA" or "XB"
 * @returns {Catalogue}
 */
export function pseudo(words, variant) {
  return Object.fromEntries(
    Object.entries(words).map(([key, value]) => [
      key,
      typeof value === "string" ? (variant === "XB" ? mirrored(value) : stretched(value)) : pseudo(value, variant),
    ]),
  );
}

/** @param {string} text */
function stretched(text) {
  const accented = outside(text, (part) =>
    part.replace(/[aeioucnAEIOU]/g, (letter) => ACCENTED[/** @type {keyof typeof ACCENTED} */ (letter)]),
  );
  const more = Math.ceil(text.replace(/\{\{.*?\}\}/g, "").length / 2);
  return `[${accented}${" one two three four five six seven eight nine ten".repeat(Math.ceil(more / 50)).slice(0, more)}]`;
}

/** Reverses each word, as in a right-to-left script. @param {string} text */
function mirrored(text) {
  return outside(text, (part) => part.replace(/\p{L}+/gu, (word) => `\u202e${word}\u202c`));
}

/** Changes everything except placeholders. @param {string} text @param {(part: string) => string} change */
function outside(text, change) {
  return text.split(/(\{\{.*?\}\})/).map((part, index) => (index % 2 === 1 ? part : change(part))).join("");
}
