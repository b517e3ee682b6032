/** What becomes of a message after it was sent: recalls and corrections, how far they are, and how they are begun. */
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { until } from "lit/directives/until.js";
import { get, post, requestId } from "../core/api.js";
import { moment } from "../core/format.js";
import { inWords, joined, list, t } from "../core/i18n.js";
import { mayChange } from "./job.js";
import { tryTo, useAgain } from "./job-actions.js";
import { nameList } from "../ui/name-list.js";
import { waitsFor } from "../ui/waits.js";
import { notice } from "../ui/widgets.js";

/** @typedef {NonNullable<Run["followUps"]>[number]} FollowUp */

/** The news that one has begun, beside so many others of the job. @type {{ others: number, drop: () => void } | undefined} */
let news;

/** @param {Job} job @param {() => void} drop takes away the news */
export function begun({ run }, drop) {
  news = { others: run?.followUps?.length ?? 0, drop };
}

/** That one has begun is no news once it is over. @param {Job} job */
export function hushWhenOver({ run }) {
  const all = run?.followUps ?? [];
  if (news && all.length > news.others && all.every(({ state }) => state === "finished")) {
    news.drop();
    news = undefined;
  }
}

/** @param {Job} job */
export function followUps(job) {
  return repeat(job.run?.followUps ?? [], ({ id }) => id, (one) => followUp(job, one));
}

/** @param {Job} job @param {FollowUp} one */
function followUp(job, one) {
  const { refused, unclear, total, done, skipped } = one.counts;
  const left = total - done - refused - unclear - skipped;
  const tone = refused + unclear > 0 ? "" : "plain";
  const stop = html`
    <button class="button small" type="button" @click=${() => tryTo(stopFollowUp, job, one)}>${one.complete && left > 0
      ? t("jobs.followUp.stopWith", { count: left })
      : t("jobs.followUp.stop")}</button>`;
  return notice(
    html`<b>${heading(one)}</b> ${whose(one)} ${about(one)}
      ${some(one, "refused", t("jobs.followUp.refused", { count: refused }), refused)}
      ${some(one, "unclear", t("jobs.followUp.unclear", { count: unclear }), unclear)}`,
    one.kind === "recall" ? "undo" : "write",
    tone,
    html`<span class="decide">
      ${one.state === "underway" && mayChange(job) ? stop : nothing}
      ${one.kind === "recall" && one.state === "finished" && one.counts.done > 0 ? anew(job, one) : nothing}
      ${leavesSome(job, one)
        ? html`<button class="button small" type="button" @click=${() => tryTo(replaceRefused, job, one)}>${t("jobs.followUp.replaceRefused")}</button>`
        : nothing}
      ${one.counts.total > 0
        ? html`<a class="button small" href=${`jobs/followUp/export/${one.id}`} download>${t("jobs.followUp.export")}</a>`
        : nothing}</span>`,
  );
}

/** Whether it could not change some, about whom nothing has been done since. @param {Job} job @param {FollowUp} one */
function leavesSome(job, { id, kind, counts }) {
  const all = job.run?.followUps ?? [];
  const latest = all.find((other) => other.kind === "correction");
  return kind === "correction" && counts.refused > 0 && latest?.id === id && mayRecall(job) && isOver(job)
    && !all.some(({ refusedBy }) => refusedBy === id);
}

/** @param {Job} job @param {FollowUp} recalled */
function anew(job, { id }) {
  return html`<button class="button small" type="button"
    @click=${() => tryTo(useAgain, job, "recalled", id)}>${t("jobs.followUp.writeAnew")}</button>`;
}

/** So many are named without being asked. */
const NAMED = 3;

/** Who is meant, by the follow-up, as of so many messages. @type {Map<string, { total: number, names: Promise<unknown> }>} */
const meant = new Map();

/** Whose messages it is about, if not everybody's. @param {FollowUp} one */
function whose(one) {
  const { id, part, chosen, counts: { total } } = one;
  if (part !== "all") {
    return `${t(part === "firstWave" ? "jobs.followUp.firstWave" : "jobs.followUp.rest")}.`;
  }
  if (!chosen || total === 0) {
    return nothing;
  }
  const known = meant.get(id);
  const now = known?.total === total ? known : { total, names: named(one).catch(() => nothing) };
  meant.set(id, now);
  return until(now.names, nothing);
}

/** @param {FollowUp} one */
async function named({ id, kind, counts: { total } }) {
  const page = async (/** @type {string | undefined} */ cursor, /** @type {number | undefined} */ limit) => {
    const { items, next } = await get(`jobs/followUp/messages/${id}`, { cursor, limit });
    return { items: items.map(({ name, email = "" }) => ({ name: name || email })), next };
  };
  const first = (await page(undefined, NAMED)).items.map(({ name }) => name);
  const rest = total - first.length;
  const names = rest > 0 ? t("common.andOthers", { names: joined(first, ", "), count: rest }) : list(first);
  const words = t(kind === "recall" ? "jobs.followUp.onlyFrom" : "jobs.followUp.onlyFor", { names });
  return rest > 0 ? html`${words} ${nameList({ label: words, load: (cursor) => page(cursor, undefined) })}` : words;
}

