/** Why somebody who is looked for among the recipients of a job is not one of them. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { get, post } from "../core/api.js";
import { asAddress, isAddress } from "../core/emails.js";
import { t } from "../core/i18n.js";
import { bare } from "../compose/finder.js";
import { explained } from "../compose/membership.js";

/** So many of a name are explained. */
const MOST = 3;

const PATIENCE = 300;

/** @typedef {{ search: string, audience: Entry[], except: Entry[], outside?: boolean }} Of */

class WhyNot extends LitElement {
  static properties = { of: { attribute: false }, all: { state: true } };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    /** @type {Membership[]} */
    this.all = [];
    this.asked = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  willUpdate() {
    const search = this.of?.search ?? "";
    if (search !== this.asked) {
      this.asked = search;
      this.all = [];
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.ask(search), PATIENCE);
    }
  }

  /** What cannot be found out is not said: the table has said that nobody was found. @param {string} search */
  async ask(search) {
    try {
      const people = isAddress(search)
        ? [{ email: asAddress(search) }]
        : (await get("user/people/find", { q: search, limit: MOST })).items.map(({ id }) => ({ personId: id }));
      const chosen = {
        audience: (this.of?.audience ?? []).map(bare),
        except: (this.of?.except ?? []).map(bare),
        outside: this.of?.outside,
      };
      const all = await Promise.all(people.map((who) => post("user/audiences/explain", { ...chosen, ...who })));
      this.all = search === this.asked ? all : this.all;
    } catch {
      this.all = search === this.asked ? [] : this.all;
    }
  }

  render() {
    return this.all.length === 0
      ? nothing
      : html`<div class="why-not">
          <p>${t("jobs.whyNot.words")}</p>
          ${this.all.map((one) =>
            one.verdict === "included"
              ? html`<p>${t("jobs.whyNot.joined", { name: one.person?.displayName ?? "" })}</p>`
              : explained(one))}
        </div>`;
  }
}

customElements.define("why-not", WhyNot);

/** @param {Of} of */
export function whyNot(of) {
  return html`<why-not .of=${of}></why-not>`;
}
