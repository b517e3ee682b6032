/** Notices above the figures of a job: why it waits, what is asked, what the double check found. */
import { html, nothing } from "lit";
import { allInWords, inWords, rich, t } from "../core/i18n.js";
import { mayChange, rhythm, starting, stopLabel, unsettled, waveIsOver } from "./job.js";
import { ownZone, zoned } from "../core/format.js";
import { address } from "../core/router.js";
import { session } from "../core/session.js";
import { decide, decisions, dropIt, hurry, resume, stop, tryTo, useAgain, wait } from "./job-actions.js";
import { areChangesKept } from "./kept-here.js";
import { editable } from "../compose/saved-version.js";
import { heldTime } from "../ui/held-time.js";
import { notice } from "../ui/widgets.js";

/** @param {Job} job */
export function jobNotices(job) {
  return html`
    ${job.unreadableBeside ? notice(t("jobs.notice.unreadableBeside", { what: job.unreadableBeside })) : nothing}
    ${job.state === "held" ? notice(held(job), "pause") : nothing}
    ${job.state === "missed" ? notice(t("jobs.notice.missed")) : nothing}
    ${isChangedHere(job) ? notice(t("jobs.notice.changed"), "write") : nothing}
    ${job.series ? notice(oneOf(job.series), "repeat", "plain") : nothing}
    ${job.reminds ? notice(reminderOf(job.reminds), "bell", "plain") : nothing}
    ${job.run?.question ? (waveIsOver(job) ? waveOver : asked)(job, allInWords(job.run.questionSaid, [job.run.question]).join(" ")) : nothing}
    ${job.run && job.waitsFor?.reason === "quietHours" && job.waitsFor.until ? quiet(job, job.waitsFor.until) : nothing}
    ${unsure(job)}
    ${notReached(job)}
    ${notes(job).map((note) => notice(note, "info", "plain"))}
    ${doubleChecked(job)}
  `;
}

/** Whether something else goes out than what somebody here has made of it. @param {Job} job */
function isChangedHere(job) {
  return mayChange(job) && editable(job.state) && job.state !== "draft" && !starting(job) && areChangesKept(job.id);
}

/** @param {Job} job */
function held({ mayHaveGoneOut, repeat }) {
  if (mayHaveGoneOut) {
    return t("jobs.notice.mayHaveGoneOut");
  }
  return t(repeat ? "jobs.notice.heldSeries" : "jobs.notice.held");
}

/** @param {string} series */
function oneOf(series) {
  const message = html`<a href=${address("jobs", series)}>${t("jobs.notice.series")}</a>`;
  return rich("jobs.notice.oneOf", { message });
}

/** @param {string} reminded */
function reminderOf(reminded) {
  const message = html`<a href=${address("jobs", reminded)}>${t("jobs.reminders.message")}</a>`;
  return rich("jobs.reminders.of", { message });
}

/** Notes about the job. @param {Job} job */
function notes(job) {
  const { run, repeat } = job;
  const all = [...allInWords(run?.notesSaid, run?.notes ?? [])];
  if (repeat && run) {
    all.unshift(t("jobs.notice.last", { rhythm: rhythm(job) }));
  }
  if (run?.firstWave?.state === "underway") {
    all.unshift(t("jobs.wave.underway", { count: run.firstWave.size }));
  }
  if (run?.late) {
    all.unshift(t("jobs.notice.late"));
  }
  const wave = run?.wave ?? 1;
  if (wave > 1) {
    all.push(t("jobs.notice.wave", { wave }));
  }
  return all;
}

/** The question; nothing is sent until somebody answers it. @param {Job} job @param {string} question */
function asked(job, question) {
  const reached = unsettled(job);
  const own = mayChange(job);
  const isPrepared = !job.run?.preparing;
  const removed = job.run?.questionSaid?.[0]?.code === "notice.mayNotSend";
  const about = removed ? "" : t(reached > 0 ? "jobs.question.who" : "jobs.question.missing");
  const send = html`
    <button class="button small" type="button" @click=${() => tryTo(resume, job)}>
      ${isPrepared ? t("jobs.question.send", { reached }) : t("jobs.action.resume")}
    </button>`;
  return notice(
    html`${about ? html`<b>${about}</b>` : nothing} ${question}
      ${t("jobs.question.nothingSent")} ${own || removed ? "" : t("jobs.question.others", { name: job.author.displayName })}`,
    "alert",
    "",
    own
      ? html`<span class="decide">
          ${reached > 0 || !isPrepared ? send : nothing}
          <button class="button small" type="button" @click=${() => tryTo(dropIt, job)}>
            ${reached > 0 ? t("jobs.drop.yesTo", { count: reached }) : t("jobs.drop.yes")}
          </button></span>`
      : nothing,
  );
}

