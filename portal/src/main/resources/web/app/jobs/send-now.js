/** Sends at once what would go out later or not at all: asks first, and says what becomes of its schedule. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { post, requestId } from "../core/api.js";
import { zonedForYou } from "../core/format.js";
import { t } from "../core/i18n.js";
import { follow, Lost, unlessLost } from "../core/lost.js";
import { ConsentFields } from "../compose/consent.js";
import { UNDO_SECONDS } from "../compose/draft.js";
import { counted, onceRead, reach, uncounted, WHILE_READ } from "../compose/plan.js";
import { address, go } from "../core/router.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { pause as passing } from "../ui/lookup.js";
import { complain, toast } from "../ui/toast.js";
import { notice } from "../ui/widgets.js";
import { starting, titleOf } from "./job.js";
import { areChangesKept } from "./kept-here.js";
import { announceStart } from "./starting.js";

/**
 * Whoever presses again because no answer came may mean the same: the name of the request, by message. What does not repeat
 * is another message as soon as it was sent.
 * @type {Map<string, string>}
 */
const unanswered = new Map();

/** The latest answer of each that was lost. @type {Map<string, Lost<Job>>} */
const lost = new Map();

/**
 * Its numbers, once they are known; nothing if somebody has left meanwhile.
 * @param {Job} job @param {string} at
 */
async function countedFor(job, at) {
  let plan = await counted({ jobId: job.id }, true);
  const group = uncounted(plan);
  if (group) {
    toast({ words: t("compose.notes.reading", { group: group.name, count: group.read }) });
  }
  while (uncounted(plan)) {
    await passing(WHILE_READ);
    if (location.hash !== at) {
      return undefined;
    }
    plan = await counted({ jobId: job.id }, true);
  }
  return plan;
}

/** @param {Job} job */
export async function sendNow(job) {
  const at = location.hash;
  const plan = await countedFor(job, at);
  // Whoever has left, or is asked something else by now, is not asked.
  if (!plan || location.hash !== at || document.querySelector("dialog[open]")) {
    return;
  }
  const fields = await agreed(job, plan);
  if (fields) {
    const { id, revision } = job;
    const whom = { jobId: id, revision, ...fields.consent };
    const which = job.repeat ? id : `${id}-${revision}`;
    const before = unanswered.get(which);
    const name = before ?? requestId();
    unanswered.set(which, name);
    await started(job, which, before !== undefined, () =>
      unlessLost({ jobId: id, revision }, () =>
        onceRead(() => post("jobs/runNow", { ...whom, undoSeconds: UNDO_SECONDS, requestId: name }))));
  }
}

/**
 * Has it sent, and says so.
 * @param {Job} job @param {string} which @param {boolean} again whether it was asked for before @param {() => Promise<Job>} ask
 */
async function started(job, which, again, ask) {
  try {
    const begun = await ask();
    unanswered.delete(which);
    if (again && job.repeat && !starting(begun)) {
      toast({ words: t("jobs.sendNow.already", { time: zonedForYou(begun.createdAt) }) });
    } else {
      announceStart(begun);
    }
  } catch (error) {
    if (error instanceof Lost) {
      lost.set(which, error);
      const drop = complain(error);
      const wanted = () => unanswered.has(which) && lost.get(which) === error;
      const next = (/** @type {() => Promise<Job>} */ ask) => {
        drop();
        return started(job, which, true, ask).catch(complain);
      };
      follow(error, wanted, next, (why) => (why instanceof Lost ? next(() => Promise.reject(why)) : complain(why)));
      return;
    }
    unanswered.delete(which);
    throw error;
  }
}

/**
 * Asks whether it is meant.
 * @param {Job} job @param {Plan} plan
 * @returns {Promise<ConsentFields | undefined>} what was said; nothing if it is not meant
 */
function agreed(job, plan) {
  const dialog = newDialog("send-now");
  return new Promise((resolve) => {
    // The number was typed when it was scheduled.
    const fields = new ConsentFields({ ...plan, typeNumber: undefined }, () => draw(), job.urgentReason);
    fields.number = plan.reach;
    fields.keepTrue(dialog);
    /** @type {ConsentFields | undefined} */
    let said;
    const yes = (/** @type {Event} */ event) => {
      event.preventDefault();
      said = fields.given ? fields : undefined;
      dialog.close();
    };
    dialog.addEventListener("close", () => resolve(said));
    const changed = areChangesKept(job.id);
    const draw = () => render(content(job, fields, changed, yes, () => dialog.close()), dialog);
    draw();
    openDialog(dialog);
  });
}

/**
 * @param {Job} job @param {ConsentFields} fields @param {boolean} changed whether changes of it are kept in this browser
 * @param {(event: Event) => void} yes @param {() => void} no
 */
function content(job, fields, changed, yes, no) {
  const edit = () => {
    no();
    go(address("compose", job.id));
  };
  return html`
    <form @submit=${yes}>
      <h2 id="send-now" tabindex="-1">${t("jobs.sendNow.title")}</h2>
      <p>${outOfTurn(job, fields.waits)} ${t(fields.waits ? "jobs.sendNow.undoThenStop" : "jobs.sendNow.undo", { count: UNDO_SECONDS })}</p>
      ${changed ? notice(t("jobs.sendNow.changed")) : nothing}
      ${fields.urgency()}
      <div class="buttons">
        <button class="button" type="button" @click=${no}>${t("common.cancel")}</button>
        ${changed ? html`<button class="button" type="button" @click=${edit}>${t("jobs.action.edit")}</button>` : nothing}
        <button class="button main-one" ?disabled=${!fields.given}>${t("jobs.sendNow.yes", { reach: reach(fields.plan.reach) })}</button>
      </div>
    </form>
  `;
}

/** When it goes out, and what happens to its schedule. @param {Job} job @param {Time} [waits] until when it waits for the end of quiet hours */
function outOfTurn(job, waits) {
  const { state, repeat } = job;
  const when = waits
    ? t("jobs.sendNow.afterQuiet", { time: zonedForYou(waits) })
    : t("jobs.sendNow.soon", { time: t("jobs.seconds", { count: UNDO_SECONDS }) });
  const values = { title: titleOf(job), when };
  if (repeat && state === "held") {
    return t("jobs.sendNow.heldSeries", values);
  }
  if (repeat && state !== "missed") {
    return t("jobs.sendNow.series", values);
  }
  return t(state === "scheduled" ? "jobs.sendNow.scheduled" : "jobs.sendNow.otherwise", values);
}
