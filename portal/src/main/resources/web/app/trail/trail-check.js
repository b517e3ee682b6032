/** Checks the audit trail part by part, and says what was found. */
import { LitElement, html, nothing } from "lit";
import { get, wordsOf } from "../core/api.js";
import { inWords, t } from "../core/i18n.js";
import { notice } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";

/** @typedef {Answer<"get", "admin/trail/verify">} Check */

/**
 * Whether the key that is needed to tell is missing.
 *
 * @param {Check} found
 */
const isUnsure = ({ said }) => said?.code.endsWith(".noKey");

class TrailCheck extends LitElement {
  static properties = {
    broken: { attribute: false },
    checked: { state: true },
    found: { state: true },
    failed: { state: true },
  };

  constructor() {
    super();
    /** Told which row is the first that was changed. @type {(number: number | undefined) => void} */
    this.broken = () => {};
    /** How many rows so far; undefined while nothing is checked. @type {number | undefined} */
    this.checked = undefined;
    /** @type {Check | undefined} */
    this.found = undefined;
    this.failed = "";
  }

  createRenderRoot() {
    return this;
  }

  async check() {
    Object.assign(this, { checked: 0, found: undefined, failed: "" });
    this.broken(undefined);
    try {
      let part = await get("admin/trail/verify");
      while (!part.complete && this.isConnected) {
        this.checked = part.checked;
        part = await get("admin/trail/verify", { after: part.checked });
      }
      this.found = part;
      this.broken(isUnsure(part) ? undefined : part.broken);
    } catch (error) {
      this.failed = wordsOf(error);
    }
    this.checked = undefined;
  }

  render() {
    const busy = this.checked !== undefined;
    return html`
      <p class="check">
        <button class="button" type="button" aria-busy=${busy} ?disabled=${busy} @click=${this.check}>
          ${icon(busy ? "retry" : "lock")}${t("trail.check")}</button>
        <span class="quiet" role="status">${busy ? t("trail.checking", { count: this.checked }) : nothing}</span>
      </p>
      <div role="status">${this.found?.sound ? this.sound(this.found) : nothing}</div>
      ${this.found && !this.found.sound ? this.unsound(this.found) : nothing}
      ${this.failed ? notice(this.failed, "alert", "bad") : nothing}
    `;
  }

  /** @param {Check} found */
  sound({ checked }) {
    return html`<div class="notice plain">${icon("check")}<div>${t("trail.sound", { count: checked })}</div></div>`;
  }

  /** @param {Check} found */
  unsound(found) {
    const { checked, fault = "", said } = found;
    const what = inWords(said, fault);
    return notice(
      html`<b>${t(isUnsure(found) ? "trail.unsure" : "trail.broken", { what })}</b> ${t("trail.brokenWords", { count: checked })}`,
      "alert",
      "bad",
    );
  }
}

customElements.define("trail-check", TrailCheck);

/** @param {(number: number | undefined) => void} broken */
export function trailCheck(broken) {
  return html`<trail-check .broken=${broken}></trail-check>`;
}
