/** For what something waits, and until when, in one way wherever it is shown. */
import { now } from "../core/api.js";
import { clockSeconds, ownZone, zoned } from "../core/format.js";
import { inWords, t } from "../core/i18n.js";

/** Seconds matter in what ends within this time, in milliseconds. */
const SOON = 600_000;

/** "Waiting for the end of quiet hours, until Fri 27 Nov, 07:00" @param {Schemas["Waits"] | undefined} waits */
export function waitsFor(waits) {
  if (!waits) {
    return "";
  }
  const { said, words, until } = waits;
  const what = inWords(said, words);
  if (!until) {
    return what;
  }
  return Date.parse(until) - now() < SOON
    ? t("format.untilClock", { what, time: clockSeconds(until) })
    : t("format.until", { what, time: zoned(until, ownZone) });
}
