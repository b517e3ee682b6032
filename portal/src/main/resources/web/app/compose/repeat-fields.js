/** The fields of a repetition: every day, or on days of the week or of the month. */
import "../shared.js";
import { html, nothing } from "lit";
import { rich, t } from "../core/i18n.js";
import { WEEKDAYS } from "../core/weekdays.js";
import { PLACES } from "./repeat.js";

/** @type {{ value: Repeat["every"], words: string }[]} */
const EVERY = [
  { value: "day", words: t("compose.repeat.daily") },
  { value: "week", words: t("compose.repeat.weekly") },
  { value: "fortnight", words: t("compose.repeat.fortnightly") },
  { value: "month", words: t("compose.repeat.monthly") },
];
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** @param {Repeat} repeat @param {(repeat: Repeat) => void} change @param {string} fault */
export function repeatFields(repeat, change, fault) {
  const { every } = repeat;
  const asItIs = { value: /** @type {const} */ ("rule"), words: t("compose.repeat.asItIs") };
  const options = repeat.rule ? [...EVERY, asItIs] : EVERY;
  return html`
    <div class="times" id="repeat">
      ${choice(t("compose.repeat.every"), options, every, (chosen) => change({ ...repeat, every: chosen }), fault)}
      ${every === "week" || every === "fortnight" ? weekdays(repeat, change, fault) : nothing}
      ${every === "month" ? dayOfMonth(repeat, change) : nothing}
      ${every === "rule"
        ? html`<p class="rule quiet">${rich("compose.repeat.rule", { rule: html`<code>${repeat.rule}</code>` })}</p>`
        : nothing}
    </div>
  `;
}

/** @param {Repeat} repeat @param {(repeat: Repeat) => void} change @param {string} fault */
function weekdays(repeat, change, fault) {
  const toggle = (/** @type {Weekday} */ value, /** @type {boolean} */ on) =>
    change({ ...repeat, days: on ? [...repeat.days, value] : repeat.days.filter((day) => day !== value) });
  return html`
    <fieldset class="labelled weekdays" aria-describedby="when-fault">
      <legend>${t("compose.repeat.onDays")}</legend>
      <div>
        ${WEEKDAYS.map(({ value, words, long }) => html`
          <label class="weekday">
            <input type="checkbox" aria-label=${long} .checked=${repeat.days.includes(value)}
              aria-invalid=${fault ? "true" : nothing}
              @change=${(/** @type {Event} */ event) =>
                toggle(value, /** @type {HTMLInputElement} */ (event.target).checked)}>
            <span aria-hidden="true">${words}</span>
          </label>
        `)}
      </div>
    </fieldset>
  `;
}

/** @param {Repeat} repeat @param {(repeat: Repeat) => void} change */
function dayOfMonth(repeat, change) {
  const { place, day, weekday } = repeat;
  return html`
    ${choice(t("compose.repeat.onThe"), PLACES, place, (chosen) => change({ ...repeat, place: chosen }))}
    ${place === "day"
      ? choice(
          t("compose.repeat.dayOfMonth"),
          [
            ...DAYS.map((value) => ({ value: String(value), words: String(value) })),
            { value: "-1", words: t("compose.repeat.lastDay") },
          ],
          String(day),
          (chosen) => change({ ...repeat, day: Number(chosen) }),
        )
      : choice(
          t("compose.repeat.weekday"),
          WEEKDAYS.map(({ value, long }) => ({ value, words: long })),
          weekday,
          (chosen) => change({ ...repeat, weekday: chosen }),
        )}
  `;
}

/**
 * @template {string} T
 * @param {string} label @param {{ value: T, words: string }[]} options @param {T} value
 * @param {(value: T) => void} choose @param {string} [fault]
 */
function choice(label, options, value, choose, fault = "") {
  return html`
    <label class="labelled">${label}
      <select class="field" aria-invalid=${fault ? "true" : nothing} aria-describedby=${fault ? "when-fault" : nothing}
        @change=${(/** @type {Event} */ event) =>
          choose(/** @type {T} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${options.map((option) => html`
          <option value=${option.value} .selected=${option.value === value}>${option.words}</option>`)}
      </select></label>
  `;
}
