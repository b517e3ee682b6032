/** #/jobs/:id: did it arrive? */
import { LitElement, html, nothing } from "lit";
import { now, Trouble, wordsOf } from "../lib/api.js";
import { apart, count, duration, heads, moment, momentIn, number, ownZone, percent } from "../lib/format.js";
import { mayChange, open, pace, resting, rhythm, running, standing, starting } from "../lib/jobs.js";
import { editable } from "../lib/letter.js";
import { Live } from "../lib/live.js";
import { pulse } from "../lib/pulse.js";
import { address, go } from "../lib/router.js";
import { empty, notice, pill, progress, reconnecting, trouble } from "../parts/bits.js";
import { chat } from "../parts/chat.js";
import { icon } from "../parts/icons.js";
import { choices, decide, discard, dropIt, goesOn, pause, resume, retryFailed, sendNow, stop, tryTo } from "../parts/job-actions.js";
import { moreMenu } from "../parts/menus.js";
import { recipientsTable } from "../parts/recipients-table.js";
import { seriesJobs } from "../parts/series-jobs.js";
import { takeBack } from "../parts/starting.js";
import { timelineChart } from "../parts/timeline-chart.js";

class JobView extends LitElement {
  static properties = { jobId: { attribute: false } };

  constructor() {
    super();
    this.jobId = "";
    /** @type {Job | undefined} */
    this.job = undefined;
    this.lost = false;
    /** @type {Trouble | undefined} */
    this.failed = undefined;
    /** @type {Live<Job> | undefined} */
    this.live = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.clock = setInterval(() => this.requestUpdate(), 1_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
    this.live?.close();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("jobId")) {
      this.follow();
    }
  }

  follow() {
    this.live?.close();
    this.job = undefined;
    this.failed = undefined;
    this.live = new Live("jobs/detail/" + encodeURIComponent(this.jobId), {
      data: (job) => this.take(job),
      lost: (lost) => {
        this.lost = lost;
        this.requestUpdate();
      },
      trouble: (why) => {
        this.failed = why;
        this.requestUpdate();
      },
    });
  }

  /** @param {Job} job */
  take(job) {
    if (job.state !== this.job?.state) {
      pulse.ask();
    }
    if (job.title !== this.job?.title) {
      this.dispatchEvent(new CustomEvent("titled", { bubbles: true, detail: job.title }));
    }
    this.job = job;
    this.failed = undefined;
    this.requestUpdate();
  }

  render() {
    const { job } = this;
    return html`
      <a class="back" href=${address("jobs")}>${icon("back")}Jobs</a>
      <div class="head job-head">
        <h1 tabindex="-1">${this.heading()}</h1>
        ${job ? this.pill(job) : nothing}
        ${reconnecting(this.lost)}
        <span class="push"></span>
        ${job ? html`<div class="acts">${this.buttons(job)}</div>` : nothing}
      </div>
      ${job ? this.whole(job) : this.absent()}
    `;
  }

  /** One heading through all states, so that it keeps the focus. */
  heading() {
    if (this.job) {
      return this.job.title;
    }
    return this.failed
      ? this.failed.status === 404 ? "No such job" : "Job"
      : html`<span class="hidden-words">Job</span><span class="bone title-bone"></span>`;
  }

  /** @param {Job} job */
  pill(job) {
    const { words, sign, tone } = standing(job);
    return pill(words, sign, tone);
  }

  absent() {
    if (this.failed?.status === 404) {
      return empty("search", "It is not here", "It was deleted, or the address is not complete.", html`
        <a class="button" href=${address("jobs")}>Show all jobs</a>`);
    }
    if (this.failed) {
      return trouble(wordsOf(this.failed), () => {
        this.follow();
        this.requestUpdate();
      });
    }
    return html`
      <div class="card figures">${[1, 2, 3, 4].map(() => html`<div><span class="bone"></span><span class="bone tall"></span></div>`)}</div>
      <p class="hidden-words" role="status">Loading</p>`;
  }

  /** @param {Job} job */
  whole(job) {
    const when = job.run?.startedAt ? `started ${moment(job.run.startedAt)}` : "";
    return html`
      <p class="whom">${[job.audienceSummary || "Nobody chosen yet", job.author.displayName, when].filter(Boolean).join(" · ")}</p>
      ${this.notices(job)}
      ${job.run ? this.sending(job, job.run) : this.notBegun(job)}
      ${job.repeat && job.state !== "draft" ? seriesJobs(job.id) : nothing}
    `;
  }

