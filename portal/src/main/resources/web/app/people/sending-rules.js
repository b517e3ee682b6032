/** What administrators decide about all messages of the app: quiet hours, and when the number is typed. */
import { LitElement, html, nothing } from "lit";
import { get, post, wordsOf } from "../core/api.js";
import "../core/later.js";
import { ownZone } from "../core/format.js";
import { t } from "../core/i18n.js";
import { WEEKDAYS } from "../core/weekdays.js";
import { isNumberRefused } from "../compose/unfinished.js";
import { wholeNumberField } from "../ui/whole-number.js";
import { notice, trouble } from "../ui/widgets.js";
import { toast } from "../ui/toast.js";

/** @typedef {NonNullable<Rules["quiet"]>["days"][number]} Day */

/** @type {Day[]} */
const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const ZONES = Intl.supportedValuesOf("timeZone");

class SendingRules extends LitElement {
  static properties = {
    rules: { state: true },
    quiet: { state: true },
    typeAbove: { state: true },
    failed: { state: true },
    fault: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Rules | undefined} */
    this.rules = undefined;
    this.quiet = false;
    this.typeAbove = 0;
    /** @type {unknown} */
    this.failed = undefined;
    this.fault = "";
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    try {
      this.take(await get("admin/rules"));
      this.failed = undefined;
    } catch (error) {
      this.failed = error;
    }
  }

  /** @param {Rules} rules */
  take(rules) {
    this.rules = rules;
    this.quiet = rules.quiet !== undefined;
    this.typeAbove = rules.typeAbove;
  }

  /** @param {SubmitEvent} event */
  async save(event) {
    event.preventDefault();
    if (isNumberRefused(this)) {
      return;
    }
    const data = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    this.busy = true;
    this.fault = "";
    try {
      this.take(
        await post("admin/rules", {
          revision: this.rules?.revision ?? 0,
          typeAbove: this.typeAbove,
          quiet: this.quiet
            ? {
                days: DAYS.filter((day) => data.has(day)),
                from: text("from"),
                until: text("until"),
                zone: text("zone"),
              }
            : undefined,
        }),
      );
      toast({ words: t("rules.saved") });
    } catch (error) {
      this.fault = wordsOf(error);
    } finally {
      this.busy = false;
    }
  }

  render() {
    if (this.failed) {
      return trouble(wordsOf(this.failed), () => this.load());
    }
    const { rules } = this;
    if (!rules) {
      return nothing;
    }
    const turn = (/** @type {Event} */ { target }) => {
      this.quiet = /** @type {HTMLInputElement} */ (target).checked;
    };
    return html`
      <section class="card sending-rules">
        <h2>${t("rules.title")}</h2>
        ${rules.unreadable ? notice(t("rules.unreadable", { why: rules.unreadable })) : nothing}
        <form novalidate @submit=${this.save}>
          ${wholeNumberField({ label: t("rules.typeAbove"), value: this.typeAbove, least: 0, most: 1_000_000, set: (above) => (this.typeAbove = above) })}
          <label class="tick"><input type="checkbox" .checked=${this.quiet} @change=${turn}>${t("rules.quiet")}</label>
          ${this.quiet ? this.hours(rules) : nothing}
          <p class="fault" role="alert">${this.fault}</p>
          <button class="button main-one" aria-busy=${this.busy} ?disabled=${this.busy}>${t("rules.save")}</button>
        </form>
      </section>
    `;
  }

  /** @param {Rules} rules */
  hours({ quiet }) {
    const { days = DAYS, from = "20:00", until = "07:00", zone = ownZone } = quiet ?? {};
    return html`
      <fieldset>
        <legend>${t("rules.days")}</legend>
        ${DAYS.map((day, index) => html`
          <label class="tick"><input type="checkbox" name=${day} .checked=${days.includes(day)}>
            ${WEEKDAYS[index].words}</label>`)}
      </fieldset>
      <div class="hours">
        <label class="labelled">${t("rules.from")}<input class="field" type="time" name="from" .value=${from}></label>
        <label class="labelled">${t("rules.until")}<input class="field" type="time" name="until" .value=${until}></label>
        <label class="labelled">${t("rules.zone")}
          <select class="field" name="zone">
            ${(ZONES.includes(zone) ? ZONES : [zone, ...ZONES]).map((one) => html`<option .selected=${one === zone}>${one}</option>`)}
          </select></label>
      </div>
      <p class="hint">${t("rules.hint")}</p>
    `;
  }
}

customElements.define("sending-rules", SendingRules);
