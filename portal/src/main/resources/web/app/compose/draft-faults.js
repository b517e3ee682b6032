/** What a draft lacks before it can be sent, in words to show at that place. */
import { Trouble } from "../core/api.js";
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { lacks } from "./awaited.js";
import { Draft } from "./draft.js";
import { bytes } from "./editing.js";
import { ruleOf } from "./repeat.js";

/**
 * @typedef {{ answer: import("./plan.js").Answer, refused: Trouble | undefined, pressed: boolean }} Known
 *   the server's answers about the plan and to sending, and whether the author has tried to send
 */

export class DraftFaults {
  /** @param {Draft} draft @param {Known} known */
  constructor(draft, { answer, refused, pressed }) {
    this.draft = draft;
    this.answer = answer;
    this.refused = refused;
    this.pressed = pressed;
  }

  /** @param {string} field */
  of(field) {
    const { state, plan } = this.answer;
    const planned = state === "known" ? plan?.problems.find((one) => one.field === field)?.message : undefined;
    return this.refused?.of(field) || planned || "";
  }

  get text() {
    const { text } = this.draft;
    if (bytes(text) > session.mostBytes) {
      return t("compose.fault.tooLong");
    }
    if (seen(text) === "") {
      return this.pressed ? t("compose.fault.noText") : "";
    }
    return this.of("markdown");
  }

  get audience() {
    if (this.draft.audience.length === 0) {
      return this.pressed ? t("compose.fault.nobody") : "";
    }
    return this.all("audience").join(" ");
  }

  /** Entries that the server no longer knows. */
  get entries() {
    return this.within("audience");
  }

  /** The same for the people who are left out. */
  get excluded() {
    return this.within("except");
  }

  /** @param {"audience" | "except"} list */
  within(list) {
    /** @type {Map<number, string>} */
    const faults = new Map();
    for (const { field, message } of [...(this.answer.trouble?.errors ?? []), ...(this.refused?.errors ?? [])]) {
      const place = field.match(/^(\w+)\[(\d+)\]/);
      if (place?.[1] === list) {
        faults.set(Number(place[2]), message);
      }
    }
    return faults;
  }

  get repeat() {
    const { when } = this.draft;
    return when.repeat && !ruleOf(when.repeat) ? t("compose.fault.noDay") : this.of("repeat");
  }

  /** All that the server found. */
  get problems() {
    const { state, plan } = this.answer;
    return [...(this.refused?.errors ?? []), ...(state === "known" ? (plan?.problems ?? []) : [])];
  }

  /** All that is wrong with a field, each once. @param {string} field */
  all(field) {
    return [...new Set(this.problems.filter((one) => one.field === field).map((one) => one.message))];
  }

  /** All that is wrong with a field or a part of it, each once. @param {string} field */
  below(field) {
    const all = [...this.problems, ...(this.answer.trouble?.errors ?? [])];
    return [...new Set(all.filter((one) => one.field.startsWith(field)).map((one) => one.message))];
  }

  /** Where something is wrong with a button or the picture; empty where nothing is. */
  get card() {
    const field = this.problems.find((one) => one.field.startsWith("card"))?.field ?? "";
    const [, , at, part] = field.match(/^card\.(buttons\[(\d+)\]|picture)\.(\w+)$/) ?? [];
    if (part) {
      return at === undefined ? `#picture-${part}` : `#button-${at}-${part}`;
    }
    return field === "card.own" ? "#own-card" : field && "#add-button";
  }

  /** The first place with a fault, as a selector; empty if there is none. */
  get place() {
    const { draft } = this;
    if (draft.audience.length === 0 || this.audience || this.entries.size > 0 || lacks(draft, "to")) {
      return "#to";
    }
    // Whoever sends has read that somebody is missing, or that somebody is not left out.
    if (this.excluded.size > 0 || lacks(draft, "except")) {
      return "#except";
    }
    if (seen(draft.text) === "" || this.text) {
      return "#text";
    }
    if (this.of("attachment")) {
      return ".attached button";
    }
    const card = this.card;
    if (card) {
      return card;
    }
    const asked = this.problems.find((one) => one.field.startsWith("acknowledge"))?.field;
    if (asked?.startsWith("acknowledge.reminders")) {
      return "#acknowledge-reminders .field";
    }
    if (asked) {
      return asked === "acknowledge" ? "#acknowledge summary" : `#${asked.replace(".", "-")}`;
    }
    const { mode, date, time } = draft.when;
    if (mode === "now") {
      return "";
    }
    const wrong = !date || !time || this.of("at") || this.of("zone") || (mode === "repeat" && this.repeat);
    return wrong ? '.when [aria-invalid="true"], .when .field:invalid' : "";
  }
}
