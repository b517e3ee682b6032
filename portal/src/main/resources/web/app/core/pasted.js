/** Finds addresses in what people paste: lists, tables, what mail programs copy. */
import { asAddress, parts } from "./emails.js";
import { plain, seen } from "./seen.js";

/** How the heading row of a table of people begins, in each of the page's languages. */
const HEADING = new RegExp(
  `^\\W*(${[
    "e-?mail|mail|address|name|first|last|person|user|recipient|employee",
    "correo|direcci|nombre|apellido|usuari|destinatari|emplead",
    "adresse|vorname|nachname|familienname|benutzer|empfänger|mitarbeiter",
  ].join("|")})`,
  "i",
);

/** A letter of what stands alone among several. */
const APART = "[^\\s,;|<>()[\\]\"]";

/** Something in place of a name, or before a comment: "ana@x.example <bo@x.example>". */
const BESIDE = new RegExp(`["[]?(?<!${APART})(${APART}+)["\\]]*\\s*[<([]([^<>()[\\]]*)[>)\\]]`, "gu");

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
  const separator = titled ? (/[;\t|]/.exec(lines[0])?.[0] ?? ",") : "\t";
  for (const line of lines) {
    const single = withoutTwo(line, others);
    const tokens = parts(single);
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
    columns ||= lines.length > 1 && line.split(separator).filter((cell) => parts(cell).some(asAddress)).length > 1;
    if (!titled || line !== lines[0]) {
      others.push(...strays(single, new Set([...here, ...tokens.filter((one) => asAddress(one) === "")]).size));
    }
  }
  return { emails: [...found.values()], repeated, others, columns };
}

/**
 * Of an address that another one has for a name or a comment, nobody knows which is meant.
 * @param {string} line @param {string[]} others receives both
 */
function withoutTwo(line, others) {
  return plain(line).replace(BESIDE, (both, name, address) => {
    const [one, other] = [name, address].map((text) => asAddress(text).toLowerCase());
    const areTwo = one !== "" && other !== "" && one !== other;
    others.push(...(areTwo ? [both] : []));
    return areTwo ? " " : both;
  });
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
