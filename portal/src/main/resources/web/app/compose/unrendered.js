/**
 * What a text contains that does not arrive as it was meant, because Webex renders something else or
 * nothing of it; and where a sound mend exists, one press that makes it.
 */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { safe, tokensOf } from "../ui/markdown.js";
import { between, isBetween } from "./between.js";
import { mends, outsideCode } from "./mends.js";

/** @typedef {import("./mends.js").Kind} Kind */
/** @typedef {import("../ui/markdown.js").Token} Token */
/** @typedef {(kind: Kind, words: string, line?: number) => void} Say */

/** As many kinds as are said at a time, examples of each that are named, and letters of each. */
const MOST_KINDS = 6;
const MOST_NAMED = 3;
const MOST_LETTERS = 32;

/** Whoever breaks longer lines than this wraps them, and means no break. */
const WRAPPED = 60;

/** In what is said itself there may be more to say. @type {Set<Kind>} */
const GONE_INTO = new Set(["task", "renumbered", "asterisks", "underlined"]);

const HARD_BREAK = /(?: {2,}|\\)$/;
const BULLET = /^[ \t]*[•‣◦▪●∙·][ \t]/;

/** What runs of letters mean in other programs. @type {[Kind, RegExp][]} */
const HABITS = [
  ["highlight", /==(?=\S)[^=\n]+?(?<=\S)==/g],
  ["wiki", /\[\[[^[\]\n]+\]\]/g],
  ["footnote", /\[\^[^\]\s]+\]/g],
  ["caller", /(?<![\w@.])@(?:channel|here|all|everyone)\b(?![\w.@-])/gi],
  ["short", /(?<![\w:]):(?=[\w+-]*[a-z]|[+-]1:|100:)[\w+-]{1,40}:(?![\w:])/gi],
];

const SLACK_LINK = /<(?:https?:\/\/|mailto:)[^|<>\s]+\|[^<>|\n]+>/g;

