/** The fields of a time that is not now, and what comes of them. Only the server interprets times. */
import "../shared.js";
import { html, nothing } from "lit";
import { apart, clock, day, forYou, inDays, localClock, ownZone, zoned } from "../core/format.js";
import { now } from "../core/api.js";
import { list, locale, rich, t } from "../core/i18n.js";
import { rhythmOf, ruleOf } from "./repeat.js";
import { repeatFields } from "./repeat-fields.js";
import { skippedToCome } from "../jobs/job.js";
import { heldTime } from "../ui/held-time.js";

/** @typedef {import("./schedule-picker.js").Faults} Faults */

const longDay = new Intl.DateTimeFormat(locale, { weekday: "long" });
const ZONES = [...new Set([ownZone, "UTC", ...Intl.supportedValuesOf("timeZone")])].sort();

/** @param {import("./schedule-picker.js").Of} of */
export function timeFields({ when, change, plan, faults }) {
  const repeated = when.mode === "repeat";
  const fault = faults.at || faults.zone || faults.repeat;
  return html`
    ${repeated ? repeatedFields(when, change, faults) : laterFields(when, change, faults)}
    <p class="fault" id="when-fault" role="alert">${fault}</p>
    ${fault ? nothing : repeated ? nextThree(when, plan?.repeat) : goesOut(when, plan)}
  `;
}

/** @param {When} when @param {(when: When) => void} change @param {Faults} faults */
function laterFields(when, change, faults) {
  return html`
    <div class="quick" role="group" aria-label=${t("compose.when.quick")}>
      ${quick().map(({ words, date, time }) => html`
        <button class="button small" type="button" aria-pressed=${when.date === date && when.time === time}
          @click=${() => change({ ...when, date, time, zone: ownZone })}>${words}</button>
      `)}
    </div>
    <div class="times">
      ${dateField(t("compose.when.date"), when, change, faults.at)}
      ${timeField(t("compose.when.time"), when, change, faults.at)}
      ${zoneField(when, change, faults.zone)}
    </div>
  `;
}

/** @param {When} when @param {(when: When) => void} change @param {Faults} faults */
function repeatedFields(when, change, faults) {
  const repeat = rhythmOf(when);
  return html`
    ${repeatFields(repeat, (changed) => change({ ...when, repeat: changed }), faults.repeat)}
    <div class="times">
      ${timeField(t("compose.when.at"), when, change, faults.at)}
      ${zoneField(when, change, faults.zone)}
      ${dateField(t("compose.when.from"), when, change, faults.at)}
      ${repeat.every === "rule"
        ? nothing
        : untilField(repeat.until, (until) => change({ ...when, repeat: { ...repeat, until } }))}
    </div>
  `;
}

/** @param {string} until @param {(until: string) => void} change */
function untilField(until, change) {
  const optional = html`<small>${t("compose.when.optional")}</small>`;
  return html`
    <label class="labelled"><span>${rich("compose.when.until", { optional })}</span>
      <input class="field" type="date" max="9999-12-31" .value=${until} min=${day(now())}
        aria-describedby="when-fault" @change=${(/** @type {Event} */ event) => change(valueOf(event))}></label>`;
}

/** @param {string} words @param {When} when @param {(when: When) => void} change @param {string} fault */
function dateField(words, when, change, fault) {
  return html`
    <label class="labelled">${words}
      <input class="field" type="date" required max="9999-12-31" .value=${when.date}
        min=${when.mode === "later" ? day(now()) : nothing}
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
    <label class="labelled">${t("compose.when.zone")}
      <select class="field" aria-invalid=${fault ? "true" : nothing}
        @change=${(/** @type {Event} */ event) => change({ ...when, zone: valueOf(event) })}>
        ${[...(ZONES.includes(when.zone) ? [] : [when.zone]), ...ZONES].map((zone) => html`<option .selected=${zone === when.zone}>${zone}</option>`)}
      </select></label>`;
}

/** @param {Event} event */
function valueOf({ target }) {
  return /** @type {HTMLInputElement | HTMLSelectElement} */ (target).value;
}

/** @param {When} when @param {Plan} [plan] */
function goesOut(when, plan) {
  const { startsAt, quietUntil: until } = plan ?? {};
  if (!startsAt) {
    const chosen = when.date && when.time;
    return html`<p class="goes-out">${t(chosen ? "compose.when.thatTime" : "compose.when.chooseTime")}</p>`;
  }
  const { zone } = when;
  const time = heldTime(startsAt, until ? [{ time: startsAt, until }] : [], zone);
  const words = rich("compose.when.goesOut", { time: html`<b>${time}</b>`, ago: apart(until ?? startsAt) });
  const yours = forYou(until ?? startsAt, zone);
  return html`<p class="goes-out">${words}${yours ? html` · ${yours}` : nothing}</p>`;
}

/** @param {When} when @param {Rhythm} [repeat] */
function nextThree(when, repeat) {
  if (!repeat || repeat.next.length === 0) {
    return html`<p class="goes-out">${notYet(when)}</p>`;
  }
  const { next, quiet } = repeat;
  const skipped = skippedToCome(repeat);
  const { zone } = when;
  const yours = forYou(quiet?.find(({ time }) => time === next[0])?.until ?? next[0], zone);
  const words = { 1: t("compose.when.once"), 2: t("compose.when.twice") }[next.length] ?? t("compose.when.nextThree");
  return html`
    <p class="goes-out next">
      <span>${words}</span>
      ${next.map((time) => html`<b>${heldTime(time, quiet, zone)}</b>`)}
      ${yours ? html`<span>${t("compose.when.nextForYou", { words: yours })}</span>` : nothing}
      ${skipped.length > 0
        ? html`<span>${t("compose.when.skipped", { count: skipped.length, times: list(skipped.map((time) => zoned(time, zone))) })}</span>`
        : nothing}
    </p>
  `;
}

/** Shown while the next times are not known. @param {When} when */
function notYet(when) {
  if (!when.date || !when.time) {
    return t("compose.when.chooseStart");
  }
  return ruleOf(rhythmOf(when))
    ? t("compose.when.theseDays", { time: localClock(when.time) })
    : t("compose.when.chooseDays");
}

/** Soon, tomorrow morning, next Monday morning (on Sundays: Friday), in the reader's own zone. */
function quick() {
  const today = new Date(now());
  const soon = new Date(new Date(now()).setHours(today.getHours() + 2, 0, 0, 0));
  const nine = clock(new Date(now()).setHours(9, 0, 0, 0));
  const far = inDays(today.getDay() === 0 ? 5 : 8 - today.getDay());
  const soonDay = soon.getDate() === today.getDate() ? "compose.when.today" : "compose.when.tomorrow";
  return [
    { words: t(soonDay, { time: clock(soon.getTime()) }), ...at(soon, soon.getHours()) },
    { words: t("compose.when.tomorrow", { time: nine }), ...at(inDays(1), 9) },
    { words: t("compose.when.weekday", { weekday: longDay.format(far), time: nine }), ...at(far, 9) },
  ];
}

/** @param {Date} date @param {number} hour */
function at(date, hour) {
  return { date: day(date.getTime()), time: `${String(hour).padStart(2, "0")}:00` };
}
