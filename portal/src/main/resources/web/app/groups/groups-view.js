/** #/groups[/:id]: the groups and their members. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, requestId } from "../core/api.js";
import { seen } from "../core/seen.js";
import { inWords, number, t } from "../core/i18n.js";
import { address, go } from "../core/router.js";
import { ask } from "../ui/ask.js";
import { empty, groupIcon, groupName, isCounted, kindMark, notice, search, sizeOf, skeletonRows, trouble } from "../ui/widgets.js";
import { groupMembers } from "./group-members.js";
import { icon } from "../ui/icons.js";
import { Lookup } from "../ui/lookup.js";
import { complain, toast } from "../ui/toast.js";

const PAGE = 100;

/** @typedef {{ items: Group[], next?: string, trouble?: string, said?: Said }} Found */

class GroupsView extends LitElement {
  static properties = {
    groupId: { attribute: false },
    query: { state: true },
  };

  constructor() {
    super();
    this.groupId = "";
    this.query = "";
    /** @type {Lookup<Found, never>} */
    this.lookup = new Lookup({
      typed: () => this.query,
      ask: (q, signal) =>
        q ? get("user/groups/find", { q, limit: PAGE }, signal) : get("user/groups/list", { limit: PAGE }, signal),
      options: () => [],
      key: () => "",
      take: () => {},
      changed: () => this.requestUpdate(),
    });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.find("");
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lookup.stop();
  }

  get groups() {
    return this.lookup.answer?.items;
  }

  async more() {
    const { lookup } = this;
    const { answer } = lookup;
    try {
      const page = await get("user/groups/list", { limit: PAGE, cursor: answer?.next });
      if (answer && answer === lookup.answer && lookup.isCurrent) {
        lookup.know({ ...page, items: [...answer.items, ...page.items] });
      }
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} query */
  find(query) {
    this.query = query;
    this.lookup.type(query);
  }

  /** A group changed; the list beside it follows. @param {Group} group */
  note(group) {
    const { answer, isCurrent } = this.lookup;
    if (answer && isCurrent) {
      this.lookup.know({ ...answer, items: answer.items.map((one) => (one.id === group.id ? group : one)) });
    }
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
      this.lookup.again();
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
    if (name === undefined || seen(name) === group.name) {
      return;
    }
    try {
      this.note(await post("user/groups/rename", { groupId: group.id, name }));
      toast({
        words: t("groups.renamed", { name: seen(name) }),
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
      yes: t("groups.deleteNamed", { name, count: group.size }),
      danger: true,
    });
    if (answer === undefined) {
      return;
    }
    try {
      await post("user/groups/delete", { groupId: group.id });
      go(address("groups"));
      this.lookup.again();
      toast({ words: t("groups.deleted", { name }) });
    } catch (error) {
      complain(error);
    }
  }

  render() {
    const { said, trouble: why = "" } = this.lookup.answer ?? {};
    const reason = inWords(said, why);
    return html`
      <div class="head">
        <h1 tabindex="-1">${t("groups.title")}</h1>
        <span class="push"></span>
        <button class="button main-one" type="button" @click=${this.create}>${icon("add")}${t("groups.new")}</button>
      </div>
      ${reason ? notice(t("groups.staleList", { reason })) : nothing}
      <div class="panes" data-open=${this.groupId !== ""}>
        <section class="card list" aria-label=${t("groups.all")}>${this.list()}</section>
        <section class="card one" aria-label=${t("groups.one")}>${this.one()}</section>
      </div>
    `;
  }

  list() {
    const { groups, query, lookup } = this;
    if (!groups) {
      return lookup.trouble ? trouble(lookup.trouble, () => lookup.again()) : skeletonRows(6);
    }
    return html`
      ${groups.length > 7 || query
        ? html`<div class="pad">
            ${search({ label: t("groups.find"), value: query, change: (typed) => this.find(typed) })}
          </div>`
        : nothing}
      ${groups.length === 0
        ? this.none()
        : html`<ul class="group-list" ?inert=${lookup.isStale}>${repeat(groups, ({ id }) => id, (group) => this.item(group))}</ul>`}
      ${lookup.trouble ? notice(t("compose.found.incomplete", { reason: lookup.trouble })) : nothing}
      ${lookup.answer?.next && lookup.isCurrent
        ? html`<p class="more">
            <button class="button small" type="button" @click=${this.more}>${t("common.showMore")}</button>
          </p>`
        : nothing}
    `;
  }

  none() {
    const { text } = this.lookup;
    return text
      ? html`<p class="quiet pad">${t("groups.noneCalled", { query: text })}</p>`
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
