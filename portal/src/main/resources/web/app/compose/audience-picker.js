/** The fields To and Except: chips, suggestions, and lists of addresses pasted, dropped or uploaded. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { addresses, isAddress } from "../core/emails.js";
import { number, t } from "../core/i18n.js";
import { apartFromNamesakes, fileEntry, find, listEntry, same } from "./finder.js";
import { address, avatar, groupIcon, groupName } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { placesNamed } from "../ui/readable.js";
import { complain } from "../ui/toast.js";
import { searchNote, sections, suggestionList } from "./suggestions.js";

const PATIENCE = 120;
const UNTIL_MORE = 2_000;

/**
 * Which of the two fields it is. Spaces cannot be left out.
 * @typedef {"to" | "except"} Field
 * @typedef {{ field: Field, label?: string, entries: Entry[], faults: Map<number, string>, below: unknown,
 *   change: (entries: Entry[]) => void, among?: import("./finder.js").Among }} Of
 */

class AudiencePicker extends LitElement {
  static properties = {
    of: { attribute: false },
    query: { state: true },
    open: { state: true },
    active: { state: true },
    dragged: { state: true },
    searching: { state: true },
    news: { state: true },
    found: { state: true },
  };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { field: "to", entries: [], faults: new Map(), below: nothing, change: () => {} };
    /** The text in the field. */
    this.query = "";
    this.open = false;
    this.active = 0;
    this.dragged = false;
    this.searching = false;
    /** The result of the last list. */
    this.news = "";
    /** @type {import("./finder.js").Found} */
    this.found = { groups: [], saved: [], spaces: [], people: [], trouble: "", passing: false };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.stop();
  }

  get input() {
    return /** @type {HTMLInputElement} */ (this.querySelector(`#${this.of.field}`));
  }

  get sections() {
    const found = this.of.field === "to" ? this.found : { ...this.found, saved: [], spaces: [] };
    const fresh = sections(found, isAddress(this.query) ? this.query.trim() : "");
    const chosen = this.of.entries;
    return fresh
      .map(({ title, options }) => ({
        title,
        options: options.filter(({ entry }) => !chosen.some((one) => same(one, entry))),
      }))
      .filter(({ options }) => options.length > 0);
  }

  get options() {
    return this.sections.flatMap(({ options }) => options);
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
    this.type("");
    this.open = false;
    this.input.focus();
  }

  /** @param {string} text @param {string} name of the list */
  async takeList(text, name) {
    const found = addresses(text);
    const { emails } = found;
    if (emails.length > 0) {
      this.add(listEntry(emails.length === 1 ? emails[0] : this.nameFor(name), emails));
    }
    this.type("");
    this.open = false;
    this.news = (await lists())?.takenWords(found) ?? "";
  }

  /** @param {string} name */
  nameFor(name) {
    const taken = this.of.entries.filter((entry) => entry.name === name || entry.name.startsWith(name + " ")).length;
    return taken === 0 ? name : `${name} ${taken + 1}`;
  }

  /** @param {File | undefined} file */
  async takeFile(file) {
    if (!file) {
      return;
    }
    const name = this.nameFor(file.name.replace(/\.(csv|txt|tsv)$/i, ""));
    const brought = await (await lists())?.bringing(file, name, (news) => {
      this.news = news;
    });
    if (brought) {
      this.add(fileEntry(brought.list));
    }
  }

  // Searching ---------------------------------------------------------------------------------

  /** @param {string} query */
  type(query) {
    this.query = query;
    this.input.value = query;
    this.ask();
  }

  ask() {
    const { query } = this;
    // Nothing is highlighted in advance: Enter in an empty field must not choose everybody.
    this.active = query.trim() === "" ? -1 : 0;
    this.searching = true;
    this.look(query === "" ? 0 : PATIENCE, (found) =>
      found.groups.length + found.saved.length + found.spaces.length + found.people.length > 0,
    );
  }

  /** @param {number} after @param {(found: import("./finder.js").Found) => boolean} enough to be shown before all is found */
  look(after, enough) {
    this.stop();
    this.timer = setTimeout(() => {
      this.running = new AbortController();
      find(this.query, this.running.signal, (found, complete) => {
        this.found = complete || enough(found) ? found : this.found;
        this.searching &&= !complete;
        if (complete && found.passing) {
          this.look(UNTIL_MORE, () => false);
        }
      }, this.of.among);
    }, after);
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  show() {
    if (!this.open) {
      this.open = true;
      this.ask();
    }
  }

  hide() {
    this.open = false;
    this.stop();
  }

  // Keys --------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  key(event) {
    const { options, open, query, input } = this;
    const typed = query.trim();
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (!open) {
        this.show();
      } else if (options.length > 0) {
        const first = event.key === "ArrowDown" ? 0 : options.length - 1;
        const step = event.key === "ArrowDown" ? 1 : -1;
        this.active = this.active < 0 ? first : (this.active + step + options.length) % options.length;
      }
    } else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      this.choose(typed);
    } else if ((event.key === "," || event.key === ";") && typed !== "") {
      event.preventDefault();
      this.choose(typed);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      this.hide();
    } else if (event.key === "Backspace" && query === "" && this.of.entries.length > 0) {
      this.drop(this.of.entries.length - 1);
    } else if (event.key === "ArrowLeft" && input.selectionStart === 0 && input.selectionEnd === 0) {
      this.chips.at(-1)?.focus();
    }
  }

  /** The highlighted suggestion, or the address as it was typed. @param {string} typed */
  choose(typed) {
    const option = this.open ? this.options[this.active] : undefined;
    if (isAddress(typed) && (this.searching || !option)) {
      this.pick(listEntry(typed, [typed]));
    } else if (option && !option.off) {
      this.pick(option.entry);
    }
  }

  get chips() {
    return /** @type {HTMLElement[]} */ ([...this.querySelectorAll(".chip button")]);
  }

  /** @param {KeyboardEvent} event @param {number} index */
  chipKey(event, index) {
    const { chips } = this;
    if (event.key === "ArrowLeft") {
      chips[Math.max(0, index - 1)].focus();
    } else if (event.key === "ArrowRight") {
      (chips[index + 1] ?? this.input).focus();
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.drop(index);
      this.updateComplete.then(() => (this.chips[Math.min(index, this.chips.length - 1)] ?? this.input).focus());
    } else if (event.key === "Escape") {
      this.input.focus();
    }
  }

  /** @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const { emails } = addresses(text);
    if (emails.length > 1 || (emails.length === 1 && /[\s,;<]/.test(text.trim()))) {
      event.preventDefault();
      this.takeList(text, t("compose.list.pasted"));
    }
  }

  /** @param {DragEvent} event */
  async dropped(event) {
    event.preventDefault();
    this.dragged = false;
    const [file] = event.dataTransfer?.files ?? [];
    if (file) {
      await this.takeFile(file);
    } else {
      this.takeList(event.dataTransfer?.getData("text/plain") ?? "", t("compose.list.dropped"));
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  updated() {
    this.querySelector('[role="option"][aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  render() {
    const { field, entries, below } = this.of;
    const { options, open } = this;
    const list = `${field}-suggestions`;
    const shown = open && (options.length > 0 || this.query !== "");
    return html`
      <div class="to ${this.dragged ? "dragged" : ""}" @click=${(/** @type {Event} */ event) => {
        if (event.target === event.currentTarget || /** @type {HTMLElement} */ (event.target).matches(".chips")) {
          this.input.focus();
          this.show();
        }
      }}
        @dragover=${(/** @type {DragEvent} */ event) => this.drag(event, true)}
        @dragleave=${(/** @type {DragEvent} */ event) => this.drag(event, false)}
        @drop=${this.dropped}>
        <label class="row-label" for=${field}>${this.of.label ?? t(field === "to" ? "compose.to.label" : "compose.except.label")}</label>
        <div class="chips">
          ${repeat(
            entries,
            (entry) => entry.kind + (entry.id ?? entry.name),
            (entry, index) => this.chip(entry, index),
          )}
          <input id=${field} role="combobox" autocomplete="off" autocapitalize="none" spellcheck="false"
            enterkeyhint="enter" aria-expanded=${shown} aria-controls=${list} aria-autocomplete="list"
            aria-activedescendant=${shown && this.active in options ? `${list}-${this.active}` : nothing}
            aria-describedby=${`${field}-help ${field}-below`} placeholder=${this.placeholder}
            @input=${() => {
              this.open = true;
              this.query = this.input.value;
              this.ask();
            }}
            @click=${this.show} @keydown=${this.key} @paste=${this.paste} @blur=${this.hide}>
        </div>
        <span class="hidden-words" id=${`${field}-help`}>${t("compose.to.help")}</span>
        <button class="button quiet small square" type="button" aria-label=${t(field === "to" ? "compose.to.upload" : "compose.except.upload")}
          title=${t(field === "to" ? "compose.to.uploadWhich" : "compose.except.uploadWhich")} @click=${() => this.file.click()}>${icon("upload")}</button>
        <input type="file" hidden accept=".csv,.txt,.tsv,text/csv,text/plain" aria-label=${t("compose.to.list")}
          @change=${() => this.takeFile(this.file.files?.[0]).finally(() => (this.file.value = ""))}>
        <div class="below" id=${`${field}-below`}>
          ${this.news
            ? html`<p role="status">${this.news}
                <button class="link" type="button" @click=${this.forget}>${t("compose.hide")}</button></p>`
            : nothing}
          ${below}
        </div>
        ${shown ? suggestionList({
          id: list,
          sections: this.sections,
          active: this.active,
          pick: (entry) => this.pick(entry),
          note: searchNote(this, options.length),
        }) : nothing}
      </div>
    `;
  }

  get placeholder() {
    if (this.of.entries.length > 0) {
      return t("compose.to.more");
    }
    return t(this.of.field === "to" ? "compose.to.whom" : "compose.except.whom");
  }

  get file() {
    return /** @type {HTMLInputElement} */ (this.querySelector("input[type=file]"));
  }

  forget() {
    this.news = "";
    this.input.focus();
  }

  /** @param {DragEvent} event @param {boolean} over */
  drag(event, over) {
    event.preventDefault();
    this.dragged = over;
  }

  /** @param {Entry} entry @param {number} index */
  chip(entry, index) {
    const fault = this.of.faults.get(index);
    const size = entry.size ?? ((entry.emails?.length ?? 1) > 1 ? entry.emails?.length : undefined);
    const single = entry.kind === "person" || entry.emails?.length === 1;
    const sign = { group: groupIcon(entry.source), saved: "people", space: "space", list: "list", person: "person", recipients: "people" }[entry.kind];
    const name = placesNamed(groupName(entry));
    const mark = /** @type {any} */ (fault ? "alert" : single ? "person" : sign);
    const which = apartFromNamesakes(entry);
    const whole = which ? `${name}, ${which}` : name;
    return html`
      <span class="chip ${single ? "one" : ""} ${fault ? "bad" : ""}"
        title=${fault ?? entry.emails?.slice(0, 12).join("\n") ?? nothing}>
        ${entry.kind === "person" ? avatar(name) : icon(mark)}
        <span class="line"><span class="name">${name}</span>${which
          ? html`<span class="which">${address(which)}</span>`
          : nothing}${size === undefined && entry.kind !== "group" ? nothing : html`<span class="size">${size === undefined ? t("common.notCounted") : number(size)}</span>`}</span>
        <button type="button" tabindex="-1"
          aria-label=${fault
            ? t("compose.to.takeOutBecause", { name: whole, fault })
            : t("compose.to.takeOut", { name: whole })}
          @click=${() => this.drop(index)}
          @keydown=${(/** @type {KeyboardEvent} */ event) => this.chipKey(event, index)}>${icon("close")}</button>
      </span>
    `;
  }
}

/** What lists need is loaded with the first of them. */
function lists() {
  return import("./list-file.js").catch((error) => void complain(error));
}

customElements.define("audience-picker", AudiencePicker);

/** @param {Of} of */
export function audiencePicker(of) {
  return html`<audience-picker .of=${of}></audience-picker>`;
}
