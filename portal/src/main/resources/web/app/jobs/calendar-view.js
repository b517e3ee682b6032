/** #/jobs?as=calendar: a month of what goes out, live; as a list of its days where it is narrow. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { now, wordsOf } from "../core/api.js";
import { clock, day, dayWords, heads } from "../core/format.js";
import { locale, t } from "../core/i18n.js";
import { address, refine } from "../core/router.js";
import { WEEKDAYS } from "../core/weekdays.js";
import { standing, titleOf } from "./job.js";
import { icon } from "../ui/icons.js";
import { quietStart } from "../ui/held-time.js";
import { LiveView } from "../ui/live-view.js";
import { notice, reconnecting, trouble } from "../ui/widgets.js";

/** @typedef {Calendar["items"][number]} Due one time of one job */
/** @typedef {import("../ui/icons.js").Icon} Icon */

/** So many of a day are shown at first. */
const FIRST = 5;

const WEEK = WEEKDAYS.length;

const monthWords = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" });

class CalendarView extends LiveView {
  static properties = {
    query: { attribute: false },
    month: { state: true },
    due: { state: true },
    whole: { state: true },
  };

  constructor() {
    super();
    /** @type {Record<string, string>} */
    this.query = {};
    /** Its first midnight. */
    this.month = firstOf(now());
    /** @type {Calendar | undefined} */
    this.due = undefined;
    /** @type {string[]} the days whose times are all shown */
    this.whole = [];
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("query")) {
      const asked = /^\d{4}-(0[1-9]|1[0-2])$/.test(this.query.month ?? "") ? new Date(`${this.query.month}-01T00:00`) : now();
      this.month = firstOf(asked);
      this.follow();
    }
  }

  /** The midnights of whole weeks from Monday, and the one after them. */
  get midnights() {
    const { month } = this;
    const year = month.getFullYear();
    const before = (month.getDay() + WEEK - 1) % WEEK;
    const length = new Date(year, month.getMonth() + 1, 0).getDate();
    const weeks = Math.ceil((before + length) / WEEK);
    return Array.from({ length: weeks * WEEK + 1 }, (_, at) => new Date(year, month.getMonth(), 1 - before + at));
  }

  follow() {
    this.due = undefined;
    this.whole = [];
    const days = this.midnights;
    const span = { from: days[0].toISOString(), until: days[days.length - 1].toISOString() };
    this.hear("jobs/calendar", span, (due) => {
      this.due = due;
    });
  }

  /** Back from a job, the same month is shown; back from here, the list. @param {Date} month */
  show(month) {
    this.month = month;
    const isNow = month.getTime() === firstOf(now()).getTime();
    refine(address("jobs", "", { as: "calendar", month: isNow ? "" : day(month.getTime()).slice(0, 7) }));
    this.follow();
  }

  /** @param {number} months */
  turn(months) {
    this.show(new Date(this.month.getFullYear(), this.month.getMonth() + months, 1));
  }

  /** ↑ and ↓ move through what goes out, Page Up and Page Down through the months. @param {KeyboardEvent} event */
  walk(event) {
    const months = { PageDown: 1, PageUp: -1 }[event.key];
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const all = /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".due")]);
    const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    if (months) {
      event.preventDefault();
      this.turn(months);
      /** @type {HTMLElement | null} */ (this.querySelector(".month-name"))?.focus();
    } else if (step && here >= 0) {
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, here + step))].focus();
    }
  }

  render() {
    return html`
      <div class="head">
        <h1 tabindex="-1">${t("jobs.calendar.title")}</h1>
        ${reconnecting(this.lost)}
        <span class="push"></span>
        <a class="button as" href=${address("jobs")}>${icon("bullets")}<span>${t("jobs.calendar.list")}</span></a>
        <a class="button main-one as" href=${address("compose")}>${icon("add")}<span>${t("jobs.new")}</span></a>
      </div>
      <div class="calendar" @keydown=${this.walk}>
        <div class="months">
          <button class="button square" type="button" aria-label=${t("jobs.calendar.earlier")}
            @click=${() => this.turn(-1)}>${icon("left")}</button>
          <button class="button square" type="button" aria-label=${t("jobs.calendar.later")}
            @click=${() => this.turn(1)}>${icon("right")}</button>
          <h2 class="month-name" tabindex="-1" aria-live="polite">${monthWords.format(this.month)}</h2>
          <button class="button" type="button" @click=${() => this.show(firstOf(now()))}>${t("jobs.calendar.today")}</button>
        </div>
        ${this.failed && !this.due
          ? trouble(wordsOf(this.failed), () => this.follow())
          : html`${this.standstill()}${this.days()}`}
      </div>
    `;
  }

  days() {
    const { due } = this;
    const days = this.midnights.slice(0, -1);
    const byDay = Map.groupBy(due?.items ?? [], ({ time }) => day(Date.parse(time)));
    const isEmpty = due !== undefined && !days.some((one) => this.isInMonth(one) && byDay.has(day(one.getTime())));
    return html`
      ${due?.more ? notice(t("jobs.calendar.cut"), "info", "plain") : nothing}
      <div class="cell-names" aria-hidden="true">${WEEKDAYS.map(({ words }) => html`<span>${words}</span>`)}</div>
      <div class="days card" aria-busy=${due === undefined}>
        ${repeat(days, (one) => one.getTime(), (one) => this.day(one, byDay.get(day(one.getTime())) ?? []))}
      </div>
      <p class="no-days quiet" role="status">${isEmpty ? t("jobs.calendar.none") : nothing}</p>
    `;
  }

  /** @param {Date} one */
  isInMonth(one) {
    return one.getMonth() === this.month.getMonth();
  }

  /** Readers who hear the page hear only days on which something is due. @param {Date} one @param {Due[]} due */
  day(one, due) {
    const name = day(one.getTime());
    const shown = this.whole.includes(name) || due.length <= FIRST + 1 ? due : due.slice(0, FIRST);
    const rest = due.length - shown.length;
    const kind = [this.isInMonth(one) ? "" : "beside", name === day(now()) ? "today" : ""].join(" ");
    const number = html`<span class="number" aria-hidden="true">${one.getDate()}</span>`;
    if (due.length === 0) {
      return html`<section class="cell free ${kind}" aria-hidden="true">${number}</section>`;
    }
    return html`
      <section class="cell ${kind}" aria-labelledby=${`day-${name}`}>
        ${number}
        <h3 id=${`day-${name}`}>${dayWords(one.getTime())}</h3>
        <ul>${repeat(shown, ({ jobId, time }) => jobId + time, entry)}</ul>
        ${rest > 0
          ? html`<button class="button quiet small" type="button"
              @click=${() => {
                this.whole = [...this.whole, name];
              }}>${t("jobs.calendar.more", { count: rest })}</button>`
          : nothing}
      </section>
    `;
  }
}

