/** Chooses the failed recipients to retry, by the reason of the failure. */
import { html, render } from "lit";
import { inWords, number, t } from "../core/i18n.js";
import { newDialog, openDialog } from "../ui/dialog.js";

/**
 * @param {Failure[]} failures
 * @returns {Promise<{ reasons: string[], failed: number } | undefined>} the chosen ones, and for how many; undefined for none
 */
export function chooseReasons(failures) {
  const dialog = newDialog("question");
  return new Promise((resolve) => {
    const chosen = /** @type {Set<string>} */ (new Set());
    let answer = /** @type {{ reasons: string[], failed: number } | undefined} */ (undefined);
    const yes = (/** @type {Event} */ event) => {
      event.preventDefault();
      answer = { reasons: [...chosen], failed: counted(failures, chosen) };
      dialog.close();
    };
    const draw = () => render(content(failures, chosen, draw, yes, () => dialog.close()), dialog);
    dialog.addEventListener("close", () => resolve(answer));
    draw();
    openDialog(dialog);
  });
}

/** @param {Failure[]} failures @param {Set<string>} chosen */
function counted(failures, chosen) {
  return failures.filter(({ reason }) => chosen.has(reason)).reduce((sum, one) => sum + one.recipients, 0);
}

/**
 * @param {Failure[]} failures @param {Set<string>} chosen @param {() => void} draw
 * @param {(event: Event) => void} yes @param {() => void} no
 */
function content(failures, chosen, draw, yes, no) {
  const people = counted(failures, chosen);
  const toggle = (/** @type {string} */ reason) => () => {
    if (!chosen.delete(reason)) {
      chosen.add(reason);
    }
    draw();
  };
  return html`
    <form @submit=${yes}>
      <h2 id="question" tabindex="-1">${t("jobs.reasons.title")}</h2>
      <p>${t("jobs.reasons.words")}</p>
      <div class="reasons">
        ${failures.map(({ reason, said, recipients }) => html`
          <label>
            <input type="checkbox" .checked=${chosen.has(reason)} @change=${toggle(reason)}>
            <span>${inWords(said, reason) || t("jobs.reasons.unknown")}</span> <span class="count">${number(recipients)}</span>
          </label>
        `)}
      </div>
      <div class="buttons">
        <button class="button" type="button" @click=${no}>${t("common.cancel")}</button>
        <button class="button main-one" ?disabled=${people === 0}>${t("jobs.reasons.send", { count: people })}</button>
      </div>
    </form>
  `;
}
