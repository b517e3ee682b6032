/** A message that is shown as a card, as its readers see it in Webex. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { actions, adaptive, parsed, picture } from "./adaptive.js";
import { readableCard } from "./readable-card.js";

/**
 * @param {CardDesign | Record<string, any>} card as it is written, or as it is sent
 * @param {unknown} text the message's text, drawn
 * @param {boolean} unfilled whether no recipient is meant
 */
export function onCard(card, text, unfilled) {
  return unfilled ? drawn(readableCard(card), text) : drawn(card, text);
}

/** @param {CardDesign | Record<string, any>} card @param {unknown} text */
function drawn(card, text) {
  if ("own" in card && card.own !== undefined) {
    const own = parsed(card.own);
    return html`
      ${own ? adaptive(own) : html`<p class="raw">${t("compose.card.unreadable")}</p>`}
      ${actions(card.buttons)}
      <details class="text-instead"><summary>${t("compose.card.textInstead")}</summary>
        <div class="message">${text}</div></details>`;
  }
  const { picture: shown, buttons } = "buttons" in card ? /** @type {CardDesign} */ (card) : designOf(card);
  return html`
    ${shown ? picture(shown.alt, shown.url) : nothing}
    <div class="message">${text}</div>
    ${actions(buttons)}`;
}

/** What a card that was made of a text is made of besides. @param {Record<string, any>} card @returns {CardDesign} */
function designOf({ body = [], actions: buttons = [] }) {
  const [first] = body;
  return {
    buttons,
    picture: first && "altText" in first ? { url: first.url, alt: first.altText } : undefined,
  };
}
