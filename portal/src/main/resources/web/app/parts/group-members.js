/** The members of one group; the field that searches them also finds and adds people outside. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, Trouble, wordsOf } from "../lib/api.js";
import { addresses, isAddress } from "../lib/emails.js";
import { apart, count } from "../lib/format.js";
import { address } from "../lib/router.js";
import { avatar, empty, notice, search, skeletonRows, some, trouble } from "./bits.js";
import { icon } from "./icons.js";
import { moreMenu } from "./menus.js";
import { complain, toast } from "./toast.js";

const PAGE = 50;
const PATIENCE = 150;
const AT_ONCE = 500;

/**
 * @typedef {{ groupId: string, known: Group | undefined, changed: (group: Group) => void,
 *   rename: (group: Group) => void, discard: (group: Group) => void }} Of
 * @typedef {{ id: string } | { email: string }} Reference
 */

class GroupMembers extends LitElement {
  static properties = { of: { attribute: false } };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    this.groupId = "";
    /** @type {Members | undefined} */
    this.page = undefined;
    this.words = "";
    /** @type {Person[]} not in the group */
    this.outside = [];
    this.searchTrouble = "";
    this.searching = false;
    /** @type {unknown} */
    this.failed = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("of") && this.of && this.of.groupId !== this.groupId) {
      this.groupId = this.of.groupId;
      Object.assign(this, { page: undefined, words: "", outside: [], failed: undefined });
      this.load();
    }
  }

  async load() {
    const { groupId, words } = this;
    const query = words.trim();
    try {
      const [page, people] = await Promise.all([
        get("user/groups/members", { groupId, q: query, limit: PAGE }),
        this.people(query),
      ]);
      if (groupId === this.groupId && words === this.words) {
        const inside = new Set(page.items.map((/** @type {Person} */ person) => person.id));
        Object.assign(this, {
          page,
          outside: people.items.filter((person) => !inside.has(person.id)),
          searchTrouble: people.trouble ?? "",
          searching: false,
          failed: undefined,
        });
        this.of?.changed(page.group);
      }
    } catch (error) {
      if (groupId === this.groupId) {
        this.failed = error;
        this.searching = false;
      }
    }
    this.requestUpdate();
  }

  /** @param {string} query @returns {Promise<Items<Person>>} */
  async people(query) {
    if (query.length < 2 || addresses(query).emails.length > 1) {
      return { items: [] };
    }
    return get("user/people/find", { q: query, limit: 8 }).catch((error) => ({ items: [], trouble: wordsOf(error) }));
  }

  async more() {
    try {
      const page = await get("user/groups/members", {
        groupId: this.groupId,
        q: this.words.trim(),
        limit: PAGE,
        cursor: this.page?.next,
      });
      this.page = { ...page, items: [...(this.page?.items ?? []), ...page.items] };
    } catch (error) {
      complain(error);
    }
    this.requestUpdate();
  }

  /** @param {string} words */
  type(words) {
    this.words = words;
    this.searching = true;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.load(), PATIENCE);
    this.requestUpdate();
  }

  // Changing ----------------------------------------------------------------------------------

  /** @param {"add" | "remove"} what @param {Reference[]} members @returns {Promise<MemberResult[]>} */
  async change(what, members) {
    const results = [];
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const answer = await post("user/groups/" + what, {
        groupId: this.groupId,
        members: members.slice(from, from + AT_ONCE),
      });
      results.push(...answer.results);
    }
    await this.load();
    return results;
  }

  /** @param {Person} person */
  async takeOut(person) {
    try {
      const [result] = await this.change("remove", [{ id: person.id }]);
      if (result.status !== "removed") {
        toast({ words: `${person.displayName} stays: ${result.message ?? "the group did not change"}`, tone: "bad" });
        return;
      }
      toast({ words: `${person.displayName} is out of the group.`, undo: () => this.change("add", [{ id: person.id }]) });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Reference[]} members */
  async add(members) {
    try {
      const results = await this.change("add", members);
      const added = results.filter(({ status }) => status === "added");
      const others = results.filter(({ status }) => status !== "added");
      const words = [`${count(added.length, "person", "people")} added`];
      if (others.length > 0) {
        words.push(others.length === 1 ? `${others[0].member}: ${others[0].message ?? "not added"}` : `${others.length} not: ${some(others.map(({ member }) => member), 3)}`);
      }
      if (added.length > 0) {
        this.type("");
      }
      toast({
        words: words.join(" · "),
        tone: added.length === 0 ? "bad" : "good",
        undo: added.length === 0 ? undefined : () =>
          this.change("remove", added.flatMap(({ person }) => (person ? [{ id: person.id }] : []))),
      });
    } catch (error) {
      complain(error);
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  render() {
    const group = this.of?.known ?? this.page?.group;
    if (this.failed && !this.page) {
      return this.failed instanceof Trouble && this.failed.status === 404
        ? empty("search", "No such group", "It was deleted, or it belongs to another app.")
        : trouble(wordsOf(this.failed), () => this.load());
    }
    return html`
      <div class="one-head">
        <a class="button quiet small square back-to-list" href=${address("groups")} aria-label="Back to all groups">${icon("back")}</a>
        <div class="named">
          <h2>${group?.name ?? ""}</h2>
          <p>${group ? [count(group.size, "person", "people"), source(group)].join(" · ") : ""}</p>
        </div>
        ${group?.source === "portal"
          ? moreMenu({
              id: "group-more",
              label: `What to do with ${group.name}`,
              choices: [
                { words: "Rename", icon: "write", act: () => this.of?.rename(group) },
                { words: "Delete", icon: "trash", danger: true, act: () => this.of?.discard(group) },
              ],
            })
          : nothing}
        ${search({ label: "Find or add a person", hint: "Find or add a person", value: this.words, change: (words) => this.type(words) })}
      </div>
      ${this.page?.trouble ? notice(`The directory did not answer, so this is an older copy: ${this.page.trouble}`) : nothing}
      ${this.page ? this.members(this.page) : skeletonRows(8)}
    `;
  }

  /** @param {Members} page */
  members(page) {
    const typed = this.words.trim();
    if (page.items.length === 0 && typed === "") {
      return empty("person", "Nobody is in this group", "Type a name or an address above, or paste a list of addresses.");
    }
    return html`
      <ul class="rows">
        ${repeat(page.items, (person) => person.id, (person) => html`
          <li>
            ${avatar(person.displayName)}
            ${named(person)}
            <button class="button quiet small square" type="button" aria-label=${`Take ${person.displayName} out of the group`}
              @click=${() => this.takeOut(person)}>${icon("close")}</button>
          </li>
        `)}
      </ul>
      ${page.next ? html`<p class="more"><button class="button small" type="button" @click=${this.more}>Show more</button></p>` : nothing}
      ${typed === "" ? nothing : this.others(page, typed)}
    `;
  }

  /** @param {Members} page @param {string} typed */
  others(page, typed) {
    const { emails } = addresses(typed);
    const unknown = isAddress(typed) && this.outside.length === 0 && page.items.length === 0;
    return html`
      ${emails.length > 1
        ? html`<p class="outside-title">Addresses</p>
            <ul class="rows"><li>
              <span class="named"><b>${count(emails.length, "address", "addresses")}</b><small>${some(emails, 2)}</small></span>
              <button class="button small" type="button" @click=${() => this.add(emails.map((email) => ({ email })))}>${icon("add")}Add all</button>
            </li></ul>`
        : nothing}
      ${this.outside.length > 0 ? html`<p class="outside-title">Not in this group</p>` : nothing}
      <ul class="rows">
        ${this.outside.map((person) => html`
          <li>
            ${avatar(person.displayName)}
            ${named(person)}
            <button class="button small" type="button" aria-label=${`Add ${person.displayName}`}
              @click=${() => this.add([{ id: person.id }])}>${icon("add")}Add</button>
          </li>
        `)}
      </ul>
      ${this.searchTrouble ? notice(`Webex could not be searched: ${this.searchTrouble}`, "alert") : nothing}
      ${page.items.length + this.outside.length === 0 && emails.length < 2
        ? html`<p class="quiet none" role="status">${this.searching ? "Searching" : unknown ? `Nobody has the address ${typed}.` : `Nobody is called “${typed}”.`}</p>`
        : nothing}
    `;
  }
}

/** @param {Person} person */
function named({ displayName, email }) {
  return html`<span class="named"><b>${displayName}</b>${email ? html`<small>${email}</small>` : nothing}</span>`;
}

/** @param {Group} group */
function source(group) {
  if (group.source === "portal") {
    return "kept in Belfry";
  }
  return `from the directory${group.fetchedAt ? `, as of ${apart(group.fetchedAt)}` : ""}: a change here changes it there`;
}

customElements.define("group-members", GroupMembers);

/** @param {Of} of */
export function groupMembers(of) {
  return html`<group-members .of=${of}></group-members>`;
}
