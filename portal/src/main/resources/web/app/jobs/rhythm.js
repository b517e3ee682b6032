/** Describes the days of an RFC 5545 rule in the reader's language. */
import { list, locale, t } from "../core/i18n.js";
import { WEEKDAYS } from "../core/weekdays.js";

/** The positions of a weekday in its month for which there is a word. @type {Record<string, string>} */
const PLACES = { 1: "first", 2: "second", 3: "third", 4: "fourth", 5: "fifth", "-1": "last" };

const SHORTEST_MONTH = 28;

const months = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" });
const dates = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", timeZone: "UTC" });

/**
 * "Every Monday". Unusual rules are shown in the server's words.
 * @param {Rhythm} repeat
 * @param {string} start the day from which it counts, "2026-11-27…"
 * @param {boolean} [briefly] whether several weekdays are shortened
 */
export function days({ rule, words }, start, briefly = false) {
  const parts = new Map(rule.toUpperCase().split(";").map((part) => /** @type {[string, string]} */ (part.split("=", 2))));
  const chosen = [...parts.keys()].filter((name) => name.startsWith("BY")).sort().join();
  const of = { parts, chosen, briefly, start: new Date(`${start.slice(0, 10)}T00:00:00Z`) };
  const count = Number(parts.get("INTERVAL") ?? 1);
  return FREQUENCIES[parts.get("FREQ") ?? ""]?.(of, count) ?? words;
}

/** @type {Record<string, (of: Of, count: number) => string | undefined>} */
const FREQUENCIES = { DAILY: daily, WEEKLY: weekly, MONTHLY: monthly, YEARLY: yearly };

/** @typedef {{ parts: Map<string, string>, chosen: string, briefly: boolean, start: Date }} Of */

/** @param {Of} of @param {number} count */
function daily({ chosen }, count) {
  return chosen === "" ? t("jobs.rhythm.days", { count }) : undefined;
}

/** @param {Of} of @param {number} count */
function weekly({ parts, chosen, briefly, start }, count) {
  const named = parts.get("BYDAY")?.split(",") ?? [WEEKDAYS[(start.getUTCDay() + 6) % 7].value];
  if (!["", "BYDAY"].includes(chosen) || !named.every((day) => WEEKDAYS.some(({ value }) => value === day))) {
    return undefined;
  }
  const sorted = WEEKDAYS.filter(({ value }) => named.includes(value));
  if (count === 1 && sorted.length === 7) {
    return t("jobs.rhythm.days", { count });
  }
  return count === 1 && sorted.map(({ value }) => value).join() === "MO,TU,WE,TH,FR"
    ? t("jobs.rhythm.workdays")
    : t("jobs.rhythm.weeks", { count, days: list(sorted.map(({ long, words }) => (briefly && sorted.length > 1 ? words : long))) });
}

/** @param {Of} of @param {number} count */
function monthly({ parts, chosen, start }, count) {
  if (chosen === "BYDAY") {
    const [, place, day] = parts.get("BYDAY")?.match(/^(-?\d)([A-Z]{2})$/) ?? [];
    return place in PLACES
      ? t("jobs.rhythm.monthsOnWeekday", { count, place: t(`jobs.place.${PLACES[place]}`), weekday: weekday(day) })
      : undefined;
  }
  const day = dayOfMonth(parts, start);
  if (!["", "BYMONTHDAY"].includes(chosen) || day === undefined) {
    return undefined;
  }
  return day === -1
    ? t("jobs.rhythm.monthsOnLast", { count })
    : t(day > SHORTEST_MONTH ? "jobs.rhythm.monthsOnDayIfAny" : "jobs.rhythm.monthsOnDay", { count, day });
}

/** @param {Of} of @param {number} count */
function yearly({ parts, chosen, start }, count) {
  const month = Number(parts.get("BYMONTH") ?? start.getUTCMonth() + 1);
  const day = dayOfMonth(parts, start);
  if (!["", "BYMONTH", "BYMONTH,BYMONTHDAY"].includes(chosen) || day === undefined || Number.isNaN(month)) {
    return undefined;
  }
  // In a leap year, which has every day of every month.
  const date = new Date(Date.UTC(2024, month - 1, Math.max(day, 1)));
  return day === -1
    ? t("jobs.rhythm.yearsOnLast", { count, month: months.format(date) })
    : t("jobs.rhythm.yearsOn", { count, date: dates.format(date) });
}

/**
 * The only day of the month; undefined if there are several, or if days are counted from the end.
 * @param {Map<string, string>} parts @param {Date} start
 */
function dayOfMonth(parts, start) {
  const day = Number(parts.get("BYMONTHDAY") ?? start.getUTCDate());
  return day >= -1 && day !== 0 ? day : undefined;
}

/** @param {string} code "MO" */
function weekday(code) {
  return WEEKDAYS.find(({ value }) => value === code)?.long ?? code;
}