  /** The most likely wish as a button, the others in the menu. @param {Job} job */
  buttons(job) {
    const own = mayChange(job);
    const button = (/** @type {string} */ words, /** @type {any} */ sign, /** @type {() => Promise<unknown>} */ action, tone = "") => html`
      <button class="button ${tone}" type="button" @click=${() => tryTo(action)}>${icon(sign)}<span class=${words === "Pause" || words === "Stop sending" ? "words" : ""}>${words}</span></button>`;
    const shown = [];
    if (job.run && !job.run.preparing) {
      shown.push(html`<a class="button" href=${"jobs/export/" + job.id} download aria-label="Export the recipients as CSV">${icon("download")}<span class="words">Export</span></a>`);
    }
    if (own && job.state === "sending") {
      shown.push(button("Pause", "pause", () => pause(job)));
    }
    if (own && job.state === "paused" && !job.run?.question) {
      shown.push(button("Resume", "play", () => resume(job), "main-one"));
    }
    if (own && (job.state === "sending" || job.state === "paused") && !job.run?.question) {
      shown.push(button("Stop sending", "no", () => stop(job), "danger"));
    }
    if (own && job.state === "finished" && (job.run?.counts.failed ?? 0) > 0) {
      shown.push(button("Try the failed again", "retry", () => retryFailed(job)));
    }
    if (own && starting(job)) {
      shown.push(button("Undo", "undo", () => takeBack(job)));
    } else if (own && editable(job.state)) {
      shown.push(html`<a class="button" href=${address("compose", job.id)}>${icon("write")}${job.state === "draft" ? "Go on writing" : "Edit"}</a>`);
      if (job.state !== "draft") {
        shown.push(button("Send now", "send", () => sendNow(job), "main-one"));
      }
    }
    const hidden = new Set(["Decide", "Pause", "Resume", "Stop sending", "Undo", "Edit", "Go on writing", "Send now", "Delete"]);
    if (job.state === "finished") {
      hidden.add("Try the failed again");
    }
    const rest = choices(job).filter((choice) => choice === "line" || !hidden.has(choice.words));
    if (own && (job.state === "draft" || job.state === "finished" || job.state === "cancelled")) {
      rest.push({ words: "Delete", icon: "trash", danger: true, act: () => tryTo(async () => (await discard(job)) && go(address("jobs"))) });
    }
    return [...shown, moreMenu({ id: "job-more", label: "More about this job", choices: rest })];
  }

  /** @param {Job} job */
  notices(job) {
    const notes = [...(job.run?.notes ?? [])];
    if (job.repeat && job.run) {
      notes.unshift(`This was the last of a message that repeated: ${rhythm(job)}.`);
    }
    if (job.run?.late) {
      notes.unshift("It began later than it was scheduled.");
    }
    if ((job.run?.wave ?? 1) > 1) {
      notes.push(`Some who had failed were tried again; this is wave ${job.run?.wave}.`);
    }
    return html`
      ${job.state === "held"
        ? notice(`On hold: whoever scheduled this may not send any more. ${job.repeat ? "Edit and schedule it again to let it go on" : "Send it now, edit it"}, or cancel it.`, "pause")
        : nothing}
      ${job.state === "missed"
        ? notice("Belfry was not running when this was due, so it did not go out. Send it now, choose another time, or cancel it.")
        : nothing}
      ${job.series
        ? notice(html`One of <a href=${address("jobs", job.series)}>a message that repeats</a>.`, "repeat", "plain")
        : nothing}
      ${job.run?.question ? this.asked(job, job.run.question) : nothing}
      ${this.unsure(job)}
      ${notes.map((note) => notice(note, "info", "plain"))}
      ${audited(job)}
    `;
  }

