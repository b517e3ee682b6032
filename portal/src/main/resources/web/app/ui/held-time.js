/** A time at which quiet hours may hold what was to go out. */
import "../shared.js";
import "../core/later.js";
import { clock, day, isElsewhere, ownZone, zoned } from "../core/format.js";
import { t } from "../core/i18n.js";

/**
 * "Thu 3 Dec, 21:00 (after quiet hours: Fri 4 Dec, 07:00)"
 * @param {Time} at @param {Schemas["HeldTime"][]} [quiet] an older node, while all are replaced, does not say @param {string} [zone]
 */
export function heldTime(at, quiet = [], zone) {
  const held = quiet.find(({ time }) => time === at);
  const time = zoned(at, zone);
  if (!held) {
    return time;
  }
  if (held.instead) {
    return t("common.insteadQuiet", { time, instead: zoned(held.instead, zone) });
  }
  return held.until ? t("common.afterQuiet", { time, until: zoned(held.until, zone) }) : t("common.neverQuiet", { time });
}

/** "Quiet hours: starts 07:00", for where there is little room. @param {Time} at @param {Time} until @param {string} [zone] */
export function quietStart(at, until, zone = ownZone) {
  const isSameDay = day(Date.parse(at)) === day(Date.parse(until));
  return t("jobs.calendar.quiet", { time: isSameDay && !isElsewhere(until, zone) ? clock(until) : zoned(until, zone) });
}
