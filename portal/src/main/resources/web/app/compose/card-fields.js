/** The fields of buttons and of a picture. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { t } from "../core/i18n.js";
import { unpressed } from "../core/press.js";
import { icon } from "../ui/icons.js";

/**
 * `wanted` says where the focus belongs once the fields are there.
 * @typedef {{ draft: import("./draft.js").Draft, faults: import("./draft-faults.js").DraftFaults,
 *   wanted: { field: string } }} Of
 */

class CardFields extends LitElement {
  static properties = { of: { attribute: false }, left: { state: true } };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    /** The fields that somebody has been in: of others nothing is said yet. @type {string[]} */
    this.left = [];
  }

  createRenderRoot() {
    return this;
  }

  updated() {
    const field = this.of?.wanted.field;
    if (field) {
      this.want("");
      /** @type {HTMLElement | null} */ (document.querySelector(field))?.focus();
    }
  }

  /** @param {string} field */
  want(field) {
    if (this.of) {
      this.of.wanted.field = field;
    }
  }

  /** @param {FocusEvent} event */
  leave({ target }) {
    const { id } = /** @type {HTMLElement} */ (target);
    unpressed(() => {
      if (id && !this.left.includes(id)) {
        this.left = [...this.left, id];
      }
    });
  }

  /** @param {CardDesign} card */
  change(card) {
    this.of?.draft.change({ card: card.buttons.length === 0 && !card.picture ? undefined : card });
  }

  /** @param {CardDesign} card @param {number} at @param {Partial<CardDesign["buttons"][number]>} change */
  changeButton(card, at, change) {
    this.change({ ...card, buttons: card.buttons.map((one, index) => (index === at ? { ...one, ...change } : one)) });
  }

  /** @param {CardDesign} card @param {number} at */
  removeButton(card, at) {
    this.want("#add-button");
    this.change({ ...card, buttons: card.buttons.filter((_, index) => index !== at) });
    this.left = [];
  }

  render() {
    const card = this.of?.draft.card;
    if (!card) {
      return nothing;
    }
    if (card.own !== undefined) {
      return this.own(card.own);
    }
    const fault = this.of?.faults.of("card") ?? "";
    return html`
      <div class="card-fields" @focusout=${this.leave}>
        ${repeat(card.buttons, (_, at) => `${at} of ${card.buttons.length}`, (button, at) => this.button(card, button, at))}
        ${card.picture ? this.picture(card, card.picture) : nothing}
        <p class="hint">${t("compose.card.hint", { example: "{{email}}" })}</p>
        ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      </div>
    `;
  }

  /** @param {string} own */
  own(own) {
    const faults = own.trim() ? (this.of?.faults.all("card.own") ?? []) : [];
    return html`
      <div class="card-fields">
        <label class="labelled">${t("compose.card.own")}
          <textarea class="field" id="own-card" rows="10" spellcheck="false" .value=${own}
            aria-invalid=${faults.length > 0 ? "true" : "false"} aria-describedby="own-card-hint own-card-faults"
            @input=${(/** @type {Event} */ event) =>
              this.of?.draft.change({
                card: { buttons: [], own: /** @type {HTMLTextAreaElement} */ (event.target).value },
              })}></textarea>
        </label>
        <div id="own-card-faults" role="status">${faults.length > 0
          ? html`<ul class="fault">${faults.map((fault) => html`<li>${fault}</li>`)}</ul>`
          : nothing}</div>
        <p class="hint" id="own-card-hint">${t("compose.card.ownHint")}</p>
        <p><button class="button quiet small" type="button"
          @click=${() => {
            this.want("#add-own");
            this.of?.draft.change({ card: undefined });
          }}>${icon("trash")}${t("compose.card.removeOwn")}</button></p>
      </div>
    `;
  }

  /** @param {CardDesign} card @param {CardDesign["buttons"][number]} button @param {number} at */
  button(card, { title, url }, at) {
    const path = `card.buttons[${at}]`;
    return html`
      <fieldset>
        <legend>${t("compose.card.button", { number: at + 1 })}</legend>
        ${this.field(`button-${at}-title`, path + ".title", t("compose.card.title"), title, (words) =>
          this.changeButton(card, at, { title: words }),
        )}
        ${this.field(`button-${at}-url`, path + ".url", t("compose.card.url"), url, (words) =>
          this.changeButton(card, at, { url: words }),
        )}
        ${this.removal(t("compose.card.removeButton", { number: at + 1 }), () => this.removeButton(card, at))}
      </fieldset>
    `;
  }

  /** @param {CardDesign} card @param {NonNullable<CardDesign["picture"]>} picture */
  picture(card, picture) {
    const { url, alt } = picture;
    return html`
      <fieldset>
        <legend>${t("compose.card.picture")}</legend>
        ${this.field("picture-url", "card.picture.url", t("compose.card.pictureUrl"), url, (words) =>
          this.change({ ...card, picture: { ...picture, url: words } }),
        )}
        ${this.field("picture-alt", "card.picture.alt", t("compose.card.alt"), alt, (words) =>
          this.change({ ...card, picture: { ...picture, alt: words } }),
        )}
        ${this.removal(t("compose.card.removePicture"), () => {
          this.want("#add-picture");
          this.change({ ...card, picture: undefined });
        })}
      </fieldset>
    `;
  }

  /**
   * @param {string} id @param {string} path what the server calls it @param {string} label
   * @param {string} value @param {(words: string) => void} change
   */
  field(id, path, label, value, change) {
    const faults = this.of?.faults;
    const fault = faults && (faults.pressed || this.left.includes(id)) ? faults.of(path) : "";
    return html`
      <label class="labelled">${label}
        <input class="field" id=${id} .value=${value}
          inputmode=${id.endsWith("url") ? "url" : "text"} autocomplete="off"
          placeholder=${id.endsWith("url") ? "https://" : ""}
          aria-invalid=${fault ? "true" : "false"} aria-describedby="${id}-fault"
          @input=${(/** @type {Event} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)}>
        <span class="fault" id="${id}-fault">${fault || nothing}</span>
      </label>
    `;
  }

  /** @param {string} words @param {() => void} act */
  removal(words, act) {
    return html`<button class="button quiet small square" type="button" aria-label=${words} title=${words}
      @click=${act}>${icon("trash")}</button>`;
  }
}

customElements.define("card-fields", CardFields);

/** @param {Of} of */
export function cardFields(of) {
  return html`<card-fields .of=${of}></card-fields>`;
}
