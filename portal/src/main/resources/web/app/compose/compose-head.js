/** The head above the sheet: what is being written, a menu of other actions, and notices. */
import { html, nothing } from "lit";
import { wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { icon } from "../ui/icons.js";
import { lazily } from "../ui/lazily.js";
import { notice, segments, trouble } from "../ui/widgets.js";
import { composeMenu } from "./compose-menu.js";
import { Draft } from "./draft.js";
import { NotTheirs } from "./open-draft.js";
import { isDue } from "./saved-version.js";

/** What becomes of it on the server. */
const whatBecame = lazily(() => import("./elsewhere.js"));

/** @typedef {"write" | "preview"} Side what is shown where there is room for one only */

/** @param {{ draft: Draft | undefined, note: string, side: Side, choose: (side: Side) => void }} of */
export function composeHead({ draft, note, side, choose }) {
  return html`
    <div class="head">
      <h1 tabindex="-1">${t(draft?.planned ? "compose.edit" : "compose.new")}</h1>
      ${draft?.kept && !draft.empty ? html`<span class="aside">${keptWords(draft)}</span>` : nothing}
      ${draft ? composeMenu(draft) : nothing}
      <span class="push"></span>
      <span class="sides">${segments({
        name: "side",
        label: t("compose.side.label"),
        value: side,
        choose,
        options: [
          { value: "write", words: t("compose.side.write") },
          { value: "preview", words: t("compose.side.preview") },
        ],
      })}</span>
    </div>
    ${draft?.unkept ? notice(t(draft.displaced ? "compose.displaced" : "compose.unkept")) : nothing}
    ${note ? notice(note, "info", "plain") : nothing}
    ${draft?.saved ? whatBecame(({ elsewhere }) => elsewhere(draft)) : nothing}
    ${draft?.planned ? notice(plannedWords(draft), "calendar", "plain") : nothing}
  `;
}

/** @param {Job} job */
async function copy(job) {
  const { tryTo, useAgain } = await import("../jobs/job-actions.js");
  tryTo(useAgain, job);
}

/** In place of a draft that cannot be changed. @param {unknown} error */
export function composeAbsent(error) {
  return html`
    <div class="head"><h1 tabindex="-1">${t("compose.message")}</h1></div>
    ${trouble(wordsOf(error), undefined, t("compose.notEditable"))}
    ${error instanceof NotTheirs
      ? html`<p class="after"><button class="button main-one" type="button" @click=${() => copy(error.job)}>${icon("copy")}${t("compose.gone.useAgain")}</button></p>`
      : nothing}
    <p class="after"><a class="button" href=${address("compose")}>${icon("write")}${t("compose.new")}</a></p>`;
}

/** Where it is kept, and who can see it. @param {Draft} draft */
function keptWords({ saved, isSaved }) {
  if (!saved) {
    return t("compose.kept");
  }
  return t(isSaved ? "compose.keptThere" : "compose.keptChanges");
}

/** @param {Draft} draft */
function plannedWords(draft) {
  const { saved, isSaved, isSeries, when } = draft;
  const ends = isSeries && when.mode === "later" ? ` ${t("compose.planned.endsSeries")}` : "";
  if (saved?.state !== "scheduled") {
    return t(isSeries ? "compose.planned.heldSeries" : "compose.planned.missed") + ends;
  }
  const what = t(isSeries ? "compose.planned.series" : "compose.planned.scheduled");
  const how = isSaved ? (isDue(draft) ? "compose.planned.same" : "compose.planned.otherTime") : "compose.planned.unchanged";
  return `${what} ${t(how)}${ends}`;
}
