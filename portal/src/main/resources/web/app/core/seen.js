/**
 * What people type and paste, as eyes see it: nothing white or invisible at its ends, and one form
 * of Unicode for what looks the same. The server does the same (base/Bare.java).
 */

const UNSEEN = /^[\s\p{Z}\p{Cc}\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180D\u180F\u2800\u3164\uFFA0]$/u;
/** Signs around Arabic and other numbers, and the letters in flags, are formats too. */
const SEEN = /^[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2\u{110BD}\u{110CD}\u{E0020}-\u{E007F}]$/u;
const ASCII = /^[\t\r\n -~]*$/;
const BLANK = /^[\s\p{Z}\p{Cc}]$/u;
const TURNING = /[\u202A-\u202E\u2066-\u2069]+/g;

/** @param {string} letter */
const isUnseen = (letter) => UNSEEN.test(letter) && !SEEN.test(letter);

/** @param {string} text */
export function seen(text) {
  if (ASCII.test(text)) {
    return text.trim();
  }
  const letters = [...text.replace(TURNING, "").normalize("NFC")];
  const from = letters.findIndex((letter) => !isUnseen(letter));
  return from < 0 ? "" : letters.slice(from, letters.findLastIndex((letter) => !isUnseen(letter)) + 1).join("");
}

/** Letters in their usual forms, with nothing invisible among them. @param {string} text */
export function plain(text) {
  return ASCII.test(text) ? text : [...text].filter((letter) => BLANK.test(letter) || !isUnseen(letter)).join("").normalize("NFKC").replaceAll("。", ".");
}