/** The notice after the first wave: the others wait for a decision. @param {Job} job @param {string} question */
function waveOver(job, question) {
  const { run } = job;
  const waiting = unsettled(job);
  const own = mayChange(job);
  const { goesOnAt, quietUntil: until } = run?.firstWave ?? {};
  const button = (/** @type {string} */ words, /** @type {(job: Job) => Promise<void>} */ act) => html`
    <button class="button small" type="button" @click=${() => tryTo(act, job)}>${words}</button>`;
  return notice(
    html`${question} ${t("jobs.wave.waiting", { count: waiting })}
      ${goesOnAt ? t("jobs.wave.goesOn", { time: heldTime(goesOnAt, until ? [{ time: goesOnAt, until }] : []) }) : ""}
      ${own ? "" : t("jobs.question.others", { name: job.author.displayName })}`,
    run?.firstWave?.state === "stopped" ? "alert" : "pause",
    "",
    own
      ? html`<span class="decide">
          ${button(t("jobs.wave.send", { count: waiting }), resume)}
          ${goesOnAt ? button(t("jobs.wave.wait"), wait) : nothing}
          ${button(stopLabel(job), stop)}</span>`
      : nothing,
  );
}

/** It goes on by itself, and somebody may have a reason not to wait. @param {Job} job @param {Time} until */
function quiet(job, until) {
  return notice(
    t("jobs.quiet.waits", { time: zoned(until, ownZone) }),
    "clock",
    "plain",
    mayChange(job) && session.mayHurry
      ? html`<span class="decide"><button class="button small" type="button" @click=${() => tryTo(hurry, job)}>
          ${t("jobs.quiet.hurry")}</button></span>`
      : nothing,
  );
}

/** @param {Job} job */
function unsure(job) {
  const count = job.run?.counts.held ?? 0;
  if (count === 0) {
    return nothing;
  }
  const may = decisions(job);
  const all = (/** @type {"delivered" | "sendAgain"} */ decision, /** @type {string} */ words) => {
    const act = () => tryTo(decide, job, decision);
    return may.includes(decision)
      ? html`<button class="button small" type="button" @click=${act}>${words}</button>`
      : nothing;
  };
  return notice(
    html`<b>${t("jobs.unsure.title", { count })}</b>
      ${t("jobs.unsure.words")} ${may.length > 0 ? t("jobs.unsure.decide") : ""}`,
    "alert",
    "",
    html`<span class="decide">
      ${all("delivered", t("jobs.unsure.arrived", { count }))}
      ${all("sendAgain", t("jobs.unsure.sendAgain", { count }))}</span>`,
  );
}

/** They can be written to, whether or not they can be retried; if not, why. @param {Job} job */
function notReached({ id, run, notReached: count = 0, retry }) {
  if (count === 0) {
    return nothing;
  }
  const whyNot = run && run.counts.failed > 0 && retry?.possible === false ? inWords(retry.said, retry.reason ?? "") : "";
  const write = () => tryTo(useAgain, { id }, "notReached");
  return notice(
    html`<b>${t("jobs.notReached.title", { count })}</b> ${whyNot}`,
    "info",
    "plain",
    html`<span class="decide"><button class="button small" type="button" @click=${write}>${t("jobs.notReached.write", { count })}</button></span>`,
  );
}

/** The result of the double check after the end. @param {Job} job */
function doubleChecked({ run }) {
  const check = run?.doubleCheck;
  if (!check) {
    return nothing;
  }
  const { looked, left, doubled } = check;
  const conversations = t("common.conversations", { count: looked });
  if (doubled > 0) {
    return notice(
      html`<b>${t("jobs.doubleCheck.doubled", { count: doubled })}</b> ${t("jobs.doubleCheck.doubledWords", { conversations })}`,
      "alert",
      "bad",
    );
  }
  const words = left > 0 ? t("jobs.doubleCheck.some", { conversations, left }) : t("jobs.doubleCheck.all", { conversations });
  return looked > 0 ? notice(words, "people", "plain") : nothing;
}
