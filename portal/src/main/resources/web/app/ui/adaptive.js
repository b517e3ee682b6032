/**
 * An adaptive card as its readers see it, about as Webex draws it. Like Markdown, it never becomes
 * HTML: each element becomes a template with text in it, and what is unknown is left out. Pictures
 * are not loaded, because this page loads nothing from elsewhere.
 */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { icon } from "./icons.js";
import { message, safe } from "./markdown.js";

/** @typedef {Record<string, any>} Element */

/** Deeper than any card that can be sent. */
const DEEPEST = 100;

/** @param {Element} card */
export function adaptive(card) {
  return html`<div class="adaptive">${all(card.body, 0)}${actions(card.actions)}</div>`;
}

/** @param {string} json @returns {Element | undefined} */
export function parsed(json) {
  try {
    const card = JSON.parse(json);
    return typeof card === "object" && card !== null && !Array.isArray(card) ? card : undefined;
  } catch {
    return undefined;
  }
}

/** @param {unknown} list @returns {Element[]} */
function list(list) {
  return Array.isArray(list) ? list.filter((one) => typeof one === "object" && one !== null) : [];
}

/** @param {unknown} elements @param {number} depth */
function all(elements, depth) {
  return depth > DEEPEST ? nothing : list(elements).map((one) => (one.isVisible === false ? nothing : element(one, depth)));
}

/** @param {unknown} text */
function words(text) {
  return typeof text === "string" || typeof text === "number" ? String(text) : "";
}

/** @param {Element} one @param {number} depth @returns {unknown} */
function element(one, depth) {
  switch (low(one.type)) {
    case "textblock":
      return html`<div class="text" data-size=${low(one.size)} data-weight=${low(one.weight)}
        data-color=${low(one.color)} data-font=${low(one.fontType)} data-rule=${one.separator === true}>${message(
          words(one.text),
        )}</div>`;
    case "richtextblock":
      return html`<p class="text">${
        Array.isArray(one.inlines) ? one.inlines.map((part) => (typeof part === "string" ? part : words(part?.text))) : nothing
      }</p>`;
    case "image":
      return picture(words(one.altText), words(one.url));
    case "imageset":
      return html`<div class="columns">${list(one.images).map((image) => picture(words(image.altText), words(image.url)))}</div>`;
    case "media":
      return html`<p class="card-picture">${icon("play")}<span>${words(one.altText) || t("compose.card.media")}</span></p>`;
    case "container":
      return html`<div class="box" data-style=${low(one.style)}>${all(one.items, depth + 1)}</div>`;
    case "columnset":
      return html`<div class="columns">${list(one.columns).map((column) => html`<div>${all(column.items, depth + 1)}</div>`)}</div>`;
    case "factset":
      return html`<dl>${list(one.facts).map(({ title, value }) => html`<dt>${words(title)}</dt><dd>${words(value)}</dd>`)}</dl>`;
    case "actionset":
      return actions(one.actions);
    case "input.choiceset":
      return html`<div class="input">${label(one) ? html`<p>${label(one)}</p>` : nothing}
        <ul>${list(one.choices).map(({ title }) => html`<li>${one.isMultiSelect === true ? "☐" : "○"} ${words(title)}</li>`)}</ul></div>`;
    default:
      return low(one.type).startsWith("input.")
        ? html`<p class="input">${t("compose.card.input", { label: label(one) || words(one.id) })}</p>`
        : instead(one.fallback, depth);
  }
}

/** Of a field. @param {Element} one */
function label(one) {
  return words(one.label) || words(one.placeholder) || words(one.title);
}

/** What is shown where an element is not known. @param {unknown} fallback @param {number} depth */
function instead(fallback, depth) {
  return all([fallback], depth + 1);
}

/** @param {string} alt @param {string} url */
export function picture(alt, url) {
  return html`<p class="card-picture">${icon("upload")}<span><b>${alt || t("compose.card.noAlt")}</b>
    <small>${host(url)}</small></span></p>`;
}

/** @param {unknown} buttons */
export function actions(buttons) {
  const shown = list(buttons);
  return shown.length === 0
    ? nothing
    : html`<p class="card-buttons">${shown.map(({ title, url }) => {
        const label = words(title).trim() || t("compose.card.noTitle");
        const address = safe(words(url));
        return address
          ? html`<a class="button small" href=${address} target="_blank" rel="noopener noreferrer">${label}</a>`
          : html`<span class="button small">${label}</span>`;
      })}</p>`;
}

/** @param {string} url */
function host(url) {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** @param {unknown} word */
function low(word) {
  return words(word).toLowerCase();
}