  /** Nothing is sent before somebody has answered. @param {Job} job @param {string} question */
  asked(job, question) {
    const reached = job.run ? open(job.run.counts) : 0;
    return notice(
      html`<b>${reached > 0 ? "Is this who should get it?" : "Something is missing."}</b> ${question}
        Nothing has been sent. ${mayChange(job) ? "" : `${job.author.displayName} or an administrator decides.`}`,
      "alert",
      "",
      mayChange(job)
        ? html`<span class="decide">
            ${reached > 0 ? html`<button class="button small" type="button" @click=${() => tryTo(() => resume(job))}>Send it to ${number(reached)}</button>` : nothing}
            <button class="button small" type="button" @click=${() => tryTo(() => dropIt(job))}>Do not send it</button></span>`
        : nothing,
    );
  }

  /** What this person may decide of who is held. @param {Job} job @returns {("delivered" | "sendAgain")[]} */
  decisions(job) {
    if (!mayChange(job)) {
      return [];
    }
    return goesOn(job) ? ["delivered", "sendAgain"] : ["delivered"];
  }

  /** @param {Job} job */
  unsure(job) {
    const held = job.run?.counts.held ?? 0;
    if (held === 0) {
      return nothing;
    }
    const may = this.decisions(job);
    const all = (/** @type {"delivered" | "sendAgain"} */ decision, /** @type {string} */ words) =>
      may.includes(decision)
        ? html`<button class="button small" type="button" @click=${() => tryTo(() => decide(job, decision))}>${words}</button>`
        : nothing;
    return notice(
      html`<b>It is not known whether ${held === 1 ? "one recipient has" : `${number(held)} recipients have`} it.</b>
        The answer was lost, and only somebody who looks there can tell. ${may.length > 0 ? "Decide for each below, or for all:" : ""}`,
      "alert",
      "",
      html`<span class="decide">${all("delivered", held === 1 ? "It arrived" : "All arrived")}${all("sendAgain", held === 1 ? "Send it again" : "Send all again")}</span>`,
    );
  }

  /** @param {Job} job */
  notBegun(job) {
    return html`
      <div class="halves">
        <section class="card not-sent">
          ${icon(job.state === "draft" ? "write" : job.state === "cancelled" ? "no" : job.repeat ? "repeat" : "calendar")}
          <h2>${notSent(job)}</h2>
          <p>${this.whenWords(job)}</p>
        </section>
        ${this.message(job)}
      </div>
    `;
  }

  /** @param {Job} job */
  whenWords(job) {
    const at = job.startsAt;
    if (job.repeat && job.state !== "draft" && job.state !== "missed") {
      const [first, ...more] = job.repeat.next;
      return html`<b>${rhythm(job)}</b>${first ? html`<br>Next ${moment(first)}, ${apart(first)}` : nothing}${more.length > 0 ? html`<br><small>then ${more.map(moment).join(" · ")}</small>` : nothing}`;
    }
    if (!at) {
      return job.state === "draft" ? "A draft: it goes out when somebody sends or schedules it." : "It was cancelled before it began.";
    }
    if (starting(job)) {
      const seconds = Math.max(0, Math.ceil((Date.parse(at) - now()) / 1_000));
      return html`${heads(job)} get it. Starts ${seconds > 0 ? html`in <b>${seconds} s</b>` : "now"}; until then you can undo.`;
    }
    const elsewhere = job.zone && job.zone !== ownZone ? html`<br><small>${momentIn(at, job.zone)} in ${job.zone}</small>` : nothing;
    return html`${job.state === "scheduled" ? "Goes out" : "Was to go out"} <b>${moment(at)}</b>, ${apart(at)}${elsewhere}`;
  }

  /** @param {Job} job @param {Run} run */
  sending(job, run) {
    return html`
      ${this.figures(job, run)}
      <div class="halves">
        <section class="card chart">
          <h2>Deliveries over time</h2>
          ${timelineChart({ timeline: run.timeline, startedAt: run.startedAt })}
        </section>
        ${this.message(job)}
      </div>
      ${run.preparing ? nothing : recipientsTable({
        jobId: job.id,
        counts: run.counts,
        decisions: this.decisions(job),
        decide: (decision, recipient) => tryTo(() => decide(job, decision, recipient)),
      })}
    `;
  }

