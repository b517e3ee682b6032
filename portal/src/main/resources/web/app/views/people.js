/** #/people: who may send as this app. For administrators. */
import { LitElement, html, nothing } from "lit";
import { get, post, remove, Trouble, wordsOf } from "../lib/api.js";
import { apart } from "../lib/format.js";
import { session } from "../lib/session.js";
import { avatar, notice, pill, skeletonRows, trouble } from "../parts/bits.js";
import { icon } from "../parts/icons.js";
import { moreMenu } from "../parts/menus.js";
import { showSessions } from "../parts/sessions.js";
import { complain, toast } from "../parts/toast.js";

class PeopleView extends LitElement {
  constructor() {
    super();
    /** @type {Staff[] | undefined} */
    this.staff = undefined;
    /** @type {unknown} */
    this.failed = undefined;
    this.fault = "";
    this.busy = false;
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
    this.failed = undefined;
    try {
      this.staff = (await get("admin/users")).items;
    } catch (error) {
      this.failed = error;
    }
    this.requestUpdate();
  }

  /** @param {SubmitEvent} event */
  async add(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    const email = String(data.get("email")).trim();
    this.fault = email.includes("@") ? "" : "Give the e-mail address that they use with Webex.";
    this.busy = this.fault === "";
    this.requestUpdate();
    if (!this.busy) {
      return;
    }
    try {
      const added = await post("admin/users", { email, role: data.has("admin") ? "admin" : "sender" });
      form.reset();
      await this.load();
      toast({ words: `${added.displayName} may send as ${session.title}.`, undo: () => this.takeAway(added) });
    } catch (error) {
      this.fault = wordsOf(error);
      if (!(error instanceof Trouble)) {
        throw error;
      }
    } finally {
      this.busy = false;
      this.requestUpdate();
    }
  }

  /** @param {Staff} one */
  async takeAway(one) {
    await remove("admin/users/" + encodeURIComponent(one.id));
    await this.load();
  }

  /** @param {Staff} one */
  async dismiss(one) {
    try {
      await this.takeAway(one);
      toast({
        words: `${one.displayName} may not send any more. What they had scheduled is on hold.`,
        undo: () => this.setRole(one, one.role),
      });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Staff} one @param {Role} role */
  async setRole(one, role) {
    await post("admin/users", { id: one.id, role });
    await this.load();
  }

  /** @param {Staff} one @param {Role} role */
  async changeRole(one, role) {
    try {
      await this.setRole(one, role);
      toast({
        words: role === "admin" ? `${one.displayName} is an administrator now.` : `${one.displayName} may send, and no longer administer.`,
        undo: () => this.setRole(one, one.role),
      });
    } catch (error) {
      complain(error);
    }
  }

  render() {
    return html`
      <div class="head">
        <h1 tabindex="-1">People</h1>
        <span class="aside">Who may send as ${session.title}</span>
      </div>
      ${session.sharedSince ? sharedBot(session.sharedSince) : nothing}
      ${this.failed
        ? trouble(wordsOf(this.failed), () => this.load())
        : html`<section class="card">${this.form()}${this.staff ? this.list(this.staff) : skeletonRows(4)}</section>`}
    `;
  }

  form() {
    return html`
      <form class="add-person" novalidate @submit=${this.add}>
        <input class="field" name="email" type="email" aria-label="E-mail address" placeholder="name@company.example" autocomplete="off"
          aria-invalid=${this.fault ? "true" : nothing} aria-describedby="add-fault">
        <label class="tick"><input type="checkbox" name="admin">Administrator</label>
        <button class="button main-one" aria-busy=${this.busy} ?disabled=${this.busy}>${icon(this.busy ? "retry" : "add")}Add</button>
        <p class="fault" id="add-fault" role="alert">${this.fault}</p>
      </form>
    `;
  }

  /** @param {Staff[]} staff */
  list(staff) {
    return html`<ul class="rows">${staff.map((one) => this.row(one))}</ul>`;
  }

  /** @param {Staff} one @returns {import("../parts/menus.js").Choice[]} */
  changes(one) {
    const other = one.role === "admin" ? "sender" : "admin";
    return [
      {
        words: other === "admin" ? "Make an administrator" : "Make a sender",
        icon: other === "admin" ? "people" : "person",
        act: () => this.changeRole(one, other),
      },
      { words: "Remove", icon: "trash", danger: true, act: () => this.dismiss(one) },
    ];
  }

  /** @param {Staff} one */
  row(one) {
    const me = one.id === session.person;
    return html`
      <li>
        ${avatar(one.displayName)}
        <span class="named">
          <b>${one.displayName}${me ? " (you)" : ""}</b>
          <small>${one.email ?? ""}</small>
        </span>
        ${one.role === "admin" ? pill("Administrator", "people") : nothing}
        <span class="seen">${one.configured
          ? "By the configuration: change it in belfry.yaml"
          : one.lastSeenAt ? `seen ${apart(one.lastSeenAt)}` : "not seen yet"}</span>
        ${one.id === ""
          ? html`<span class="no-menu"></span>`
          : moreMenu({
              id: "staff-" + one.id,
              label: `What to do with ${one.displayName}`,
              choices: [{ words: "Where they are signed in", icon: "lock", act: () => sessionsOf(one) }, ...(one.configured || me
                ? []
                : this.changes(one))],
            })}
      </li>
    `;
  }
}

/** @param {Staff} one */
function sessionsOf(one) {
  showSessions({
    title: `Where ${one.displayName} is signed in`,
    path: `admin/users/${encodeURIComponent(one.id)}/sessions`,
  });
}

/** @param {Time} seen */
function sharedBot(seen) {
  return notice(html`
    <b>Another program sends with this bot.</b> A message of it that nobody here has sent was seen ${apart(seen)}.
    Where both send the same words, people have to decide about messages whose answer was lost. Give the other program a bot of its
    own, or this one a new token. This notice stays for a day after the last such message.`);
}

customElements.define("people-view", PeopleView);

export function peopleView() {
  return html`<people-view></people-view>`;
}
