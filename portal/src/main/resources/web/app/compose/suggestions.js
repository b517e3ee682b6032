/** The suggestions of the field To, under Groups, Saved audiences, Spaces and People. */
import { html } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { asAddress } from "../core/emails.js";
import { inWords, t } from "../core/i18n.js";
import { groupEntry, keyOf, listEntry, personEntry, same, savedEntry, spaceEntry } from "./finder.js";
import { placesNamed } from "../ui/readable.js";
import { avatar, groupIcon, groupName, kindMark, sizeOf } from "../ui/widgets.js";

/**
 * @typedef {{ entry: Entry, mark: unknown, words: string, aside: string, off?: boolean, reasoned?: boolean }} Option
 * @typedef {{ title: string, options: Option[] }} Section
 */

/**
 * @param {{ groups: Group[], saved: SavedAudience[], spaces: Space[], people: Person[] }} found
 * @param {string} address an e-mail address that was typed, or ""
 * @param {Entry[]} chosen who needs not be suggested any more
 * @returns {Section[]}
 */
export function sections({ groups, saved, spaces, people }, address, chosen) {
  const known = people.some((person) => person.email?.toLowerCase() === address.toLowerCase());
  return [
    { title: t("compose.found.groups"), options: groups.map(group) },
    { title: t("compose.saved.title"), options: saved.map(audience) },
    { title: t("compose.found.spaces"), options: spaces.map(space) },
    { title: t("compose.found.people"), options: people.map(person) },
    { title: t("compose.found.address"), options: address && !known ? [typed(address)] : [] },
  ]
    .map(({ title, options }) => ({
      title,
      options: options.filter(({ entry }) => !chosen.some((one) => same(one, entry))),
    }))
    .filter(({ options }) => options.length > 0);
}

/**
 * What Enter takes once all is there: the first; nobody for no letters, and for an address nobody but whose it is.
 * @param {Option[]} options @param {string} text
 */
export function likeliest(options, text) {
  const address = asAddress(text).toLowerCase();
  if (address) {
    return options.find(({ entry }) => (entry.emails?.[0] ?? entry.email)?.toLowerCase() === address);
  }
  return text === "" ? undefined : options[0];
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

/**
 * @param {{ id: string, sections: Section[], marked: string, stale: boolean, pick: (option: Option) => void, note: string }} of
 *   what is stale is about other letters, and cannot be chosen
 */
export function suggestionList({ id, sections: all, marked, stale, pick, note }) {
  let index = -1;
  return html`
    <div class="suggestions" @mousedown=${(/** @type {Event} */ event) => event.preventDefault()}>
      <div role="listbox" id=${id} aria-label=${t("compose.found.label")} aria-busy=${stale}>
        ${all.map((section) => html`
          <div role="group" aria-label=${section.title}>
            <p class="section" aria-hidden="true">${section.title}</p>
            ${repeat(section.options, ({ entry }) => keyOf(entry), (option) => {
              index++;
              return suggestion(`${id}-${index}`, option, keyOf(option.entry) === marked, stale, pick);
            })}
          </div>
        `)}
      </div>
      <p class="note" role="status">${note}</p>
    </div>
  `;
}

/**
 * @param {string} id @param {Option} option @param {boolean} active @param {boolean} stale
 * @param {(option: Option) => void} pick
 */
function suggestion(id, option, active, stale, pick) {
  return html`
    <div role="option" id=${id} class=${option.reasoned ? "option reasoned" : "option"}
      aria-selected=${active} aria-disabled=${stale || (option.off ?? false)}
      @click=${() => pick(option)}>
      ${option.mark}<span class="line"><span class="words">${option.words}</span><small>${option.aside}</small></span>
    </div>
  `;
}
