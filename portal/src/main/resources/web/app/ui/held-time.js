/** A time at which quiet hours may hold what was to go out. */
import "../shared.js";
import "../core/later.js";
import { zoned } from "../core/format.js";
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
  return held.until ? t("common.afterQuiet", { time, until: zoned(held.until, zone) }) : t("common.neverQuiet", { time });
}
