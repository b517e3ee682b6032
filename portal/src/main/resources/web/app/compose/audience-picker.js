/** The fields To and Except: chips, suggestions, and lists of addresses pasted, dropped or uploaded. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get } from "../core/api.js";
import { seen } from "../core/seen.js";
import { asAddress, isList, parts } from "../core/emails.js";
import { t } from "../core/i18n.js";
import { unpressed } from "../core/press.js";
import { find, freeName, keyOf, listEntry, same } from "./finder.js";
import { icon } from "../ui/icons.js";
import { Lookup, isComposing } from "../ui/lookup.js";
import { pastedFiles } from "./attached-file.js";
import { strayWords } from "./audience-notes.js";
import { takeFiles, takeList } from "./brought.js";
import { chip, chipKey } from "./chip.js";
import { likeliest, sections, suggestionList } from "./suggestions.js";

/** @typedef {import("./finder.js").Found} Found */
/** @typedef {import("./suggestions.js").Option} Option */

/**
 * Which of the two fields it is. Spaces cannot be left out. What is chosen is asked for anew each time: a list may arrive when
 * the field is gone, and others are chosen in the next one; once `coming` is another, it is no longer wanted. `strays` were
 * brought as addresses and are none: who was meant is missing, until somebody has read that. What is `typed` outlives it.
 * `bring` is told of which files a list is; whoever brings the same again needs not be told that it did not come.
 * @typedef {"to" | "except"} Field
 * @typedef {{ field: Field, label?: string, entries: Entry[], strays: string[], faults: Map<number, string>, below: unknown,
 *   change: (entries: Entry[]) => void, misread: (strays: string[]) => void, typed?: string, type?: (letters: string) => void, coming?: unknown, bring: (lists: Promise<string[]>, files?: string[]) => void, among?: import("./finder.js").Among }} Of
 */

