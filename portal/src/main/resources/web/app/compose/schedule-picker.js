/** When to send: now, later or repeatedly. */
import { html, nothing } from "lit";
import { day, inDays } from "../core/format.js";
import { t } from "../core/i18n.js";
import { rhythmOf } from "./repeat.js";
import { lazily } from "../ui/lazily.js";
import { segments } from "../ui/widgets.js";

/** Most messages are sent now. */
const times = lazily(() => import("./time-fields.js"));

/**
 * @typedef {{ at: string, zone: string, repeat: string }} Faults
 * @typedef {{ when: When, change: (when: When) => void, plan?: Plan, faults: Faults }} Of
 * @param {Of} of
 */
export function schedulePicker(of) {
  const { when, change } = of;
  return html`
    <div class="when">
      <span class="row-label" id="when-label">${t("compose.when.label")}</span>
      ${segments({
        name: "when",
        label: t("compose.when.label"),
        value: when.mode,
        choose: (mode) => change(inMode(when, mode)),
        options: [
          { value: "now", words: t("compose.when.now"), icon: "now" },
          { value: "later", words: t("compose.when.later"), icon: "clock" },
          { value: "repeat", words: t("compose.when.repeat"), icon: "repeat" },
        ],
      })}
      ${when.mode === "now" ? nothing : times(({ timeFields }) => timeFields(of))}
    </div>
  `;
}

/** The choice with sensible first values. @param {When} when @param {When["mode"]} mode @returns {When} */
function inMode(when, mode) {
  const filled = mode === "now" || when.date ? when : { ...when, date: day(inDays(1).getTime()), time: "09:00" };
  return { ...filled, mode, repeat: mode === "repeat" ? rhythmOf(filled) : filled.repeat };
}
