/** The fields of how readers say that they have read it. */
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";

/** In characters, as the server has it. */
const LONGEST = 60;

/** @param {import("./draft.js").Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
export function acknowledgeFields(draft, faults) {
  const { acknowledge } = draft;
  const isAsked = acknowledge.button !== undefined || acknowledge.word !== undefined;
  const choose = (/** @type {Event} */ event) => {
    const { checked } = /** @type {HTMLInputElement} */ (event.target);
    // A file and a button exclude each other.
    const usual = draft.attachment
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
            <p class="hint" id="acknowledge-hint">${t("compose.acknowledge.hint")}</p>`
          : nothing}
      </div>
    </details>
  `;
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
        <input class="field" id="acknowledge-${part}" maxlength=${LONGEST} autocomplete="off"
          .value=${draft.acknowledge[part] ?? ""} aria-invalid=${fault ? "true" : "false"}
          aria-describedby=${fault ? `acknowledge-${part}-fault` : "acknowledge-hint"} @input=${change}></label>
      ${fault ? html`<p class="fault" id="acknowledge-${part}-fault" role="alert">${fault}</p>` : nothing}
    </div>`;
}

/** @param {{ button?: string, word?: string }} acknowledge */
function words({ button = "", word = "" }) {
  return [button, word].filter((one) => one.trim() !== "").map((one) => t("compose.acknowledge.quoted", { words: one })).join(" · ");
}

/** The sentence for the review; empty if nobody is asked. @param {{ button?: string, word?: string }} acknowledge */
export function acknowledgeWords(acknowledge) {
  const how = words(acknowledge);
  return how && t("compose.acknowledge.review", { how });
}
