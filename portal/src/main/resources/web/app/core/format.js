/** Counts and times in the page's language, written as the reader is used to. */
import { now } from "./api.js";
import { list, locale, number, t } from "./i18n.js";

const own = new Intl.DateTimeFormat().resolvedOptions();
/** The reader's own format if the page is in the browser's language; otherwise that of the page's language. */
const hour12 =
  own.locale.split("-")[0] === locale.split("-")[0]
    ? new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions().hour12
    : undefined;

export const ownZone = own.timeZone;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** To one place behind the point, as speeds are told. @param {number} value */
export const tenths = (value) => Math.round(value * 10) / 10;

/** @param {Intl.DateTimeFormatOptions} how */
function dates(how) {
  return new Intl.DateTimeFormat(locale, how.hour && hour12 !== undefined ? { hour12, ...how } : how);
}

const secondsFormat = dates({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const yearFormat = dates({ day: "numeric", month: "short", year: "numeric" });

/** Formatters for a zone. @param {string} zone */
function clocksOf(zone) {
  return {
    clock: dates({ hour: "2-digit", minute: "2-digit", timeZone: zone }),
    day: dates({ weekday: "short", day: "numeric", month: "short", timeZone: zone }),
    dayOfYear: dates({ day: "numeric", month: "short", year: "numeric", timeZone: zone }),
    year: new Intl.DateTimeFormat("en", { year: "numeric", timeZone: zone }),
    name: new Intl.DateTimeFormat(locale, { timeZone: zone, timeZoneName: "shortOffset" }),
  };
}

const ownClocks = clocksOf(ownZone);

/** @type {Map<string, typeof ownClocks>} */
const clocks = new Map([[ownZone, ownClocks]]);

/** The reader's own formatters if this browser does not know the zone. @param {string} zone */
function clocksIn(zone) {
  let known = clocks.get(zone);
  if (!known) {
    try {
      known = clocksOf(zone);
    } catch {
      known = ownClocks;
    }
    clocks.set(zone, known);
  }
  return known;
}

/** The size of a file. @param {number} bytes */
export function size(bytes) {
  const [value, unit] =
    bytes < 1_000 ? [bytes, "B"] : bytes < 1_000_000 ? [Math.round(bytes / 1_000), "kB"] : [Math.round(bytes / 100_000) / 10, "MB"];
  return `${number(value)} ${unit}`;
}

/** @param {{ people: number, spaces: number }} heads */
export function heads({ people, spaces }) {
  const parts = [];
  if (people > 0 || spaces === 0) {
    parts.push(t("common.people", { count: people }));
  }
  if (spaces > 0) {
    parts.push(t("common.spaces", { count: spaces }));
  }
  return list(parts);
}

/** A duration; the sentence around it adds "about". @param {number} seconds */
export function duration(seconds) {
  const whole = Math.max(1, Math.round(seconds));
  if (whole < 60) {
    return t("format.seconds", { seconds: whole });
  }
  if (whole < 3_600) {
    const rest = whole % 60;
    const minutes = Math.floor(whole / 60);
    return rest > 0 && whole < 600
      ? t("format.minutesAndSeconds", { minutes, seconds: rest })
      : t("format.minutes", { minutes });
  }
  const all = Math.round(whole / 60);
  const [hours, minutes] = [Math.floor(all / 60), all % 60];
  return minutes > 0 ? t("format.hoursAndMinutes", { hours, minutes }) : t("format.hours", { hours });
}

/**
 * To whole percents; near none and near all with as many digits as tell it from them.
 * @param {number} part @param {number} whole
 */
export function percent(part, whole) {
  const exact = whole === 0 ? 0 : (part / whole) * 100;
  const near = Math.min(exact, 100 - exact);
  const digits = near > 0 && near < 1 ? Math.ceil(-Math.log10(near)) : 0;
  const value = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(exact);
  return t("format.percent", { value });
}

/** @param {Time | number} time */
export function clock(time) {
  return ownClocks.clock.format(new Date(time));
}

/** @param {Time | number} time */
export function clockSeconds(time) {
  return secondsFormat.format(new Date(time));
}

/** "Fri 27 Nov, 16:00"; with the year if it is not this year. @param {Time | number} time */
export function moment(time) {
  return momentIn(time, ownZone);
}

/** "Fri 27 Nov" @param {Time | number} time @param {string} [zone] absent if no time was entered */
export function dayOf(time, zone = ownZone) {
  return dayIn(time, clocksIn(zone));
}

/** @param {Time | number} time @param {typeof ownClocks} there */
function dayIn(time, there) {
  const date = new Date(time);
  const sameYear = there.year.format(date) === there.year.format(new Date(now()));
  return (sameYear ? there.day : there.dayOfYear).format(date).replace(/^(\p{L}+),/u, "$1");
}

/** "Today", "Yesterday", "Fri 27 Nov". @param {Time | number} time */
export function dayWords(time) {
  const apart = days(time);
  const words = Math.abs(apart) > 1 ? dayOf(time) : relative.format(apart, "day");
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}

/** The same in another zone. @param {Time | number} time @param {string} zone */
export function momentIn(time, zone) {
  const there = clocksIn(zone);
  return `${dayIn(time, there)}, ${there.clock.format(new Date(time))}`;
}

/**
 * A time as it was entered: "Wed 25 Nov, 08:00 Auckland (GMT+13)". The reader's own zone is named
 * only with `always`, and where its clocks show this time twice.
 * @param {Time} time @param {string} [zone] absent if no time was entered
 * @param {{ always?: boolean }} [how]
 */
export function zoned(time, zone = ownZone, { always = false } = {}) {
  const named = always || isElsewhere(time, zone) || isTwice(time, zone);
  return named ? `${momentIn(time, zone)} ${zoneName(time, zone)}` : momentIn(time, zone);
}

/** "for you: Tue 24 Nov, 20:00"; empty if the reader's own clock shows the same. @param {Time} time @param {string} [zone] */
export function forYou(time, zone = ownZone) {
  return isElsewhere(time, zone) ? t("format.forYou", { time: moment(time) }) : "";
}

/** Both. @param {Time} time @param {string} [zone] absent if no time was entered */
export function zonedForYou(time, zone = ownZone) {
  return [zoned(time, zone), forYou(time, zone)].filter(Boolean).join(" · ");
}

/** @param {Time} time @param {string} zone */
export function isElsewhere(time, zone) {
  return zone !== ownZone && momentIn(time, zone) !== moment(time);
}

/** Whether clocks that are put back show it once more, by an hour or (Lord Howe) half of one. @param {Time} time @param {string} zone */
function isTwice(time, zone) {
  const words = momentIn(time, zone);
  return [-60, -30, 30, 60].some((minutes) => momentIn(new Date(time).getTime() + minutes * 60_000, zone) === words);
}

/** "Auckland (GMT+13)" @param {Time} time @param {string} zone */
export function zoneName(time, zone) {
  const parts = clocksIn(zone).name.formatToParts(new Date(time));
  const offset = parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
  const city = /^(?!etc\/).*\/(.+)/i.exec(zone)?.[1].replaceAll("_", " ");
  return city ? `${city} (${offset})` : zone === "UTC" ? zone : offset;
}

/** "2026-11-27", for date fields, in the reader's own zone. @param {number} time */
export function day(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** This time of the day, so many days from now. @param {number} days */
export function inDays(days) {
  const date = new Date(now());
  date.setDate(date.getDate() + days);
  return date;
}

/** A time of the day as the reader writes it. @param {string} local "16:00" */
export function localClock(local) {
  return clock(new Date(`2026-01-01T${local}`).getTime());
}

/** "31 Dec 2026" @param {string} date "2026-12-31" */
export function dateWords(date) {
  return yearFormat.format(new Date(`${date}T12:00`));
}

/** "in 2 days", "3 minutes ago", "just now". @param {Time | number} time */
export function apart(time) {
  const seconds = (new Date(time).getTime() - now()) / 1_000;
  const size = Math.abs(seconds);
  if (size < 45) {
    return t(seconds > 5 ? "format.inAMoment" : "format.justNow");
  }
  if (size < 3_300) {
    return relative.format(Math.round(seconds / 60), "minute");
  }
  if (size < 79_200) {
    return relative.format(Math.round(seconds / 3_600), "hour");
  }
  if (size < 2_500_000) {
    return relative.format(days(time), "day");
  }
  return relative.format(Math.round(seconds / 2_629_800), "month");
}

/** How many midnights are between now and then. @param {Time | number} time */
function days(time) {
  const midnight = (/** @type {number} */ at) => new Date(at).setHours(0, 0, 0, 0);
  return Math.round((midnight(new Date(time).getTime()) - midnight(now())) / 86_400_000);
}

/** Up to two letters for an avatar. @param {string} name */
export function initials(name) {
  const words = name.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.-]*/gu) ?? [];
  const chosen = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return chosen.map((word) => String.fromCodePoint(word?.codePointAt(0) ?? 32).toUpperCase()).join("");
}

/** A hue derived from a name. @param {string} text */
export function hueOf(text) {
  return Math.floor(sumOf(text, 3_600) / 10 / 24) * 24 + 12;
}

/** A number below a limit, derived from a text. @param {string} text @param {number} limit */
export function sumOf(text, limit) {
  let sum = 7;
  for (const letter of text) {
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % limit;
  }
  return sum;
}
