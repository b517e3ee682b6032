/** The members of one group; the field that searches them also finds and adds people outside. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, Trouble, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { isAddress } from "../core/emails.js";
import { addresses } from "../core/pasted.js";
import { apart } from "../core/format.js";
import { inWords, t } from "../core/i18n.js";
import { address } from "../core/router.js";
import { session } from "../core/session.js";
import { ask } from "../ui/ask.js";
import { Lookup, isTooMany, pause } from "../ui/lookup.js";
import { avatar, empty, groupName, notice, search, sizeOf, skeletonRows, some, trouble } from "../ui/widgets.js";
import { icon } from "../ui/icons.js";
import { moreMenu } from "../ui/menus.js";
import { complain, toast } from "../ui/toast.js";

const PAGE = 50;
const AT_ONCE = 500;

/** What is said of members who are being read, and when they are asked for again, in ms. */
const BEING_READ = "expansion.membersBeingRead";
const UNTIL_READ = 2_000;

/**
 * @typedef {{ groupId: string, known: Group | undefined, changed: (group: Group) => void,
 *   rename: (group: Group) => void, discard: (group: Group) => void }} Of
 * @typedef {{ id: string } | { email: string }} Reference
 * @typedef {{ page: Members, outside: Person[], trouble: string }} Found `outside` are not in the group
 */

class GroupMembers extends LitElement {
  static properties = {
    of: { attribute: false },
    query: { state: true },
  };

