/** Finds asterisks, underscores and backticks that make italic, bold or code, but are rather meant as they are. */
import { tokensOf } from "../ui/markdown.js";

/** @typedef {import("../ui/markdown.js").Token} Token */

/** A letter or digit of those who put blanks between words; others have no other place for emphasis. */
const LETTER = "[\\p{N}\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}]";
const LETTER_LAST = new RegExp(`${LETTER}$`, "u");
const LETTER_FIRST = new RegExp(`^${LETTER}`, "u");

/** What becomes letters or digits when it is sent. */
const PLACEHOLDER = /\{\{[^{}\n]*\}\}/g;

/** What stands before each of two signs in paths, patterns, calls and faces; a sentence ends with several dots. */
const SIGN = /(?<!\.)[/\\.=|&#%+@~^([-]$/;

/** In names of programs and their files. */
const NAME = /^\w+$/;
const NAME_GOES_ON = /^(?:\(|\.\w)/;
const NAME_BEGAN = /\w\.$/;

/** Numbers that are dialled. */
const DIALLED = /^[\d#]+$/;
const DIALS = /(?<![\w*\\])\*\d/;

const FIRST = /^(?:\*+|_+|`+)/;
const LAST = /(?:\*+|_+|`+)$/;

/** So many letters before them are named. */
const MOST_NAMED = 24;

/** What escapes may uncover. */
const MOST_ROUNDS = 9;

/** How many signs stand on each side. @param {Token} token */
function signs({ type, raw }) {
  const [first, last] = ["em", "strong", "codespan"].includes(type) ? [raw.match(FIRST), raw.match(LAST)] : [];
  return first && last ? Math.min(first[0].length, last[0].length) : 0;
}

/**
 * Whether the signs stand between what belongs together. Where two stand on one side only, a part of a word is bold.
 * @param {Token} token @param {string} before @param {string} after
 */
export function isBetween(token, before, after) {
  const size = signs(token);
  if (size === 0) {
    return false;
  }
  const { type, raw } = token;
  const within = raw.slice(size, -size);
  if (type === "codespan") {
    return LETTER_LAST.test(before) && LETTER_FIRST.test(after);
  }
  const opens = LETTER_LAST.test(before) && LETTER_FIRST.test(within);
  const closes = LETTER_LAST.test(within) && LETTER_FIRST.test(after);
  return (type === "strong" ? opens && closes : opens || closes) || isLikeSigns(before, within, after)
    || (raw.startsWith("_") ? isName(before, within, after) : DIALLED.test(within) && DIALS.test(before + after));
}

/** As in `/srv/*` twice, or `*.txt`. @param {string} before @param {string} within @param {string} after */
function isLikeSigns(before, within, after) {
  return (SIGN.test(before) && SIGN.test(within) && before.at(-1) === within.at(-1))
    || (/^[/\\.]\w/.test(after) && after[0] === within[0]);
}

/** @param {string} before @param {string} within @param {string} after */
function isName(before, within, after) {
  return NAME.test(within)
    && (NAME_GOES_ON.test(after) || NAME_BEGAN.test(before) || (before.endsWith("/") && after.startsWith("/")));
}

/** The text in which they stay as they are. @param {string} text */
export function asTyped(text) {
  let now = text;
  for (let round = 0, before = ""; round < MOST_ROUNDS && now !== before; round++) {
    const { places } = between(now);
    [before, now] = [now, now.split("").map((letter, place) => (places.has(place) ? `\\${letter}` : letter)).join("")];
  }
  return now;
}

/** What they stand in, and where they are. @param {string} text */
export function between(text) {
  const sent = text.replace(PLACEHOLDER, (raw) => "x".repeat(raw.length));
  /** @type {string[]} */
  const words = [];
  /** @type {Set<number>} */
  const places = new Set();
  let at = 0;
  /** @param {Token[]} tokens */
  const walk = (tokens) => tokens.forEach((token, index) => {
    const from = sent.indexOf(token.raw, at);
    const to = from + token.raw.length;
    at = Math.max(at, from);
    if (from >= 0 && isBetween(token, tokens[index - 1]?.raw ?? "", tokens[index + 1]?.raw ?? "")) {
      const [begin] = sent.slice(Math.max(0, from - MOST_NAMED), from).match(/\S*$/) ?? [""];
      const [end] = sent.slice(to).match(/^\S*/) ?? [""];
      words.push(text.slice(from - begin.length, to + end.length));
      for (let sign = 0; sign < signs(token); sign++) {
        places.add(from + sign).add(to - 1 - sign);
      }
    }
    walk(token.tokens ?? token.items ?? []);
    at = from < 0 ? at : to;
  });
  walk(tokensOf(sent));
  return { words, places };
}
