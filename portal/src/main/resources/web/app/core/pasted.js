/** Finds addresses in what people paste: lists, tables, what mail programs copy. */
import { asAddress, BETWEEN, isSaid, parts } from "./emails.js";
import { folded, plain, seen } from "./seen.js";

/** How titles of a table of people begin, in each of the page's languages. */
const TITLES = [
  "e-?mail|mail|address|name|first|last|person(?:al|nel)?|user|recipient|employee",
  "correo|direcci(?:[oó]n)?|nombre|apellido|usuari[oa]?|destinatari[oa]?|emplead[oa]?",
  "adresse|vorname|nachname|familienname|(?:benutzer|empfänger|mitarbeiter)(?:in(?:nen)?)?",
].join("|");
const BEHIND = "name|address|adresse|box|id|n[ro]|number|nummer|list|liste|verteiler|kennung|principalname";
const HEADING = new RegExp(`^\\W*(${TITLES})`, "i");

/** A whole word of titles, or several in one: somebody may be called like the beginning of one. */
const WORD_OF_TITLES = `(?:${TITLES})(?:e?[sn]|ing)?(?:-?(?:${BEHIND})(?:e?[sn])?)?\\d?(?![\\p{L}\\p{N}])`;
const BEGIN = new RegExp(`^[^\\p{L}\\p{N}]*${WORD_OF_TITLES}`, "iu");

/** A cell that has such words and nothing else, so that its row has nobody, whatever is beside it. */
const TITLE = new RegExp(`(?:^|[;,\\t|])[\\s"]*${WORD_OF_TITLES}(?:[\\s-]+${WORD_OF_TITLES})*[\\s"]*(?=[;,\\t|]|$)`, "iu");

/** An address as mail programs write it, with its name or behind "To:", and not alone in a cell. */
const NAMED = new RegExp(
  `[<([][^<>()[\\],;|\\t]*@|(?:^|[,;|])[^\\p{L},;|@\\t]*(?!(?:mailto|smtp|${TITLES})[^,;|:@\\t]*:)\\p{L}[^,;|:@\\t]+:[^,;|:@\\t]*@`,
  "iu",
);

/** A letter of what stands alone among several. */
const APART = "[^\\s,;|<>()[\\]\"]";

/** Something in place of a name, or before a comment: "ana@x.example <bo@x.example>". */
const BESIDE = new RegExp(`["[]?(?<!${APART})(${APART}+)["\\]]*\\s*[<([]([^<>()[\\]]*)[>)\\]]`, "gu");

/**
 * Every address once, in the given order; whatever else looks like one, and words that may be somebody, are reported.
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
  const titled = lines.length > 1 && isHeading(lines[0]);
  const titles = titled ? lines[0] : "";
  const ruled = /[;\t|]/.exec(titles)?.[0];
  const separator = ruled ?? (titles.includes(",") ? "," : "\t");
  /** In which cell the first address stands, by how many cells there are: lists are indented, and names have commas. */
  const places = new Map();
  for (const line of lines) {
    const all = meant(withoutTwo(line, others));
    const here = new Set();
    for (const email of all.map(asAddress).filter(Boolean)) {
      const key = email.toLowerCase();
      if (!here.has(key)) {
        here.add(key);
        repeated += found.has(key) ? 1 : 0;
        found.set(key, found.get(key) ?? email);
      }
    }
    const cells = line.replace(/"[^"]*"/g, (quoted) => quoted.replaceAll(separator, " ")).split(separator);
    for (const [at, cell] of cells.entries()) {
      // Below titles, what has no separator is no row of their table.
      if (lines.length > 1 && !(ruled && cells.length === 1) && parts(cell).some(asAddress)) {
        const like = ruled ? 0 : cells.length;
        places.set(like, places.get(like) ?? at);
        columns ||= places.get(like) !== at;
      }
    }
    const wrong = all.filter((one) => asAddress(one) === "");
    const signed = wrong.filter((one) => parts(one).length > 0);
    // Next to one address, the other cells are the rest of its row; next to several or to a name, or alone, they were meant as addresses.
    const isTable = titled || line.includes("\t");
    const isRow = here.size + new Set(signed).size === 1
      && (isTable || (lines.length > 1 && !(/[,;|]/.test(line) && NAMED.test(plain(line)))));
    const isRest = (/** @type {string} */ one) => isTable || !isHalf(one) || [...here].some((email) => email.includes(one.toLowerCase()));
    if (!titled || line !== lines[0]) {
      others.push(...wrong.filter((one) => !isRow || signed.includes(one) || isSaid(one) || !isRest(one)));
    }
  }
  return { emails: [...found.values()], repeated, others, columns };
}

/** Whether it has the titles of a table, and nobody. @param {string} line */
function isHeading(line) {
  const dotted = line.match(/(?<![\p{L}\p{N}_-])(?:[\p{L}\p{N}_-]{2,}\.)+\p{L}[\p{L}\p{N}_-]+/gu) ?? [];
  const isTitle = (/** @type {string[]} */ all) =>
    HEADING.test(all.at(-1) ?? "") || (all.length === 2 && HEADING.test(all[0]) && all.join(".") !== seen(line));
  const isNobody = BEGIN.test(seen(line)) && dotted.every((one) => isTitle(one.split(".")));
  return HEADING.test(seen(line)) && !line.includes("@") && !isSaid(line) && (TITLE.test(line) || isNobody);
}

