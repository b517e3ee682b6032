/** The fields of how readers say that they have read it. */
import { html, nothing } from "lit";
import { faultInWords } from "../core/api.js";
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { foreseen, reminderFields, usualReminders } from "./reminder-fields.js";

/** @param {import("./draft.js").Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
export function acknowledgeFields(draft, faults) {
  const { acknowledge } = draft;
  const isAsked = acknowledge.button !== undefined || acknowledge.word !== undefined;
  const choose = (/** @type {Event} */ event) => {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    // A file and a button exclude each other, and some presses are never heard of.
    const usual = draft.attachment || isDeaf()
      ? { word: t("compose.acknowledge.usualWord") }
      : { button: t("compose.acknowledge.usualButton") };
    draft.change({ acknowledge: checked ? usual : {} });
  };
  const fault = faults.of("acknowledge");
  return html`
    <details class="more-choices" id="acknowledge" ?open=${isAsked || fault !== ""}>
      <summary>${t("compose.acknowledge.title")}${isAsked ? html` <b>${words(acknowledge)}</b>` : nothing}</summary>
      <div>
        <label class="tick"><input type="checkbox" .checked=${isAsked} @change=${choose}>
          <span>${t("compose.acknowledge.ask")}</span></label>
        ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
        ${isAsked
          ? html`
            <div>
              ${field(draft, faults, "button")}
              ${field(draft, faults, "word")}
            </div>
            ${isDeaf() ? html`<p class="deaf" id="acknowledge-deaf">${t("compose.acknowledge.deaf")}</p>` : nothing}
            <p class="hint" id="acknowledge-hint">${t("compose.acknowledge.hint")}</p>
            ${reminders(draft, faults)}`
          : nothing}
      </div>
    </details>
  `;
}

/** Whether it is never heard of when somebody presses a button. */
function isDeaf() {
  return session.info?.hearsPresses === false;
}

/** @param {import("./draft.js").Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
function reminders(draft, faults) {
  const { acknowledge } = draft;
  const set = acknowledge.reminders;
  const change = (/** @type {Acknowledge["reminders"]} */ others) => draft.change({ acknowledge: { ...acknowledge, reminders: others } });
  const { plan } = faults.answer;
  const choose = (/** @type {Event} */ event) =>
    change(/** @type {HTMLInputElement} */ (event.target).checked ? usualReminders(draft.when.zone) : undefined);
  return html`
    <label class="tick"><input type="checkbox" .checked=${set !== undefined} @change=${choose}>
      <span>${t("compose.reminders.ask")}</span></label>
    ${set
      ? reminderFields({
          reminders: set,
          change,
          faults: faults.below("acknowledge.reminders"),
          usual: plan?.reminders?.markdown ?? "",
          foreseen: plan?.reminders,
        })
      : nothing}`;
}

/** @param {import("./draft.js").Draft} draft @param {import("./draft-faults.js").DraftFaults} faults @param {"button" | "word"} part */
function field(draft, faults, part) {
  const fault = faults.of(`acknowledge.${part}`);
  const change = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLInputElement} */ (event.target);
    draft.change({ acknowledge: { button: "", ...draft.acknowledge, [part]: value } });
  };
  return html`
    <div>
      <label class="labelled">${t(`compose.acknowledge.${part}`)}
        <input class="field" id="acknowledge-${part}" autocomplete="off"
          .value=${draft.acknowledge[part] ?? ""} aria-invalid=${fault ? "true" : "false"}
          aria-describedby=${fault ? `acknowledge-${part}-fault` : part === "button" && isDeaf() ? "acknowledge-deaf" : "acknowledge-hint"} @input=${change}></label>
      ${fault ? html`<p class="fault" id="acknowledge-${part}-fault" role="alert">${fault}</p>` : nothing}
    </div>`;
}

/** @param {{ button?: string, word?: string }} acknowledge */
function words({ button = "", word = "" }) {
  return [button, word].filter((one) => seen(one) !== "").map((one) => t("compose.acknowledge.quoted", { words: one })).join(" · ");
}

/** The sentence for the review; empty if nobody is asked. @param {{ button?: string, word?: string }} acknowledge */
export function acknowledgeWords(acknowledge) {
  const how = words(acknowledge);
  return how && t("compose.acknowledge.review", { how });
}

/** The same about its reminders. @param {Acknowledge} acknowledge @param {Plan["reminders"]} planned @param {boolean} repeats */
export function reminderWords({ reminders }, planned, repeats) {
  if (planned?.problem) {
    return faultInWords(planned.problem).message;
  }
  if (!reminders || !planned?.times.length) {
    return "";
  }
  const words = foreseen(planned, reminders);
  return repeats ? `${words} ${t("compose.reminders.eachTime")}` : words;
}