/** @param {FollowUp} one */
function heading({ kind, state, counts }) {
  const values = { done: counts.done, total: counts.total };
  if (state === "finished" && counts.total === 0) {
    return t(kind === "recall" ? "jobs.followUp.nobodyRecalled" : "jobs.followUp.nobodyCorrected");
  }
  if (state === "finished") {
    return t(kind === "recall" ? "jobs.followUp.recalled" : "jobs.followUp.corrected", values);
  }
  if (state === "stopping") {
    return t("jobs.followUp.stopping", values);
  }
  return t(kind === "recall" ? "jobs.followUp.recalling" : "jobs.followUp.correcting", values);
}

/** @param {FollowUp} one */
function about({ startedBy, createdAt, finishedAt, complete, state, refusedBy, waitsFor: waits, counts }) {
  const words = [t("jobs.followUp.by", { name: startedBy, time: moment(finishedAt ?? createdAt) })];
  if (refusedBy) {
    words.push(t("jobs.followUp.ofRefused"));
  }
  if (counts.unknown > 0) {
    words.push(t("jobs.followUp.checking", { count: counts.unknown }));
  }
  if (!complete && state === "underway") {
    words.push(t("jobs.followUp.notAllKnown"));
  }
  if (complete && waits && waits.reason !== "record") {
    words.push(waitsFor(waits) + ".");
  }
  if (counts.skipped > 0) {
    words.push(t("jobs.followUp.skipped", { count: counts.skipped }));
  }
  return words.join(" ");
}

/** @param {FollowUp} one @param {"refused" | "unclear"} state @param {string} words @param {number} count */
function some({ id }, state, words, count) {
  const load = async (/** @type {string | undefined} */ cursor) => {
    const { items, next } = await get(`jobs/followUp/messages/${id}`, { state, cursor });
    return {
      items: items.map(({ name, email, reason, reasonSaid }) => ({
        name: joined([name || email, inWords(reasonSaid, reason ?? "")], ": "),
      })),
      next,
    };
  };
  return count > 0 ? html`<div>${words} ${nameList({ label: words, load })}</div>` : nothing;
}

/** @param {Job} job @param {FollowUp} one */
async function stopFollowUp({ id }, one) {
  await post("jobs/stopFollowUp", { jobId: id, followUpId: one.id, requestId: requestId() });
}

/** Whether its messages can be recalled by this person: not once more what was recalled from all, unless that was stopped. @param {Job} job */
export function mayRecall(job) {
  const { sent = 0, held = 0, sending = 0, unknown = 0 } = job.run?.counts ?? {};
  const whole = job.run?.followUps?.some(
    ({ kind, part, chosen, state, counts }) =>
      kind === "recall" && (state !== "finished" || (part === "all" && !chosen && counts.skipped === 0)));
  return mayChange(job) && !whole && sent + held + sending + unknown > 0;
}

/** Whether its text can still be changed by this person. @param {Job} job */
export function mayCorrect(job) {
  return !isUnchangeable(job) && isOver(job) && mayRecall(job);
}

/** Whether it can only be recalled and written anew. @param {Job} job */
export function mayReplace(job) {
  return isUnchangeable(job) && isOver(job) && mayRecall(job);
}

/** Webex cannot change cards and files. @param {Job} job */
function isUnchangeable({ card, attachment, acknowledge }) {
  return Boolean(card || attachment || acknowledge?.button);
}

/** @param {Job} job */
function isOver(job) {
  const over = job.state === "finished" || job.state === "cancelled";
  return over && !job.run?.followUps?.some(({ state }) => state !== "finished");
}

/** Whether anybody still has it. @param {Job} job */
export function isReached(job) {
  return isOver(job) && (job.run?.counts.sent ?? 0) > (job.run?.recalled ?? 0);
}

/** @param {Job} job */
export async function recall(job) {
  await (await import("./follow-up-dialog.js")).recallDialog(job);
}

/** @param {Job} job */
export async function replace(job) {
  await (await import("./follow-up-dialog.js")).replaceDialog(job);
}

/** @param {Job} job @param {FollowUp} correction */
async function replaceRefused(job, correction) {
  await (await import("./follow-up-dialog.js")).replaceRefusedDialog(job, correction);
}

/** @param {Job} job */
export async function correct(job) {
  await (await import("./follow-up-dialog.js")).correctDialog(job);
}