export class AudiencePicker extends LitElement {
  static properties = {
    of: { attribute: false },
    open: { state: true },
    dragged: { state: true },
    news: { state: true },
    twins: { state: true },
    left: { state: true },
  };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { field: "to", entries: [], strays: [], faults: new Map(), below: nothing, change: () => {}, misread: () => {}, bring: () => {} };
    this.open = false;
    this.dragged = false;
    /** The result of the last list. */
    this.news = "";
    /** What is said of lists that have the name of another one. @type {(() => unknown)[]} */
    this.twins = [];
    /** Letters for which nobody was chosen when somebody went on. */
    this.left = "";
    /** What `of` last said is typed, and for which message. @type {Pick<Of, "typed" | "coming">} */
    this.told = { typed: "" };
    this.takeLast = () => this.takeTyped(true);
    /** @type {Promise<SavedAudience[]> | undefined} */
    this.saved = undefined;
    /** @type {Lookup<Found, Option>} */
    this.lookup = new Lookup({
      typed: () => this.input?.value ?? "",
      ask: (text, signal, partly) => find(text, signal, partly, { among: this.of.among, saved: () => this.allSaved() }),
      options: (found) => this.sections(found).flatMap(({ options }) => options),
      key: ({ entry }) => keyOf(entry),
      take: ({ entry, off }) => off || this.pick(entry),
      changed: () => this.requestUpdate(),
      highlight: likeliest,
      trouble: ({ trouble }) => trouble,
    });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    addEventListener("pagehide", this.takeLast);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.takeTyped();
    removeEventListener("pagehide", this.takeLast);
    this.lookup.stop();
  }

  get input() {
    return /** @type {HTMLInputElement} */ (this.querySelector(`#${this.of.field}`));
  }

  /** @param {Found} all */
  sections(all) {
    const { text } = this.lookup;
    const found = this.of.field === "to" ? all : { ...all, saved: [], spaces: [] };
    return sections(found, asAddress(text), this.of.entries);
  }

  // Changing ----------------------------------------------------------------------------------

  /** @param {Entry[]} added */
  add(...added) {
    const { entries, change } = this.of;
    change([...entries, ...added.filter((entry) => !entries.some((one) => same(one, entry)))]);
  }

  /** @param {number} index */
  drop(index) {
    const { entries, change } = this.of;
    change(entries.filter((_, at) => at !== index));
    this.news = "";
  }

  /** @param {Entry} entry */
  pick(entry) {
    this.news = "";
    this.add(entry);
    this.empty();
    this.input.focus();
  }

  /** Whether there are letters for which nobody was chosen; then that is said. */
  isUnchosen() {
    this.left = seen(this.input.value);
    if (this.left) {
      this.input.focus();
      this.show();
    }
    return this.left !== "";
  }

  /** @param {File[]} files */
  bringFiles(files) {
    const lists = takeFiles(this, files);
    this.of.bring(lists, files.map(({ name }) => name));
    return lists;
  }

  // Searching ---------------------------------------------------------------------------------

  /** @param {string} [rest] letters that stay */
  empty(rest = "") {
    this.input.value = rest;
    this.of.type?.(rest);
    this.left = "";
    this.lookup.clear();
    this.open = false;
  }

  show() {
    if (!this.open || this.lookup.state === "idle") {
      this.open = true;
      this.saved = undefined;
      this.lookup.type(this.input.value);
    }
  }

  /** Whoever goes on to something else on the page, or leaves it, has typed the whole address. */
  leave() {
    unpressed(() => {
      if (document.activeElement !== this.input) {
        this.takeTyped();
      }
      this.hide();
    });
  }

  hide() {
    this.lookup.stop();
    unpressed(() => (this.open &&= this.lookup.state !== "idle"));
  }

  /** They are few; they are asked for once, while one looks. */
  allSaved() {
    this.saved ??= get("user/audiences/list").then(({ items }) => items);
    this.saved.catch(() => (this.saved = undefined));
    return this.saved;
  }

  /**
   * Takes what was typed as addresses, with whatever is beside them, like a paste.
   * @param {boolean} [isLast] whether there is no time to read it as a list
   * @returns {boolean} whether it was that
   */
  takeTyped(isLast) {
    const typed = seen(this.input.value);
    const email = asAddress(typed);
    if (email === "" && !isList(typed)) {
      return false;
    }
    const known = likeliest(this.lookup.options, typed);
    this.news = "";
    this.empty();
    if (email) {
      this.add(known?.entry ?? listEntry(email, [email]));
    } else if (isLast) {
      this.add(listEntry(freeName(this.of.entries, t("compose.list.pasted")), parts(typed).map(asAddress).filter(Boolean)));
    } else {
      this.of.bring(takeList(this, typed, t("compose.list.pasted")));
    }
    return true;
  }

  // Keys --------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const { open, input, lookup } = this;
    const typed = seen(input.value);
    const separates = (event.key === "," || event.key === ";") && typed !== "";
    if (isComposing(event)) {
      return;
    }
    if (separates || (event.key === "Enter" && !event.ctrlKey && !event.metaKey)) {
      event.preventDefault();
      if ((lookup.option || !this.takeTyped()) && open) {
        lookup.key(event, ["Enter", ",", ";"]);
      }
    } else if (!open && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      event.preventDefault();
      this.show();
    } else if (open && lookup.key(event)) {
      // Moved through the suggestions.
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      this.hide();
    } else if (event.key === "Backspace" && !event.repeat && input.value === "" && this.of.entries.length > 0) {
      this.drop(this.of.entries.length - 1);
    } else if (event.key === "ArrowLeft" && input.selectionStart === 0 && input.selectionEnd === 0) {
      this.chips.at(-1)?.focus();
    }
  }

  /** What is typed but for what is selected. */
  get unselected() {
    const { value, selectionStart, selectionEnd } = this.input;
    return value.slice(0, selectionStart ?? 0) + value.slice(selectionEnd ?? 0);
  }

  get chips() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".chip button")]);
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (parts(text).some(asAddress) && asAddress(this.unselected)) {
      this.input.value = this.unselected;
      this.takeTyped();
    }
    if (isList(text.trim())) {
      event.preventDefault();
      this.empty(this.unselected);
      this.of.bring(takeList(this, text, t("compose.list.pasted")));
      return;
    }
    // Where it is dropped here, it is a list, too; elsewhere it is attached, and everybody gets it.
    const files = pastedFiles(event);
    if (files.length > 0) {
      event.preventDefault();
      this.bringFiles([...files]);
    }
  }

  /** @param {DragEvent} event */
  dropped(event) {
    event.preventDefault();
    this.dragged = false;
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) {
      this.bringFiles(files);
    } else {
      this.of.bring(takeList(this, event.dataTransfer?.getData("text/plain") ?? "", t("compose.list.dropped")));
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  willUpdate() {
    const { coming } = this.of;
    // What was said of those who were chosen before.
    if (coming !== this.told.coming) {
      Object.assign(this, { news: "", twins: [] });
    }
  }

  updated() {
    const { typed = this.input.value, coming } = this.of;
    // Letters that came into the field without an event are not known outside, and belong to no other message.
    if ((typed !== this.told.typed || coming !== this.told.coming) && typed !== this.input.value) {
      this.empty(typed);
    }
    this.told = { typed, coming };
    this.querySelector('[role="option"][aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  render() {
    const { field, entries, below, strays } = this.of;
    const missing = strayWords(strays);
    const { lookup, open } = this;
    const { answer, marked } = lookup;
    const all = answer ? this.sections(answer) : [];
    const options = all.flatMap((section) => section.options);
    const at = options.findIndex(({ entry }) => keyOf(entry) === marked);
    const list = `${field}-suggestions`;
    const shown = open && (options.length > 0 || lookup.text !== "");
    return html`
      <div class="to ${this.dragged ? "dragged" : ""}" @click=${(/** @type {Event} */ event) => {
        if (event.target === event.currentTarget || /** @type {HTMLElement} */ (event.target).matches(".chips")) {
          this.input.focus();
          this.show();
        }
      }}
        @dragover=${this.drag} @dragleave=${this.drag} @drop=${this.dropped} @paste=${this.paste}>
        <label class="row-label" for=${field}>${this.of.label ?? t(field === "to" ? "compose.to.label" : "compose.except.label")}</label>
        <div class="chips">
          ${repeat(
            entries,
            (entry) => entry.kind + (entry.id ?? entry.name),
            (entry, index) => chip(entry, {
              fault: this.of.faults.get(index),
              drop: () => this.drop(index),
              key: (event) => chipKey(this, event, index),
            }),
          )}
          <input id=${field} role="combobox" autocomplete="off" autocapitalize="none" spellcheck="false"
            enterkeyhint="enter" aria-expanded=${shown} aria-controls=${list} aria-autocomplete="list"
            aria-activedescendant=${shown && at >= 0 ? `${list}-${at}` : nothing}
            aria-describedby=${`${field}-help ${field}-below`} placeholder=${this.placeholder}
            @input=${() => {
              this.left = "";
              this.of.type?.(this.input.value);
              this.show();
              lookup.type(this.input.value);
            }}
            @click=${this.show} @keydown=${this.key} @blur=${this.leave}>
        </div>
        <span class="hidden-words" id=${`${field}-help`}>${t("compose.to.help")}</span>
        <button class="button quiet small square" type="button" aria-label=${t(field === "to" ? "compose.to.upload" : "compose.except.upload")}
          title=${t(field === "to" ? "compose.to.uploadWhich" : "compose.except.uploadWhich")} @click=${() => this.file.click()}>${icon("upload")}</button>
        <input type="file" multiple hidden accept=".csv,.txt,.tsv,text/csv,text/plain" aria-label=${t("compose.to.list")}
          @change=${() => this.bringFiles([...(this.file.files ?? [])]).finally(() => (this.file.value = ""))}>
        <div class="below" id=${`${field}-below`}>
          ${this.left ? html`<p class="fault" role="alert">${t("compose.fault.unchosen", { letters: this.left })}</p>` : nothing}
          ${this.news || missing
            ? html`<p class="news" role="status">${this.news}${this.news && missing ? " · " : ""}<span class="fault">${missing}</span>
                <button class="link" type="button" @click=${this.forget}>${t("compose.hide")}</button></p>`
            : nothing}
          ${this.twins.map((say) => say())} ${below}
        </div>
        ${shown ? suggestionList({
          id: list,
          sections: all,
          marked,
          stale: lookup.isStale,
          pick: (option) => lookup.choose(option),
          note: lookup.note(),
        }) : nothing}
      </div>
    `;
  }

  get placeholder() {
    const { entries, field } = this.of;
    return t(entries.length > 0 ? "compose.to.more" : field === "to" ? "compose.to.whom" : "compose.except.whom");
  }

  get file() {
    return /** @type {HTMLInputElement} */ (this.querySelector("input[type=file]"));
  }

  forget() {
    this.news = "";
    this.of.misread([]);
    this.input.focus();
  }

  /** @param {DragEvent} event */
  drag(event) {
    event.preventDefault();
    this.dragged = event.type === "dragover";
  }
}

customElements.define("audience-picker", AudiencePicker);

/** @param {Of} of */
export function audiencePicker(of) {
  return html`<audience-picker .of=${of}></audience-picker>`;
}
