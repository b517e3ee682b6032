/** When: now, later or again and again. What a time means is the server's to say. */
import { html, nothing } from "lit";
import { apart, clock, day, localClock, moment, momentIn, ownZone } from "../lib/format.js";
import { now } from "../lib/api.js";
import { ruleOf, weeklyOn } from "../lib/repeat.js";
import { segments } from "./bits.js";
import { repeatFields } from "./repeat-fields.js";

const ZONES = [...new Set([ownZone, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();
const GRACES = [
  { minutes: 15, words: "15 minutes late" },
  { minutes: 60, words: "1 hour late" },
  { minutes: 240, words: "4 hours late" },
  { minutes: 1_440, words: "a day late" },
];

/**
 * @typedef {{ at: string, zone: string, repeat: string }} Faults
 * @param {{ when: When, change: (when: When) => void, startsAt?: Time, next: Time[], faults: Faults }} of
 */
export function schedulePicker({ when, change, startsAt, next, faults }) {
  const fault = faults.at || faults.zone || faults.repeat;
  return html`
    <div class="when">
      <span class="row-label" id="when-label">When</span>
      ${segments({
        name: "when",
        label: "When",
        value: when.mode,
        choose: (mode) => change(inMode(when, mode)),
        options: [
          { value: "now", words: "Now", icon: "now" },
          { value: "later", words: "Later", icon: "clock" },
          { value: "repeat", words: "Repeat", icon: "repeat" },
        ],
      })}
      ${when.mode === "later" ? laterFields(when, change, faults) : nothing}
      ${when.mode === "repeat" ? repeatedFields(when, change, faults) : nothing}
      ${when.mode === "now" ? nothing : html`<p class="fault" id="when-fault" role="alert">${fault}</p>`}
      ${when.mode === "later" && !fault ? goesOut(when, startsAt) : nothing}
      ${when.mode === "repeat" && !fault ? nextThree(when, next) : nothing}
    </div>
  `;
}

/** With something to begin from. @param {When} when @param {When["mode"]} mode @returns {When} */
function inMode(when, mode) {
  const filled = mode === "now" || when.date ? when : { ...when, ...quick()[1] };
  return { ...filled, mode, repeat: mode === "repeat" ? rhythmOf(filled) : filled.repeat };
}

/** What was chosen, or something to begin from. @param {When} when @returns {Repeat} */
function rhythmOf({ repeat, date }) {
  return repeat ?? weeklyOn(date);
}

/** @param {When} when @param {(when: When) => void} change @param {Faults} faults */
function laterFields(when, change, faults) {
  return html`
    <div class="quick" role="group" aria-label="Quick times">
      ${quick().map(({ words, date, time }) => html`
        <button class="button small" type="button" aria-pressed=${when.date === date && when.time === time}
          @click=${() => change({ ...when, date, time, zone: ownZone })}>${words}</button>
      `)}
    </div>
    <div class="times">
      ${dateField("Date", when, change, faults.at)}
      ${timeField("Time", when, change, faults.at)}
      ${zoneField(when, change, faults.zone)}
      ${graceField(when, change)}
    </div>
  `;
}

/** @param {When} when @param {(when: When) => void} change @param {Faults} faults */
function repeatedFields(when, change, faults) {
  const repeat = rhythmOf(when);
  return html`
    ${repeatFields(repeat, (changed) => change({ ...when, repeat: changed }), faults.repeat)}
    <div class="times">
      ${timeField("At", when, change, faults.at)}
      ${zoneField(when, change, faults.zone)}
      ${dateField("From", when, change, faults.at)}
      ${repeat.every === "rule"
        ? nothing
        : html`<label class="labelled"><span>Until <small>(optional)</small></span>
            <input class="field" type="date" max="9999-12-31" .value=${repeat.until} min=${day(now())} aria-describedby="when-fault"
              @change=${(/** @type {Event} */ event) =>
                change({ ...when, repeat: { ...repeat, until: /** @type {HTMLInputElement} */ (event.target).value } })}></label>`}
      ${graceField(when, change)}
    </div>
  `;
}

/** @param {string} words @param {When} when @param {(when: When) => void} change @param {string} fault */
function dateField(words, when, change, fault) {
  return html`
    <label class="labelled">${words}
      <input class="field" type="date" required max="9999-12-31" .value=${when.date} min=${when.mode === "later" ? day(now()) : nothing}
        aria-invalid=${fault ? "true" : nothing} aria-describedby="when-fault"
        @change=${(/** @type {Event} */ event) => change({ ...when, date: valueOf(event) })}></label>`;
}

/** @param {string} words @param {When} when @param {(when: When) => void} change @param {string} fault */
function timeField(words, when, change, fault) {
  return html`
    <label class="labelled">${words}
      <input class="field" type="time" required .value=${when.time}
        aria-invalid=${fault ? "true" : nothing} aria-describedby="when-fault"
        @change=${(/** @type {Event} */ event) => change({ ...when, time: valueOf(event) })}></label>`;
}

/** @param {When} when @param {(when: When) => void} change @param {string} fault */
function zoneField(when, change, fault) {
  return html`
    <label class="labelled">Time zone
      <select class="field" aria-invalid=${fault ? "true" : nothing}
        @change=${(/** @type {Event} */ event) => change({ ...when, zone: valueOf(event) })}>
        ${ZONES.map((zone) => html`<option .selected=${zone === when.zone}>${zone}</option>`)}
      </select></label>`;
}

/** What happens when Belfry was down at its time. @param {When} when @param {(when: When) => void} change */
function graceField(when, change) {
  const known = GRACES.some(({ minutes }) => minutes === when.grace);
  const graces = known ? GRACES : [...GRACES, { minutes: when.grace, words: `${when.grace} minutes late` }];
  return html`
    <label class="labelled">Still send up to
      <select class="field" aria-describedby="grace-hint" @change=${(/** @type {Event} */ event) => change({ ...when, grace: Number(valueOf(event)) })}>
        ${graces.map(({ minutes, words }) => html`<option value=${minutes} .selected=${minutes === when.grace}>${words}</option>`)}
      </select></label>
    <p class="hint" id="grace-hint">if Belfry was not running at its time. Later than that, it asks you.</p>`;
}

/** @param {Event} event */
function valueOf({ target }) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (target).value;
}

/** @param {When} when @param {Time | undefined} startsAt */
function goesOut(when, startsAt) {
  if (!startsAt) {
    return html`<p class="goes-out">${when.date && when.time ? "Goes out at that time." : "Choose a date and a time."}</p>`;
  }
  return html`
    <p class="goes-out">
      Goes out <b>${there(startsAt, when.zone)}</b>, ${apart(startsAt)}${isElsewhere(startsAt, when.zone) ? html` · ${yours(startsAt, when.zone)}` : nothing}
    </p>
  `;
}

/** @param {When} when @param {Time[]} next */
function nextThree(when, next) {
  if (next.length === 0) {
    const missing = !when.date || !when.time ? "Choose a time, and from when." : ruleOf(rhythmOf(when)) ? "" : "Choose the days.";
    return html`<p class="goes-out">${missing || `Goes out at ${localClock(when.time)} on these days.`}</p>`;
  }
  const words = { 1: "Only once", 2: "Only twice" }[next.length] ?? "Next three";
  return html`
    <p class="goes-out next">
      <span>${words}</span>
      ${next.map((time) => html`<b>${there(time, when.zone)}</b>`)}
      ${isElsewhere(next[0], when.zone) ? html`<span>The first is ${yours(next[0], when.zone)}.</span>` : nothing}
    </p>
  `;
}

/** @param {Time} time @param {string} zone */
function isElsewhere(time, zone) {
  return zone !== ownZone && momentIn(time, zone) !== momentIn(time, ownZone);
}

/** A time on the clocks of its zone. @param {Time} time @param {string} zone */
function there(time, zone) {
  return isElsewhere(time, zone) ? momentIn(time, zone) : moment(time);
}

/** What a time elsewhere is on the reader's own clock. @param {Time} time @param {string} zone */
function yours(time, zone) {
  return `${sameDay(time, zone) ? clock(time) : moment(time)} for you`;
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