/** @param {Due} due */
function entry(due) {
  const { words, sign, tone } = about(due);
  const audience = due.people + due.spaces > 0 ? heads(due) : "";
  return html`
    <li>
      <a class="due ${tone}" href=${address("jobs", due.jobId)}>
        <span class="at">${clock(due.time)}${sign ? icon(sign) : nothing}${
          sign === "repeat" ? html`<span class="hidden-words">${t("jobs.calendar.repeats")}</span>` : nothing
        }</span>
        <span class="name">${titleOf(due)}</span>
        ${words ? html`<span class="words">${words}</span>` : nothing}
        ${audience ? html`<span class="heads">${audience}</span>` : nothing}
      </a>
    </li>
  `;
}

/** What is to be known of a time besides itself. @param {Due} due @returns {{ words: string, sign?: Icon, tone: string }} */
function about({ state, time, repeats, reminder, quietUntil, standing: it }) {
  if (it) {
    return standing({ standing: it });
  }
  if (state === "skipped") {
    return { words: t("jobs.calendar.skipped"), sign: "no", tone: "skipped" };
  }
  const quiet = quietUntil ? quietStart(time, quietUntil) : "";
  return reminder
    ? { words: [t("jobs.calendar.reminder"), quiet].filter(Boolean).join(" · "), sign: "bell", tone: "" }
    : { words: quiet, sign: repeats ? "repeat" : undefined, tone: "" };
}

/** @param {Date | number} time */
function firstOf(time) {
  const date = new Date(time);
  return new Date(date.getFullYear(), date.getMonth(), 1);
}

customElements.define("calendar-view", CalendarView);

/** @param {Place} place */
export function calendarView({ query }) {
  return html`<calendar-view .query=${query}></calendar-view>`;
}
