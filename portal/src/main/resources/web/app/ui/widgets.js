/** Small stateless parts: functions from values to templates. */
import { html, nothing } from "lit";
import { hueOf, initials, tenths } from "../core/format.js";
import { joined, number, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { icon } from "./icons.js";

/** @typedef {Parameters<typeof icon>[0]} Icon */

/** Its letters are drawn, not written: they are no words of what it stands in. @param {string} name */
export function avatar(name) {
  return html`<span class="avatar" aria-hidden="true" data-initials=${initials(name)}
    .style=${`--of: ${hueOf(name)}`}></span>`;
}

/** An e-mail address, which breaks after its signs rather than within a word. @param {string} email */
export function address(email) {
  return email.split(/(?<=[@._-])/).map((part, index) => (index === 0 ? part : html`<wbr>${part}`));
}

/** The mark of an app, in its own colour. @param {string} title @param {number} hue */
export function appMark(title, hue) {
  return html`<span class="avatar app-mark" aria-hidden="true" data-initials=${initials(title)}
    .style=${`--of: ${hue}`}></span>`;
}

/** @param {Icon} name */
export function kindMark(name) {
  return html`<span class="avatar kind" aria-hidden="true">${icon(name)}</span>`;
}

/** The icon for a group's origin. @param {Group["source"] | undefined} source @returns {Icon} */
export function groupIcon(source) {
  return source === "portal" || source === undefined ? "group" : "building";
}

/** What a group is called: everybody in the directory in the reader's words. @param {{ id?: string, name: string }} group */
export function groupName({ id, name }) {
  return id === "everyone" ? t("common.everyone") : name;
}

/** @param {Group} group its directory may not have been copied yet */
export function isCounted({ source, size, fetchedAt }) {
  return source === "portal" || size > 0 || fetchedAt !== undefined;
}

/** How many are in a group, as far as that is known. @param {Group} group */
export function sizeOf(group) {
  return isCounted(group) ? t("common.people", { count: group.size }) : t("common.notCounted");
}

/** @param {string} words @param {Icon} sign @param {"" | "accent" | "good" | "warn" | "bad"} [tone] */
export function pill(words, sign, tone = "") {
  return html`<span class="pill ${tone}">${icon(sign)}${words}</span>`;
}

/** Whether it sends now. @param {Schemas["BotOf"]} bot */
export function sends({ trouble, waitsFor }) {
  return !trouble && !waitsFor;
}

/**
 * "4 bots, 36 a second", or that they share a limit; "3 of 4 bots" if one does not send now. Empty where an app has
 * one, or none sends.
 */
export function botsInWords() {
  const { bots } = session;
  const some = bots.filter(sends);
  if (some.length === 0) {
    return "";
  }
  const counted =
    some.length < bots.length
      ? t("common.someBots", { some: some.length, all: bots.length })
      : t("common.bots", { all: bots.length });
  const speed = some.reduce((sum, { perSecond }) => sum + perSecond, 0);
  return some.every(({ learned }) => learned)
    ? t(some.some(({ sharesLimit }) => sharesLimit) ? "common.botsShare" : "common.botsSpeed", { counted, speed: tenths(speed) })
    : counted;
}

/**
 * A progress bar, for eyes only; the words beside it are for everybody.
 * @param {Counts} counts
 * @param {{ resting?: boolean, done?: boolean }} [how]
 */
export function progress(counts, { resting = false, done = false } = {}) {
  const part = (/** @type {number} */ some) => `--part: ${(some / Math.max(1, counts.total)) * 100}%`;
  return html`
    <div class="progress ${resting ? "resting" : ""} ${done ? "done" : ""}" aria-hidden="true">
      ${counts.sent > 0 ? html`<i class="sent" .style=${part(counts.sent)}></i>` : nothing}
      ${counts.failed > 0 ? html`<i class="bad" .style=${part(counts.failed)}></i>` : nothing}
      ${counts.held > 0 ? html`<i class="unsure" .style=${part(counts.held)}></i>` : nothing}
      ${counts.skipped > 0 ? html`<i class="gone" .style=${part(counts.skipped)}></i>` : nothing}
    </div>
  `;
}

/** The bar of what is not known yet, for eyes only. @param {boolean} isBeingRead whether it will be in a moment */
export function searching(isBeingRead) {
  return html`<div class="progress ${isBeingRead ? "searching" : ""}" aria-hidden="true"></div>`;
}

/**
 * One of several, as radio buttons.
 * @template {string} T
 * @param {{ name: string, label: string, value: T, choose: (value: T) => void,
 *   options: { value: T, words: string, count?: number, icon?: Icon }[] }} of
 */
export function segments({ name, label, value, choose, options }) {
  return html`
    <div class="segments" role="radiogroup" aria-label=${label}>
      ${options.map(
        (option) => html`
          <label>
            <input type="radio" name=${name} .value=${option.value} .checked=${option.value === value}
              @change=${() => choose(option.value)}>
            ${option.icon ? icon(option.icon) : nothing}
            <span class="line">${option.words}${countOf(option.count)}</span>
          </label>
        `,
      )}
    </div>
  `;
}

/** @param {number | undefined} count */
function countOf(count) {
  return count === undefined
    ? nothing
    : html`<span class="count ${count === 0 ? "zero" : ""}">${number(count)}</span>`;
}

/**
 * @param {{ label: string, value: string, change: (query: string) => void, hint?: string }} of
 */
export function search({ label, value, change, hint = label }) {
  return html`
    <div class="search">
      ${icon("search")}
      <input type="search" aria-label=${label} placeholder=${hint} autocomplete="off" spellcheck="false"
        .value=${value} data-search
        @input=${(/** @type {InputEvent} */ event) => change(/** @type {HTMLInputElement} */ (event.target).value)}
        @keydown=${(/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Escape" && value !== "") {
            event.preventDefault();
            change("");
          }
        }}>
      ${value === ""
        ? nothing
        : html`<button class="button quiet small square" type="button" aria-label=${t("ui.clearSearch")}
            @click=${() => change("")}>${icon("close")}</button>`}
    </div>
  `;
}

/**
 * A notice that there is nothing to show, and what to do about it.
 * @param {Icon} sign @param {string} title @param {unknown} words @param {unknown} [action]
 */
export function empty(sign, title, words, action = nothing) {
  return html`
    <div class="nothing">
      <span class="round" aria-hidden="true">${icon(sign)}</span>
      <h2>${title}</h2>
      <p>${words}</p>
      ${action}
    </div>
  `;
}

/** A notice that something failed, with a way to try again. @param {string} words @param {() => void} [again] */
export function trouble(words, again, title = t("ui.notLoaded")) {
  return html`
    <div class="nothing bad" role="alert">
      <span class="round" aria-hidden="true">${icon("alert")}</span>
      <h2>${title}</h2>
      <p>${words}</p>
      ${again
        ? html`<button class="button" type="button" @click=${again}>${icon("retry")}${t("common.tryAgain")}</button>`
        : nothing}
    </div>
  `;
}

/** @param {unknown} words @param {Icon} [sign] @param {"" | "plain" | "bad"} [tone] @param {unknown} [action] */
export function notice(words, sign = "alert", tone = "", action = nothing) {
  return html`<div class="notice ${tone}" role=${tone === "plain" ? "note" : "alert"}>${icon(sign)}<div>${words}</div>${action}</div>`;
}

/**
 * Above what is shown and no longer kept up to date; where that comes back by itself, it is said to be reconnected.
 * @param {string} words why; empty where it is up to date @param {boolean} lost @param {() => void} again
 */
export function standsStill(words, lost, again) {
  const button = html`<button class="button small" type="button" @click=${again}>${t("common.tryAgain")}</button>`;
  return words && !lost ? notice(words, "alert", "bad", button) : nothing;
}

/** Grey bars in the shape of the content that is loading. @param {number} rows */
export function skeletonRows(rows) {
  const widths = [9, 13, 7, 11, 8, 12];
  return html`
    <ul class="rows" aria-hidden="true">
      ${Array.from({ length: rows }, (_, row) => html`
        <li>
          <span class="bone" .style=${"width: 1.75rem; height: 1.75rem"}></span>
          <span class="named">
            <span class="bone" .style=${`width: ${widths[row % 6]}rem; max-width: 70%`}></span>
            <span class="bone" .style=${`width: ${widths[(row + 2) % 6] + 4}rem; max-width: 90%; height: 0.5rem; margin-top: 0.5rem`}></span>
          </span>
        </li>
      `)}
    </ul>
    <p class="hidden-words" role="status">${t("common.loading")}</p>
  `;
}

/** @param {boolean} lost */
export function reconnecting(lost) {
  return html`<span role="status">${lost ? pill(t("ui.reconnecting"), "offline", "warn") : nothing}</span>`;
}

/** The first names of a list, and how many more. @param {string[]} names @param {number} [most] */
export function some(names, most = 3) {
  const rest = names.length - most;
  return rest > 0
    ? t("common.andOthers", { names: joined(names.slice(0, most), ", "), count: rest })
    : joined(names, ", ");
}
