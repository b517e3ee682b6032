/** What somebody has to say before it goes out: the number of a large audience, and why it cannot wait. */
import { html, nothing } from "lit";
import "../core/later.js";
import { now, Trouble } from "../core/api.js";
import { number, t } from "../core/i18n.js";
import { isTooLong, seen } from "../core/seen.js";
import { session } from "../core/session.js";
import { UNDO_SECONDS } from "./draft.js";
import { agreedTo, reachesSomebody, urgently } from "./plan.js";

/** @typedef {{ recipients?: number, whom?: string, goesOutAt?: string, urgentReason?: string }} Consent */

/** As the server takes it; it asks again for what it refuses, and the review with all in it would be gone. */
const LONGEST_REASON = 200;

export class ConsentFields {
  /** @param {Plan} plan @param {() => void} changed @param {string} [reason] why it is urgent, if somebody has said so before */
  constructor(plan, changed, reason = "") {
    this.plan = plan;
    this.changed = changed;
    /** How many get it; undefined until that is known. @type {Plan["reach"] | undefined} */
    this.number = undefined;
    this.typed = "";
    /** What repeats cannot be urgent. */
    this.wasUrgent = reason !== "" && !plan.repeat;
    this.urgent = this.wasUrgent;
    this.reason = reason;
  }

  /** The right may be taken or given while this is open: what is sent is what it then says. @param {HTMLDialogElement} dialog */
  keepTrue(dialog) {
    let may = session.mayHurry;
    const changed = () => {
      if (session.mayHurry !== may) {
        may = session.mayHurry;
        this.changed();
      }
    };
    session.addEventListener("changed", changed);
    dialog.addEventListener("close", () => session.removeEventListener("changed", changed));
  }

  /** Whether it goes out as urgent, which is not only for its sender to say. */
  get isUrgent() {
    return this.urgent && session.mayHurry;
  }

  /** The number to type: the one that the button says. */
  get asked() {
    return this.plan.typeNumber === undefined || !this.number ? undefined : this.number.most + this.number.spaces;
  }

  /** Whether nothing is missing. */
  get given() {
    const { asked, number: reach } = this;
    const right = asked === undefined || Number(this.typed.replace(/[\s.,'’]/g, "")) === asked;
    return reach !== undefined && reachesSomebody(reach) && right && (!this.isUrgent || (seen(this.reason) !== "" && !this.isTooLong));
  }

  get isTooLong() {
    return isTooLong(this.reason, LONGEST_REASON);
  }

  /** @returns {Consent} */
  get consent() {
    return {
      recipients: this.asked ?? (this.number && agreedTo(this.number)),
      whom: this.plan.whom,
      goesOutAt: this.waits ?? this.plan.startsAt ?? new Date(now() + UNDO_SECONDS * 1_000).toISOString(),
      urgentReason: this.isUrgent ? seen(this.reason) : undefined,
    };
  }

  /** The plan as quiet hours and others hold it, or do not. */
  get held() {
    return this.isUrgent ? urgently(this.plan) : this.plan;
  }

  /** Until when it waits for the end of quiet hours, unless it need not. @returns {Time | undefined} */
  get waits() {
    return this.held.quietUntil;
  }

  /** Those that would be sent then. @returns {Plan["reminders"]} */
  get reminders() {
    return this.held.reminders;
  }

  /** It would wait for the end of quiet hours, or behind others: how it need not. What is urgent stays so only where that is shown. */
  urgency() {
    const { quietUntil, startsAt, repeat } = this.plan;
    const waits = quietUntil || (!startsAt && session.queued > 0);
    const isSaid = this.urgent || this.wasUrgent;
    if ((!waits && !isSaid) || repeat) {
      return nothing;
    }
    if (!session.mayHurry) {
      return isSaid ? html`<p>${t("compose.quiet.wasUrgent")}</p>` : nothing;
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
      <label class="tick"><input type="checkbox" .checked=${this.urgent} @change=${tick}>
        ${t("compose.quiet.urgent")}</label>
      ${this.urgent
        ? html`<label class="labelled">${t("compose.quiet.why")}
            <input class="field" autocomplete="off" aria-invalid=${this.isTooLong ? "true" : nothing}
              aria-describedby=${this.isTooLong ? "reason-fault" : nothing} .value=${this.reason} @input=${say}></label>
            ${this.isTooLong ? html`<p class="fault" id="reason-fault" role="alert">${t("common.tooLong", { most: LONGEST_REASON })}</p>` : nothing}`
        : nothing}`;
  }

  /** So many get it that their number is typed. */
  size() {
    const { asked } = this;
    if (asked === undefined) {
      return nothing;
    }
    const type = (/** @type {Event} */ { target }) => {
      this.typed = /** @type {HTMLInputElement} */ (target).value;
      this.changed();
    };
    return html`
      <label class="labelled typed-number">${t("compose.confirm.type", { count: number(asked) })}
        <input class="field" inputmode="numeric" autocomplete="off" .value=${this.typed} @input=${type}></label>`;
  }
}

/** It is reviewed anew. */
export function otherwise() {
  const message = t("compose.confirm.otherwise");
  return new Trouble(0, { detail: message, errors: [{ field: "whom", message, code: "", args: {} }] });
}
