/** #/answers[/:jobId]: what people answered, by announcement and by person. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, wordsOf } from "../core/api.js";
import { moment } from "../core/format.js";
import { inWords, number, t } from "../core/i18n.js";
import { Live } from "../core/live.js";
import { whenStill } from "../core/press.js";
import { address, go } from "../core/router.js";
import { session } from "../core/session.js";
import { wordsIn } from "./answer-words.js";
import { heldReply } from "./held-reply.js";
import { drawn } from "../ui/chat.js";
import { icon } from "../ui/icons.js";
import { placesNamed } from "../ui/readable.js";
import { complain } from "../ui/toast.js";
import { waitsFor } from "../ui/waits.js";
import { avatar, empty, kindMark, pill, reconnecting, segments, skeletonRows, standsStill, trouble } from "../ui/widgets.js";

const PAGE = 50;

/** So many at most are live. Those after them are read anew whenever these have another end. */
const LIVE = 200;

/** @typedef {"written" | "unread" | "press"} Which */

class InboxView extends LitElement {
  static properties = {
    jobId: { attribute: false },
    query: { attribute: false },
    announcements: { state: true },
    answers: { state: true },
    next: { state: true },
    more: { state: true },
    lost: { state: true },
    failed: { state: true },
    stale: { state: true },
  };

  constructor() {
    super();
    this.jobId = "";
    /** @type {Record<string, string>} */
    this.query = {};
    /** @type {Answered[] | undefined} */
    this.announcements = undefined;
    /** The first ones, which are live. @type {Received[] | undefined} */
    this.answers = undefined;
    /** How many of them are asked for. */
    this.shown = PAGE;
    /** Where they end. @type {string | undefined} */
    this.next = undefined;
    /** Those after them. @type {{ items: Received[], next: string | undefined }} */
    this.more = { items: [], next: undefined };
    /** How many of those are wanted. */
    this.older = 0;
    this.lost = false;
    /** How often the announcements were asked for. */
    this.asked = 0;
    /** @type {unknown} */
    this.failed = undefined;
    /** Why the announcements are not read. @type {unknown} */
    this.stale = undefined;
    /** @type {Live<"answers/list"> | undefined} */
    this.live = undefined;
    this.still = whenStill(this, ".answer button:hover");
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.follow();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.still(() => {});
    this.live?.close();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (this.live && (changed.has("jobId") || changed.has("query"))) {
      this.follow();
    }
  }

  /** @returns {Which} */
  get which() {
    const { show } = this.query;
    return show === "unread" || show === "press" ? show : "written";
  }

  get job() {
    return this.jobId === "all" ? "" : this.jobId;
  }

  filter() {
    return {
      jobId: this.job || undefined,
      person: this.query.person,
      ...(this.which === "unread" ? { state: /** @type {const} */ ("unread") } : { kind: this.which }),
    };
  }

  follow() {
    Object.assign(this, {
      answers: undefined, next: undefined, failed: undefined, shown: PAGE, older: 0, more: { items: [], next: undefined },
    });
    this.listen();
  }

  listen() {
    this.still(() => {});
    this.live?.close();
    this.live = new Live("answers/list", { ...this.filter(), limit: this.shown }, {
      // No row slides beneath a hand that is about to press a button, which would be another answer's.
      data: ({ items, next }) => this.still(() => {
        const moved = next !== this.next;
        if (moved && this.more.items.length > 0) {
          // What was pushed out at their end is shown among those after them, until those are read anew.
          const before = this.answers ?? [];
          const end = before.findIndex(({ id }) => id === items.at(-1)?.id);
          const out = end < 0 ? [] : before.slice(end + 1);
          const others = this.more.items.filter(({ id }) => out.every((one) => one.id !== id));
          this.more = { ...this.more, items: [...out, ...others] };
        }
        Object.assign(this, { answers: items, next, failed: undefined });
        if (moved && this.older > 0) {
          // They stay as they were where that fails; the next change asks again.
          this.readOlder().catch(() => {});
        }
        this.load();
      }),
      lost: (lost) => (this.lost = lost),
      trouble: (failed) => (this.failed = failed),
    });
  }

  async load() {
    const asked = ++this.asked;
    try {
      const { items } = await get("answers/announcements", { limit: 100 });
      // Of two that are under way at once, the first may come back last.
      if (asked === this.asked) {
        this.announcements = items;
        this.stale = undefined;
      }
    } catch (error) {
      this.stale = asked === this.asked ? error : this.stale;
    }
  }

