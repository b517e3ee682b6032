/** #/jobs: the list of jobs, live. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { jobCounts } from "../core/job-counts.js";
import { address, refine } from "../core/router.js";
import { starting } from "./job.js";
import { empty, notice, reconnecting, search as searchField, segments, skeletonRows, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { LiveView } from "../ui/live-view.js";
import { jobRow } from "./job-row.js";
import { sections } from "./sections.js";

const PAGE = 30;

/** Older ones come by so many, before one has scrolled to the end. */
const OLDER = 60;
const AHEAD = "800px";
const PATIENCE = 200;

/** @type {{ value: JobScope, words: string, states: JobState[] }[]} */
const SCOPES = [
  { value: "all", words: t("jobs.scope.all"), states: [] },
  { value: "running", words: t("jobs.scope.running"), states: ["sending", "paused", "stopping"] },
  { value: "scheduled", words: t("jobs.scope.scheduled"), states: ["scheduled", "held", "missed"] },
  { value: "drafts", words: t("jobs.scope.drafts"), states: ["draft"] },
  { value: "finished", words: t("jobs.scope.finished"), states: ["finished", "cancelled"] },
];

class JobsView extends LiveView {
  static properties = {
    query: { attribute: false },
    scope: { state: true },
    search: { state: true },
    list: { state: true },
    older: { state: true },
    next: { state: true },
    loadingMore: { state: true },
    notLoaded: { state: true },
  };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.query = {};
    /** @type {JobScope} */
    this.scope = "all";
    this.search = "";
    /** @type {JobList | undefined} the first page, live */
    this.list = undefined;
    /** @type {Job[]} pages after it, as they were */
    this.older = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.loadingMore = false;
    /** Why older ones did not come; empty where they did. */
    this.notLoaded = "";
    this.end = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting) && this.notLoaded === "") {
          this.more();
        }
      },
      { rootMargin: `0px 0px ${AHEAD} 0px` },
    );
    /** Whether the previous list is still shown until the requested one arrives. */
    this.awaited = true;
    /** What the list that was requested last is of. */
    this.about = { path: this.path, q: this.search };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.clock = undefined;
  }

  connectedCallback() {
    super.connectedCallback();
    // "3 minutes ago" changes with time.
    this.clock = setInterval(() => this.requestUpdate(), 30_000);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearInterval(this.clock);
    clearTimeout(this.timer);
    this.end.disconnect();
  }

  /** The end of the list is looked for anew: it may still be in sight. */
  updated() {
    this.end.disconnect();
    const end = this.querySelector(".after");
    if (end) {
      this.end.observe(end);
    }
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("query")) {
      const { scope = "all", q = "" } = this.query;
      this.scope = SCOPES.find(({ value }) => value === scope)?.value ?? "all";
      this.search = q;
      this.list = undefined;
      this.follow();
    }
  }

  /**
   * What is scheduled must not bury what was sent: beside all others only the next of it are shown.
   * @returns {`jobs/list/${JobScope}`}
   */
  get path() {
    return `jobs/list/${this.scope === "all" && seen(this.search) === "" ? "recent" : this.scope}`;
  }

  /** Whether what is shown is not, or not yet, the answer to what is in the field and chosen beside it. */
  get isStale() {
    return this.awaited || this.about.path !== this.path || this.about.q !== this.search;
  }

  /** Subscribes to the current list, from its beginning. */
  follow() {
    this.awaited = true;
    this.about = { path: this.path, q: this.search };
    this.notLoaded = "";
    this.hear(this.about.path, { limit: PAGE, q: this.about.q }, (list) => this.take(list), () => {
      this.list = this.isStale ? undefined : this.list;
    });
  }

  /** @param {JobList} list */
  take(list) {
    const moved = list.next !== this.list?.next;
    this.older = this.awaited ? [] : this.older;
    this.awaited = false;
    this.list = list;
    if (this.older.length === 0) {
      this.next = list.next;
    } else if (moved) {
      this.again(list);
    }
    jobCounts.tell(list.counts);
  }

  /** @param {{ scope?: JobScope, search?: string }} change */
  choose({ scope = this.scope, search = this.search }) {
    const typed = search !== this.search;
    this.scope = scope;
    this.search = search;
    refine(address("jobs", "", { scope: scope === "all" ? "" : scope, q: search }));
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.follow(), typed ? PATIENCE : 0);
  }

  async more() {
    const { next, about } = this;
    if (this.loadingMore || !next || this.isStale) {
      return;
    }
    this.loadingMore = true;
    this.notLoaded = "";
    try {
      const page = await get(about.path, { q: about.q, limit: OLDER, cursor: next });
      // In the meantime the first page may have got another end, or another list was chosen.
      if (this.next === next && this.about === about) {
        this.older = [...this.older, ...page.items];
        this.next = page.next;
      }
    } catch (error) {
      this.notLoaded = wordsOf(error);
    }
    this.loadingMore = false;
  }

  /** The first page has another end now; rows that it pushed out come next. @param {JobList} list */
  async again(list) {
    if (!list.next) {
      Object.assign(this, { older: [], next: undefined });
      return;
    }
    try {
      const page = await get(this.about.path, { q: this.about.q, limit: PAGE, cursor: list.next });
      if (this.list === list) {
        // Those after these stay as they were.
        const known = new Set(page.items.map((job) => job.id));
        const last = this.older.findLastIndex((job) => known.has(job.id));
        this.older = page.next ? [...page.items, ...this.older.slice(last + 1)] : page.items;
        this.next = page.next ? this.next : undefined;
      }
    } catch {
      // They stay as they were; the next change requests them again.
    }
  }

  /** Live rows, followed by older ones that are not among them. */
  get jobs() {
    const { upcoming = [], items = [] } = this.list ?? {};
    // One part is read after the other, and a job may have moved in between.
    const live = [...upcoming.filter(starting), ...items.filter(({ id }) => !upcoming.some((job) => job.id === id))];
    const known = new Set(live.map((job) => job.id));
    return [...live, ...this.older.filter((job) => !known.has(job.id))];
  }

  /** ↑ and ↓ move through the rows. @param {KeyboardEvent} event */
  walk(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const rows = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".job .title")]);
    const here = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (step && here >= 0) {
      event.preventDefault();
      rows[Math.max(0, Math.min(rows.length - 1, here + step))].focus();
    }
  }

  render() {
    const { counts = {} } = this.list ?? { counts: jobCounts.counts };
    const known = Object.keys(counts).length > 0 || this.list !== undefined;
    const sum = (/** @type {JobState[]} */ states) =>
      Object.entries(counts)
        .filter(([state]) => states.length === 0 || states.includes(/** @type {JobState} */ (state)))
        .reduce((all, [, some]) => all + some, 0);
    return html`
      <div class="head">
        <h1 tabindex="-1">${t("jobs.title")}</h1>
        ${reconnecting(this.lost)}
        <span class="push"></span>
        <a class="button as" href=${address("jobs", "", { as: "calendar" })}>${icon("calendar")}<span>${t("jobs.calendar.show")}</span></a>
        <a class="button main-one" href=${address("compose")}>${icon("add")}${t("jobs.new")}</a>
      </div>
      <div class="filters">
        ${segments({
          name: "scope",
          label: t("jobs.scope.label"),
          value: this.scope,
          choose: (scope) => this.choose({ scope }),
          options: SCOPES.map(({ value, words, states }) => ({ value, words, count: known ? sum(states) : undefined })),
        })}
        ${searchField({ label: t("common.search"), value: this.search, change: (search) => this.choose({ search }) })}
      </div>
      ${this.content()}
    `;
  }

  content() {
    if (!this.list) {
      return this.failed
        ? trouble(wordsOf(this.failed), () => this.follow())
        : html`<div class="card">${skeletonRows(5)}</div>`;
    }
    return html`
      ${this.standstill()}
      ${this.shown()}`;
  }

  shown() {
    const { jobs } = this;
    if (jobs.length === 0 && !this.list?.upcoming?.length) {
      return this.isStale ? html`<div class="card">${skeletonRows(5)}</div>` : this.nothing();
    }
    return html`
      <div class="sections" ?inert=${this.isStale} aria-busy=${this.isStale} @keydown=${this.walk}>
        ${repeat(this.sections(jobs), ({ title }) => title, section)}
      </div>
      ${this.next ? this.rest() : nothing}
    `;
  }

  /** With what comes next between what goes on and what was. @param {Job[]} jobs */
  sections(jobs) {
    const all = sections(jobs).map((one) => ({ ...one, aside: /** @type {unknown} */ (nothing) }));
    const upcoming = this.list?.upcoming ?? [];
    const due = upcoming.filter((job) => !starting(job));
    if (due.length > 0) {
      const before = all.findIndex(({ title }) => title !== t("jobs.section.now") && title !== t("jobs.section.decide"));
      const more = (this.list?.counts.scheduled ?? 0) - upcoming.length;
      all.splice(before < 0 ? all.length : before, 0, {
        title: t("jobs.section.upcoming"),
        jobs: due,
        aside: more > 0
          ? html`<a href=${address("jobs", "", { scope: "scheduled" })}>${t("jobs.section.moreScheduled", { count: more })}</a>`
          : nothing,
      });
    }
    return all;
  }

  rest() {
    return html`
      ${this.notLoaded ? notice(this.notLoaded, "alert", "bad") : nothing}
      <p class="after">
        <button class="button" type="button" aria-busy=${this.loadingMore} ?disabled=${this.loadingMore}
          @click=${this.more}>${icon(this.loadingMore ? "retry" : "down")}${t("common.showMore")}</button></p>
    `;
  }

  nothing() {
    const { search } = this;
    if (search || this.scope !== "all") {
      const words = search ? t("jobs.none.found", { search }) : t("jobs.none.here");
      return empty("search", t("jobs.none.title"), words, html`
        <button class="button" type="button" @click=${() => this.choose({ scope: "all", search: "" })}>
          ${t("jobs.showAll")}
        </button>`);
    }
    return empty("send", t("jobs.none.yet"), t("jobs.none.yetWords"), html`
      <a class="button main-one" href=${address("compose")}>${icon("write")}${t("jobs.none.write")}</a>`);
  }
}

/** @param {{ title: string, jobs: Job[], aside: unknown }} of */
function section({ title, jobs, aside }) {
  return html`
    <section>
      <div class="section-head"><h2>${title}</h2>${aside}</div>
      <ul class="card jobs">${repeat(jobs, (job) => job.id, jobRow)}</ul>
    </section>
  `;
}

customElements.define("jobs-view", JobsView);

/** @param {Record<string, string>} query */
export function jobsView(query) {
  return html`<jobs-view .query=${query}></jobs-view>`;
}
