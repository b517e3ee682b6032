/** The text: a plain area with a toolbar, keys, and how much of Webex's limit is used. */
import { LitElement, html, nothing } from "lit";
import * as edit from "../lib/editing.js";
import { number } from "../lib/format.js";
import { command } from "../lib/hotkeys.js";
import { icon } from "./icons.js";

/** @typedef {{ text: string, mostBytes: number, fault: string, change: (text: string) => void, done: () => void }} Of */
/** @typedef {{ name: string, icon: Parameters<typeof icon>[0], keys: string, act: (state: edit.Selected) => edit.Change }} Tool */

/** @type {Tool[]} */
const TOOLS = [
  { name: "Bold", icon: "bold", keys: "Control+B", act: (state) => edit.wrap(state, "**", "bold") },
  { name: "Italic", icon: "italic", keys: "Control+I", act: (state) => edit.wrap(state, "*", "italic") },
  { name: "Link", icon: "link", keys: "Control+K", act: (state) => edit.link(state) },
  { name: "Heading", icon: "heading", keys: "", act: (state) => edit.lines(state, "heading") },
  { name: "Bullets", icon: "bullets", keys: "Control+Shift+8", act: (state) => edit.lines(state, "bullets") },
  { name: "Numbers", icon: "numbers", keys: "Control+Shift+7", act: (state) => edit.lines(state, "numbers") },
  { name: "Quote", icon: "quote", keys: "Control+Shift+9", act: (state) => edit.lines(state, "quote") },
  { name: "Code", icon: "code", keys: "Control+E", act: (state) => edit.code(state) },
];

const BY_KEY = { b: "Bold", i: "Italic", k: "Link", e: "Code" };
const BY_DIGIT = { Digit7: "Numbers", Digit8: "Bullets", Digit9: "Quote" };

class MarkdownEditor extends LitElement {
  static properties = { of: { attribute: false } };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { text: "", mostBytes: 0, fault: "", change: () => {}, done: () => {} };
    /** The tool that Tab stops at. */
    this.stop = 0;
  }

  createRenderRoot() {
    return this;
  }

  get area() {
    return /** @type {HTMLTextAreaElement} */ (this.querySelector("textarea"));
  }

  /** @returns {edit.Selected} */
  get state() {
    const { value, selectionStart, selectionEnd } = this.area;
    return { text: value, from: selectionStart, to: selectionEnd };
  }

  /** Through the browser's own command, so that its undo knows of it. @param {edit.Change} change */
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

  /** @param {string} name */
  use(name) {
    const tool = TOOLS.find((one) => one.name === name);
    if (tool) {
      this.apply(tool.act(this.state));
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (command(event)) {
      const name = event.shiftKey
        ? BY_DIGIT[/** @type {keyof typeof BY_DIGIT} */ (event.code)]
        : BY_KEY[/** @type {keyof typeof BY_KEY} */ (event.key.toLowerCase())];
      if (name) {
        event.preventDefault();
        this.use(name);
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

  /** One Tab stop, arrows inside. @param {KeyboardEvent} event */
  walk(event) {
    const to = { ArrowRight: this.stop + 1, ArrowLeft: this.stop - 1, Home: 0, End: TOOLS.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      this.stop = (to + TOOLS.length) % TOOLS.length;
      this.requestUpdate();
      this.updateComplete.then(() =>
        /** @type {HTMLElement} */ (this.querySelectorAll(".tools button")[this.stop]).focus(),
      );
    }
  }

  render() {
    const { text, mostBytes, fault, change } = this.of;
    const used = edit.bytes(text);
    const tone = used > mostBytes ? "over" : used > mostBytes * 0.8 ? "near" : "";
    const said = used > mostBytes ? `${number(used - mostBytes)} bytes too many for Webex` : tone && "Close to Webex's limit";
    return html`
      <div class="tools">
        <div role="toolbar" aria-label="Formatting" aria-controls="text" @keydown=${this.walk}>
          ${TOOLS.map((tool, index) => html`
            <button class="button quiet small square" type="button" tabindex=${index === this.stop ? 0 : -1}
              aria-label=${tool.name} title=${tool.keys ? `${tool.name} (${tool.keys.replace("Control", "Ctrl")})` : tool.name}
              aria-keyshortcuts=${tool.keys || nothing}
              @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}
              @click=${() => this.use(tool.name)}>${icon(tool.icon)}</button>
          `)}
        </div>
        <span class="bytes ${tone}">${number(used)} / ${number(mostBytes)}<span class="unit"> bytes</span></span>
        <span class="hidden-words" role="status">${said}</span>
      </div>
      <textarea id="text" aria-label="Message" placeholder="Write your message. Markdown works here." rows="9"
        aria-invalid=${fault || tone === "over" ? "true" : nothing} aria-describedby="text-fault"
        .value=${text}
        @input=${() => change(this.area.value)} @keydown=${this.key} @paste=${this.paste}></textarea>
      <p class="fault" id="text-fault">${fault}</p>
    `;
  }
}

customElements.define("markdown-editor", MarkdownEditor);

/** @param {Of} of */
export function markdownEditor(of) {
  return html`<markdown-editor .of=${of}></markdown-editor>`;
}
