/** What a text contains that Webex does not render, and that therefore arrives as it was typed. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { safe, tokensOf } from "../ui/markdown.js";

/** @typedef {"table" | "strike" | "html" | "picture" | "task" | "link"} Kind */
/** @typedef {import("../ui/markdown.js").Token} Token */

/** As many examples of a kind as are named, and letters of each. */
const MOST_NAMED = 3;
const MOST_LETTERS = 32;

/**
 * @param {string} text
 * @returns {Map<Kind, string[]>} each with the words that are meant, in their order
 */
export function unrendered(text) {
  /** @type {Map<Kind, string[]>} */
  const found = new Map();
  look(tokensOf(text), (kind, words) => found.set(kind, [...(found.get(kind) ?? []), words]));
  return found;
}

/**
 * The tree that the preview shows, so that both say the same.
 * @param {Token[]} tokens @param {(kind: Kind, words: string) => void} say
 */
function look(tokens, say) {
  for (const token of tokens) {
    const kind = kindOf(token);
    if (kind) {
      say(kind, short(token.raw));
    }
    if (!kind || kind === "task") {
      look(token.tokens ?? token.items ?? [], say);
    }
  }
}

/** @param {Token} token @returns {Kind | undefined} */
function kindOf({ type, raw, task, href }) {
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
    default:
      return undefined;
  }
}

/** @param {string} raw */
function short(raw) {
  const line = raw.trim().split("\n")[0];
  const letters = Array.from(new Intl.Segmenter().segment(line), ({ segment }) => segment);
  return letters.length > MOST_LETTERS ? letters.slice(0, MOST_LETTERS - 1).join("") + "…" : line;
}

/** @param {string} text */
export function unrenderedNotes(text) {
  const found = [...unrendered(text)];
  return found.length === 0
    ? nothing
    : html`<ul class="unrendered">${found.map(([kind, words]) => html`
        <li>${icon("info")}<span>${WORDS[kind]()}${named(words)}</span></li>`)}</ul>`;
}

/** @type {Record<Kind, () => string>} */
const WORDS = {
  table: () => t("compose.unrendered.table"),
  strike: () => t("compose.unrendered.strike"),
  html: () => t("compose.unrendered.html"),
  picture: () => t("compose.unrendered.picture"),
  task: () => t("compose.unrendered.task"),
  link: () => t("compose.unrendered.link"),
};

/** @param {string[]} words */
function named(words) {
  const some = [...new Set(words)];
  const rest = some.length - MOST_NAMED;
  return html`${some.slice(0, MOST_NAMED).map((one) => html` <code>${one}</code>`)}${rest > 0
    ? ` ${t("compose.unrendered.more", { count: rest })}`
    : nothing}`;
}
