/** Choices that are rarely changed: who gets it first, how it is acknowledged, and what to do if something goes wrong. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { segments } from "../ui/widgets.js";
import { acknowledgeFields } from "./acknowledge-fields.js";
import { Draft } from "./draft.js";
import { firstWave } from "./first-wave.js";

const GRACES = [
  { minutes: 15, words: t("compose.grace.minutes", { count: 15 }) },
  { minutes: 60, words: t("compose.grace.hours", { count: 1 }) },
  { minutes: 240, words: t("compose.grace.hours", { count: 4 }) },
  { minutes: 1_440, words: t("compose.grace.day") },
];

/** @param {Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
export function moreChoices(draft, faults) {
  const isTimed = draft.when.mode !== "now";
  const toSpaces = draft.audience.some(({ kind }) => kind === "space");
  return html`
    ${draft.audience.length > 0 ? [firstWave(draft, faults.of("firstWave")), acknowledgeFields(draft, faults)] : nothing}
    ${isTimed || toSpaces
      ? html`
        <details class="more-choices">
          <summary>${t("compose.wrong.title")}</summary>
          <div>
            ${isTimed ? late(draft) : nothing}
            ${toSpaces ? unsure(draft) : nothing}
          </div>
        </details>`
      : nothing}
  `;
}

/** If Belfry was not running on time. @param {Draft} draft */
function late(draft) {
  const { when } = draft;
  const known = GRACES.some(({ minutes }) => minutes === when.grace);
  const other = { minutes: when.grace, words: t("compose.grace.minutes", { count: when.grace }) };
  const graces = known ? GRACES : [...GRACES, other];
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    draft.change({ when: { ...when, grace: Number(value) } });
  };
  return html`
    <div>
      <label class="labelled">${t("compose.grace.label")}
        <select class="field" aria-describedby="grace-hint" @change=${choose}>
          ${graces.map(({ minutes, words }) => html`
            <option value=${minutes} .selected=${minutes === when.grace}>${words}</option>`)}
        </select></label>
      <p class="hint" id="grace-hint">${t("compose.grace.hint")}</p>
    </div>
  `;
}

/** A bot cannot read a space, so a lost answer can leave a question open. @param {Draft} draft */
function unsure(draft) {
  const label = t("compose.unsure.label");
  return html`
    <div>
      <span class="label" aria-hidden="true">${label}</span>
      ${segments({
        name: "unsure",
        label,
        value: draft.onUnknown,
        choose: (onUnknown) => draft.change({ onUnknown }),
        options: [
          { value: "hold", words: t("compose.unsure.ask"), icon: "pause" },
          { value: "resend", words: t("compose.unsure.again"), icon: "retry" },
        ],
      })}
    </div>
  `;
}
