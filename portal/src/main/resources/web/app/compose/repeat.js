/** Converts between the choices of a form and a rule of RFC 5545. Only the server interprets rules. */
import { now } from "../core/api.js";
import { t } from "../core/i18n.js";
import { WEEKDAYS } from "../core/weekdays.js";

/** @type {{ value: Repeat["place"], words: string, number: number }[]} */
export const PLACES = [
  { value: "day", words: t("compose.repeat.day"), number: 0 },
  { value: "first", words: t("compose.repeat.first"), number: 1 },
  { value: "second", words: t("compose.repeat.second"), number: 2 },
  { value: "third", words: t("compose.repeat.third"), number: 3 },
  { value: "fourth", words: t("compose.repeat.fourth"), number: 4 },
  { value: "last", words: t("compose.repeat.last"), number: -1 },
];

const EACH = {
  day: "FREQ=DAILY",
  week: "FREQ=WEEKLY",
  fortnight: "FREQ=WEEKLY;INTERVAL=2",
  month: "FREQ=MONTHLY",
};

/** The chosen repetition, or a sensible first one. @param {When} when @returns {Repeat} */
export function rhythmOf({ repeat, date }) {
  return repeat ?? weeklyOn(date);
}

/** Every week on the day of a date. @param {string} date @returns {Repeat} */
function weeklyOn(date) {
  const named = new Date(`${date}T12:00`);
  const start = Number.isNaN(named.getTime()) ? new Date(now()) : named;
  const weekday = WEEKDAYS[(start.getDay() + 6) % 7].value;
  return { every: "week", days: [weekday], place: "day", day: start.getDate(), weekday, until: "", rule: "" };
}

/** The rule for these choices; empty while one is missing. @param {Repeat} repeat */
export function ruleOf({ every, days, place, day, weekday, until, rule }) {
  if (every === "rule") {
    return rule;
  }
  const parts = [EACH[every]];
  if (every === "week" || every === "fortnight") {
    if (days.length === 0) {
      return "";
    }
    parts.push("BYDAY=" + WEEKDAYS.map(({ value }) => value).filter((value) => days.includes(value)).join(","));
  } else if (every === "month") {
    const number = PLACES.find(({ value }) => value === place)?.number ?? 0;
    parts.push(number === 0 ? `BYMONTHDAY=${day}` : `BYDAY=${number}${weekday}`);
  }
  if (until) {
    parts.push("UNTIL=" + until.replaceAll("-", ""));
  }
  return parts.join(";");
}

/**
 * A time in the form that the server accepts; undefined while a part of it is missing.
 * @param {When} when
 */
export function entered({ mode, date, time, zone, grace, repeat }) {
  const rule = repeat ? ruleOf(repeat) : "";
  if (mode === "now" || !date || !time || (mode === "repeat" && !rule)) {
    return undefined;
  }
  return { at: `${date}T${time}`, zone, graceMinutes: grace, ...(mode === "repeat" ? { repeat: rule } : {}) };
}

/** The time of a job as it was entered; undefined if it has none. @param {WholeJob} job @returns {When | undefined} */
export function plannedFor({ localTime = "", zone = "UTC", graceMinutes, repeat }) {
  const [date, time] = localTime.split("T");
  return time
    ? {
        mode: repeat ? "repeat" : "later",
        date,
        time: time.slice(0, "16:00".length),
        zone,
        grace: graceMinutes,
        repeat: repeat && repeatOf(repeat.rule, date),
      }
    : undefined;
}

/**
 * The choices that result in a rule. A rule from the API that no choices can express is kept as it is.
 * @param {string} rule
 * @param {string} date the day from which it counts
 * @returns {Repeat}
 */
export function repeatOf(rule, date) {
  const parts = new Map(rule.split(";").map((part) => /** @type {[string, string]} */ (part.split("=", 2))));
  const [, year, month, last] = parts.get("UNTIL")?.match(/^(\d{4})(\d\d)(\d\d)$/) ?? [];
  const byDay = parts.get("BYDAY") ?? "";
  const [, number, weekday] = byDay.match(/^(-?\d)([A-Z]{2})$/) ?? [];
  /** @type {Repeat} */
  const repeat = {
    ...weeklyOn(date),
    every: /** @type {Repeat["every"]} */ (every(parts)),
    until: year ? `${year}-${month}-${last}` : "",
    ...(/^[A-Z,]+$/.test(byDay) ? { days: /** @type {Weekday[]} */ (byDay.split(",")) } : {}),
    ...(/^(-1|[12]?\d|3[01])$/.test(parts.get("BYMONTHDAY") ?? "") ? { day: Number(parts.get("BYMONTHDAY")) } : {}),
    ...(number
      ? {
          place: PLACES.find((place) => place.number === Number(number))?.value ?? "day",
          weekday: /** @type {Weekday} */ (weekday),
        }
      : {}),
  };
  return ruleOf(repeat) === rule ? { ...repeat, rule: "" } : { ...repeat, every: "rule", until: "", rule };
}

/** @param {Map<string, string>} parts */
function every(parts) {
  const named = ["FREQ", "INTERVAL"].filter((name) => parts.has(name));
  const each = named.map((name) => `${name}=${parts.get(name)}`).join(";");
  return Object.entries(EACH).find(([, rule]) => rule === each)?.[0] ?? "day";
}
