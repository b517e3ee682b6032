/** #/person/:id: everything that somebody got, from any of the apps that one may send with. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { get, Trouble, wordsOf } from "../core/api.js";
import { moment } from "../core/format.js";
import { inWords, isolated, joined, t } from "../core/i18n.js";
import { address, cameFrom } from "../core/router.js";
import { session } from "../core/session.js";
import { wordsIn } from "../inbox/answer-words.js";
import { heldReply } from "../inbox/held-reply.js";
import { titleOf } from "../jobs/job.js";
import { resultPill } from "../jobs/result.js";
import { botName } from "../ui/bots.js";
import { avatar, empty, notice, skeletonRows, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";

/** @typedef {Answer<"get", "user/people/received">} Received */
/** @typedef {Received["items"][number]} Message */

const PAGE = 50;

class PersonView extends LitElement {
  static properties = {
    personId: { attribute: false },
    person: { state: true },
    messages: { state: true },
    next: { state: true },
    busy: { state: true },
    failed: { state: true },
  };

  constructor() {
    super();
    this.personId = "";
    /** @type {Person | undefined} */
    this.person = undefined;
    /** @type {Message[]} */
    this.messages = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.busy = false;
    /** @type {unknown} */
    this.failed = undefined;
    this.turn = {};
    this.back = whence();
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("personId")) {
      this.back = whence();
      this.reload();
    }
  }

  reload() {
    Object.assign(this, { person: undefined, messages: [], next: undefined });
    return this.load();
  }

  async load() {
    const { personId, next } = this;
    const turn = (this.turn = {});
    this.busy = true;
    this.failed = undefined;
    try {
      const page = await get("user/people/received", { personId, limit: PAGE, cursor: next });
      if (turn === this.turn) {
        if (!this.person) {
          this.dispatchEvent(new CustomEvent("titled", { bubbles: true, detail: page.person.displayName }));
        }
        Object.assign(this, { person: page.person, messages: [...this.messages, ...page.items], next: page.next });
      }
    } catch (error) {
      this.failed = turn === this.turn ? error : this.failed;
    }
    this.busy &&= turn !== this.turn;
  }

  render() {
    const { person } = this;
    return html`
      <a class="back" href=${this.back.address}>${icon("back")}${this.back.words}</a>
      <div class="head">
        ${person ? avatar(person.displayName) : nothing}
        <h1 tabindex="-1">${person?.displayName ?? t("person.title")}</h1>
      </div>
      ${person ? this.whole(person) : this.absent()}
    `;
  }

  absent() {
    if (this.failed instanceof Trouble && this.failed.status === 404) {
      return empty("search", t("person.absent"), wordsOf(this.failed), html`
        <a class="button" href=${address("jobs")}>${t("jobs.showAll")}</a>`);
    }
    return this.failed
      ? trouble(wordsOf(this.failed), () => this.load())
      : html`<div class="card">${skeletonRows(5)}</div>`;
  }

  /** @param {Person} person */
  whole({ id, email }) {
    const answered = this.messages.some(({ app, answers }) => answers && app.app === session.app);
    return html`
      <p class="whom">${joined([email, t("person.about")])}
        ${answered ? html` · <a href=${address("answers", "", { person: id })}>${t("person.answers")}</a>` : nothing}</p>
      <section class="card recipients" aria-labelledby="received-title">
        <div class="filters"><h2 id="received-title">${t("person.received")}</h2></div>
        ${this.messages.length > 0 ? this.table() : html`<p class="quiet none">${this.nothing()}</p>`}
        ${this.failed ? notice(wordsOf(this.failed), "alert", "bad") : nothing}
        ${this.next
          ? html`<p class="after"><button class="button" type="button" aria-busy=${this.busy} ?disabled=${this.busy}
              @click=${this.load}>${icon(this.busy ? "retry" : "down")}${t("common.showMore")}</button></p>`
          : nothing}
      </section>
    `;
  }

  /** Only the newest are looked through at a time. */
  nothing() {
    return t(this.next ? "person.nothingLately" : "person.nothing");
  }

  table() {
    return html`
      <table>
        <thead>
          <tr>
            <th scope="col" class="who">${t("person.announcement")}</th>
            <th scope="col" class="result">${t("jobs.recipients.result")}</th>
            <th scope="col">${t("jobs.recipients.why")}</th>
            <th scope="col" class="result">${t("jobs.recipients.at")}</th>
          </tr>
        </thead>
        <tbody>${this.messages.map((message) => row(message, () => this.reload()))}</tbody>
      </table>
    `;
  }
}

/** Where one came from, by its own title; else the list of jobs. */
function whence() {
  const from = cameFrom();
  return from?.address
    ? { address: from.address, words: from.title.replace(` · ${isolated(session.title)}`, "") }
    : { address: address("jobs"), words: t("shell.jobs") };
}

/** @param {Message} message @param {() => void} reload */
function row({ app, jobId, title, titleSaid, author, kind, replyId, at, recipient, answers = [] }, reload) {
  const place = address("jobs", jobId);
  const to = app.app === session.app ? place : `/Hub/${encodeURIComponent(app.app)}/sendMessage.html${place}`;
  const aside = [
    kind === "job" ? "" : t(`person.kind.${kind}`),
    app.app === session.app ? "" : app.title,
    author,
    recipient.from && ["sent", "sending", "unknown", "held"].includes(recipient.state) ? botName(recipient.from) : "",
  ];
  const { reason = "", said, settledAt = at, sentAt = settledAt } = recipient;
  return html`
    <tr>
      <th scope="row"><b><a href=${to}>${titleOf({ title, titleSaid })}</a></b><small>${joined(aside)}</small>
        ${answers.map((one) => html`<small>${icon("quote")} <q>${wordsIn(one)}</q> · ${moment(one.writtenAt)}</small>`)}</th>
      <td>${resultPill(recipient)}</td>
      <td class="why">${inWords(said, reason)}${replyId && recipient.state === "held" && app.app === session.app
        ? heldReply(replyId, recipient.displayName || recipient.email || t("jobs.recipients.somebody"), reload)
        : nothing}</td>
      <td><time datetime=${sentAt}>${moment(sentAt)}</time></td>
    </tr>
  `;
}

customElements.define("person-view", PersonView);

/** @param {Place} place */
export function personView({ id }) {
  return html`<person-view .personId=${id}></person-view>`;
}
