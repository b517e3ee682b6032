/** What the review says of every single recipient; the server looks at all of them when the review opens. */
import { html, nothing } from "lit";
import { get, post, withQuery, wordsOf, Trouble } from "../core/api.js";
import { moment } from "../core/format.js";
import { inWords, joined, number, t } from "../core/i18n.js";
import { sentOf } from "./card.js";
import { nameOfPlace } from "../ui/readable.js";
import { untilTaken } from "../ui/lookup.js";
import { nameList, nameOf } from "../ui/name-list.js";

/** Those that the count names already. */
const COUNTED = ["noAccount", "unreachable", "excluded", "unchecked"];

/** @typedef {Form<"jobs/check">} Question */
/** @typedef {(tone: "" | "good" | "warn", sign: "alert" | "info" | "chosen" | "repeat" | "download", words: unknown) => unknown} Check */

/** @param {NonNullable<Answer<"post", "jobs/check">["longest"]>} longest */
function longestWords({ recipient: { name }, bytes, most }) {
  const isNear = bytes > most * 0.8;
  return t(isNear ? "compose.everybody.longestNear" : "compose.everybody.longest", { name, count: most - bytes });
}

/** @typedef {NonNullable<Everybody["answer"]>["defaulted"][number]} Defaulted */

/** @param {Defaulted} one */
function defaultedWords({ name, words, count }) {
  return t("compose.everybody.defaulted", { name: nameOfPlace(name), words, count });
}

/** Of those who are not fully known yet, who are counted beside it. @param {Defaulted} one */
function perhapsWords({ name, words }) {
  return t("compose.everybody.mayBeDefaulted", { name: nameOfPlace(name), words });
}

/** @param {NonNullable<Everybody["answer"]>["unread"][number]} list */
function unreadLines({ listId, name, leavesOut, count, first }) {
  const words = t(leavesOut ? "compose.everybody.unreadOut" : "compose.everybody.unread", { name, count });
  const load = async (/** @type {string | undefined} */ cursor) => {
    const { items, next } = await get(`user/lists/unread/${listId}`, { cursor });
    return { items: items.map((line) => ({ name: lineWords(line) })), next };
  };
  return html`${words} <small>${joined(first.map(lineWords))}</small>
    ${count > first.length ? nameList({ label: words, load }) : nothing}`;
}

/** @param {NonNullable<Everybody["answer"]>["unread"][number]["first"][number]} line */
function lineWords(line) {
  return t("compose.listFile.line", { line: number(line.line), why: inWords(line, line.message) });
}

export class Everybody {
  /** @param {import("./draft.js").Draft} draft @param {boolean} personal @param {() => void} changed */
  constructor(draft, personal, changed) {
    const { jobId, text, attachment, card, entries, except, outside } = draft;
    /** @type {Question} */
    this.question = {
      jobId: jobId || undefined,
      markdown: text,
      attachment: attachment?.id ?? "",
      card: sentOf(card),
      audience: entries,
      except,
      outside,
    };
    this.personal = personal;
    this.changed = changed;
    /** @type {Answer<"post", "jobs/check"> | undefined} */
    this.answer = undefined;
    this.trouble = "";
    this.ask();
  }

  async ask() {
    try {
      this.answer = await untilTaken(() => post("jobs/check", this.question));
    } catch (error) {
      this.trouble = wordsOf(error);
    }
    this.changed();
  }

  /** How many of those who are counted will not get it, as far as is known. */
  get lost() {
    const lost = (this.answer?.groups ?? []).filter(({ why }) => ![...COUNTED, "notYetKnown"].includes(why));
    return lost.reduce((sum, { count }) => sum + count, 0);
  }

  /** How many of those may not get it, because a value is not known yet. */
  get open() {
    return this.of("notYetKnown").reduce((sum, { count }) => sum + count, 0);
  }

  /** @param {NonNullable<Everybody["answer"]>["groups"][number]["why"]} why */
  of(why) {
    return (this.answer?.groups ?? []).filter((group) => group.why === why);
  }

  /** The names of those of whom this is said. @param {"excluded" | "twice"} why */
  named(why) {
    const { twice } = this.answer ?? {};
    return (why === "twice" ? (twice ? [twice] : []) : this.of(why)).map(({ list, reason, said, first, count }) => this.names(list, inWords(said, reason), first, count));
  }

