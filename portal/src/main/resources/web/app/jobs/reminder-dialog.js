/** Asks when to remind those who have not acknowledged a message that has gone out, and sets it. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { post, requestId, Trouble, wordsOf } from "../core/api.js";
import { moment, ownZone } from "../core/format.js";
import { t } from "../core/i18n.js";
import { reminderFields, usualReminders } from "../compose/reminder-fields.js";
import { isNumberRefused } from "../compose/unfinished.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { toast } from "../ui/toast.js";

/**
 * @typedef {import("../compose/reminder-fields.js").Reminders} Reminders
 * @typedef {{ reminders: Reminders, usual: string, silent?: number, counted?: Time, faults: string[], busy: boolean }} State
 *   with how many are silent, and from when the days are counted, once that is known
 */

/** @param {Job} job @returns {Promise<Job | undefined>} as it is then; undefined if nothing was set */
export function reminderDialog(job) {
  const dialog = newDialog("reminders-title");
  dialog.classList.add("list-dialog");
  /** @type {State} */
  const state = { reminders: job.reminders?.set ?? usualReminders(ownZone), usual: "", faults: [], busy: false };
  const draw = () => render(content(job, state, change, save, () => dialog.close()), dialog);
  const change = (/** @type {Reminders} */ reminders) => {
    const isOther = reminders.language !== state.reminders.language;
    Object.assign(state, { reminders, faults: [] });
    draw();
    if (isOther) {
      void look();
    }
  };
  let looked = 0;
  /** @type {Job | undefined} */
  let changed;
  const look = async () => {
    const turn = ++looked;
    const { button, word } = job.acknowledge ?? {};
    // Only their words are asked for, and what is stored may have a zone that no draft may have.
    const reminders = { ...state.reminders, zone: ownZone, until: undefined, markdown: undefined };
    /** @type {Entry[]} those who have it now; whom it was recalled from does not */
    const audience = [{ kind: "recipients", id: job.id, name: "", who: "silent" }];
    const plan = await post("jobs/preview", { jobId: job.id, audience, except: [], acknowledge: { button, word, reminders } });
    // Of two that are under way at once, the first may come back last.
    if (turn === looked) {
      const { markdown: usual = "", counted } = plan.reminders ?? {};
      Object.assign(state, { usual, counted, silent: plan.audience.people });
      draw();
    }
  };
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (isNumberRefused(dialog)) {
      return;
    }
    state.busy = true;
    draw();
    try {
      const { id, revision } = job;
      changed = await post("jobs/remind", { jobId: id, revision, reminders: state.reminders, requestId: requestId() });
      toast({ words: t("jobs.reminders.saved") });
      dialog.close();
    } catch (error) {
      state.faults =
        error instanceof Trouble && error.errors.length > 0 ? error.errors.map(({ message }) => message) : [wordsOf(error)];
    }
    state.busy = false;
    draw();
  };
  return new Promise((resolve) => {
    dialog.addEventListener("close", () => resolve(changed));
    draw();
    openDialog(dialog);
    // Without the usual words the others can still be set.
    look().catch(() => {});
  });
}

/**
 * @param {Job} job @param {State} state
 * @param {(reminders: Reminders) => void} change @param {(event: Event) => void} save @param {() => void} no
 */
function content(job, { reminders, usual, silent, counted, faults, busy }, change, save, no) {
  // Its end may be later, where some failed then.
  const { startedAt, finishedAt } = job.run ?? {};
  const sent = counted ?? (finishedAt ? undefined : startedAt);
  return html`
    <form @submit=${save}>
      <h2 id="reminders-title" tabindex="-1">${t("jobs.reminders.set")}</h2>
      <p>${sent ? t("jobs.reminders.counted", { time: moment(sent) }) : nothing}</p>
      <div class="more-choices"><div>${reminderFields({ reminders, change, faults, usual })}</div></div>
      <div class="buttons">
        <button class="button" type="button" @click=${no}>${t("common.cancel")}</button>
        <button class="button main-one" ?disabled=${busy}>${silent === undefined
          ? t("jobs.reminders.save")
          : t("jobs.reminders.remind", { count: silent })}</button>
      </div>
    </form>
  `;
}