/** A path of Windows in which a backslash would be taken away. */
const PATH = /(?:\b[A-Za-z]:|(?<![\\\w])\\)\\[^\s`<>|"]*/g;
const TAKEN = /\\[!-/:-@[-`{-~]/;

/**
 * @param {string} text
 * @returns {{ kinds: Map<Kind, string[]>, breaks: number[] }} each kind with the words that are meant, in their order;
 *   and the lines whose ends are lost
 */
export function unrendered(text) {
  /** @type {Map<Kind, string[]>} */
  const kinds = new Map();
  /** @type {number[]} */
  const breaks = [];
  /** @type {Say} */
  const say = (kind, words, line) => {
    kinds.set(kind, [...(kinds.get(kind) ?? []), short(words)]);
    if (kind === "breaks" && line !== undefined) {
      breaks.push(line);
    }
  };
  outsideCode(text, (part) => {
    [...part.matchAll(SLACK_LINK)].forEach(([link]) => say("slackLink", link));
    [...part.matchAll(PATH)].filter(([path]) => TAKEN.test(path)).forEach(([path]) => say("path", path));
    return part;
  });
  look(tokensOf(text), 0, say);
  between(text).words.forEach((words) => say("between", words));
  if (kinds.has("slackLink")) {
    // Their first halves look like links that lead nowhere.
    kinds.delete("link");
  }
  // An asterisk on each side is right here; it is said to those who write as elsewhere.
  if (!["slackLink", "caller", "short", "bullets"].some((kind) => kinds.has(/** @type {Kind} */ (kind)))) {
    kinds.delete("asterisks");
  }
  return { kinds, breaks };
}

/**
 * The tree that the preview shows, so that both say the same.
 * @param {Token[]} tokens @param {number} line the number of the first one's line @param {Say} say
 */
function look(tokens, line, say) {
  let at = line;
  tokens.forEach((token, index) => {
    const [before, after] = [tokens[index - 1]?.raw ?? "", tokens[index + 1]?.raw ?? ""];
    const kind = isBetween(token, before, after) ? undefined : kindOf(token);
    if (kind) {
      say(kind, token.raw);
    }
    if (!kind || GONE_INTO.has(kind)) {
      inside(token, at, say);
    }
    at += token.raw.split("\n").length - 1;
  });
}

/** @param {Token} token @param {number} line @param {Say} say */
function inside(token, line, say) {
  const { type, raw, tokens, items } = token;
  const isBlock = type === "paragraph" || (type === "text" && tokens);
  if (isBlock) {
    lines(raw, line, say);
  }
  const parts = tokens ?? items;
  if (parts) {
    look(parts, line, say);
  } else if (type === "text") {
    for (const [kind, habit] of HABITS) {
      for (const [words] of raw.matchAll(habit)) {
        say(kind, words);
      }
    }
  }
}

/** What is meant by the beginnings and ends of lines. @param {string} raw @param {number} first @param {Say} say */
function lines(raw, first, say) {
  const all = raw.trimEnd().split("\n");
  all.forEach((line, index) => {
    const next = all[index + 1];
    if (BULLET.test(line)) {
      say("bullets", line);
    } else if (/^ {0,3}(?:#{2,6}[^\s#]|#[\p{Lu}\d])/u.test(line)) {
      say("hash", line);
    } else if (next !== undefined && line.length < WRAPPED && !HARD_BREAK.test(line) && !BULLET.test(next)) {
      say("breaks", `${line.trim()} ↵`, first + index);
    }
  });
}

/** @param {Token} token @returns {Kind | undefined} */
function kindOf({ type, raw, task, href, ordered, items, codeBlockStyle }) {
  switch (type) {
    case "table":
      return "table";
    case "del":
      return "strike";
    case "image":
      return "picture";
    case "html":
      // A closing tag repeats its opening one, and a comment is seen by nobody but still arrives.
      return raw.startsWith("</") ? undefined : "html";
    case "link":
      return safe(href) ? undefined : "link";
    case "list_item":
      return task ? "task" : undefined;
    case "list":
      return ordered && isRenumbered(items) ? "renumbered" : undefined;
    case "code":
      return codeBlockStyle === "indented" ? "indented" : undefined;
    case "heading":
      return raw.trimStart().startsWith("#") ? undefined : "underlined";
    case "def":
      return "vanishes";
    case "em":
      return raw.startsWith("*") ? "asterisks" : undefined;
    default:
      return undefined;
  }
}

/** Lists of ones are a habit of those who know. @param {Token[]} items */
function isRenumbered(items) {
  const numbers = items.map(({ raw }) => Number(raw.match(/^\s*(\d+)/)?.[1]));
  return numbers.some((number, index) => number !== numbers[0] + index) && new Set(numbers).size > 1;
}

/** @param {string} raw */
function short(raw) {
  const line = raw.trim().split("\n")[0];
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return letters.length > MOST_LETTERS ? letters.slice(0, MOST_LETTERS - 1).join("") + "…" : line;
}

/**
 * @param {string} text
 * @param {(mend: (text: string) => string) => void} change has the text put right, as it is when the button is pressed
 */
export async function unrenderedNotes(text, change) {
  const { kinds } = unrendered(text);
  const table = kinds.has("short") ? (await import("./emoji-codes.js")).EMOJI : undefined;
  const found = [...kinds].slice(0, MOST_KINDS);
  return found.length === 0
    ? nothing
    : html`<ul class="unrendered">${found.map(([kind, words]) => {
        const mend = (/** @type {string} */ now) =>
          mends[kind]?.(now, { breaks: unrendered(now).breaks, table, tokens: tokensOf(now) }) ?? now;
        return html`
          <li>${icon("info")}<span>${WORDS[kind]()}${named(words)}${mend(text) !== text
            ? html` <button class="link" type="button" @click=${() => change(mend)}>${PRESSES[kind]?.()}</button>`
            : nothing}</span></li>`;
      })}</ul>`;
}

/** @type {Record<Kind, () => string>} */
const WORDS = {
  breaks: () => t("compose.unrendered.breaks"),
  short: () => t("compose.unrendered.short"),
  bullets: () => t("compose.unrendered.bullets"),
  slackLink: () => t("compose.unrendered.slackLink"),
  asterisks: () => t("compose.unrendered.asterisks"),
  caller: () => t("compose.unrendered.caller"),
  table: () => t("compose.unrendered.table"),
  strike: () => t("compose.unrendered.strike"),
  html: () => t("compose.unrendered.html"),
  picture: () => t("compose.unrendered.picture"),
  task: () => t("compose.unrendered.task"),
  link: () => t("compose.unrendered.link"),
  highlight: () => t("compose.unrendered.highlight"),
  wiki: () => t("compose.unrendered.wiki"),
  footnote: () => t("compose.unrendered.footnote"),
  hash: () => t("compose.unrendered.hash"),
  indented: () => t("compose.unrendered.indented"),
  renumbered: () => t("compose.unrendered.renumbered"),
  underlined: () => t("compose.unrendered.underlined"),
  vanishes: () => t("compose.unrendered.vanishes"),
  path: () => t("compose.unrendered.path"),
  between: () => t("compose.unrendered.between"),
};

/** What the press beside it says. @type {Partial<Record<Kind, () => string>>} */
const PRESSES = {
  breaks: () => t("compose.unrendered.press.breaks"),
  short: () => t("compose.unrendered.press.short"),
  bullets: () => t("compose.unrendered.press.list"),
  slackLink: () => t("compose.unrendered.press.link"),
  asterisks: () => t("compose.unrendered.press.bold"),
  table: () => t("compose.unrendered.press.code"),
  strike: () => t("compose.unrendered.press.marks"),
  html: () => t("compose.unrendered.press.markdown"),
  picture: () => t("compose.unrendered.press.link"),
  task: () => t("compose.unrendered.press.boxes"),
  highlight: () => t("compose.unrendered.press.bold"),
  wiki: () => t("compose.unrendered.press.marks"),
  hash: () => t("compose.unrendered.press.heading"),
  indented: () => t("compose.unrendered.press.text"),
  renumbered: () => t("compose.unrendered.press.typed"),
  underlined: () => t("compose.unrendered.press.line"),
  vanishes: () => t("compose.unrendered.press.typed"),
  path: () => t("compose.unrendered.press.typed"),
  between: () => t("compose.unrendered.press.typed"),
};

/** @param {string[]} words */
function named(words) {
  const some = [...new Set(words)];
  const rest = some.length - MOST_NAMED;
  return html`${some.slice(0, MOST_NAMED).map((one) => html` <code>${one}</code>`)}${rest > 0
    ? ` ${t("compose.unrendered.more", { count: rest })}`
    : nothing}`;
}
