/** A field for a whole number: takes it as the reader's region writes it, and refuses anything else instead of guessing. */
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { locale, number, t } from "../core/i18n.js";
import { unpressed } from "../core/press.js";

/**
 * It holds `value` until another number is typed. One out of bounds is corrected when the field is left.
 * @typedef {{ label: unknown, value: number, least: number, most: number, set?: (value: number) => void }} Of
 */

const group = new Intl.NumberFormat(locale).formatToParts(1_234_567).find(({ type }) => type === "group")?.value ?? " ";

/** NaN if it is none. @param {string} typed */
export function wholeNumber(typed) {
  const text = typed.trim();
  const parts = text.split(/[\s'’]/u.test(text) ? /[\s'’]/u : group);
  const isGrouped = parts.length > 1 && /^\d{1,3}$/.test(parts[0]) && /^\d{3}$/.test(parts.at(-1) ?? "");
  // India's lakhs have two digits.
  const isOne = isGrouped ? parts.slice(1).every((part) => /^\d{2,3}$/.test(part)) : /^\d+$/.test(text);
  return isOne ? Number(parts.join("")) : NaN;
}

class WholeNumber extends LitElement {
  static properties = { of: { attribute: false }, refused: { state: true } };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { label: "", value: 0, least: 0, most: 0 };
    this.refused = false;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    const before = /** @type {Of | undefined} */ (changed.get("of"));
    if (this.refused && before && before.value !== this.of.value) {
      unpressed(() => (this.refused = false));
    }
  }

  get input() {
    return /** @type {HTMLInputElement} */ (this.querySelector("input"));
  }

  /** Whether there is something else; then the focus is there. Keys may send without leaving the field. */
  isRefused() {
    const refused = this.input.value !== String(this.of.value) && !this.take();
    if (refused) {
      this.closest("details")?.setAttribute("open", "");
      this.input.focus();
    }
    return refused;
  }

  /** @returns {boolean} whether it is a whole number */
  take() {
    const { least, most, set } = this.of;
    const typed = wholeNumber(this.input.value);
    const refused = Number.isNaN(typed);
    // Whoever leaves the field by a press means what is there now.
    unpressed(() => (this.refused = refused));
    if (!refused) {
      const value = Math.min(most, Math.max(least, typed));
      this.input.value = String(value);
      set?.(value);
    }
    return !refused;
  }

  render() {
    const { label, value, least, most } = this.of;
    return html`
      <label class="labelled">${label}
        <input class="field short" inputmode="numeric" autocomplete="off" aria-invalid=${this.refused ? "true" : nothing}
          .value=${String(value)} @change=${this.take}></label>
      ${this.refused ? html`<p class="fault" role="alert">${t("common.wholeNumber", { least: number(least), most: number(most) })}</p>` : nothing}
    `;
  }
}

customElements.define("whole-number", WholeNumber);

/** @param {Of} of */
export function wholeNumberField(of) {
  return html`<whole-number .of=${of}></whole-number>`;
}
