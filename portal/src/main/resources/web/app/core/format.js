/** Counts and times: in the page's language, with the reader's own habits of writing them. */
import { now } from "./api.js";
import { list, locale, number, t } from "./i18n.js";

const own = new Intl.DateTimeFormat().resolvedOptions();
/** The reader's habit, where the page speaks the browser's language; else the language's own. */
const hour12 =
  own.locale.split("-")[0] === locale.split("-")[0]
    ? new Intl.DateTimeFormat(undefined, { hour: "numeric" }).resolvedOptions().hour12
    : undefined;

export const ownZone = own.timeZone;

const relative = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });

/** @param {Intl.DateTimeFormatOptions} how */
function dates(how) {
  return new Intl.DateTimeFormat(locale, how.hour && hour12 !== undefined ? { hour12, ...how } : how);
}

const clockFormat = dates({ hour: "2-digit", minute: "2-digit" });
const secondsFormat = dates({ hour: "2-digit", minute: "2-digit", second: "2-digit" });
const dayFormat = dates({ weekday: "short", day: "numeric", month: "short" });
const yearFormat = dates({ day: "numeric", month: "short", year: "numeric" });

/** Of a file. @param {number} bytes */
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

/** "about" is up to the sentence. @param {number} seconds */
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

/** @param {number} part @param {number} whole */
export function percent(part, whole) {
  if (whole === 0 || part === 0) {
    return t("format.percent", { value: 0 });
  }
  const exact = (part / whole) * 100;
  const value = exact < 1 || (exact > 99 && exact < 100) ? Math.floor(exact * 10) / 10 || 0.1 : Math.floor(exact);
  return t("format.percent", { value });
}

/** @param {Time | number} time */
export function clock(time) {
  return clockFormat.format(new Date(time));
}

/** @param {Time | number} time */
export function clockSeconds(time) {
  return secondsFormat.format(new Date(time));
}

/** "Fri 27 Nov, 16:00"; with the year when it is not this one. @param {Time | number} time */
export function moment(time) {
  return `${dayOf(time)}, ${clock(time)}`;
}

/** "Fri 27 Nov" @param {Time | number} time */
export function dayOf(time) {
  const date = new Date(time);
  const sameYear = date.getFullYear() === new Date(now()).getFullYear();
  return (sameYear ? dayFormat : yearFormat).format(date).replace(/^(\p{L}+),/u, "$1");
}

/** The same in another zone. @param {Time} time @param {string} zone */
export function momentIn(time, zone) {
  try {
    return dates({ weekday: "short", day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", timeZone: zone })
      .format(new Date(time))
      .replace(/^(\p{L}+),/u, "$1");
  } catch {
    return moment(time);
  }
}

/** "2026-11-27", as date fields have it, in one's own zone. @param {number} time */
export function day(time) {
  const date = new Date(time);
  const two = (/** @type {number} */ part) => String(part).padStart(2, "0");
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
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

/** How many midnights lie between. @param {Time | number} time */
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

/** A hue that stays with a name. @param {string} text */
export function hueOf(text) {
  return Math.floor(sumOf(text, 3_600) / 10 / 24) * 24 + 12;
}

/** A number below a limit that goes with a text. @param {string} text @param {number} limit */
export function sumOf(text, limit) {
  let sum = 7;
  for (const letter of text) {
    sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % limit;
  }
  return sum;
}
