/** #/groups[/:id]: who is in which group. */
import { LitElement, html, nothing } from "lit";
import { get, post, requestId, wordsOf } from "../lib/api.js";
import { count, number } from "../lib/format.js";
import { address, go } from "../lib/router.js";
import { ask } from "../parts/ask.js";
import { empty, kindMark, notice, search, skeletonRows, trouble } from "../parts/bits.js";
import { groupMembers } from "../parts/group-members.js";
import { icon } from "../parts/icons.js";
import { complain, toast } from "../parts/toast.js";

const PAGE = 100;

class GroupsView extends LitElement {
  static properties = { groupId: { attribute: false } };

  constructor() {
    super();
    this.groupId = "";
    /** @type {Group[] | undefined} */
    this.groups = undefined;
    /** @type {string | undefined} */
    this.next = undefined;
    this.words = "";
    this.stale = "";
    /** @type {unknown} */
    this.failed = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    const { words } = this;
    this.failed = undefined;
    try {
      const { items, next, trouble: stale = "" } = words.trim()
        ? await get("user/groups/find", { q: words.trim(), limit: PAGE })
        : await get("user/groups/list", { limit: PAGE });
      if (words === this.words) {
        Object.assign(this, { groups: items, next, stale });
      }
    } catch (error) {
      this.failed = error;
    }
    this.requestUpdate();
  }

  async more() {
    try {
      const { items, next } = await get("user/groups/list", { limit: PAGE, cursor: this.next });
      this.groups = [...(this.groups ?? []), ...items];
      this.next = next;
    } catch (error) {
      complain(error);
    }
    this.requestUpdate();
  }

  /** @param {string} words */
  find(words) {
    this.words = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), 150);
    this.requestUpdate();
  }

  /** A group changed beside the list. @param {Group} group */
  note(group) {
    this.groups = this.groups?.map((one) => (one.id === group.id ? group : one));
    this.requestUpdate();
  }

  async create() {
    const name = await ask({ title: "New group", yes: "Create", field: { label: "Name", value: "", hint: "Pilot users" } });
    if (name === undefined) {
      return;
    }
    try {
      const group = await post("user/groups/create", { name, requestId: requestId() });
      await this.load();
      go(address("groups", group.id));
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Group} group */
  async rename(group) {
    const name = await ask({ title: "Rename the group", yes: "Rename", field: { label: "Name", value: group.name } });
    if (name === undefined || name.trim() === group.name) {
      return;
    }
    try {
      this.note(await post("user/groups/rename", { groupId: group.id, name }));
      toast({
        words: `It is called ${name.trim()} now.`,
        undo: async () => this.note(await post("user/groups/rename", { groupId: group.id, name: group.name })),
      });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Group} group */
  async discard(group) {
    const answer = await ask({
      title: `Delete ${group.name}?`,
      words: `${count(group.size, "person is", "people are")} in it. They stay, the group goes, and messages that are scheduled to it do not go out.`,
      yes: `Delete ${group.name}`,
      danger: true,
    });
    if (answer === undefined) {
      return;
    }
    try {
      await post("user/groups/delete", { groupId: group.id });
      go(address("groups"));
      await this.load();
      toast({ words: `${group.name} is deleted.` });
    } catch (error) {
      complain(error);
    }
  }

  render() {
    return html`
      <div class="head">
        <h1 tabindex="-1">Groups</h1>
        <span class="push"></span>
        <button class="button main-one" type="button" @click=${this.create}>${icon("add")}New group</button>
      </div>
      ${this.stale ? notice(html`The directory did not answer, so its groups are an older copy: ${this.stale}`) : nothing}
      <div class="panes" data-open=${this.groupId !== ""}>
        <section class="card list" aria-label="All groups">${this.list()}</section>
        <section class="card one" aria-label="One group">${this.one()}</section>
      </div>
    `;
  }

  list() {
    if (!this.groups) {
      return this.failed
        ? trouble(wordsOf(this.failed), () => this.load())
        : skeletonRows(6);
    }
    const { groups, words } = this;
    return html`
      ${groups.length > 7 || words
        ? html`<div class="pad">${search({ label: "Find a group", value: words, change: (typed) => this.find(typed) })}</div>`
        : nothing}
      ${groups.length === 0
        ? words
          ? html`<p class="quiet pad">No group is called “${words}”.</p>`
          : empty("group", "No groups yet", "Put people together who often get the same message.")
        : html`<ul class="group-list">${groups.map((group) => this.item(group))}</ul>`}
      ${this.next ? html`<p class="more"><button class="button small" type="button" @click=${this.more}>Show more</button></p>` : nothing}
    `;
  }

  /** @param {Group} group */
  item(group) {
    const directory = group.source === "directory";
    return html`
      <li>
        <a href=${address("groups", group.id)} aria-current=${group.id === this.groupId ? "true" : nothing}>
          ${kindMark(directory ? "building" : "group")}
          <span class="named"><b>${group.name}</b><small>${directory ? "From the directory" : "Kept in Belfry"}</small></span>
          <span class="size">${number(group.size)}<span class="hidden-words"> ${group.size === 1 ? "person" : "people"}</span></span>
        </a>
      </li>
    `;
  }

  one() {
    if (this.groupId === "") {
      return empty("group", "Pick a group", "Its members appear here.");
    }
    return groupMembers({
      groupId: this.groupId,
      changed: (group) => this.note(group),
      rename: (group) => this.rename(group),
      discard: (group) => this.discard(group),
      known: this.groups?.find((one) => one.id === this.groupId),
    });
  }
}

customElements.define("groups-view", GroupsView);

/** @param {Place} place */
export function groupsView({ id }) {
  return html`<groups-view .groupId=${id}></groups-view>`;
}
