/** #/groups[/:id]: the groups and their members. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { get, post, requestId, wordsOf } from "../core/api.js";
import { inWords, number, t } from "../core/i18n.js";
import { address, go } from "../core/router.js";
import { ask } from "../ui/ask.js";
import { empty, groupIcon, groupName, isCounted, kindMark, notice, search, sizeOf, skeletonRows, trouble } from "../ui/widgets.js";
import { groupMembers } from "./group-members.js";
import { icon } from "../ui/icons.js";
import { complain, toast } from "../ui/toast.js";

const PAGE = 100;

class GroupsView extends LitElement {
  static properties = {
    groupId: { attribute: false },
    groups: { state: true },
    next: { state: true },
    query: { state: true },
    stale: { state: true },
    failed: { state: true },
  };

  constructor() {
    super();
    this.groupId = "";
    /** @type {Group[] | undefined} */
    this.groups = undefined;
    /** @type {string | undefined} */
    this.next = undefined;
    this.query = "";
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
    const { query } = this;
    try {
      const { items, next, trouble: why = "", said } = query.trim()
        ? await get("user/groups/find", { q: query.trim(), limit: PAGE })
        : await get("user/groups/list", { limit: PAGE });
      this.failed = undefined;
      if (query === this.query) {
        Object.assign(this, { groups: items, next, stale: inWords(said, why) });
      }
    } catch (error) {
      this.failed = error;
    }
  }

  async more() {
    try {
      const { items, next } = await get("user/groups/list", { limit: PAGE, cursor: this.next });
      this.groups = [...(this.groups ?? []), ...items];
      this.next = next;
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} query */
  find(query) {
    this.query = query;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), 150);
  }

  /** A group changed; the list beside it follows. @param {Group} group */
  note(group) {
    this.groups = this.groups?.map((one) => (one.id === group.id ? group : one));
  }

  async create() {
    const name = await ask({
      title: t("groups.new"),
      yes: t("groups.create"),
      field: { label: t("groups.name"), value: "", hint: t("groups.nameHint") },
    });
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
    const name = await ask({
      title: t("groups.renameTitle"),
      yes: t("groups.rename"),
      field: { label: t("groups.name"), value: group.name },
    });
    if (name === undefined || name.trim() === group.name) {
      return;
    }
    try {
      this.note(await post("user/groups/rename", { groupId: group.id, name }));
      toast({
        words: t("groups.renamed", { name: name.trim() }),
        undo: async () => this.note(await post("user/groups/rename", { groupId: group.id, name: group.name })),
      });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Group} group */
  async discard(group) {
    const { name } = group;
    const answer = await ask({
      title: t("groups.deleteTitle", { name }),
      words: t("groups.deleteWords", { count: group.size }),
      yes: t("groups.deleteNamed", { name }),
      danger: true,
    });
    if (answer === undefined) {
      return;
    }
    try {
      await post("user/groups/delete", { groupId: group.id });
      go(address("groups"));
      await this.load();
      toast({ words: t("groups.deleted", { name }) });
    } catch (error) {
      complain(error);
    }
  }

  render() {
    return html`
      <div class="head">
        <h1 tabindex="-1">${t("groups.title")}</h1>
        <span class="push"></span>
        <button class="button main-one" type="button" @click=${this.create}>${icon("add")}${t("groups.new")}</button>
      </div>
      ${this.stale ? notice(t("groups.staleList", { reason: this.stale })) : nothing}
      <div class="panes" data-open=${this.groupId !== ""}>
        <section class="card list" aria-label=${t("groups.all")}>${this.list()}</section>
        <section class="card one" aria-label=${t("groups.one")}>${this.one()}</section>
      </div>
    `;
  }

  list() {
    if (!this.groups) {
      return this.failed
        ? trouble(wordsOf(this.failed), () => this.load())
        : skeletonRows(6);
    }
    const { groups, query } = this;
    return html`
      ${groups.length > 7 || query
        ? html`<div class="pad">
            ${search({ label: t("groups.find"), value: query, change: (typed) => this.find(typed) })}
          </div>`
        : nothing}
      ${groups.length === 0
        ? this.none()
        : html`<ul class="group-list">${groups.map((group) => this.item(group))}</ul>`}
      ${this.next
        ? html`<p class="more">
            <button class="button small" type="button" @click=${this.more}>${t("common.showMore")}</button>
          </p>`
        : nothing}
    `;
  }

  none() {
    return this.query
      ? html`<p class="quiet pad">${t("groups.noneCalled", { query: this.query })}</p>`
      : empty("group", t("groups.noneYet"), t("groups.noneYetWords"));
  }

  /** @param {Group} group */
  item(group) {
    const source = { portal: "groups.keptHere", directory: "groups.fromDirectory", everyone: "groups.everyone" };
    return html`
      <li>
        <a href=${address("groups", group.id)} aria-current=${group.id === this.groupId ? "true" : nothing}>
          ${kindMark(groupIcon(group.source))}
          <span class="named"><b>${groupName(group)}</b><small>${t(source[group.source])}</small></span>
          <span class="size"><span aria-hidden="true">${isCounted(group) ? number(group.size) : "–"}</span><span
            class="hidden-words">${sizeOf(group)}</span></span>
        </a>
      </li>
    `;
  }

  one() {
    if (this.groupId === "") {
      return empty("group", t("groups.pick"), t("groups.pickWords"));
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
