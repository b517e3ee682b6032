/** How a text is put right that Webex would not render as it is meant, as pure functions from text to text. */
import { asTyped } from "./between.js";

/**
 * @typedef {"breaks" | "short" | "bullets" | "slackLink" | "asterisks" | "caller" | "table" | "strike" | "html" | "picture"
 *   | "task" | "link" | "highlight" | "wiki" | "footnote" | "hash" | "indented" | "renumbered" | "underlined" | "vanishes"
 *   | "path" | "between"} Kind
 */
/** @typedef {import("../ui/markdown.js").Token} Token */
/**
 * @typedef {{ breaks: number[], table?: Map<string, string>, tokens: Token[] }} With the lines whose ends are lost,
 *   emoji by code, and what the text is read as
 */

/** Fenced blocks and runs of code, in which everything is as it is typed. */
const CODE = /(?:^|\n) {0,3}(`{3,}|~{3,})[^\n]*(?:\n(?! {0,3}\1)[^\n]*)*(?:\n {0,3}\1[^\n]*|$)|(`+)(?!`)(?:[^`]|(?!\2(?!`))`+)*?\2(?!`)/g;

/** @param {string} text @param {(part: string) => string} change */
export function outsideCode(text, change) {
  let out = "";
  let at = 0;
  for (const { 0: code, index } of text.matchAll(CODE)) {
    out += change(text.slice(at, index)) + code;
    at = index + code.length;
  }
  return out + change(text.slice(at));
}

/** @param {RegExp} what @param {string} by */
const replaced = (what, by) => (/** @type {string} */ text) => outsideCode(text, (part) => part.replace(what, by));

/** The tokens of a type that stand by themselves, each replaced where it is. @param {Token[]} tokens @param {string} text */
function blocks(text, tokens, /** @type {(token: Token) => string | undefined} */ change) {
  const parts = tokens.map((token) => change(token) ?? token.raw);
  // What was read may differ from what was typed, in ends of lines and tabs.
  return tokens.map(({ raw }) => raw).join("") === text ? parts.join("") : text;
}

/** @type {Record<string, [string, string]>} */
const TAGS = { b: ["**", "**"], strong: ["**", "**"], i: ["*", "*"], em: ["*", "*"], code: ["`", "`"], u: ["", ""], s: ["", ""], p: ["", "\n\n"], span: ["", ""], div: ["", "\n"] };

/** Known tags become Markdown, and whatever else stands in angle brackets remains as it is. @param {string} part */
function tagged(part) {
  return part
    .replace(/[ \t]*<br\s*\/?>[ \t]*\n?/gi, "  \n")
    .replace(/<a\s[^>]*href="((?:https?:|mailto:)[^"\s]+)"[^>]*>([^<\n]*)<\/a>/gi, "[$2]($1)")
    .replace(/<(\/?)([a-z][\w-]*)(\s[^<>]*)?\/?>/gi, (raw, end, name) => TAGS[name.toLowerCase()]?.[end ? 1 : 0] ?? `\\${raw}`);
}

/** @type {Partial<Record<Kind, (text: string, found: With) => string>>} */
export const mends = {
  breaks: (text, { breaks }) => {
    const lost = new Set(breaks);
    return text.split("\n").map((line, index) => (lost.has(index) ? `${line.trimEnd()}  ` : line)).join("\n");
  },
  short: (text, { table }) =>
    outsideCode(text, (part) => part.replace(/(?<![\w:]):([\w+-]{1,40}):(?![\w:])/g, (raw, code) => table?.get(code.toLowerCase()) ?? raw)),
  bullets: replaced(/^([ \t]*)[•‣◦▪●∙·][ \t]+/gm, "$1- "),
  slackLink: replaced(/<((?:https?:\/\/|mailto:)[^|<>\s]+)\|([^<>|\n]+)>/g, "[$2]($1)"),
  asterisks: replaced(/(?<![\\*\w])\*(?=[^\s*])([^*\n]*?[^\s*\\])\*(?![*\w])/g, "**$1**"),
  strike: replaced(/(?<!~)(~{1,2})(?=\S)([^~\n]*[^~\s])\1(?!~)/g, "$2"),
  html: (text) => outsideCode(text, tagged),
  picture: replaced(/!(\[[^\]\n]*\]\((?:https?:)[^)\s]+[^)\n]*\))/g, "$1"),
  task: (text) =>
    outsideCode(text, (part) =>
      part.replace(/^(\s*(?:[-*+]|\d+[.)])[ \t]+)\[([ xX])\] /gm, (_, mark, done) => `${mark}${done === " " ? "☐" : "☑"} `)),
  highlight: replaced(/==(?=\S)([^=\n]+?)(?<=\S)==/g, "**$1**"),
  wiki: (text) => outsideCode(text, (part) => part.replace(/\[\[([^[\]\n|]+)(?:\|([^[\]\n]+))?\]\]/g, (_, page, words) => words ?? page)),
  hash: replaced(/^( {0,3}(?:#{2,6}(?=[^\s#])|#(?=[\p{Lu}\d])))/gmu, "$1 "),
  table: (text, { tokens }) =>
    blocks(text, tokens, ({ type, raw }) => (type === "table" ? `\`\`\`\n${raw.trimEnd()}\n\`\`\`${raw.slice(raw.trimEnd().length) || "\n"}` : undefined)),
  indented: (text, { tokens }) =>
    blocks(text, tokens, ({ type, raw, codeBlockStyle }) => (type === "code" && codeBlockStyle === "indented" ? raw.replace(/^(?: {4}|\t)[ \t]*/gm, "") : undefined)),
  renumbered: (text, { tokens }) =>
    blocks(text, tokens, ({ type, raw, ordered }) =>
      type === "list" && ordered ? raw.replace(/^(\s*\d{1,9})([.)])(?=\s)/gm, "$1\\$2").replace(/(\S)\n(?=\S)/g, "$1  \n") : undefined),
  underlined: (text, { tokens }) =>
    blocks(text, tokens, ({ type, raw }) => (type === "heading" && !raw.trimStart().startsWith("#") ? raw.replace(/\n([ ]{0,3}(?:-+|=+)[ \t]*(?:\n|$))/, "\n\n$1") : undefined)),
  vanishes: (text, { tokens }) => blocks(text, tokens, ({ type, raw }) => (type === "def" ? raw.replace("[", "\\[") : undefined)),
  path: (text) =>
    outsideCode(text, (part) =>
      part.replace(/(?:\b[A-Za-z]:|(?<![\\\w])\\)\\[^\s`<>|"]*/g, (path) => (/\\[!-/:-@[-`{-~]/.test(path) ? path.replaceAll("\\", "\\\\") : path))),
  between: asTyped,
};
