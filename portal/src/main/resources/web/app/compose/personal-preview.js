/** The message as one of its recipients will read it, with buttons for the next and previous one. */
import { LitElement, html, nothing } from "lit";
import { inWords, t } from "../core/i18n.js";
import { chat } from "../ui/chat.js";
import { icon } from "../ui/icons.js";
import { address } from "../ui/widgets.js";

/** @typedef {{ text: string, file?: Attachment, card?: CardDesign, personal?: Personal }} Of */

export class PersonalPreview extends LitElement {
  static properties = { of: { attribute: false }, at: { state: true } };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { text: "" };
    this.at = 0;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {number} by @param {number} count */
  step(by, count) {
    this.at = (this.at + by + count) % count;
  }

  /** @param {KeyboardEvent} event @param {number} count */
  key(event, count) {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) {
      event.preventDefault();
      this.step(by, count);
    }
  }

  render() {
    const { text, file, card, personal } = this.of;
    const readings = personal?.readings ?? [];
    const reading = readings[Math.min(this.at, readings.length - 1)];
    if (!reading) {
      const why = inWords(personal?.said, personal?.trouble ?? "");
      return html`
        ${why ? html`<p class="fault">${t("compose.personal.trouble", { why })}</p>` : nothing}
        ${chat(text, { time: Date.now(), file, card, unfilled: true })}
      `;
    }
    const { displayName, email, markdown, leftOut, said } = reading;
    return html`
      <div class="reader" role="group" aria-label=${t("compose.personal.as", { name: displayName })}
        @keydown=${(/** @type {KeyboardEvent} */ event) => this.key(event, readings.length)}>
        ${this.button("left", -1, readings.length)}
        <p aria-live="polite">
          <b>${t("compose.personal.as", { name: displayName })}</b>
          <small>${email ? html`<span>${address(email)}</span> ` : nothing}<span>${t("compose.personal.place", {
            at: readings.indexOf(reading) + 1,
            count: readings.length,
          })}</span></small>
        </p>
        ${this.button("right", 1, readings.length)}
      </div>
      ${leftOut
        ? html`<p class="fault">${t("compose.personal.leftOut", { reason: inWords(said, leftOut) })}</p>`
        : chat(markdown, { time: Date.now(), file, card: cardOf(card, reading.card) })}
    `;
  }

  /** @param {"left" | "right"} sign @param {number} by @param {number} count */
  button(sign, by, count) {
    const words = t(by < 0 ? "compose.personal.earlier" : "compose.personal.further");
    return html`
      <button class="button quiet small square" type="button" aria-label=${words} title=${words}
        ?disabled=${count < 2} @click=${() => this.step(by, count)}>${icon(sign)}</button>
    `;
  }
}

/** A card of the author's own with this reader's values, or what was made of the text. */
function cardOf(/** @type {CardDesign | undefined} */ card, /** @type {Record<string, unknown> | undefined} */ theirs) {
  return theirs && card?.own !== undefined ? { buttons: [], own: JSON.stringify(theirs) } : (theirs ?? card);
}

customElements.define("personal-preview", PersonalPreview);

/** @param {Of} of */
export function personalPreview(of) {
  return html`<personal-preview .of=${of}></personal-preview>`;
}