  constructor() {
    super();
    /** @type {Of | undefined} */
    this.of = undefined;
    this.groupId = "";
    this.query = "";
    /** Why its members could not be read. @type {unknown} */
    this.failed = undefined;
    /** @type {Lookup<Found, never>} */
    this.lookup = new Lookup({
      typed: () => this.query,
      ask: (text, signal, partly) => this.find(text, signal, partly),
      options: () => [],
      key: () => "",
      take: () => {},
      changed: () => this.requestUpdate(),
    });
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("of") && this.of && this.of.groupId !== this.groupId) {
      this.groupId = this.of.groupId;
      this.lookup.clear();
      this.type("");
    }
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.lookup.stop();
  }

  get page() {
    return this.lookup.answer?.page;
  }

  /**
   * Again until the members have been read.
   * @param {string} text @param {AbortSignal} signal @param {(found: Found) => void} partly @returns {Promise<Found>}
   */
  async find(text, signal, partly) {
    for (;;) {
      const found = await this.findNow(text, signal);
      if (found.page.said?.code !== BEING_READ || signal.aborted) {
        return found;
      }
      partly(found);
      await pause(UNTIL_READ);
    }
  }

  /** @param {string} text @param {AbortSignal} signal @returns {Promise<Found>} */
  async findNow(text, signal) {
    const { groupId } = this;
    try {
      const members = get("user/groups/members", { groupId, q: text, limit: PAGE }, signal);
      // Whether anybody can be added is known of the group.
      const people = this.group ? this.people(text, signal, this.group) : members.then(({ group }) => this.people(text, signal, group));
      const [page, { items, trouble: why = "", said }] = await Promise.all([members, people]);
      if (groupId === this.groupId) {
        this.failed = undefined;
        this.of?.changed(page.group);
      }
      const inside = new Set(page.items.map((person) => person.id));
      const outside = items.filter((person) => !inside.has(person.id));
      return { page, outside, trouble: inWords(said, why) };
    } catch (error) {
      this.failed = groupId === this.groupId ? error : this.failed;
      throw error;
    }
  }

  /** @param {string} query @param {AbortSignal} signal @param {Group} group @returns {Promise<Answer<"get", "user/people/find">>} */
  async people(query, signal, group) {
    if (!mayChange(group) || query.length < 2 || addresses(query).emails.length > 1) {
      return { items: [] };
    }
    return get("user/people/find", { q: query, limit: 8 }, signal).catch((error) => {
      if (isTooMany(error)) {
        throw error;
      }
      return { items: [], trouble: wordsOf(error) };
    });
  }

  async more() {
    const { lookup, groupId } = this;
    const { answer } = lookup;
    try {
      const page = await get("user/groups/members", { groupId, q: lookup.text, limit: PAGE, cursor: answer?.page.next });
      if (answer && answer === lookup.answer && lookup.isCurrent) {
        lookup.know({ ...answer, page: { ...page, items: [...answer.page.items, ...page.items] } });
      }
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} query */
  type(query) {
    this.query = query;
    this.lookup.type(query);
  }

  // Changing ----------------------------------------------------------------------------------

  /** @param {string} groupId @param {"add" | "remove"} what @param {Reference[]} members @returns {Promise<MemberResult[]>} */
  async change(groupId, what, members) {
    const results = [];
    for (let from = 0; from < members.length; from += AT_ONCE) {
      const answer = await post(`user/groups/${what}`, {
        groupId,
        members: members.slice(from, from + AT_ONCE),
      });
      results.push(...answer.results);
    }
    this.lookup.again();
    return results;
  }

  get group() {
    return this.of?.known ?? this.page?.group;
  }

  /**
   * Whether to make the change; for a group of the directory, it is confirmed first.
   * @param {"add" | "takeOut"} what @param {string} members in words @param {Group | undefined} group the one that was shown
   */
  async isMeant(what, members, group) {
    if (group?.source !== "directory") {
      return true;
    }
    const answer = await ask({
      title: t(`groups.directory.${what}Title`, { members, name: group.name }),
      words: t("groups.directory.words"),
      yes: t(`groups.directory.${what}`, { members }),
      danger: what === "takeOut",
    });
    return answer !== undefined;
  }

  /** @param {Person} person */
  async takeOut({ id, displayName: name }) {
    const { groupId, group } = this;
    if (!(await this.isMeant("takeOut", name, group))) {
      return;
    }
    try {
      const [result] = await this.change(groupId, "remove", [{ id }]);
      if (result.status !== "removed") {
        const reason = inWords(result.said, result.message ?? t("groups.unchanged"));
        toast({ words: t("groups.stays", { name, reason }), tone: "bad" });
        return;
      }
      toast({ words: t("groups.takenOut", { name }), undo: () => this.change(groupId, "add", [{ id }]) });
    } catch (error) {
      complain(error);
    }
  }

  /** @param {Reference[]} members @param {string} words who they are @param {string} [rest] what stays in the field */
  add(members, words, rest) {
    const { groupId, group } = this;
    return this.adding(groupId, group, words, () => this.change(groupId, "add", members), rest);
  }

  /** Adds the people of a file. @param {Group} group */
  async fromFile(group) {
    const { pickPeople } = await import("./people-file.js");
    await pickPeople(group.id, (words, change) =>
      this.adding(group.id, group, words, async () => {
        const results = await change();
        this.lookup.again();
        return results;
      }),
    ).catch(complain);
  }

  /** @param {string} groupId @param {Group | undefined} group @param {string} words who they are @param {() => Promise<MemberResult[]>} change @param {string} [rest] */
  async adding(groupId, group, words, change, rest = "") {
    if (!(await this.isMeant("add", words, group))) {
      return;
    }
    try {
      const results = await change();
      const added = results.filter(({ status }) => status === "added");
      const others = results.filter(({ status }) => status !== "added");
      if (added.length > 0) {
        this.type(rest);
      }
      toast({
        words: [t("groups.added", { count: added.length }), ...notAdded(others)].join(" · "),
        tone: added.length === 0 ? "bad" : "good",
        undo: added.length === 0 ? undefined : () =>
          this.change(groupId, "remove", added.flatMap(({ person }) => (person ? [{ id: person.id }] : []))),
      });
    } catch (error) {
      complain(error);
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  render() {
    const { group } = this;
    if (this.failed && !this.page) {
      return this.failed instanceof Trouble && this.failed.status === 404
        ? empty("search", t("groups.unknown"), t("groups.unknownWords"))
        : trouble(wordsOf(this.failed), () => this.lookup.again());
    }
    return html`
      <div class="one-head">
        <a class="button quiet small square back-to-list" href=${address("groups")}
          aria-label=${t("groups.back")}>${icon("back")}</a>
        <div class="named">
          <h2>${group ? groupName(group) : ""}</h2>
          <p>${group ? [sizeOf(group), source(group)].join(" · ") : ""}</p>
        </div>
        ${group?.source === "portal"
          ? moreMenu({
              id: "group-more",
              label: t("groups.what", { name: group.name }),
              choices: [
                { words: t("groups.fromFile"), icon: "upload", act: () => this.fromFile(group) },
                { words: t("groups.rename"), icon: "write", act: () => this.of?.rename(group) },
                { words: t("groups.delete"), icon: "trash", danger: true, act: () => this.of?.discard(group) },
              ],
            })
          : nothing}
        ${search({
          label: t(mayChange(this.group) ? "groups.findPerson" : "groups.findMember"),
          value: this.query,
          change: (query) => this.type(query),
        })}
      </div>
      ${group?.source === "directory"
        ? notice(t(mayChange(this.group) ? "groups.directory.yours" : "groups.directory.administrators", { title: session.title }), "lock", "plain")
        : nothing}
      ${this.failed ? notice(t("compose.found.incomplete", { reason: wordsOf(this.failed) })) : nothing}
      ${this.page
        ? [stale(this.page), html`<div class="members" ?inert=${this.lookup.isStale}>${this.members(this.page)}</div>`]
        : skeletonRows(8)}
    `;
  }

  /** @param {Members} page */
  members(page) {
    const typed = seen(this.query);
    if (page.items.length === 0 && typed === "") {
      return empty("person", t("groups.nobody"), mayChange(this.group) ? t("groups.nobodyWords") : "");
    }
    return html`
      <ul class="rows">
        ${repeat(page.items, (person) => person.id, (person) => html`
          <li>
            ${avatar(person.displayName)}
            ${named(person)}
            ${mayChange(this.group)
              ? html`<button class="button quiet small square" type="button" @click=${() => this.takeOut(person)}
                  aria-label=${t("groups.takeOut", { name: person.displayName })} title=${t("groups.takeOut", { name: person.displayName })}>${icon("close")}</button>`
              : nothing}
          </li>
        `)}
      </ul>
      ${page.next
        ? html`<p class="more">
            <button class="button small" type="button" @click=${this.more}>${t("common.showMore")}</button>
          </p>`
        : nothing}
      ${typed === "" ? nothing : this.others(page, typed)}
    `;
  }

  /** @param {Members} page @param {string} typed */
  others(page, typed) {
    const { emails, others } = addresses(typed);
    const { outside = [], trouble: why = "" } = this.lookup.answer ?? {};
    return html`
      ${emails.length > 1 && mayChange(this.group) ? this.addAll(emails, others) : nothing}
      ${outside.length > 0 ? html`<p class="outside-title">${t("groups.outside")}</p>` : nothing}
      <ul class="rows">
        ${repeat(outside, (person) => person.id, (person) => html`
          <li>
            ${avatar(person.displayName)}
            ${named(person)}
            <button class="button small" type="button" aria-label=${t("groups.addNamed", { name: person.displayName })}
              @click=${() => this.add([{ id: person.id }], person.displayName)}>${icon("add")}${t("groups.add")}</button>
          </li>
        `)}
      </ul>
      ${why ? notice(t("compose.found.incomplete", { reason: why })) : nothing}
      ${page.items.length + outside.length === 0 && emails.length < 2
        ? html`<p class="quiet none" role="status">${this.lookup.state === "asking" ? t("groups.searching") : noneFound(typed)}</p>`
        : nothing}
    `;
  }

  /** @param {string[]} emails @param {string[]} others are none; they stay in the field */
  addAll(emails, others) {
    const count = emails.length;
    const add = () => this.add(emails.map((email) => ({ email })), t("common.addresses", { count }), others.join("; "));
    return html`
      <p class="outside-title">${t("groups.addresses")}</p>
      <ul class="rows"><li>
        <span class="named"><b>${t("common.addresses", { count })}</b><small>${some(emails, 2)}</small>
          ${others.length > 0 ? html`<small>${t("compose.list.noAddresses", { count: others.length, names: some(others, 5) })}</small>` : nothing}</span>
        <button class="button small" type="button" @click=${add}>${icon("add")}${t("groups.addAll")}</button>
      </li></ul>
    `;
  }
}

/** The directory belongs to the whole organization. @param {Group | undefined} group */
function mayChange(group) {
  return group?.source === "portal" || (group?.source === "directory" && session.admin);
}

/** @param {string} typed */
function noneFound(typed) {
  return isAddress(typed) ? t("groups.noneWithAddress", { email: typed }) : t("groups.nobodyCalled", { query: typed });
}

/** @param {MemberResult[]} results */
function notAdded(results) {
  if (results.length > 1) {
    return [t("groups.notAdded", { count: results.length, members: some(results.map(({ member }) => member)) })];
  }
  return results.map(({ member, message, said }) =>
    t("groups.because", { member, reason: inWords(said, message ?? t("groups.notAddedReason")) }));
}

/** @param {Members} page */
function stale({ trouble: why, said }) {
  const words = said?.code === BEING_READ ? "groups.reading" : "groups.stale";
  return why ? notice(t(words, { reason: inWords(said, why) })) : nothing;
}

/** @param {Person} person */
function named({ displayName, email }) {
  return html`<span class="named"><b>${displayName}</b>${email ? html`<small>${email}</small>` : nothing}</span>`;
}

/** @param {Group} group */
function source({ source: keeper, fetchedAt }) {
  if (keeper === "portal") {
    return t("groups.sourceHere");
  }
  return fetchedAt ? t("groups.sourceDirectoryAsOf", { when: apart(fetchedAt) }) : t("groups.sourceDirectory");
}

customElements.define("group-members", GroupMembers);

/** @param {Of} of */
export function groupMembers(of) {
  return html`<group-members .of=${of}></group-members>`;
}
