/**
 * What people type and paste, as eyes see it: nothing white or invisible at its ends, and one form
 * of Unicode for what looks the same. The server does the same (base/Bare.java).
 */

/** White or without width; the letters in flags and what chooses the form of an emoji are not. */
const UNSEEN = /^(?![\uFE00-\uFE0F\u{E0020}-\u{E01EF}])[\s\p{Z}\p{Cc}\p{DI}\u2800\uFFF9-\uFFFB]$/u;
const CHOOSING = /[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu;
const ASCII = /^[\t\r\n -~]*$/;
const BLANK = /^[\s\p{Z}\p{Cc}]$/u;
const TURNING = /[\u202A-\u202E\u2066-\u2069]+/g;

/** @param {string} letter */
const isSeen = (letter) => !UNSEEN.test(letter);

/** @param {string} text */
export function seen(text) {
  if (ASCII.test(text)) {
    return text.trim();
  }
  const letters = [...text.replace(TURNING, "").normalize("NFC")];
  const from = letters.findIndex(isSeen);
  return from < 0 ? "" : letters.slice(from, letters.findLastIndex(isSeen) + 1).join("");
}

/** Whether it has more characters than the server takes; a browser counts an emoji as two. @param {string} text @param {number} most */
export function isTooLong(text, most) {
  return [...seen(text)].length > most;
}

/** As names are compared: without case and accents. @param {string} text */
export function folded(text) {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Letters in their usual forms, with nothing invisible among them. @param {string} text */
export function plain(text) {
  return ASCII.test(text) ? text : [...text.replace(CHOOSING, "")].filter((letter) => BLANK.test(letter) || isSeen(letter)).join("").normalize("NFKC").replaceAll("。", ".");
}
