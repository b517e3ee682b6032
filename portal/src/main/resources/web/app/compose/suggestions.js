/** The suggestions of the field To, under Groups, Saved audiences, Spaces and People. */
import { html, nothing } from "lit";
import { inWords, t } from "../core/i18n.js";
import { groupEntry, listEntry, personEntry, savedEntry, spaceEntry } from "./finder.js";
import { placesNamed } from "../ui/readable.js";
import { avatar, groupIcon, groupName, kindMark, sizeOf } from "../ui/widgets.js";

/**
 * @typedef {{ entry: Entry, mark: unknown, words: string, aside: string, off?: boolean, reasoned?: boolean }} Option
 * @typedef {{ title: string, options: Option[] }} Section
 */

/**
 * @param {{ groups: Group[], saved: SavedAudience[], spaces: Space[], people: Person[] }} found
 * @param {string} address an e-mail address that was typed, or ""
 * @returns {Section[]}
 */
export function sections({ groups, saved, spaces, people }, address) {
  const known = people.some((person) => person.email?.toLowerCase() === address.toLowerCase());
  return [
    { title: t("compose.found.groups"), options: groups.map(group) },
    { title: t("compose.saved.title"), options: saved.map(audience) },
    { title: t("compose.found.spaces"), options: spaces.map(space) },
    { title: t("compose.found.people"), options: people.map(person) },
    { title: t("compose.found.address"), options: address && !known ? [typed(address)] : [] },
  ].filter(({ options }) => options.length > 0);
}

/** @param {Group} one @returns {Option} */
function group(one) {
  return {
    entry: groupEntry(one),
    mark: kindMark(groupIcon(one.source)),
    words: groupName(one),
    aside: `${t(`compose.from.${one.source}`)} · ${sizeOf(one)}`,
  };
}

/** @param {SavedAudience} one @returns {Option} */
function audience(one) {
  return {
    entry: savedEntry(one),
    mark: kindMark("people"),
    words: one.name,
    aside: placesNamed(inWords(one.said, one.summary)),
  };
}

/** @param {Space} one @returns {Option} */
function space(one) {
  return {
    entry: spaceEntry(one),
    mark: kindMark("space"),
    words: one.title,
    aside: one.reason ? inWords(one.said, one.reason) : t("compose.found.onePost"),
    off: !one.mayPost,
    reasoned: Boolean(one.reason),
  };
}

/** @param {Person} one @returns {Option} */
function person(one) {
  return { entry: personEntry(one), mark: avatar(one.displayName), words: one.displayName, aside: one.email ?? "" };
}

/** @param {string} address @returns {Option} */
function typed(address) {
  return {
    entry: listEntry(address, [address]),
    mark: kindMark("person"),
    words: address,
    aside: t("compose.found.addAddress"),
  };
}

/** @param {{ found: { trouble: string }, searching: boolean, query: string }} search @param {number} shown */
export function searchNote({ found: { trouble }, searching, query }, shown) {
  if (trouble) {
    return t("compose.found.incomplete", { reason: trouble });
  }
  if (shown > 0) {
    return "";
  }
  return searching ? t("compose.found.searching") : t("compose.found.none", { query: query.trim() });
}

/**
 * @param {{ id: string, sections: Section[], active: number, pick: (entry: Entry) => void, note: string }} of
 */
export function suggestionList({ id, sections: all, active, pick, note }) {
  let index = -1;
  return html`
    <div class="suggestions" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}>
      <div role="listbox" id=${id} aria-label=${t("compose.found.label")}>
        ${all.map((section) => html`
          <div role="group" aria-label=${section.title}>
            <p class="section" aria-hidden="true">${section.title}</p>
            ${section.options.map((option) => {
              index++;
              return suggestion(id, option, index, index === active, pick);
            })}
          </div>
        `)}
      </div>
      ${note ? html`<p class="note" role="status">${note}</p>` : nothing}
    </div>
  `;
}

/**
 * @param {string} id @param {Option} option @param {number} index @param {boolean} active
 * @param {(entry: Entry) => void} pick
 */
function suggestion(id, option, index, active, pick) {
  return html`
    <div role="option" id=${`${id}-${index}`} class=${option.reasoned ? "option reasoned" : "option"}
      aria-selected=${active} aria-disabled=${option.off ?? false}
      @click=${() => option.off || pick(option.entry)}>
      ${option.mark}<span class="line"><span class="words">${option.words}</span><small>${option.aside}</small></span>
    </div>
  `;
}
