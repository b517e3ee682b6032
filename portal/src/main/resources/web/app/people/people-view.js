/** #/people: who may send as this app. For administrators. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, remove, Trouble, wordsOf } from "../core/api.js";
import { asAddress } from "../core/emails.js";
import { apart } from "../core/format.js";
import { t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { session } from "../core/session.js";
import { avatar, notice, pill, skeletonRows, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { moreMenu } from "../ui/menus.js";
import { showSessions } from "../ui/sessions.js";
import { showTokens } from "../ui/tokens.js";
import { complain, toast } from "../ui/toast.js";
import { clearPersonField, personField } from "./person-field.js";
import "./app-bots.js";
import "./sending-rules.js";
import { showWebhooks } from "./webhooks.js";

class PeopleView extends LitElement {
  static properties = {
    staff: { state: true },
    failed: { state: true },
    fault: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Staff[] | undefined} */
    this.staff = undefined;
    /** @type {unknown} */
    this.failed = undefined;
    this.fault = "";
    this.busy = false;
    /** What is written in the field, and who was chosen there. */
    this.typed = "";
    /** @type {Person | undefined} */
    this.chosen = undefined;
    /** How often the list was asked for: of two that are under way at once, the first may come back last. */
    this.asked = 0;
    this.told = () => this.requestUpdate();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener("changed", this.told);
    this.load();
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    session.removeEventListener("changed", this.told);
  }

  async load() {
    const turn = ++this.asked;
    try {
      const { items } = await get("admin/users");
      Object.assign(this, turn === this.asked ? { staff: items, failed: undefined } : {});
    } catch (error) {
      this.failed = turn === this.asked ? error : this.failed;
    }
  }

  /** @param {SubmitEvent} event */
  async add(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const { typed, chosen } = this;
    this.fault = chosen || asAddress(typed) ? "" : t("people.nobodyChosen");
    this.busy = this.fault === "";
    if (!this.busy) {
      return;
    }
    try {
      const who = chosen ? { id: chosen.id } : { email: asAddress(typed) };
      const role = data.has("admin") ? "admin" : "sender";
      const added = await post("admin/users", { ...who, role, was: "nobody", ...(data.has("urgent") ? {} : { urgent: false }) });
      form.reset();
      clearPersonField(form);
      Object.assign(this, { typed: "", chosen: undefined });
      toast({
        words: t("people.added", { name: added.displayName, title: session.title }),
        undo: () => this.takeAway(added),
      });
    } catch (error) {
      this.fault = wordsOf(error);
      if (!(error instanceof Trouble)) {
        throw error;
      }
    } finally {
      this.busy = false;
      // They may be there although the answer was lost, or because of a colleague.
      await this.load();
    }
  }

  /** @param {Staff} one */
  async takeAway(one) {
    /** @type {Staff | undefined} what they had, which a node of the version before does not say */
    const had = await remove(`admin/users/${encodeURIComponent(one.id)}`);
    await this.load();
    await this.updateComplete;
    // Its button, which had the focus, went with it.
    if (document.activeElement === document.body) {
      this.querySelector("h1")?.focus();
    }
    return had ?? one;
  }

  /** @param {Staff} one */
  async dismiss(one) {
    try {
      const had = await this.takeAway(one);
      toast({
        words: t("people.removed", { name: one.displayName }),
        // Yes is what who is new has, and a node of the version before knows no such right.
        undo: () => this.setRole(one, "nobody", had.role, had.urgent === false ? false : undefined),
      });
    } catch (error) {
      complain(error);
    }
  }

  /**
   * Somebody else may have changed it since it was shown.
   * @param {Staff} one @param {Role | "nobody"} was @param {Role} role @param {boolean} [urgent] undefined for what it was
   */
  async setRole({ id }, was, role, urgent) {
    try {
      await post("admin/users", { id, role, was, urgent });
    } finally {
      await this.load();
    }
  }

  /** @param {Staff} one @param {boolean} urgent whether they may make messages urgent */
  async changeUrgent(one, urgent) {
    try {
      await this.setRole(one, one.role, one.role, urgent);
      toast({
        words: t(urgent ? "people.urgentAllowed" : "people.urgentDenied", { name: one.displayName }),
        undo: () => this.undoUrgent(one, !urgent),
      });
    } catch (error) {
      complain(error);
    }
  }

  /** What they had scheduled is not urgent again by that. @param {Staff} one @param {boolean} urgent */
  async undoUrgent(one, urgent) {
    await this.setRole(one, one.role, one.role, urgent);
    if (urgent) {
      toast({ words: t("people.urgentAgain", { name: one.displayName }) });
    }
  }

  /** @param {Staff} one @param {Role} role */
  async changeRole(one, role) {
    try {
      await this.setRole(one, one.role, role);
      toast({
        words: t(role === "admin" ? "people.promoted" : "people.demoted", { name: one.displayName }),
        undo: () => this.setRole(one, role, one.role),
      });
    } catch (error) {
      complain(error);
    }
  }

  render() {
    return html`
      <div class="head">
        <h1 tabindex="-1">${t("people.title")}</h1>
        <span class="aside">${t("people.aside", { title: session.title })}</span>
        <span class="push"></span>
        <a class="button" href=${address("trail")}>${icon("list")}${t("trail.title")}</a>
      </div>
      ${session.sharedSince ? sharedBot(session.sharedSince) : nothing}
      ${this.failed
        ? trouble(wordsOf(this.failed), () => this.load())
        : html`<section class="card">${this.form()}${this.staff ? this.list(this.staff) : skeletonRows(4)}</section>
            <p class="acts programs"><button class="button" type="button" @click=${() => showTokens("admin/tokens")}>
              ${icon("code")}${t("people.tokens")}</button>
              <button class="button" type="button" @click=${showWebhooks}>
              ${icon("bell")}${t("people.webhooks.open")}</button></p>
            ${session.info?.bots ? html`<app-bots></app-bots>` : nothing}
            <sending-rules></sending-rules>`}
    `;
  }

  form() {
    return html`
      <form class="add-person" novalidate @submit=${this.add}>
        ${personField({
          fault: this.fault,
          faultId: "add-fault",
          change: (typed, chosen) => Object.assign(this, { typed, chosen }),
        })}
        <label class="tick"><input type="checkbox" name="admin">${t("people.administrator")}</label>
        <label class="tick"><input type="checkbox" name="urgent" checked>${t("people.mayHurry")}</label>
        <button class="button main-one" aria-busy=${this.busy} ?disabled=${this.busy}>
          ${icon(this.busy ? "retry" : "add")}${t("people.add")}</button>
        <p class="fault" id="add-fault" role="alert">${this.fault}</p>
      </form>
    `;
  }

  /** @param {Staff[]} staff */
  list(staff) {
    return html`<ul class="rows">${repeat(staff, (one) => one.id || one.email, (one) => this.row(one))}</ul>`;
  }

  /** @param {Staff} one @returns {import("../ui/menus.js").Choice[]} */
  changes(one) {
    const other = one.role === "admin" ? "sender" : "admin";
    return [
      {
        words: t(other === "admin" ? "people.promote" : "people.demote"),
        icon: other === "admin" ? "people" : "person",
        act: () => this.changeRole(one, other),
      },
      ...(one.role === "admin" ? [] : [this.urgency(one)]),
      { words: t("people.remove"), icon: "trash", danger: true, act: () => this.dismiss(one) },
    ];
  }

  /** @param {Staff} one @returns {import("../ui/menus.js").Choice} */
  urgency(one) {
    const isTaken = one.urgent === false;
    return {
      words: t(isTaken ? "people.allowUrgent" : "people.denyUrgent"),
      icon: isTaken ? "bell" : "no",
      act: () => this.changeUrgent(one, isTaken),
    };
  }

  /** @param {Staff} one */
  row(one) {
    const { displayName: name } = one;
    const me = one.id === session.person;
    return html`
      <li>
        ${avatar(name)}
        <span class="named">
          <b>${me ? t("people.you", { name }) : name}</b>
          <small>${one.email ?? ""}</small>
        </span>
        ${one.role === "admin" ? pill(t("people.administrator"), "people") : nothing}
        ${one.urgent === false ? pill(t("people.notUrgent"), "no") : nothing}
        <span class="seen">${seen(one)}</span>
        ${one.id === ""
          ? html`<span class="no-menu"></span>`
          : moreMenu({
              id: "staff-" + one.id,
              label: t("people.what", { name }),
              choices: [
                { words: t("people.sessions"), icon: "lock", act: () => sessionsOf(one) },
                ...(one.configured || me ? [] : this.changes(one)),
              ],
            })}
      </li>
    `;
  }
}

/** @param {Staff} one */
function seen({ configured, lastSeenAt }) {
  if (configured) {
    return t("people.configured");
  }
  return lastSeenAt ? t("people.seen", { when: apart(lastSeenAt) }) : t("people.notSeen");
}

/** @param {Staff} one */
function sessionsOf(one) {
  showSessions({
    title: t("people.sessionsOf", { name: one.displayName }),
    path: `admin/users/${encodeURIComponent(one.id)}/sessions`,
  });
}

/** @param {Time} since */
function sharedBot(since) {
  return notice(html`<b>${t("people.sharedBot")}</b> ${t("people.sharedBotWords", { when: apart(since) })}`);
}

customElements.define("people-view", PeopleView);

export function peopleView() {
  return html`<people-view></people-view>`;
}
