/** #/jobs/:id: did it arrive? */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { now, wordsOf } from "../core/api.js";
import { apart, dayOf, duration, forYou, heads, moment, momentIn, ownZone, zoned } from "../core/format.js";
import { joined, list, rich, t } from "../core/i18n.js";
import { heldUntil, neverBegan, rhythm, standing, starting, titleOf, whom } from "./job.js";
import { jobCounts } from "../core/job-counts.js";
import { address } from "../core/router.js";
import { empty, notice, pill, reconnecting, trouble } from "../ui/widgets.js";
import { chat } from "../ui/chat.js";
import { heldTime } from "../ui/held-time.js";
import { LiveView } from "../ui/live-view.js";
import { shownCard } from "../compose/card.js";
import { icon } from "../ui/icons.js";
import { decide, decisions, tryTo } from "./job-actions.js";
import { followUps, hushWhenOver } from "./follow-ups.js";
import { jobButtons } from "./job-buttons.js";
import { jobFigures } from "./job-figures.js";
import { jobNotices } from "./job-notices.js";
import { lastTime, leftOut } from "./last-time.js";
import { recipientsTable } from "./recipients-table.js";
import { reminders } from "./reminders.js";
import { seriesJobs } from "./series-jobs.js";
import { skippedTimes } from "./skip.js";
import { timelineChart } from "./timeline-chart.js";

class JobView extends LiveView {
  static properties = {
    jobId: { attribute: false },
    job: { state: true },
  };

  constructor() {
    super();
    this.jobId = "";
    /** @type {Job | undefined} */
    this.job = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    // Countdowns and "3 minutes ago" change with time.
    this.clock = setInterval(() => this.requestUpdate(), 1_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("jobId")) {
      this.follow();
    }
  }

  follow() {
    this.job = undefined;
    this.hear(`jobs/detail/${encodeURIComponent(this.jobId)}`, undefined, (job) => this.take(job), ({ status }) => {
      if (status === 404) {
        this.deleted();
      }
    });
  }

  /** By whomever. */
  async deleted() {
    const here = this.contains(document.activeElement);
    this.job = undefined;
    this.dispatchEvent(new CustomEvent("titled", { bubbles: true, detail: t("jobs.absent.heading") }));
    await this.updateComplete;
    if (here && !this.contains(document.activeElement)) {
      this.querySelector("h1")?.focus();
    }
  }

  /** @param {Job} job */
  take(job) {
    if (job.state !== this.job?.state) {
      jobCounts.ask();
    }
    if (job.title !== this.job?.title) {
      this.dispatchEvent(new CustomEvent("titled", { bubbles: true, detail: titleOf(job) }));
    }
    this.job = job;
    hushWhenOver(job);
  }

  render() {
    const { job } = this;
    return html`
      <a class="back" href=${address("jobs")}>${icon("back")}${t("jobs.title")}</a>
      <div class="head job-head">
        <h1 tabindex="-1">${this.heading()}</h1>
        ${job ? this.pill(job) : nothing}
        ${reconnecting(this.lost)}
        <span class="push"></span>
        ${job ? html`<div class="acts">${jobButtons(job)}</div>` : nothing}
      </div>
      ${job ? this.whole(job) : this.absent()}
    `;
  }

  /** The same heading in all states, so that it keeps the focus. */
  heading() {
    if (this.job) {
      return titleOf(this.job);
    }
    return this.failed
      ? t(this.failed.status === 404 ? "jobs.absent.heading" : "jobs.job")
      : html`<span class="hidden-words">${t("jobs.job")}</span><span class="bone title-bone"></span>`;
  }

  /** @param {Job} job */
  pill(job) {
    const { words, sign, tone } = standing(job);
    return pill(words, sign, tone);
  }

  absent() {
    if (this.failed?.status === 404) {
      return empty("search", t("jobs.absent.title"), t("jobs.absent.words"), html`
        <a class="button" href=${address("jobs")}>${t("jobs.showAll")}</a>`);
    }
    if (this.failed) {
      return trouble(wordsOf(this.failed), () => this.follow());
    }
    const bones = html`<div><span class="bone"></span><span class="bone tall"></span></div>`;
    return html`
      <div class="card figures">${[1, 2, 3, 4].map(() => bones)}</div>
      <p class="hidden-words" role="status">${t("common.loading")}</p>`;
  }

  /** @param {Job} job */
  whole(job) {
    const still = this.standstill();
    if (job.unreadable) {
      return html`
        <p class="whom">${job.author.displayName}</p>
        ${still}
        ${notice(t("jobs.notice.unreadable", { why: job.unreadable }))}
        <div class="halves">${this.message(job)}</div>`;
    }
    const startedAt = job.run?.startedAt;
    const when = startedAt ? t("jobs.startedAt", { time: moment(startedAt) }) : "";
    const about = [whom(job) || t("jobs.nobodyYet"), job.author.displayName, when];
    return html`
      <p class="whom">${joined(about)}</p>
      ${still}
      ${jobNotices(job)}
      ${reminders(job)}
      ${followUps(job)}
      ${lastTime(job)}
      ${job.run && !neverBegan(job) ? this.sending(job, job.run) : this.notBegun(job)}
      ${job.repeat && job.state !== "draft" ? seriesJobs(job.id) : nothing}
      ${job.keptUntil ? html`<p class="after quiet">${keptWords(job, job.keptUntil)}</p>` : nothing}
    `;
  }

