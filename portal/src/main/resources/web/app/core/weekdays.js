/** The days of the week from Monday, as RFC 5545 writes them and in the reader's language. */
import { locale } from "./i18n.js";

const short = new Intl.DateTimeFormat(locale, { weekday: "short", timeZone: "UTC" });
const long = new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" });

/** @type {Weekday[]} */
const CODES = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

export const WEEKDAYS = CODES.map((value, index) => {
  // 1 January 2024 was a Monday.
  const date = new Date(Date.UTC(2024, 0, 1 + index));
  return { value, words: short.format(date), long: long.format(date) };
});
