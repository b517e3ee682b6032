/** A picture and buttons with a message, as its readers see them in Webex. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { icon } from "./icons.js";

/** The picture is not loaded: this page loads nothing from elsewhere. @param {CardDesign} card */
export function picture({ picture: shown }) {
  return shown
    ? html`<p class="card-picture">${icon("upload")}<span><b>${shown.alt || t("compose.card.noAlt")}</b>
        <small>${host(shown.url)}</small></span></p>`
    : nothing;
}

/** @param {CardDesign} card */
export function buttons({ buttons: all }) {
  return all.length > 0
    ? html`<p class="card-buttons">${all.map(({ title, url }) => {
        const words = title.trim() || t("compose.card.noTitle");
        return safe(url)
          ? html`<a class="button small" href=${url} target="_blank" rel="noopener noreferrer">${words}</a>`
          : html`<span class="button small">${words}</span>`;
      })}</p>`
    : nothing;
}

/** What a card that was made of a text is made of besides. @param {Record<string, any>} card @returns {CardDesign} */
export function designOf({ body = [], actions = [] }) {
  const [first] = body;
  return {
    buttons: actions.map((/** @type {Record<string, string>} */ one) => ({ title: one.title, url: one.url })),
    picture: first && "altText" in first ? { url: first.url, alt: first.altText } : undefined,
  };
}

/** @param {string} url */
function host(url) {
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}

/** @param {string} url */
function safe(url) {
  try {
    return ["http:", "https:"].includes(new URL(url).protocol);
  } catch {
    return false;
  }
}