  /** @param {Job} job */
  notBegun(job) {
    return html`
      <div class="halves">
        <section class="card not-sent">
          ${icon(signOf(job))}
          <h2>${notSent(job)}</h2>
          <p>${whenWords(job)}</p>
        </section>
        ${this.message(job)}
      </div>
    `;
  }

  /** @param {Job} job @param {Run} run */
  sending(job, run) {
    return html`
      ${jobFigures(job, run)}
      <div class="halves">
        <section class="card chart">
          <h2>${t("jobs.chart.title")}</h2>
          ${timelineChart({ timeline: run.timeline, startedAt: run.startedAt })}
        </section>
        ${this.message(job)}
      </div>
      ${run.preparing ? nothing : recipientsTable({
        jobId: job.id,
        counts: run.counts,
        acknowledged: run.acknowledged,
        followed: run.followUps?.map((one) => one.counts),
        waits: job.waitsFor?.reason,
        audience: job.audience ?? [],
        except: job.except ?? [],
        outside: job.outside,
        decisions: decisions(job),
        decide: (decision, recipient) => tryTo(decide, job, decision, recipient),
      })}
      ${leftOut(job)}
    `;
  }

  /** @param {Job} job */
  message(job) {
    const at = job.run?.startedAt ?? heldUntil(job) ?? job.startsAt;
    const day = at ? dayOf(at) : t("jobs.notYet");
    return html`
      <section class="card said" aria-label=${t("jobs.message")} tabindex="0">
        <h2 class="hidden-words">${t("jobs.message")}</h2>
        ${chat(job.markdown ?? "", { time: at, day, file: job.attachment, card: shownCard(job), unfilled: true })}
      </section>
    `;
  }
}

/** How long it is still there, where it is not for ever. @param {Job} job @param {Time} until */
function keptWords({ run }, until) {
  if (Date.parse(until) < now()) {
    return t("jobs.kept.soon");
  }
  return t(run ? "jobs.kept.results" : "jobs.kept.message", { day: dayOf(until) });
}

/** The view of a job that has not begun. @param {Job} job */
function signOf({ state, repeat }) {
  if (state === "draft") {
    return "write";
  }
  return state === "cancelled" ? "no" : repeat ? "repeat" : "calendar";
}

/** @param {Job} job */
function notSent({ state, repeat }) {
  if (state === "cancelled") {
    return t(repeat ? "jobs.never.repeats" : "jobs.never.sent");
  }
  return t(repeat && state === "scheduled" ? "jobs.repeats" : "jobs.notYet");
}

/** @param {Job} job */
function whenWords(job) {
  const at = job.startsAt;
  if (job.repeat && job.state !== "draft" && job.state !== "missed") {
    return nextTimes(job, job.repeat.next);
  }
  if (!at) {
    return t(job.state === "draft" ? "jobs.when.draft" : "jobs.when.cancelled");
  }
  if (starting(job)) {
    return soon(job, at);
  }
  const until = heldUntil(job);
  const time = html`<b>${heldTime(at, until ? [{ time: at, until }] : [], job.zone)}</b>`;
  const words = rich(job.state === "scheduled" ? "jobs.when.goesOut" : "jobs.when.wasDue", { time, ago: apart(until ?? at) });
  return html`${words}${inOwnTime(forYou(until ?? at, job.zone))}`;
}

/** @param {Job} job @param {Time[]} times */
function nextTimes(job, [first, ...more]) {
  const { zone = ownZone } = job;
  const quiet = job.repeat?.quiet ?? [];
  const there = (/** @type {Time} */ time) => momentIn(time, zone);
  const going = (/** @type {Time} */ time) => (quiet.some((held) => held.time === time) ? heldTime(time, quiet, zone) : there(time));
  const next = first ? t("jobs.when.next", { time: heldTime(first, quiet, zone), ago: apart(heldUntil(job) ?? first) }) : "";
  const then = more.length > 0 ? t("jobs.when.then", { times: more.map(going).join(" · ") }) : "";
  const skipped = skippedTimes(job);
  const not = skipped.length > 0 ? t("jobs.when.skipped", { count: skipped.length, times: list(skipped.map(there)) }) : "";
  const yours = first ? forYou(heldUntil(job) ?? first, zone) : "";
  return html`
    <b>${rhythm(job)}</b>${next ? html`<br>${next}` : nothing}${then ? html`<br><small>${then}</small>` : nothing}
    ${inOwnTime(yours && t("compose.when.nextForYou", { words: yours }))}
    ${not ? html`<br><small>${not}</small>` : nothing}`;
}

/** @param {string} words */
function inOwnTime(words) {
  return words ? html`<br><small>${words}</small>` : nothing;
}

/** @param {Job} job @param {Time} at */
function soon(job, at) {
  const seconds = Math.max(0, Math.ceil((Date.parse(at) - now()) / 1_000));
  const until = heldUntil(job);
  if (until) {
    return rich("jobs.when.startingHeld", {
      heads: heads(job),
      until: html`<b>${zoned(until)}</b>`,
      time: duration(Math.max(1, seconds)),
    });
  }
  return seconds > 0
    ? rich("jobs.when.starting", { heads: heads(job), time: html`<b>${duration(seconds)}</b>` })
    : t("jobs.when.startingNow", { heads: heads(job) });
}

customElements.define("job-view", JobView);

/** @param {string} jobId */
export function jobView(jobId) {
  return html`<job-view .jobId=${jobId}></job-view>`;
}
