/** The reminders of a message that has gone out: when the next goes to how many, and what may be done about them. */
import { html, nothing } from "lit";
import { post, requestId } from "../core/api.js";
import { apart, dateWords, forYou, zoned } from "../core/format.js";
import { inWords, list, rich, t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { heldTime } from "../ui/held-time.js";
import { notice } from "../ui/widgets.js";
import { waitsFor } from "../ui/waits.js";
import { toast } from "../ui/toast.js";
import { mayChange } from "./job.js";
import { tryTo } from "./job-actions.js";

/** @typedef {Schemas["PlannedReminders"]} Planned */

/** That it comes at its time is said anyway. */
const COURSE = ["time", "turn"];

/** @param {Job} job */
export function reminders(job) {
  const { reminders: planned } = job;
  if (!planned) {
    return nothing;
  }
  const { state, said, why = "", times, waitsFor: waits } = planned;
  return notice(
    html`<b>${t("jobs.reminders.title")}</b>
      ${state === "planned" && waits && !COURSE.includes(waits.reason) ? `${waitsFor(waits)}.` : ""}
      ${state === "planned" ? next(planned, job.state === "finished") : inWords(said, why)}
      ${state === "planned" && times.length > 1
        ? t("jobs.reminders.then", { times: list(times.slice(1).map((time) => heldTime(time, planned.quiet, planned.set.zone))) })
        : ""}
      ${state !== "ended" && planned.set.until ? t("jobs.reminders.until", { date: dateWords(planned.set.until) }) : ""}
      ${state !== "ended" && planned.setBy ? t("jobs.reminders.setBy", { name: planned.setBy }) : ""}
      ${sent(planned)} ${leftOut(planned)}
      ${(state !== "ended" || planned.skipped.length > 0) && mayChange(job) ? html`<div class="decide">${buttons(job, planned)}</div>` : nothing}`,
    "bell",
    state === "held" ? "" : "plain",
  );
}

/** To how many is known once all have the message. @param {Planned} planned @param {boolean} isSent */
function next({ people, times, quiet, set }, isSent) {
  const [first] = times;
  const ago = [forYou(first, set.zone), apart(first)].filter(Boolean).join(" · ");
  const values = { time: html`<b>${heldTime(first, quiet, set.zone)}</b>`, ago };
  return isSent ? rich("jobs.reminders.next", { ...values, count: people }) : rich("jobs.reminders.nextOn", values);
}

/** @param {Planned} planned */
function sent({ sent: begun, set }) {
  return begun.length === 0
    ? nothing
    : html`<br>${t("jobs.reminders.sent")}
        ${begun.map(({ jobId, at, sent: count }, index) => html`${index > 0 ? " · " : ""}<a
          href=${address("jobs", jobId)}>${t("jobs.reminders.sentTo", { time: zoned(at, set.zone), count })}</a>`)}`;
}

/** An older node, while all are replaced, does not say. @param {Planned} planned */
function leftOut({ leftOut: some = [], set }) {
  return some.length === 0
    ? nothing
    : html`<br>${t("jobs.reminders.leftOut")}
        ${some.map(({ time, said, why }, index) => html`${index > 0 ? " · " : ""}${zoned(time, set.zone)} (${inWords(said, why)})`)}`;
}

/** @param {Job} job @param {Planned} planned */
function buttons(job, { state, skipped, set }) {
  const back = skipped.at(-1);
  const button = (/** @type {string} */ words, /** @type {(job: Job) => Promise<unknown>} */ act) => html`
    <button class="button small" type="button" @click=${() => tryTo(act, job)}>${words}</button>`;
  return html`
    ${state === "planned" ? button(t("jobs.reminders.skip"), skip) : nothing}
    ${back ? button(t("jobs.reminders.unskip", { time: zoned(back, set.zone) }), () => unskip(job.id, back, set.zone)) : nothing}
    ${state === "ended" ? nothing : html`${button(t("jobs.reminders.change"), setReminders)} ${button(t("jobs.reminders.stop"), stop)}`}`;
}

/** Whether reminders can be set anew. @param {Job} job */
export function mayRemind(job) {
  const { acknowledged, counts } = job.run ?? {};
  const over = !job.reminders || job.reminders.state === "ended";
  return mayChange(job) && !job.reminds && over && acknowledged !== undefined && acknowledged < (counts?.sent ?? 0);
}

/** @param {Job} job */
async function skip({ id, reminders: planned }) {
  const [time] = planned?.times ?? [];
  if (time !== undefined) {
    await post("jobs/skipReminder", { jobId: id, time, requestId: requestId() });
    const zone = planned?.set.zone;
    toast({ words: t("jobs.reminders.skipped", { time: zoned(time, zone) }), undo: () => unskip(id, time, zone) });
  }
}

/** @param {string} jobId @param {Time} time @param {string} [zone] */
async function unskip(jobId, time, zone) {
  await post("jobs/unskipReminder", { jobId, time, requestId: requestId() });
  toast({ words: t("jobs.reminders.unskipped", { time: zoned(time, zone) }) });
}

/** Those that are held would begin if they were set anew. @param {Job} job */
async function stop(job) {
  const { id, reminders: planned } = job;
  const { revision } = await post("jobs/stopReminders", { jobId: id, requestId: requestId() });
  toast({
    words: t("jobs.reminders.stopped"),
    undo: planned?.state === "planned" ? () => post("jobs/remind", { jobId: id, revision, reminders: planned.set, requestId: requestId() }) : undefined,
  });
}

/** @param {Job} job */
export async function setReminders(job) {
  await (await import("./reminder-dialog.js")).reminderDialog(job);
}
