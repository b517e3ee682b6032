/** The fields of reminders: when, until when, and in which words those are reminded who have not acknowledged a message. */
import "../core/later.js";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { day, dateWords } from "../core/format.js";
import { now } from "../core/api.js";
import { LANGUAGES, language, list, rich, t } from "../core/i18n.js";
import { chat } from "../ui/chat.js";
import { heldTime } from "../ui/held-time.js";
import { icon } from "../ui/icons.js";
import { readable } from "../ui/readable.js";
import { wholeNumberField } from "../ui/whole-number.js";

/** @typedef {NonNullable<Acknowledge["reminders"]>} Reminders */

const MOST = 10;
const LATEST = 365;

/** @param {string} zone @returns {Reminders} */
export function usualReminders(zone) {
  const own = /** @type {Reminders["language"]} */ (language);
  return { times: [1, 3, 7].map((days) => ({ days, time: "09:00" })), zone, language: own };
}

/**
 * @typedef {{ reminders: Reminders, change: (reminders: Reminders) => void, faults: string[], usual: string, foreseen?: Foreseen }} Of
 *   with the usual words, and the times if they are known
 * @typedef {NonNullable<Plan["reminders"]>} Foreseen
 * @param {Of} of
 */
export function reminderFields(of) {
  const { reminders, change, faults } = of;
  const { times } = reminders;
  const set = (/** @type {Reminders["times"]} */ changed) => change({ ...reminders, times: changed });
  const last = times.at(-1) ?? { days: 0, time: "09:00" };
  return html`
    <div class="reminders" id="acknowledge-reminders">
      ${repeat(times, (_, at) => `${at} of ${times.length}`, (one, at) =>
        moment(one, at, (changed) => set(times.toSpliced(at, 1, ...changed)), times.length > 1))}
      <div>
        <button class="button small" type="button" data-add ?disabled=${times.length >= MOST}
          @click=${() => set([...times, { ...last, days: Math.min(LATEST, last.days + 2) }])}>
          ${icon("add")}${t("compose.reminders.add")}</button>
        <label class="labelled"><span>${rich("compose.reminders.until", { optional: html`<small>${t("compose.when.optional")}</small>` })}</span>
          <input class="field" type="date" max="9999-12-31" min=${day(now())} .value=${reminders.until ?? ""}
            @change=${(/** @type {Event} */ event) => change({ ...reminders, until: valueOf(event) || undefined })}></label>
      </div>
      ${words(of)}
      ${faults.map((fault) => html`<p class="fault" role="alert">${fault}</p>`)}
      ${faults.length === 0 && !of.foreseen?.problem && of.foreseen?.times.length ? html`<p class="hint">${foreseen(of.foreseen, reminders)}</p>` : nothing}
    </div>
  `;
}

/** @param {Reminders["times"][number]} one @param {number} at @param {(changed: Reminders["times"]) => void} set @param {boolean} more */
function moment({ days, time }, at, set, more) {
  const named = { number: at + 1 };
  return html`
    <div role="group" aria-label=${t("compose.reminders.one", named)}>
      ${wholeNumberField({ label: t("compose.reminders.days"), value: days, least: 0, most: LATEST, set: (days) => set([{ days, time }]) })}
      <label class="labelled">${t("compose.reminders.time")}
        <input class="field" type="time" required .value=${time}
          @change=${(/** @type {Event} */ event) => set([{ days, time: valueOf(event) || time }])}></label>
      ${more
        ? html`<button class="button small" type="button" aria-label=${t("compose.reminders.remove", named)} @click=${(/** @type {Event} */ { currentTarget }) => {
            const all = /** @type {Element} */ (currentTarget).closest(".reminders");
            set([]);
            // This button, which has the focus, goes with it.
            setTimeout(() => /** @type {HTMLElement | null | undefined} */ (all?.querySelector("[data-add]"))?.focus());
          }}>
            ${icon("close")}</button>`
        : nothing}
    </div>`;
}

/** @param {Of} of */
function words({ reminders, change, usual }) {
  const { markdown } = reminders;
  if (markdown !== undefined) {
    return html`
      <label class="labelled">${t("compose.reminders.words")}
        <textarea class="field" dir="auto" rows="5" .value=${markdown}
          @input=${(/** @type {Event} */ event) => change({ ...reminders, markdown: valueOf(event) })}></textarea></label>
      <div><button class="button small" type="button" @click=${() => change({ ...reminders, markdown: undefined })}>
        ${icon("undo")}${t("compose.reminders.usual")}</button></div>`;
  }
  return html`
    <div>
      <label class="labelled">${t("compose.reminders.language")}
        <select class="field" @change=${(/** @type {Event} */ event) =>
          change({ ...reminders, language: /** @type {Reminders["language"]} */ (valueOf(event)) })}>
          ${Object.entries(LANGUAGES).map(([code, name]) => html`
            <option value=${code} .selected=${code === (reminders.language ?? "en")}>${name}</option>`)}
        </select></label>
      <button class="button small" type="button" ?disabled=${usual === ""} @click=${() => change({ ...reminders, markdown: usual })}>
        ${icon("write")}${t("compose.reminders.own")}</button>
    </div>
    ${usual ? html`<blockquote>${chat(readable(usual))}</blockquote>` : nothing}`;
}

/** @param {Event} event */
function valueOf({ target }) {
  return /** @type {HTMLInputElement} */ (target).value;
}

/** "Reminders on Thu 3 Dec, 09:00 and …; none after 11 Dec 2026." @param {Foreseen} foreseen @param {Reminders} reminders */
export function foreseen({ times, quiet }, { zone, until }) {
  const on = list(times.map((time) => heldTime(time, quiet, zone)));
  return until ? t("compose.reminders.foreseenUntil", { on, date: dateWords(until) }) : t("compose.reminders.foreseen", { on });
}
