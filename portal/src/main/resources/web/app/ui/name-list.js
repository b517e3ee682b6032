/** Names that are too many for a sentence: shown when they are asked for, page by page. */
import { LitElement, html, nothing } from "lit";
import { wordsOf } from "../core/api.js";
import { isolated, t } from "../core/i18n.js";

/**
 * @typedef {{ items: { name: string, email?: string }[], next?: string }} Page
 * @typedef {{ label: string, load: (cursor?: string) => Promise<Page> }} Of
 */

class NameList extends LitElement {
  static properties = {
    of: { attribute: false },
    open: { state: true },
    names: { state: true },
    next: { state: true },
    busy: { state: true },
    failed: { state: true },
  };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    this.open = false;
    /** @type {string[]} */
    this.names = [];
    /** @type {string | undefined} */
    this.next = undefined;
    this.busy = false;
    this.failed = "";
  }

  createRenderRoot() {
    return this;
  }

  toggle() {
    this.open = !this.open;
    if (this.open && this.names.length === 0) {
      this.more();
    }
  }

  async more() {
    if (!this.of || this.busy) {
      return;
    }
    this.busy = true;
    this.failed = "";
    try {
      const { items, next } = await this.of.load(this.next);
      this.names = [...this.names, ...items.map(nameOf)];
      this.next = next;
    } catch (error) {
      this.failed = wordsOf(error);
    }
    this.busy = false;
  }

  render() {
    return html`
      <button class="link" type="button" aria-expanded=${this.open} @click=${this.toggle}
        >${t(this.open ? "compose.hide" : "compose.show")}</button>
      ${this.open ? this.list() : nothing}`;
  }

  list() {
    return html`
      <ul class="skipped" tabindex="0" aria-label=${this.of?.label ?? ""} aria-busy=${this.busy}>
        ${this.names.map((name) => html`<li>${name}</li>`)}
        ${this.failed ? html`<li class="fault" role="alert">${this.failed}</li>` : nothing}
        ${this.next ? html`<li><button class="link" type="button" @click=${this.more}>${t("common.showMore")}</button></li>` : nothing}
      </ul>`;
  }
}

customElements.define("name-list", NameList);

/** @param {{ name: string, email?: string }} who */
export function nameOf({ name, email }) {
  return email && email !== name ? `${isolated(name)} (${email})` : name;
}

/** @param {Of} of */
export function nameList(of) {
  return html`<name-list .of=${of}></name-list>`;
}