  async showMore() {
    if (this.shown < LIVE) {
      this.shown += PAGE;
      this.listen();
      return;
    }
    this.older = this.more.items.length + PAGE;
    await this.readOlder().catch(complain);
  }

  /** All of them, because some may have moved among them, or be gone. */
  async readOlder() {
    const { live, next, older } = this;
    /** @type {typeof this.more} */
    const more = { items: [], next };
    while (more.next && more.items.length < older) {
      const limit = Math.min(LIVE, older - more.items.length);
      const page = await get("answers/list", { ...this.filter(), limit, cursor: more.next });
      Object.assign(more, { items: [...more.items, ...page.items], next: page.next });
    }
    // Others may have been chosen in the meantime.
    if (live === this.live && next === this.next) {
      this.more = more;
    }
  }

  /**
   * What the stream has brought in the meantime is at least as new, so only the answer that was
   * acted on is replaced.
   * @param {Received} before @param {Received} changed
   */
  changed(before, changed) {
    session.refresh();
    const put = (/** @type {Received} */ one) => (one === before ? changed : one);
    this.answers = this.answers?.map(put);
    this.more = { ...this.more, items: this.more.items.map(put) };
    this.load();
  }

  /** @param {Received} one */
  async mark(one) {
    try {
      this.changed(one, await post("answers/done", { answerId: one.id, done: !one.done }));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Received} one */
  async reply(one) {
    const replied = await (await import("./inbox-dialogs.js")).replyDialog(one);
    if (replied) {
      this.changed(one, replied);
    }
  }

  async automatic() {
    try {
      const now = await get("answers/automatic");
      await (await import("./inbox-dialogs.js")).automaticDialog(now);
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Record<string, string>} query */
  there(query, jobId = this.jobId) {
    return address("answers", jobId, query);
  }

  render() {
    return html`
      <div class="head">
        <h1 tabindex="-1">${t("inbox.title")}</h1>
        ${reconnecting(this.lost)}
        <span class="push"></span>
        ${session.admin
          ? html`<button class="button" type="button" @click=${this.automatic}>${icon("repeat")}${t("inbox.automatic")}</button>`
          : nothing}
      </div>
      <div class="panes" data-open=${this.jobId !== ""}>
        <section class="card list" aria-label=${t("inbox.announcements")}>${this.list()}</section>
        <section class="card one" aria-label=${t("inbox.answers")}>${this.one()}</section>
      </div>
    `;
  }

  list() {
    const { announcements = [] } = this;
    return html`
      ${standsStill(this.stale ? wordsOf(this.stale) : "", this.lost, () => this.load())}
      <ul class="group-list">
        ${this.item("all", t("inbox.all"), t("inbox.allWords"), sum(announcements))}
        ${repeat(announcements, ({ jobId }) => jobId, ({ jobId, title, written, pressed, unread }) =>
          this.item(jobId, placesNamed(title), counted(written, pressed), unread))}
      </ul>
    `;
  }

  /** @param {string} id @param {string} title @param {string} words @param {number} unread */
  item(id, title, words, unread) {
    const current = id === (this.jobId || "all");
    return html`
      <li>
        <a href=${this.there(id === "all" ? {} : this.query, id)} aria-current=${current ? "true" : nothing}>
          ${kindMark(id === "all" ? "list" : "quote")}
          <span class="named"><b>${title}</b><small>${words}</small></span>
          ${unread > 0
            ? html`<span class="size"><span aria-hidden="true">${number(unread)}</span><span
                class="hidden-words">${t("inbox.unreadCount", { count: unread })}</span></span>`
            : nothing}
        </a>
      </li>
    `;
  }

  one() {
    if (this.failed && !this.answers) {
      return trouble(wordsOf(this.failed), () => this.follow());
    }
    const all = [...(this.answers ?? []), ...this.more.items.filter(({ id }) => !this.answers?.some((one) => one.id === id))];
    return html`
      <div class="one-head">
        <a class="button quiet small back-to-list" href=${address("answers")}>${icon("back")}${t("inbox.back")}</a>
        ${segments({
          name: "which",
          label: t("inbox.which"),
          value: this.which,
          choose: (show) => go(this.there({ ...this.query, show })),
          options: [
            { value: "written", words: t("inbox.written") },
            { value: "unread", words: t("inbox.unread") },
            { value: "press", words: t("inbox.pressed") },
          ],
        })}
        ${this.query.person ? this.onlyOf(all[0]) : nothing}
      </div>
      ${standsStill(this.failed ? wordsOf(this.failed) : "", this.lost, () => this.follow())}
      ${this.answers === undefined ? skeletonRows(5) : all.length === 0 ? this.none() : this.rows(all)}
      ${(this.more.items.length > 0 ? this.more : this).next
        ? html`<p class="more"><button class="button small" type="button" @click=${this.showMore}>${t("common.showMore")}</button></p>`
        : nothing}
    `;
  }

  /** @param {Received | undefined} one */
  onlyOf(one) {
    const { person: _, ...rest } = this.query;
    return html`<a class="button small" href=${this.there(rest)}>${icon("close")}${t("inbox.onlyOf", {
      name: one?.from.displayName ?? "…",
    })}</a>`;
  }

  none() {
    return this.which === "unread"
      ? empty("check", t("inbox.noneUnread"), t("inbox.noneUnreadWords"))
      : empty("quote", t("inbox.none"), t("inbox.noneWords"));
  }

  /** A button that is being pressed stays that of its answer when another arrives. @param {Received[]} all */
  rows(all) {
    return html`<ul class="rows">${repeat(all, ({ id }) => id, (one) => this.row(one))}</ul>`;
  }

  /** @param {Received} one */
  row(one) {
    const { from, done } = one;
    const written = one.kind === "written";
    const again = one.replies.some(({ by, state }) => by && (state === "failed" || state === "held"));
    return html`
      <li class="answer">
        ${avatar(from.displayName)}
        <span class="named">
          <b><a href=${this.there({ ...this.query, person: from.id })}>${from.displayName}</a></b>
          <small><time datetime=${one.writtenAt}>${moment(one.writtenAt)}</time>
            · <a href=${address("jobs", one.jobId)}>${placesNamed(one.title)}</a></small>
          <p class="words">${wordsIn(one)}</p>
          ${one.files > 0 ? html`<small>${t("inbox.files", { count: one.files })}</small>` : nothing}
          ${done?.by ? html`<small>${t("inbox.doneBy", { name: done.by.displayName, when: moment(done.at) })}</small>` : nothing}
          ${repeat(one.replies, ({ id }) => id, (sent) => reply(sent, from.displayName, (answer) => this.changed(one, answer)))}
        </span>
        ${done ? nothing : pill(t(again ? "inbox.again" : "inbox.new"), "bell", "accent")}
        ${written || !done
          ? html`<button class="button small" type="button" aria-label=${t("inbox.replyTo", { name: from.displayName })}
                @click=${() => this.reply(one)}>${icon("undo")}${t("inbox.reply")}</button>
              <button class="button small" type="button" aria-pressed=${Boolean(done)}
                aria-label=${t(done ? "inbox.unreadOf" : "inbox.doneOf", { name: from.displayName })}
                @click=${() => this.mark(one)}>${icon(done ? "retry" : "check")}${t(done ? "inbox.markUnread" : "inbox.markDone")}</button>`
          : nothing}
      </li>
    `;
  }
}

/** @param {Received["replies"][number]} one @param {string} name of whom it is to @param {(answer: Received) => void} decided */
function reply(one, name, decided) {
  const { state } = one;
  const how =
    state === "sent"
      ? nothing
      : state === "failed"
        ? pill(inWords(one.said, one.reason ?? t("inbox.notSent")), "failed", "bad")
        : state === "held"
          ? html`${pill(t("inbox.notSure"), "alert", "warn")} ${heldReply(one.id, name, decided)}`
          : html`${pill(t("inbox.sending"), "clock")} <small>${waitsFor(one.waitsFor)}</small>`;
  return html`<div class="reply"><div class="message">${drawn(one.markdown)}</div>
    <small>${one.by ? t("inbox.repliedBy", { name: one.by.displayName, when: moment(one.createdAt) }) : t("inbox.byItself", { when: moment(one.createdAt) })}</small>
    ${how}</div>`;
}

/** @param {Answered[]} announcements */
function sum(announcements) {
  return announcements.reduce((all, { unread }) => all + unread, 0);
}

/** @param {number} written @param {number} pressed */
function counted(written, pressed) {
  const words = [];
  if (written > 0 || pressed === 0) {
    words.push(t("inbox.writtenCount", { count: written }));
  }
  if (pressed > 0) {
    words.push(t("inbox.pressedCount", { count: pressed }));
  }
  return words.join(" · ");
}

customElements.define("inbox-view", InboxView);

/** @param {Place} place */
export function inboxView({ id, query }) {
  return html`<inbox-view .jobId=${id} .query=${query}></inbox-view>`;
}
