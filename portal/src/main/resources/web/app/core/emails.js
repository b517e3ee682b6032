/** Finds addresses in what people paste or upload: lists, tables, "Name <address>". */

const ADDRESS = /[^\s@<>,;:"'()[\]|]{1,64}@[^\s@<>,;:"'()[\]|]+\.[^\s@<>,;:"'()[\]|]+/g;

/** How the heading row of a table of people begins, in each of the page's languages. */
const HEADING = new RegExp(
  `^\\W*(${[
    "e-?mail|mail|address|name|first|last|person|user|recipient|employee",
    "correo|direcci|nombre|apellido|usuari|destinatari|emplead",
    "adresse|vorname|nachname|familienname|benutzer|empfänger|mitarbeiter",
  ].join("|")})`,
  "i",
);

/** @param {string} text */
export function isAddress(text) {
  return text.trim().length <= 254 && new RegExp(`^${ADDRESS.source}$`).test(text.trim());
}

/**
 * Every address once, in the given order; a single cell that is not an address is reported.
 * @param {string} text
 * @returns {{ emails: string[], repeated: number, others: string[] }}
 */
export function addresses(text) {
  /** @type {Map<string, string>} */
  const found = new Map();
  /** @type {string[]} */
  const others = [];
  let repeated = 0;
  const lines = text.replace(/^\uFEFF/, "").split(/\r\n|\r|\n/).filter((line) => line.trim() !== "");
  lines.forEach((line, index) => {
    const here = (line.match(ADDRESS) ?? []).map((one) => one.replace(/[.…]+$/, ""));
    for (const email of here) {
      const key = email.toLowerCase();
      repeated += found.has(key) ? 1 : 0;
      found.set(key, found.get(key) ?? email);
    }
    const heading = index === 0 && lines.length > 1 && HEADING.test(line);
    if (!heading) {
      others.push(...strays(line, here.length));
    }
  });
  return { emails: [...found.values()], repeated, others };
}

/**
 * Cells without an address. Next to one address they are the rest of its row. Next to several, or
 * alone, they were meant as addresses.
 * @param {string} line
 * @param {number} addressed
 */
function strays(line, addressed) {
  const cells = line.split(/[,;\t|]/).map((cell) => cell.trim().replace(/^"(.*)"$/, "$1"));
  return cells
    .filter((cell) => cell !== "" && !cell.match(ADDRESS))
    .filter((cell) => addressed !== 1 || cell.includes("@"));
}

/** What to look for: half an address is often a name, "priya.patel". @param {string} query */
export function asWords(query) {
  const typed = query.trim();
  return isAddress(typed) ? typed : typed.split("@")[0].replace(/[._]+/g, " ").trim() || typed;
}
