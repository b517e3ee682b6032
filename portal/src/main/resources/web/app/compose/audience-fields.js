/** The fields To and Except; Except appears when the author asks for it. */
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { audienceNotes, exclusionNotes } from "./audience-notes.js";
import { audiencePicker } from "./audience-picker.js";
import { bring, incomplete, lacks, lostList, read } from "./awaited.js";
import { writeTo } from "./outsiders.js";
import { complain } from "../ui/toast.js";

/** @param {import("./draft.js").Draft} draft */
export function showSaved(draft) {
  const at = location.hash;
  import("./saved-audiences.js").then(({ savedAudiences }) => savedAudiences(draft, at)).catch(complain);
}

/** @param {import("./draft.js").Draft} draft */
function showMembership(draft) {
  const at = location.hash;
  import("./membership.js").then(({ askMembership }) => location.hash === at && askMembership(draft)).catch(complain);
}

/** @param {import("./draft.js").Draft} draft @param {import("./audience-picker.js").Field} field @param {() => void} focus of its field */
function lost(draft, field, focus) {
  const hide = () => {
    read(draft, field);
    focus();
  };
  return lacks(draft, field) ? lostList(hide) : nothing;
}

/**
 * @param {{ draft: import("./draft.js").Draft, plan: Plan | undefined,
 *   faults: import("./draft-faults.js").DraftFaults, excepting: boolean, except: () => void }} of
 */
export function audienceFields({ draft, plan, faults, excepting, except }) {
  const chosen = draft.audience.length > 0;
  const shown = excepting || draft.excluded.length + draft.strays.except.length > 0 || incomplete(draft).some(({ field }) => field === "except");
  return html`
    ${audiencePicker({
      field: "to",
      get entries() {
        return draft.audience;
      },
      get coming() {
        return draft.lists;
      },
      bring: (lists, files) => bring(draft, "to", lists, files),
      get strays() {
        return draft.strays.to;
      },
      misread: (to) => draft.change({ strays: { ...draft.strays, to } }),
      get typed() {
        return draft.typed.to;
      },
      type: (to) => draft.change({ typed: { ...draft.typed, to } }),
      faults: faults.entries,
      change: (audience) => draft.change({ audience }),
      below: html`
        ${lost(draft, "to", () => document.getElementById("to")?.focus())}
        ${audienceNotes(chosen ? plan?.audience : undefined, faults.audience, (those) => writeTo(draft, those))}
        ${chosen && !shown
          ? html`<button class="link except" type="button" @click=${except}>${icon("minus")}${t("compose.except.add")}</button>`
          : nothing}
        ${chosen
          ? html`<button class="link except" type="button"
              @click=${() => showSaved(draft)}>${icon("people")}${t("compose.saved.link")}</button>
            <button class="link except" type="button"
              @click=${() => showMembership(draft)}>${icon("search")}${t("compose.why.link")}</button>`
          : nothing}`,
    })}
    ${shown
      ? audiencePicker({
          field: "except",
          get entries() {
            return draft.excluded;
          },
          get coming() {
            return draft.lists;
          },
          bring: (lists, files) => bring(draft, "except", lists, files),
          get strays() {
            return draft.strays.except;
          },
          misread: (except) => draft.change({ strays: { ...draft.strays, except } }),
          get typed() {
            return draft.typed.except;
          },
          type: (except) => draft.change({ typed: { ...draft.typed, except } }),
          faults: faults.excluded,
          change: (excluded) => draft.change({ excluded }),
          below: html`
            ${lost(draft, "except", except)}
            ${exclusionNotes(chosen && draft.excluded.length > 0 ? plan?.audience : undefined)}`,
        })
      : nothing}
  `;
}
