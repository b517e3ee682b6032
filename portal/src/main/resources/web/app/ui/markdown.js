/**
 * Turns Markdown into templates. It never becomes HTML: each token becomes an element with text in
 * it, and an unknown token is shown as it was written.
 */
import "../shared.js";
import { html, nothing } from "lit";
import { Marked } from "marked";
import { mentions, shown } from "./mentions.js";
import { address } from "./widgets.js";

/** @typedef {{ type: string, raw: string, [more: string]: any }} Token */

const SAFE = new Set(["http:", "https:", "mailto:", "tel:", "webexteams:"]);
const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', nbsp: "\u00a0" };
/** The portal writes some by number in the values of placeholders. */
const REFERENCE = /&(?:(amp|lt|gt|quot|nbsp)|#(\d{1,7})|#[xX]([\da-fA-F]{1,6}));/g;

const reader = new Marked({ gfm: true, breaks: false, extensions: [mentions] });

/** Quotes and lists within each other so deep that reading them would take too long; nobody writes that. */
const TOO_DEEP = /^[ \t]*(?:(?:>|[*+-][ \t]|\d{1,9}[.)][ \t])[ \t]*){50}/m;

/** The last text that was read: the preview and the notes on it ask for the same. */
let last = { markdown: "", tokens: /** @type {Token[]} */ ([]) };

/** @param {string} markdown @returns {Token[]} */
export function tokensOf(markdown) {
  if (last.markdown !== markdown) {
    const tokens = TOO_DEEP.test(markdown) ? [{ type: "unread", raw: markdown }] : reader.lexer(markdown);
    last = { markdown, tokens: /** @type {Token[]} */ (tokens) };
  }
  return last.tokens;
}

/** @param {string} markdown */
export function message(markdown) {
  return blocks(tokensOf(markdown));
}

/** The address of a link; empty if it must not be followed. @param {string} href */
export function safe(href) {
  try {
    return SAFE.has(new URL(href).protocol) ? href : "";
  } catch {
    return "";
  }
}

/** @param {Token[]} tokens */
function blocks(tokens) {
  return tokens.map(block);
}

/** @param {Token} token @returns {unknown} */
function block(token) {
  switch (token.type) {
    case "space":
    case "def":
      return nothing;
    case "heading":
      return html`<h3 dir="auto" data-level=${token.depth}>${inlines(token.tokens)}</h3>`;
    case "paragraph":
      return html`<p dir="auto">${inlines(token.tokens)}</p>`;
    case "list":
      return token.ordered
        ? html`<ol start=${token.start || 1}>${token.items.map(item)}</ol>`
        : html`<ul>${token.items.map(item)}</ul>`;
    case "blockquote":
      return html`<blockquote dir="auto">${blocks(token.tokens)}</blockquote>`;
    case "code":
      return html`<pre tabindex="0"><code>${token.text}</code></pre>`;
    case "hr":
      return html`<hr>`;
    case "text":
      return token.tokens ? inlines(token.tokens) : plain(token.text);
    default:
      return html`<p class="raw">${token.raw.trimEnd()}</p>`;
  }
}

/** @param {Token} token */
function item(token) {
  return html`<li dir="auto">${blocks(token.tokens)}</li>`;
}

/** @param {Token[] | undefined} tokens */
function inlines(tokens) {
  return (tokens ?? []).map(inline);
}

/** @param {Token} token @returns {unknown} */
function inline(token) {
  switch (token.type) {
    case "strong":
      return html`<strong>${inlines(token.tokens)}</strong>`;
    case "em":
      return html`<em>${inlines(token.tokens)}</em>`;
    case "codespan":
      return html`<code>${token.text}</code>`;
    case "br":
      return html`<br>`;
    case "link":
      return safe(token.href)
        ? html`<a href=${token.href} target="_blank" rel="noopener noreferrer"
            >${token.href === "mailto:" + token.text ? address(token.text) : inlines(token.tokens)}</a>`
        : plain(token.raw);
    case "mention":
      return shown(/** @type {any} */ (token));
    case "text":
      return token.tokens ? inlines(token.tokens) : plain(token.text);
    case "escape":
      return token.text;
    default:
      return plain(token.raw);
  }
}

/** @param {string} text */
function plain(text) {
  return text.replace(REFERENCE, (_, name, decimal, hexadecimal) =>
    name ? NAMED[/** @type {keyof typeof NAMED} */ (name)] : numbered(parseInt(decimal ?? hexadecimal, decimal ? 10 : 16)));
}

/** @param {number} code */
function numbered(code) {
  const isNone = code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
  return isNone ? "\ufffd" : String.fromCodePoint(code);
}
