/** The text: a plain text area with a toolbar, shortcuts, and how much more fits where that is little. */
import { LitElement, html, nothing } from "lit";
import * as edit from "./editing.js";
import { command } from "../core/hotkeys.js";
import { t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { complain } from "../ui/toast.js";
import { personalWords } from "./personal-words.js";

/**
 * @typedef {{ text: string, mostBytes: number, fault: string, calls: string, spaces: number, names?: string[],
 *   change: (text: string) => void, done: () => void }} Of `calls` is the note about who is notified,
 *   `spaces` how many the message goes to
 */
/**
 * @typedef {{ sign: Parameters<typeof icon>[0], words: string, keys: string,
 *   act: (state: edit.Selected) => edit.Change }} Tool
 */

/** @type {Tool[]} */
const TOOLS = [
  {
    sign: "bold",
    words: t("compose.tool.bold"),
    keys: "Control+B",
    act: (state) => edit.wrap(state, "**", t("compose.sample.bold")),
  },
  {
    sign: "italic",
    words: t("compose.tool.italic"),
    keys: "Control+I",
    act: (state) => edit.wrap(state, "*", t("compose.sample.italic")),
  },
  {
    sign: "link",
    words: t("compose.tool.link"),
    keys: "Control+Shift+K",
    act: (state) => edit.link(state, t("compose.sample.link")),
  },
  { sign: "heading", words: t("compose.tool.heading"), keys: "", act: (state) => edit.lines(state, "heading") },
  {
    sign: "bullets",
    words: t("compose.tool.bullets"),
    keys: "Control+Shift+8",
    act: (state) => edit.lines(state, "bullets"),
  },
  {
    sign: "numbers",
    words: t("compose.tool.numbers"),
    keys: "Control+Shift+7",
    act: (state) => edit.lines(state, "numbers"),
  },
  {
    sign: "quote",
    words: t("compose.tool.quote"),
    keys: "Control+Shift+9",
    act: (state) => edit.lines(state, "quote"),
  },
  {
    sign: "code",
    words: t("compose.tool.code"),
    keys: "Control+E",
    act: (state) => edit.code(state, t("compose.sample.code")),
  },
];

const BY_KEY = { b: "bold", i: "italic", e: "code" };
const WITH_SHIFT = { k: "link" };
const BY_DIGIT = { Digit7: "numbers", Digit8: "bullets", Digit9: "quote" };

/** The author's pause in which the text is looked through. */
const PAUSE = 500;

/** The picker looks closer, once it is loaded. */
const AT_SIGN = /(?:^|\W)@.{0,60}$/;

class MarkdownEditor extends LitElement {
  static properties = { of: { attribute: false }, stop: { state: true }, notes: { state: true } };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { text: "", mostBytes: 0, fault: "", calls: "", spaces: 0, change: () => {}, done: () => {} };
    /** The tool that Tab stops at. */
    this.stop = 0;
    /** What Webex does not render of the text. @type {unknown} */
    this.notes = nothing;
    /** The text that the notes are of. */
    this.noted = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.pause = undefined;
    /** @type {import("./mention-picker.js").MentionPicker | undefined} */
    this.picker = undefined;
  }

  createRenderRoot() {
    return this;
  }

  updated() {
    const { text } = this.of;
    if (text !== this.noted) {
      this.noted = text;
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.note(text), PAUSE);
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.pause);
    this.picker?.hide();
  }

  /** Only a text with one of these can contain what Webex does not render. @param {string} text */
  async note(text) {
    try {
      const notes = /[|~<[\n:•=#\\@*_`]|^(?: {4}|\t)/.test(text)
        ? await (await import("./unrendered.js")).unrenderedNotes(text, (mend) => this.apply(edit.into(this.area.value, mend(this.area.value))))
        : nothing;
      if (text === this.of.text) {
        this.notes = notes;
      }
    } catch {
      // The preview, which needs the same module, shows what arrives.
    }
  }

  /** Offers people once an `@` is typed. */
  async mention() {
    const { value, selectionStart } = this.area;
    try {
      if (!this.picker && AT_SIGN.test(value.slice(0, selectionStart))) {
        const { MentionPicker } = await import("./mention-picker.js");
        this.picker ??= new MentionPicker(this.area, (change) => this.apply(change));
      }
      this.picker?.look(this.of.spaces);
    } catch (error) {
      complain(error);
    }
  }

  typed() {
    this.of.change(this.area.value);
    this.mention();
  }

  get area() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
  }

  /** @returns {edit.Selected} */
  get state() {
    const { value, selectionStart, selectionEnd } = this.area;
    return { text: value, from: selectionStart, to: selectionEnd };
  }

  /** Uses the browser's own command, so that its undo works. @param {edit.Change} change */
  apply({ from, to, text, select }) {
    const { area } = this;
    area.focus();
    area.setSelectionRange(from, to);
    const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
    if (!done && from !== to + text.length) {
      area.setRangeText(text, from, to, "end");
      area.dispatchEvent(new InputEvent("input", { bubbles: true }));
    }
    area.setSelectionRange(...select);
  }

  /** @param {string} sign */
  use(sign) {
    const tool = TOOLS.find((one) => one.sign === sign);
    if (tool) {
      this.apply(tool.act(this.state));
    }
  }

  /** Inserts these words at the cursor. @param {string} words */
  insert(words) {
    const { from, to } = this.state;
    this.apply({ from, to, text: words, select: [from + words.length, from + words.length] });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (this.picker?.key(event)) {
      return;
    }
    if (command(event)) {
      const key = event.key.toLowerCase();
      const sign = event.shiftKey
        ? (BY_DIGIT[/** @type {keyof typeof BY_DIGIT} */ (event.code)] ?? WITH_SHIFT[/** @type {keyof typeof WITH_SHIFT} */ (key)])
        : BY_KEY[/** @type {keyof typeof BY_KEY} */ (key)];
      if (sign) {
        event.preventDefault();
        this.use(sign);
      }
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      const change = edit.enter(this.state);
      if (change) {
        event.preventDefault();
        this.apply(change);
      }
    }
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const change = edit.pastedLink(this.state, event.clipboardData?.getData("text/plain") ?? "");
    if (change) {
      event.preventDefault();
      this.apply(change);
    }
  }

  /** The toolbar is one Tab stop; arrow keys move inside it. @param {KeyboardEvent} event */
  walk(event) {
    const to = { ArrowRight: this.stop + 1, ArrowLeft: this.stop - 1, Home: 0, End: TOOLS.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.stop = (to + TOOLS.length) % TOOLS.length;
      this.updateComplete.then(() =>
        /** @type {HTMLElement} */ (this.querySelectorAll(".tools button")[this.stop]).focus(),
      );
    }
  }

  render() {
    const { text, mostBytes, fault, calls } = this.of;
    const used = edit.bytes(text);
    const tone = used > mostBytes ? "over" : used > mostBytes * 0.8 ? "near" : "";
    // The limit is one of bytes, of which some characters take more than others.
    const left = tone ? Math.floor(((mostBytes - used) * text.length) / used) : undefined;
    return html`
      <div class="tools">
        <div role="toolbar" aria-label=${t("compose.text.formatting")} aria-controls="text" @keydown=${this.walk}>
          ${TOOLS.map((tool, index) => this.button(tool, index))}
        </div>
        ${personalWords({ names: this.of.names, insert: (words) => this.insert(words) })}
        <span class="room-left ${tone}">${left === undefined
          ? nothing
          : t(left < 0 ? "compose.text.over" : "compose.text.left", { count: Math.abs(left) })}</span>
        <span class="hidden-words" role="status">${tone && t(tone === "over" ? "compose.fault.tooLong" : "compose.text.near")}</span>
      </div>
      <textarea id="text" dir="auto" aria-label=${t("compose.message")} placeholder=${t("compose.text.placeholder")} rows="9"
        aria-autocomplete="list" aria-haspopup="listbox"
        aria-invalid=${fault || tone === "over" ? "true" : nothing} aria-describedby="text-fault text-notes"
        .value=${text} @input=${this.typed} @keydown=${this.key} @paste=${this.paste}
        @click=${() => this.picker?.look(this.of.spaces)}></textarea>
      <p class="fault" id="text-fault">${fault}</p>
      <div id="text-notes">${this.notes}</div>
      <p class="calls" role="status">${calls ? html`${icon("bell")}${calls}` : nothing}</p>
    `;
  }

  /** @param {Tool} tool @param {number} index */
  button({ sign, words, keys }, index) {
    return html`
      <button class="button quiet small square" type="button" tabindex=${index === this.stop ? 0 : -1}
        aria-label=${words} title=${keys ? `${words} (${keys.replace("Control+", "Ctrl+")})` : words}
        aria-keyshortcuts=${keys || nothing}
        @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}
        @click=${() => this.use(sign)}>${icon(sign)}</button>
    `;
  }
}

customElements.define("markdown-editor", MarkdownEditor);

/** @param {Of} of */
export function markdownEditor(of) {
  return html`<markdown-editor .of=${of}></markdown-editor>`;
}
