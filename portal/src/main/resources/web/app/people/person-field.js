/** Somebody by their name, found as one types, or by their address. */
import { LitElement, html, nothing } from "lit";
import { get, wordsOf } from "../core/api.js";
import { inWords, t } from "../core/i18n.js";
import { avatar } from "../ui/widgets.js";

const PATIENCE = 120;
const SHORTEST = 2;
const MOST = 8;
const LIST = "person-suggestions";

/** @typedef {{ fault: string, faultId: string, change: (text: string, person?: Person) => void }} Of */

class PersonField extends LitElement {
  static properties = {
    of: { attribute: false },
    people: { state: true },
    trouble: { state: true },
    open: { state: true },
    active: { state: true },
    searching: { state: true },
  };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { fault: "", faultId: "", change: () => {} };
    /** @type {Person[]} */
    this.people = [];
    this.trouble = "";
    this.open = false;
    this.active = -1;
    this.searching = false;
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
    return /** @type {HTMLInputElement} */ (this.querySelector("input"));
  }

  // Searching ---------------------------------------------------------------------------------

  type() {
    const text = this.input.value.trim();
    this.of.change(text);
    this.stop();
    Object.assign(this, { active: -1, open: text.length >= SHORTEST, searching: text.length >= SHORTEST });
    if (this.open) {
      this.timer = setTimeout(() => this.ask(text), PATIENCE);
    } else {
      this.people = [];
    }
  }

  /** @param {string} text */
  async ask(text) {
    const running = new AbortController();
    this.running = running;
    try {
      const { items, trouble = "", said } = await get("user/people/find", { q: text, limit: MOST }, running.signal);
      Object.assign(this, { people: items, trouble: inWords(said, trouble), searching: false });
    } catch (error) {
      if (!running.signal.aborted) {
        Object.assign(this, { people: [], trouble: wordsOf(error), searching: false });
      }
    }
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  hide() {
    this.stop();
    this.open = false;
    this.searching = false;
  }

  // Choosing ----------------------------------------------------------------------------------

  /** @param {Person} person */
  pick(person) {
    this.input.value = person.displayName;
    this.of.change(person.displayName, person);
    this.hide();
    this.input.focus();
  }

  clear() {
    this.input.value = "";
    this.people = [];
    this.hide();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { people, open, active } = this;
    if ((event.key === "ArrowDown" || event.key === "ArrowUp") && open && people.length > 0) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.active = active < 0 ? (step > 0 ? 0 : people.length - 1) : (active + step + people.length) % people.length;
    } else if (event.key === "Enter" && open && active in people) {
      event.preventDefault();
      this.pick(people[active]);
    } else if (event.key === "Escape" && open) {
      event.preventDefault();
      this.hide();
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  render() {
    const { fault, faultId } = this.of;
    const { open, active, people } = this;
    return html`
      <input class="field" name="person" role="combobox" autocomplete="off" autocapitalize="none" spellcheck="false"
        aria-label=${t("people.person")} placeholder=${t("people.personHint")}
        aria-autocomplete="list" aria-controls=${LIST} aria-expanded=${open}
        aria-activedescendant=${open && active in people ? `${LIST}-${active}` : nothing}
        aria-invalid=${fault ? "true" : nothing} aria-describedby=${faultId}
        @input=${this.type} @keydown=${this.key} @blur=${this.hide}>
      ${open ? this.list() : nothing}
    `;
  }

  list() {
    const note = this.note();
    return html`
      <div class="suggestions" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}>
        <div role="listbox" id=${LIST} aria-label=${t("people.found")}>
          ${this.people.map((person, index) => html`
            <div role="option" id=${`${LIST}-${index}`} class="option" aria-selected=${index === this.active}
              @click=${() => this.pick(person)}>
              ${avatar(person.displayName)}<span class="line"><span class="words">${person.displayName}</span><small>${person.email ?? ""}</small></span>
            </div>
          `)}
        </div>
        ${note ? html`<p class="note" role="status">${note}</p>` : nothing}
      </div>
    `;
  }

  note() {
    if (this.trouble) {
      return t("compose.found.incomplete", { reason: this.trouble });
    }
    if (this.people.length > 0) {
      return "";
    }
    return this.searching ? t("groups.searching") : t("groups.nobodyCalled", { query: this.input.value.trim() });
  }
}

customElements.define("person-field", PersonField);

/** @param {Of} of */
export function personField(of) {
  return html`<person-field .of=${of}></person-field>`;
}

/** Empties the field of a form. @param {HTMLFormElement} form */
export function clearPersonField(form) {
  /** @type {PersonField} */ (form.querySelector("person-field")).clear();
}