  /** @param {Job} job @param {Run} run */
  figures(job, run) {
    const { counts } = run;
    const failed = counts.failed + counts.held;
    const live = running(job);
    if (run.preparing) {
      return html`
        <section class="card figures-card" aria-label="Progress">
          <div class="progress searching" aria-hidden="true"></div>
          <p class="under"><span>Writing down who gets it</span><span>${job.people + job.spaces > 0 ? `${number(job.people + job.spaces)} expected` : ""}</span></p>
        </section>`;
    }
    return html`
      <section class="card figures-card" aria-label="Progress">
        <dl class="figures">
          ${figure("Delivered", number(counts.sent), `of ${number(counts.total)}`)}
          ${figure("Failed", number(failed), besideFailed(counts, failed, live), failed > 0)}
          ${live
            ? html`${figure("Still to go", number(open(counts)), "")}
                ${figure("Speed", number(run.perSecond ?? 0), "a second")}`
            : html`${counts.skipped > 0 ? figure("Skipped", number(counts.skipped), "") : nothing}
                ${(run.wave ?? 1) > 1 ? nothing : figure("Took", took(run), "")}
                ${counts.skipped > 0 || (run.wave ?? 1) > 1 ? nothing : figure("Speed", speed(run), "a second")}`}
        </dl>
        ${progress(counts, { resting: resting(job) || (live && job.state !== "sending"), done: job.state === "finished" })}
        <p class="under"><span>${percent(counts.sent, counts.total)}</span><span>${live ? pace(job) : ended(job, run)}</span></p>
      </section>
    `;
  }

  /** @param {Job} job */
  message(job) {
    const at = job.run?.startedAt ?? job.startsAt;
    const day = at ? moment(at).split(",")[0] : "Not sent yet";
    return html`
      <section class="card said" aria-label="The message" tabindex="0">
        <h2 class="hidden-words">The message</h2>
        ${chat(job.markdown ?? "", { time: at, day, file: job.attachment })}
      </section>
    `;
  }
}

/** @param {Job} job */
function notSent({ state, repeat }) {
  if (state === "cancelled") {
    return repeat ? "Does not repeat any more" : "Never sent";
  }
  return repeat && state === "scheduled" ? "Repeats" : "Not sent yet";
}

/**
 * The skipped have a figure of their own only once nothing is still to go.
 * @param {Counts} counts @param {number} failed @param {boolean} live
 */
function besideFailed(counts, failed, live) {
  const part = failed > 0 ? [percent(failed, counts.total)] : [];
  return [...part, ...(live && counts.skipped > 0 ? [`${number(counts.skipped)} skipped`] : [])].join(" · ");
}

/** What the look into Webex some time after the end found. @param {Job} job */
function audited({ run }) {
  const audit = run?.audit;
  if (!audit) {
    return nothing;
  }
  const { looked, left, doubled } = audit;
  if (doubled > 0) {
    return notice(
      html`<b>${count(doubled, "recipient")} got it more than once.</b> Belfry looked into ${count(looked, "conversation")}
        after the end; the rows below say who. Please tell the people who run Belfry.`,
      "alert",
      "bad",
    );
  }
  const rest = left > 0 ? `; ${number(left)} could not be looked into` : "";
  return looked > 0
    ? notice(`Checked after the end: Belfry looked into ${count(looked, "conversation")}, and nobody got it twice${rest}.`, "people", "plain")
    : nothing;
}

/** @param {string} words @param {string} value @param {string} aside @param {boolean} [bad] */
function figure(words, value, aside, bad = false) {
  return html`<div><dt>${words}</dt><dd class=${bad ? "bad" : ""}><b>${value}</b> <small>${aside}</small></dd></div>`;
}

/** On average. @param {Run} run */
function speed({ startedAt, finishedAt, counts }) {
  const seconds = (Date.parse(finishedAt ?? "") - Date.parse(startedAt ?? "")) / 1_000;
  return seconds > 0 ? number(Math.round(counts.sent / seconds * 10) / 10) : "–";
}

/** @param {Run} run */
function took({ startedAt, finishedAt }) {
  return startedAt && finishedAt ? duration((Date.parse(finishedAt) - Date.parse(startedAt)) / 1_000) : "–";
}

/** @param {Job} job @param {Run} run */
function ended(job, run) {
  const words = job.state === "cancelled" ? "stopped" : "finished";
  return run.finishedAt ? `${words} ${apart(run.finishedAt)}` : words;
}

customElements.define("job-view", JobView);

/** @param {string} jobId */
export function jobView(jobId) {
  return html`<job-view .jobId=${jobId}></job-view>`;
}
