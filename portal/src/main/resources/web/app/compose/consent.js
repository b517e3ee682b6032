/** What somebody has to say before it goes out: the number of a large audience, and why it cannot wait. */
import { html, nothing } from "lit";
import "../core/later.js";
import { ownZone, zonedForYou } from "../core/format.js";
import { number, t } from "../core/i18n.js";

/** @typedef {{ recipients?: number, urgentReason?: string }} Consent */

export class ConsentFields {
  /** @param {Plan} plan @param {string} zone @param {() => void} changed */
  constructor(plan, zone, changed) {
    this.plan = plan;
    this.zone = zone || ownZone;
    this.changed = changed;
    this.typed = "";
    this.urgent = false;
    this.reason = "";
  }

  /** Whether nothing is missing. */
  get given() {
    const { typeNumber } = this.plan;
    const right = typeNumber === undefined || Number(this.typed.replace(/[\s.,'’]/g, "")) === typeNumber;
    return right && (!this.urgent || this.reason.trim() !== "");
  }

  /** @returns {Consent} */
  get consent() {
    return {
      recipients: this.plan.typeNumber,
      urgentReason: this.urgent ? this.reason.trim() : undefined,
    };
  }

  /** It would begin in quiet hours: that it waits, and how it need not. */
  quiet() {
    const { quietUntil, repeat } = this.plan;
    if (!quietUntil) {
      return nothing;
    }
    const tick = (/** @type {Event} */ { target }) => {
      this.urgent = /** @type {HTMLInputElement} */ (target).checked;
      this.changed();
    };
    const say = (/** @type {Event} */ { target }) => {
      this.reason = /** @type {HTMLInputElement} */ (target).value;
      this.changed();
    };
    return html`
      ${t("compose.quiet.waits", { time: zonedForYou(quietUntil, this.zone) })}
      ${repeat
        ? nothing
        : html`<label class="tick"><input type="checkbox" .checked=${this.urgent} @change=${tick}>
            ${t("compose.quiet.urgent")}</label>`}
      ${this.urgent
        ? html`<label class="labelled">${t("compose.quiet.why")}
            <input class="field" maxlength="200" autocomplete="off" .value=${this.reason} @input=${say}></label>`
        : nothing}`;
  }

  /** So many get it that their number is typed. */
  size() {
    const { typeNumber } = this.plan;
    if (typeNumber === undefined) {
      return nothing;
    }
    const type = (/** @type {Event} */ { target }) => {
      this.typed = /** @type {HTMLInputElement} */ (target).value;
      this.changed();
    };
    return html`
      <label class="labelled typed-number">${t("compose.confirm.type", { count: number(typeNumber) })}
        <input class="field" inputmode="numeric" autocomplete="off" .value=${this.typed} @input=${type}></label>`;
  }
}
