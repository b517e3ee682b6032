/** How often: every day, on days of the week or of the month. */
import { html, nothing } from "lit";
import { PLACES, WEEKDAYS } from "../lib/repeat.js";

/** @type {{ value: Repeat["every"], words: string }[]} */
const EVERY = [
  { value: "day", words: "Day" },
  { value: "week", words: "Week" },
  { value: "fortnight", words: "2 weeks" },
  { value: "month", words: "Month" },
];
const DAYS = Array.from({ length: 31 }, (_, index) => index + 1);

/** @param {Repeat} repeat @param {(repeat: Repeat) => void} change @param {string} fault */
export function repeatFields(repeat, change, fault) {
  const { every } = repeat;
  const options = repeat.rule ? [...EVERY, { value: /** @type {const} */ ("rule"), words: "As it is" }] : EVERY;
  return html`
    <div class="times" id="repeat">
      ${choice("Every", options, every, (chosen) => change({ ...repeat, every: chosen }), fault)}
      ${every === "week" || every === "fortnight" ? weekdays(repeat, change, fault) : nothing}
      ${every === "month" ? dayOfMonth(repeat, change) : nothing}
      ${every === "rule" ? html`<p class="rule quiet">Its days were set with a rule that has no form here: <code>${repeat.rule}</code></p>` : nothing}
    </div>
  `;
}

/** @param {Repeat} repeat @param {(repeat: Repeat) => void} change @param {string} fault */
function weekdays(repeat, change, fault) {
  const toggle = (/** @type {Weekday} */ value, /** @type {boolean} */ on) =>
    change({ ...repeat, days: on ? [...repeat.days, value] : repeat.days.filter((day) => day !== value) });
  return html`
    <fieldset class="labelled weekdays" aria-describedby="when-fault">
      <legend>On</legend>
      <div>
        ${WEEKDAYS.map(({ value, words, long }) => html`
          <label class="weekday">
            <input type="checkbox" aria-label=${long} .checked=${repeat.days.includes(value)} aria-invalid=${fault ? "true" : nothing}
              @change=${(/** @type {Event} */ event) => toggle(value, /** @type {HTMLInputElement} */ (event.target).checked)}>
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
    ${choice("On the", PLACES, place, (chosen) => change({ ...repeat, place: chosen }))}
    ${place === "day"
      ? choice(
          "Day of the month",
          [...DAYS.map((value) => ({ value: String(value), words: String(value) })), { value: "-1", words: "Last" }],
          String(day),
          (chosen) => change({ ...repeat, day: Number(chosen) }),
        )
      : choice("Weekday", WEEKDAYS.map(({ value, long }) => ({ value, words: long })), weekday, (chosen) => change({ ...repeat, weekday: chosen }))}
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
        @change=${(/** @type {Event} */ event) => choose(/** @type {T} */ (/** @type {HTMLSelectElement} */ (event.target).value))}>
        ${options.map((option) => html`<option value=${option.value} .selected=${option.value === value}>${option.words}</option>`)}
      </select></label>
  `;
}
