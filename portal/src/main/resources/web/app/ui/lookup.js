/**
 * From what is typed to what is chosen: the question, its answer, and the key that waits for it. Only the answer to the
 * letters that are in the field now has options, so nothing is chosen that belongs to other letters.
 */
import { Trouble, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { unpressed } from "../core/press.js";

const PATIENCE = 120;

/** The server goes on with a question that nobody waits for any more; the next one follows it, unless that takes longer. */
const OVERTAKEN = 1_000;

/** When, and how often, it is asked again where one's own questions were too many at once. */
const AGAIN = 1_000;
const MOST_AGAIN = 5;

/**
 * @template A, O
 * @typedef {{
 *   typed: () => string,
 *   ask: (text: string, signal: AbortSignal, partly: (answer: A) => void) => Promise<A>,
 *   options: (answer: A) => O[],
 *   key: (option: O) => string,
 *   take: (option: O) => void,
 *   changed: () => void,
 *   highlight?: (options: O[], text: string) => O | undefined,
 *   trouble?: (answer: A) => string,
 *   shortest?: number,
 * }} Of `typed` is what the field holds, `key` tells options apart, `highlight` is the one that is marked when the answer comes (else the only one),
 *   `trouble` what the answer lacks; fewer letters than `shortest` ask nothing
 */

/** @template A, O */
export class Lookup {
  /** @param {Of<A, O>} of */
  constructor(of) {
    this.of = of;
    /** The letters that are in the field now. */
    this.text = "";
    this.state = /** @type {"idle" | "asking" | "known" | "failed"} */ ("idle");
    /** The last answer, or what has come of it, and the letters it is about. @type {A | undefined} */
    this.answer = undefined;
    /** @type {string | undefined} */
    this.about = undefined;
    /** What went wrong with the question about these letters. */
    this.trouble = "";
    /** The key of the marked option. */
    this.marked = "";
    /** Whether a key that chooses waits for the answer. */
    this.waits = false;
    /** Whether such a key found nothing that was meant without doubt. */
    this.inDoubt = false;
    /** The question about these letters, and the one that the server has. @type {AbortController | undefined} */
    this.question = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
    /** @type {Promise<void> | undefined} */
    this.former = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** Whether what was answered is about the letters in the field. */
  get isCurrent() {
    return this.state !== "idle" && this.answer !== undefined && this.about === this.text;
  }

  /** What can be chosen now. @returns {O[]} */
  get options() {
    return this.isCurrent ? this.of.options(/** @type {A} */ (this.answer)) : [];
  }

  /** @returns {O | undefined} */
  get option() {
    return this.options.find((one) => this.of.key(one) === this.marked);
  }

  /** Whether there is an answer to be shown that is about other letters. */
  get isStale() {
    return this.answer !== undefined && !this.isCurrent;
  }

  // Asking ------------------------------------------------------------------------------------

  /** Asks about these letters, if they are others. @param {string} typed what is in the field now */
  type(typed) {
    const text = seen(typed);
    if (text === this.text && this.state !== "idle") {
      return;
    }
    this.begin(text);
    if (text.length < (this.of.shortest ?? 0)) {
      this.clear();
    } else {
      const question = (this.question = new AbortController());
      this.timer = setTimeout(() => this.ask(question), text === "" ? 0 : PATIENCE);
    }
    this.of.changed();
  }

  /** @param {string} text */
  begin(text) {
    clearTimeout(this.timer);
    Object.assign(this, { text, state: "asking", trouble: "", marked: "", waits: false, inDoubt: false });
  }

  /** What came into the field without a key, as from the browser's own memory, is asked about like anything typed. */
  look() {
    if (this.state !== "idle") {
      this.type(this.of.typed());
    }
  }

  /** Asks the same again. */
  again() {
    this.state = "idle";
    this.type(this.text);
  }

  /** @param {AbortController} question */
  async ask(question) {
    if (this.former) {
      await Promise.race([this.former, pause(OVERTAKEN)]);
    }
    if (question === this.question) {
      this.running?.abort();
      this.running = question;
      this.former = this.find(question);
    }
  }

  /** @param {AbortController} question */
  async find(question) {
    const { text } = this;
    const { signal } = question;
    // Nothing moves under a finger.
    const then = (/** @type {() => void} */ act) => unpressed(() => question === this.question && act());
    try {
      const answer = await untilTaken(() => this.of.ask(text, signal, (part) => then(() => this.know(part))), signal);
      then(() => this.settle(answer));
    } catch (error) {
      then(() => this.fail(wordsOf(error)));
    }
  }

  /** @param {A} answer */
  know(answer) {
    const trouble = this.of.trouble?.(answer) ?? "";
    Object.assign(this, { answer, about: this.text, trouble });
    this.of.changed();
  }

  /** @param {A} answer */
  settle(answer) {
    this.look();
    if (!this.question || this.state !== "asking" || this.running !== this.question) {
      return;
    }
    this.know(answer);
    const { options, trouble, waits } = this;
    if (trouble) {
      this.fail(trouble);
      return;
    }
    const [only] = options.length === 1 ? options : [];
    const first = this.of.highlight ? this.of.highlight(options, this.text) : only;
    this.marked = this.option || !first ? this.marked : this.of.key(first);
    Object.assign(this, { state: "known", waits: false });
    if (waits && only && this.option) {
      this.of.take(only);
    } else {
      this.inDoubt = waits;
    }
    this.of.changed();
  }

  /** @param {string} trouble */
  fail(trouble) {
    Object.assign(this, { state: "failed", trouble, inDoubt: this.waits, waits: false });
    this.of.changed();
  }

  /** Nobody looks any more. */
  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
    this.question = undefined;
    Object.assign(this, { state: "idle", marked: "", waits: false, inDoubt: false });
  }

  /** Likewise, and what was found is forgotten. */
  clear() {
    this.stop();
    Object.assign(this, { answer: undefined, about: undefined, trouble: "" });
  }

  // Choosing ----------------------------------------------------------------------------------

  /**
   * A key that moves through the options or chooses.
   * @param {KeyboardEvent} event @param {string[]} [choosing]
   * @returns {boolean} whether it was for the options
   */
  key(event, choosing = ["Enter"]) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (isComposing(event) || event.ctrlKey || event.metaKey || event.altKey || !(step || choosing.includes(event.key))) {
      return false;
    }
    event.preventDefault();
    this.look();
    if (step) {
      this.move(step);
    } else if (!event.repeat) {
      this.press();
    }
    return true;
  }

  /** @param {number} step */
  move(step) {
    const { options } = this;
    if (options.length > 0) {
      const at = options.findIndex((one) => this.of.key(one) === this.marked);
      const next = at < 0 ? (step > 0 ? 0 : options.length - 1) : (at + step + options.length) % options.length;
      Object.assign(this, { marked: this.of.key(options[next]), waits: false, inDoubt: false });
      this.of.changed();
    }
  }

  /** Takes what is marked, or waits for the answer; nothing is meant by an empty field. */
  press() {
    const { option } = this;
    if (option) {
      this.of.take(option);
    } else if (this.text !== "") {
      this.waits = this.state === "asking";
      this.inDoubt = !this.waits;
      this.of.changed();
    }
  }

  /** Takes this one, if it can still be chosen. @param {O} option */
  choose(option) {
    this.look();
    const key = this.of.key(option);
    const known = this.options.find((one) => this.of.key(one) === key);
    if (known) {
      this.of.take(known);
    }
  }

  /** What is to be said about it; empty where the options speak for themselves. @param {string} [none] if there are none */
  note(none = t("compose.found.none", { query: this.text })) {
    if (this.waits) {
      return t("ui.lookup.waits", { query: this.text });
    }
    if (this.trouble) {
      const words = t("compose.found.incomplete", { reason: this.trouble });
      return this.inDoubt ? `${t("ui.lookup.nothing")} ${words}` : words;
    }
    const { options } = this;
    if (options.length > 0) {
      return this.inDoubt ? t("ui.lookup.several", { query: this.text }) : "";
    }
    return this.state === "known" ? none : t("compose.found.searching");
  }
}

/** Whether the key belongs to the input method, which composes a word. @param {KeyboardEvent} event */
export function isComposing(event) {
  // Safari ends the composition before it tells of the key that ended it.
  return event.isComposing || event.keyCode === 229;
}

/** @param {number} time */
export function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}

/**
 * Asks again where one's own questions were too many at once.
 * @template T
 * @param {() => Promise<T>} ask @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function untilTaken(ask, signal) {
  for (let round = 0; ; round++) {
    try {
      return await ask();
    } catch (error) {
      if (!isTooMany(error) || round === MOST_AGAIN || signal?.aborted) {
        throw error;
      }
      await pause(AGAIN);
    }
  }
}

/** @param {unknown} error */
export function isTooMany(error) {
  return error instanceof Trouble && error.status === 429;
}
