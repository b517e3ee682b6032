/** When: now or later, with three quick times. What a time means is the server's to say. */
import { html, nothing } from "lit";
import { apart, clock, momentIn, moment, ownZone } from "../lib/format.js";
import { now } from "../lib/api.js";
import { segments } from "./bits.js";

const ZONES = [...new Set([ownZone, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();

/**
 * @param {{ when: When, change: (when: When) => void, startsAt?: Time, fault: string, zoneFault: string }} of
 */
export function schedulePicker({ when, change, startsAt, fault, zoneFault }) {
  const later = when.mode === "later";
  return html`
    <div class="when">
      <span class="row-label" id="when-label">When</span>
      ${segments({
        name: "when",
        label: "When",
        value: when.mode,
        choose: (mode) => change(mode === "later" && !when.date ? { ...when, mode, ...quick()[1] } : { ...when, mode }),
        options: [
          { value: "now", words: "Now", icon: "now" },
          { value: "later", words: "Later", icon: "clock" },
        ],
      })}
      ${later ? fields(when, change, fault, zoneFault) : nothing}
      ${later && !fault && !zoneFault ? goesOut(when, startsAt) : nothing}
    </div>
  `;
}

/** @param {When} when @param {(when: When) => void} change @param {string} fault @param {string} zoneFault */
function fields(when, change, fault, zoneFault) {
  const set = (/** @type {keyof When} */ name) => (/** @type {Event} */ event) =>
    change({ ...when, [name]: /** @type {HTMLInputElement} */ (event.target).value });
  return html`
    <div class="quick" role="group" aria-label="Quick times">
      ${quick().map(({ words, date, time }) => html`
        <button class="button small" type="button" aria-pressed=${when.date === date && when.time === time}
          @click=${() => change({ ...when, date, time, zone: ownZone })}>${words}</button>
      `)}
    </div>
    <div class="times">
      <label class="labelled">Date
        <input class="field" type="date" required .value=${when.date} min=${day(now())}
          aria-invalid=${fault ? "true" : nothing} aria-describedby="when-fault" @change=${set("date")}></label>
      <label class="labelled">Time
        <input class="field" type="time" required .value=${when.time}
          aria-invalid=${fault ? "true" : nothing} aria-describedby="when-fault" @change=${set("time")}></label>
      <label class="labelled">Time zone
        <select class="field" aria-invalid=${zoneFault ? "true" : nothing} @change=${set("zone")}>
          ${ZONES.map((zone) => html`<option .selected=${zone === when.zone}>${zone}</option>`)}
        </select></label>
    </div>
    <p class="fault" id="when-fault" role="alert">${fault || zoneFault}</p>
  `;
}

/** @param {When} when @param {Time | undefined} startsAt */
function goesOut(when, startsAt) {
  if (!startsAt) {
    return html`<p class="goes-out">${when.date && when.time ? "Goes out at that time." : "Choose a date and a time."}</p>`;
  }
  const elsewhere = when.zone !== ownZone && momentIn(startsAt, when.zone) !== momentIn(startsAt, ownZone);
  return html`
    <p class="goes-out">
      Goes out <b>${elsewhere ? momentIn(startsAt, when.zone) : moment(startsAt)}</b>, ${apart(startsAt)}
      ${elsewhere ? html` · ${sameDay(startsAt, when.zone) ? clock(startsAt) : moment(startsAt)} for you` : nothing}
    </p>
  `;
}

/** @param {Time} time @param {string} zone */
function sameDay(time, zone) {
  return momentIn(time, zone).split(",")[0] === momentIn(time, ownZone).split(",")[0];
}

/** Soon, tomorrow morning, next Monday morning (on Sundays: Friday): in one's own zone. */
function quick() {
  const today = new Date(now());
  const soon = new Date(new Date(now()).setHours(today.getHours() + 2, 0, 0, 0));
  const nine = clock(new Date(now()).setHours(9, 0, 0, 0));
  const far = today.getDay() === 0 ? 5 : 8 - today.getDay();
  return [
    { words: `${soon.getDate() === today.getDate() ? "Today" : "Tomorrow"} ${clock(soon.getTime())}`, ...at(soon, soon.getHours()) },
    { words: `Tomorrow ${nine}`, ...at(inDays(1), 9) },
    { words: `${far === 5 && today.getDay() === 0 ? "Friday" : "Monday"} ${nine}`, ...at(inDays(far), 9) },
  ];
}

/** @param {number} days */
function inDays(days) {
  const date = new Date(now());
  date.setDate(date.getDate() + days);
  return date;
}

/** @param {Date} date @param {number} hour */
function at(date, hour) {
  return { date: day(date.getTime()), time: `${String(hour).padStart(2, "0")}:00` };
}

/** @param {number} time */
function day(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