  /** @param {Check} check */
  notes(check) {
    if (!this.answer) {
      return this.trouble
        ? check("warn", "alert", t("compose.everybody.trouble", { why: this.trouble }))
        : check("", "info", t("compose.everybody.asking"));
    }
    // A node that is still to be upgraded says nothing of it.
    const { groups, disputed = [], defaulted, unread, longest, lastTime } = this.answer;
    return html`
      ${disputed.map(({ list, reason, said, count, first }) => {
        const words = t("compose.everybody.disputed", { count, why: inWords(said, reason) });
        return check("warn", "alert", html`${words} ${this.names(list, words, first, count)}`);
      })}
      ${defaulted.filter(({ count }) => count > 0).map((one) => check("", "info", defaultedWords(one)))}
      ${unread.map((list) => check("warn", "alert", unreadLines(list)))}
      ${groups.filter(({ why }) => !COUNTED.includes(why)).map((group) => this.group(group, check))}
      ${this.personal && longest
        ? check("", "info", longestWords(longest))
        : nothing}
      ${lastTime ? this.since(lastTime, check) : nothing}
      ${groups.length + unread.length > 0
        ? check("", "download", html`
            <button class="link" type="button" @click=${() => this.download()}>${t("compose.everybody.csv")}</button>
            ${this.trouble ? html`<p class="fault" role="alert">${this.trouble}</p>` : nothing}`)
        : nothing}`;
  }

  /** @param {NonNullable<Everybody["answer"]>["groups"][number]} group @param {Check} check */
  group({ list, why, reason, said, count, first }, check) {
    const open = why === "notYetKnown";
    const words = inWords(said, reason);
    const perhaps = open ? (this.answer?.defaulted ?? []).filter(({ notYetKnown }) => notYetKnown > 0) : [];
    return check(open ? "" : "warn", open ? "info" : "alert", html`
      ${t(open ? "compose.everybody.open" : "compose.everybody.without", { count, why: words })} ${perhaps.map((one) => `${perhapsWords(one)} `)}
      ${this.names(list, words, first, count)}`);
  }

  /** @param {NonNullable<NonNullable<Everybody["answer"]>["lastTime"]>} last @param {Check} check */
  since({ at, added, firstAdded, gone, firstGone }, check) {
    const time = moment(at);
    if (added + gone === 0) {
      return check("good", "chosen", t("compose.everybody.same", { time }));
    }
    const part = (/** @type {string} */ list, /** @type {string} */ words, /** @type {typeof firstAdded} */ first, /** @type {number} */ count) =>
      count > 0 ? html`<div>${words} ${this.names(list, words, first, count)}</div>` : nothing;
    return check("", "repeat", html`
      ${t("compose.everybody.since", { time })}
      ${part("added", t("compose.everybody.added", { count: added }), firstAdded, added)}
      ${part("gone", t("compose.everybody.gone", { count: gone }), firstGone, gone)}`);
  }

  /** @param {string} list @param {string} label @param {{ name: string, email?: string }[]} first @param {number} count */
  names(list, label, first, count) {
    const load = (/** @type {string | undefined} */ cursor) => post(
      /** @type {"jobs/check/names"} */ (withQuery("jobs/check/names", { cursor })),
      { ...this.question, list },
    );
    return html`<small>${joined(first.map(nameOf), ", ")}${count > first.length ? " … " : ""}</small>
      ${count > first.length ? nameList({ label, load }) : nothing}`;
  }

  async download() {
    try {
      const response = await fetch("jobs/check/leftOut", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(this.question),
      });
      if (!response.ok) {
        throw new Trouble(response.status, await response.json().catch(() => ({})));
      }
      const link = document.createElement("a");
      link.href = URL.createObjectURL(await response.blob());
      link.download = `${t("compose.everybody.file")}.csv`;
      link.click();
      URL.revokeObjectURL(link.href);
      this.trouble = "";
    } catch (error) {
      this.trouble = error instanceof Trouble ? error.message : t("core.noAnswer");
    }
    this.changed();
  }
}
