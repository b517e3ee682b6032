/** Somebody by their name, found as one types, or by their address. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get } from "../core/api.js";
import { seen } from "../core/seen.js";
import { isAddress } from "../core/emails.js";
import { inWords, t } from "../core/i18n.js";
import { Lookup } from "../ui/lookup.js";
import { avatar } from "../ui/widgets.js";

const SHORTEST = 2;
const MOST = 8;
const LIST = "person-suggestions";

/** @typedef {{ fault: string, faultId: string, change: (text: string, person?: Person) => void }} Of */
/** @typedef {{ people: Person[], trouble: string }} Found */

class PersonField extends LitElement {
  static properties = {
    of: { attribute: false },
    open: { state: true },
  };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { fault: "", faultId: "", change: () => {} };
    this.open = false;
    /** @type {Lookup<Found, Person>} */
    this.lookup = new Lookup({
      typed: () => this.input?.value ?? "",
      ask,
      options: ({ people }) => people,
      key: ({ id }) => id,
      take: (person) => this.pick(person),
      changed: () => this.requestUpdate(),
      trouble: ({ trouble }) => trouble,
      shortest: SHORTEST,
    });
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lookup.stop();
  }

  get input() {
    return /** @type {HTMLInputElement} */ (this.querySelector("input"));
  }

  // Searching ---------------------------------------------------------------------------------

  type() {
    const text = seen(this.input.value);
    this.of.change(text);
    this.open = text.length >= SHORTEST;
    this.lookup.type(text);
  }

  hide() {
    this.lookup.stop();
    this.open = false;
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
    this.lookup.clear();
    this.open = false;
  }

  /** An address needs nobody to be found. @param {KeyboardEvent} event */
  key(event) {
    const { open, lookup } = this;
    const isFor = open && (lookup.option || event.key !== "Enter" || !isAddress(this.input.value));
    if (!(isFor && lookup.key(event)) && event.key === "Escape" && open) {
      event.preventDefault();
      this.hide();
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  render() {
    const { fault, faultId } = this.of;
    const { open, lookup } = this;
    const at = (lookup.answer?.people ?? []).findIndex(({ id }) => id === lookup.marked);
    return html`
      <input class="field" name="person" role="combobox" autocomplete="off" autocapitalize="none" spellcheck="false"
        aria-label=${t("people.person")} placeholder=${t("people.personHint")}
        aria-autocomplete="list" aria-controls=${LIST} aria-expanded=${open}
        aria-activedescendant=${open && at >= 0 ? `${LIST}-${at}` : nothing}
        aria-invalid=${fault ? "true" : nothing} aria-describedby=${faultId}
        @input=${this.type} @keydown=${this.key} @blur=${this.hide}>
      ${open ? this.list() : nothing}
    `;
  }

  list() {
    const { lookup } = this;
    const { answer, marked, isStale } = lookup;
    return html`
      <div class="suggestions" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}>
        <div role="listbox" id=${LIST} aria-label=${t("people.found")} aria-busy=${isStale}>
          ${repeat(answer?.people ?? [], ({ id }) => id, (person, index) => html`
            <div role="option" id=${`${LIST}-${index}`} class="option" aria-selected=${person.id === marked}
              aria-disabled=${isStale} @click=${() => lookup.choose(person)}>
              ${avatar(person.displayName)}<span class="line"><span class="words">${person.displayName}</span><small>${person.email ?? ""}</small></span>
            </div>
          `)}
        </div>
        <p class="note" role="status">${lookup.note(t("groups.nobodyCalled", { query: lookup.text }))}</p>
      </div>
    `;
  }
}

/** @param {string} text @param {AbortSignal} signal @returns {Promise<Found>} */
async function ask(text, signal) {
  const { items, trouble = "", said } = await get("user/people/find", { q: text, limit: MOST }, signal);
  return { people: items, trouble: inWords(said, trouble) };
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