/** Whether it looks like an address of which only one half is there: "maija.salo", "Maija <maija>". @param {string} cell */
function isHalf(cell) {
  return /^(?:(?!www\.)[\p{L}\p{N}_-]{2,}(?:\.\p{L}[\p{L}\p{N}_-]+)+|[^<>]*<[^<>@]*>)$/u.test(cell);
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

/** What may be meant as addresses in a line, in order. @param {string} line */
function meant(line) {
  const separators = /[;\t|]/.test(line) ? ";\\t|" : ",";
  const cells = line.match(new RegExp(`(?:"[^"]*"|\\([^()@]*\\)|[^${separators}])+`, "g")) ?? [];
  // "Berg, Lars <lars@x.example>"
  return cells.length < 3 && asAddress(line) !== ""
    ? [line]
    : cells.flatMap((cell) => {
      const bare = seen(seen(cell).replace(/^"(.*)"$/s, "$1"));
      return asAddress(bare) !== "" ? [bare] : plain(bare).includes("@") ? entries(bare) : [bare].filter(Boolean);
    });
}

const WORD = new RegExp(`[^${BETWEEN}]+`, "gu");

/** Half of an address that a blank has cut in two: "maria. garcia@x.example". */
const CUT = /^(?=\p{N}*\p{Ll})[\p{Ll}\p{N}]{3,64}[._-]$/u;

/** Another such half, in brackets: elsewhere it may be the letter of an item. */
const INITIAL = /^\p{L}\.$/u;

/** What stands between two, and is nobody. */
const JOINING = /^(?:and|or|und|oder|y|e|o|u)$/i;

/**
 * Whatever may be meant as an address, in order. Words are the name of an address in brackets or of the only one behind
 * them, or its comment in brackets, unless an address is said in them; others may be somebody. The server does the same
 * (base/Mailbox.java).
 * @param {string} text
 */
function entries(text) {
  /** @type {string[]} */
  const found = [];
  const all = plain(text);
  const words = [...all.matchAll(WORD)];
  const several = words.filter(([word]) => isSigned(word)).length > 1;
  let end = 0;
  let last = "";
  let before = "";
  let from = -1;
  let quoted = false;
  let comment = -1;
  let named = false;
  const take = (/** @type {number} */ until) => {
    const some = all.slice(from, until);
    found.push(...(/[@\p{L}\p{N}]/u.test(some) && !JOINING.test(some) ? [some] : []));
    from = -1;
  };
  const says = (/** @type {number} */ begin, /** @type {number} */ until) => begin >= 0 && isSaid(all.slice(begin, until));
  for (const { 0: word, index } of words) {
    const gap = all.slice(end, index);
    quoted = quoted !== (gap.split('"').length % 2 === 0);
    if (from >= 0 && !quoted && /[,;|\t\r\n]/.test(gap)) {
      take(end);
    }
    if (comment >= 0 && (isSigned(word) || /[)\]]/.test(gap))) {
      if (says(comment, end)) {
        from = comment;
        take(end);
      } else if (says(comment, index + word.length)) {
        // The brackets were those of the sign.
        from = comment;
      }
      comment = -1;
    }
    if (named && from < 0 && comment < 0 && /[([]/.test(gap) && !isSigned(word)) {
      comment = index;
    }
    const isAddress = asAddress(word) !== "";
    const half = end - last.length;
    const isCut = isAddress && seen(gap) === "" && isHalfOf(last, before, from < 0 ? "" : all.slice(from, half));
    if (isCut) {
      from = from < 0 ? half : from;
      take(index + word.length);
    } else if (isAddress) {
      if (from >= 0 && ((several && !/[<([]/.test(gap)) || says(from, end))) {
        take(end);
      }
      from = -1;
      found.push(word);
      named = true;
    } else if (comment < 0) {
      from = from < 0 ? index : from;
      if (isSigned(word) && !word.endsWith("@")) {
        take(index + word.length);
      }
    }
    end = index + word.length;
    last = word;
    before = gap;
  }
  if (says(comment, end)) {
    from = comment;
  }
  if (from >= 0) {
    take(end);
  }
  return found;
}

/**
 * Whether a blank has cut it off the address behind it. A sentence may end there, or the number of an item stand, but not
 * in brackets, nor with a name once more.
 * @param {string} word @param {string} gap before it @param {string} words before that
 */
function isHalfOf(word, gap, words) {
  const name = words.split(new RegExp(`[${BETWEEN}]+`, "u")).filter(Boolean);
  return (CUT.test(word) && (name.every((one) => CUT.test(one)) || name.some((one) => folded(one) === folded(word.slice(0, -1)))))
    || (/[<([]/.test(gap) && (CUT.test(word) || INITIAL.test(word)));
}

/** @param {string} word */
function isSigned(word) {
  return word.length > 1 && word.includes("@");
}
