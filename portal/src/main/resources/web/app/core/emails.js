/** Addresses as people type and copy them: "Name <address>", a link, in quotes. */
import { plain, seen } from "./seen.js";

/** What stands between addresses, and so in none. */
const BETWEEN = "\\s\\p{Z}\\p{C},;|<>()[\\]\"";
const LETTER = `[^@:\\\\${BETWEEN}]`;
const ADDRESS = new RegExp(`^(?![.'])${LETTER}{1,64}(?<!\\.)@(?![._-])[\\p{L}\\p{M}\\p{N}._-]{1,190}(?<![._-])$`, "u");
const QUOTES = "['\"‘’‚“”„‹›«»`*_]";

/** An address with a name or a comment, as mail programs and pages write it. */
const NAMED = [
  /^[^<>]*<([^<>]+)>[^<>@]*$/s,
  /^\[[^\]]*\]\(([^()]+)\)$/s,
  /^([^()@\s]+@[^()\s]+)\s+\([^@]*\)$/s,
  /^[^()@]*\S\s+[([]([^()@\s]+@[^()\s]+)[)\]]$/s,
];

/** The one address that this is or has, however it was copied; "" if it has none or several. @param {string} text */
export function asAddress(text) {
  const written = text.length > 1_000 ? "" : seen(plain(text));
  const found = read(written);
  const signs = written.split("@").length - 1;
  return found !== "" && (signs === 1 || signs === [...written.matchAll(whole(found))].length) ? found : "";
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
  const shorter = seen(called === inner ? inner : called.replace(/\?.*/s, ""));
  return shorter.length < text.length ? read(shorter) : "";
}

/** @param {string} text */
export function isAddress(text) {
  return asAddress(text) !== "";
}

/** What may be addresses in a text, apart from each other. @param {string} text */
export function parts(text) {
  return plain(text).split(new RegExp(`[${BETWEEN}]+`, "u")).filter((one) => /.@|@./.test(one));
}

/** What to look for: half an address is often a name, "priya.patel". @param {string} query */
export function asWords(query) {
  const typed = seen(query);
  return asAddress(typed) || typed.split("@")[0].replace(/[._]+/g, " ").trim() || typed;
}
