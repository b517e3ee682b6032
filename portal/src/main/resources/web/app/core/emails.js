/** Addresses as people type and copy them: "Name <address>", a link, in quotes. */
import { plain, seen } from "./seen.js";

/** What stands between addresses, and so in none. */
export const BETWEEN = "\\s\\p{Z}\\p{C},;|<>()[\\]\"";
const LETTER = `[^@:\\\\${BETWEEN}]`;
const ADDRESS = new RegExp(`^(?![.'])${LETTER}{1,64}(?<!\\.)@(?![._-])[\\p{L}\\p{M}\\p{N}._-]{1,190}(?<![._-])$`, "u");
const QUOTES = "['\"‘’‚“”„‹›«»`*_]";

/** Words in brackets, with brackets in them at most once. */
const COMMENT = "\\([^()@]*(?:\\([^()@]*\\)[^()@]*)*\\)";

/**
 * An address with a name or a comment, as mail programs and pages write it. Whatever is parted from it by a semicolon or a
 * line, or follows without brackets, is neither, but may be somebody.
 */
const NAMED = [
  `(?:\\s*"[^"<>]*"|[^<>;\\r\\n]*)\\s*<([^<>]+)>(?:\\s|${QUOTES})*(?:${COMMENT}|\\[[^<>@]*\\])?(?:\\s|${QUOTES})*`,
  "\\[[^\\]]*\\]\\(([^()]+)\\)",
  `([^()@\\s]+@[^()\\s]+)\\s+${COMMENT}`,
  "[^()@;\\r\\n]*\\S\\s+[([]([^()@\\s]+@[^()\\s]+)[)\\]]",
].map((form) => new RegExp(`^${form}$`, "s"));

/** How one looks that is said, or hidden from machines: "ana(at)x", "ana.reyes at x". */
const SAID = new RegExp(
  "[\\p{L}\\p{N}]\\s*[([{<]\\s*(?:at|arroba|ät)\\s*[)\\]}>]\\s*[\\p{L}\\p{N}]"
    + "|[\\p{L}\\p{N}](?:\\.|\\s+dot\\s+)[\\p{L}\\p{N}_-]+\\s+at\\s+[\\p{L}\\p{N}]"
    + "|[\\p{L}\\p{N}]\\s+at\\s+[\\p{L}\\p{N}-]+(?:\\.|\\s+dot\\s+)\\p{L}"
    + "|[\\p{L}\\p{N}\"](?:\\s+@\\s*|@\\s+)[\\p{L}\\p{N}-][\\p{L}\\p{N}.-]*\\.\\p{L}",
  "iu",
);

/** In a link, to whom its message goes beside its address. */
const OTHERS = /(?<![a-z])(?:to|cc|bcc)=./is;

/** The one address that this is or has, however it was copied; "" if it has none or several. @param {string} text */
export function asAddress(text) {
  const written = text.length > 1_000 ? "" : seen(plain(text));
  const found = read(written);
  const signs = written.split("@").length - 1;
  return found !== "" && !isSaid(written.replaceAll(found, " ")) && (signs === 1 || signs === [...written.matchAll(whole(found))].length) ? found : "";
}

/** This address, in quotes or not, and not a part of a longer one. @param {string} address */
function whole(address) {
  const it = address.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
  return new RegExp(`(?<!${LETTER})(?:['‘’]*${it}|${QUOTES}+${it}(?=${QUOTES}))(?![._-]*[\\p{L}\\p{M}\\p{N}])`, "gu");
}

/** @param {string} text @returns {string} */
function read(text) {
  if (ADDRESS.test(text)) {
    return text.split("@")[1].includes(".") ? text : "";
  }
  const rest = text.replace(/[\s.,;:!…]+$/, "");
  const named = NAMED.map((form) => rest.match(form)).find(Boolean);
  if (named) {
    return read(seen(named[1]));
  }
  const inner = rest.match(new RegExp(`^${QUOTES}+(.*?)${QUOTES}+$`, "s"))?.[1] ?? rest.replace(/^(?:=(?=\s*")|['‘’])/, "");
  const called = inner.replace(/^(mailto|smtp|e-?mail|mail)\s*:\s*/i, "");
  const isPlain = called === inner || OTHERS.test(called.slice(called.indexOf("?") + 1));
  const bare = isPlain ? called : called.replace(/\?.*/s, "");
  // Copied out of brackets, or with the end of a link.
  const shorter = seen(bare.replace(/^[([{<]+|[)\]}>/]+$/g, ""));
  return shorter.length < text.length ? read(shorter) : "";
}

/** Whether an address is in it that is said in words, hidden from machines, or has blanks around its sign. @param {string} text */
export function isSaid(text) {
  return SAID.test(plain(text));
}

/** @param {string} text */
export function isAddress(text) {
  return asAddress(text) !== "";
}

/** What may be addresses in a text, apart from each other. @param {string} text */
export function parts(text) {
  return plain(text).split(new RegExp(`[${BETWEEN}]+`, "u")).filter((one) => /.@|@./.test(one));
}

/** Whether it has addresses and something beside them. @param {string} text */
export function isList(text) {
  const emails = parts(text).filter((one) => asAddress(one));
  return emails.length > 1 || (emails.length === 1 && /[\s,;<]/.test(text));
}
