/** Finds addresses in what people type, paste or upload: lists, tables, "Name <address>". */
import { plain, seen } from "./seen.js";

/** What stands between addresses, and so in none. */
const BETWEEN = "\\s\\p{Z}\\p{C},;|<>()[\\]\"";
const ADDRESS = new RegExp(`^(?![.'])[^@:\\\\${BETWEEN}]{1,64}(?<!\\.)@(?![._-])[\\p{L}\\p{M}\\p{N}._-]{1,190}(?<![._-])$`, "u");
const QUOTES = "['\"‘’‚“”„‹›«»`*_]";

/** An address with a name or a comment, as mail programs and pages write it. */
const NAMED = [
  /^[^<>]*<([^<>]+)>[^<>@]*$/s,
  /^\[[^\]]*\]\(([^()]+)\)$/s,
  /^([^()@\s]+@[^()\s]+)\s+\([^@]*\)$/s,
  /^[^()@]*\S\s+[([]([^()@\s]+@[^()\s]+)[)\]]$/s,
];

/** How the heading row of a table of people begins, in each of the page's languages. */
const HEADING = new RegExp(
  `^\\W*(${[
    "e-?mail|mail|address|name|first|last|person|user|recipient|employee",
    "correo|direcci|nombre|apellido|usuari|destinatari|emplead",
    "adresse|vorname|nachname|familienname|benutzer|empfänger|mitarbeiter",
  ].join("|")})`,
  "i",
);

/** The one address that this is or has, however it was copied; "" if it has none or several. @param {string} text */
export function asAddress(text) {
  const written = text.length > 1_000 ? "" : seen(plain(text));
  const found = read(written);
  const times = found === "" ? 0 : written.split(found).length - 1;
  return times === written.split("@").length - 1 ? found : "";
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
  const inner = rest.match(new RegExp(`^${QUOTES}+(.*?)${QUOTES}+$`, "s"))?.[1] ?? rest.replace(/^['‘’]/, "");
  const called = inner.replace(/^(mailto|smtp|e-?mail|mail)\s*:\s*/i, "");
  const shorter = seen(called === inner ? inner : called.replace(/\?.*/s, ""));
  return shorter.length < text.length ? read(shorter) : "";
}

/** @param {string} text */
export function isAddress(text) {
  return asAddress(text) !== "";
}

/**
 * Every address once, in the given order; whatever else looks like one, and a single cell that is
 * none, is reported.
 * @param {string} text
 * @returns {{ emails: string[], repeated: number, others: string[], columns: boolean }} columns: whether
 *   it is a table with several columns of addresses, so that somebody has to say which is meant
 */
export function addresses(text) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @type {string[]} */
  const others = [];
  let repeated = 0;
  let columns = false;
  const lines = text.split(/\r\n|\r|\n/).filter((line) => seen(line) !== "");
  const titled = lines.length > 1 && HEADING.test(seen(lines[0])) && !lines[0].includes("@");
  for (const line of lines) {
    const tokens = plain(line).split(new RegExp(`[${BETWEEN}]+`, "u")).filter((one) => /.@|@./.test(one));
    const here = new Set();
    for (const token of tokens) {
      const email = asAddress(token);
      const key = email.toLowerCase();
      if (email === "") {
        others.push(token);
      } else if (!here.has(key)) {
        here.add(key);
        repeated += found.has(key) ? 1 : 0;
        found.set(key, found.get(key) ?? email);
      }
    }
    columns ||= here.size > 1 && lines.length > 1 && (titled || line.includes("\t"));
    if (!titled || line !== lines[0]) {
      others.push(...strays(line, new Set([...here, ...tokens.filter((one) => asAddress(one) === "")]).size));
    }
  }
  return { emails: [...found.values()], repeated, others, columns };
}

/**
 * Cells without an address. Next to one address they are the rest of its row. Next to several, or
 * alone, they were meant as addresses.
 * @param {string} line
 * @param {number} addressed
 */
function strays(line, addressed) {
  const separators = /[;\t|]/.test(line) ? ";\\t|" : ",";
  const cells = addressed === 1 ? [] : (line.match(new RegExp(`(?:"[^"]*"|[^${separators}])+`, "g")) ?? []);
  return cells.map((cell) => seen(seen(cell).replace(/^"(.*)"$/s, "$1"))).filter((cell) => cell !== "" && !plain(cell).includes("@"));
}

/** What to look for: half an address is often a name, "priya.patel". @param {string} query */
export function asWords(query) {
  const typed = seen(query);
  return asAddress(typed) || typed.split("@")[0].replace(/[._]+/g, " ").trim() || typed;
}
