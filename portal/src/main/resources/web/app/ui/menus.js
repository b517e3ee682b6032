/**
 * Menus based on the browser's popover, which opens, and closes with Esc or a click outside. This
 * adds the position, the arrow keys, the focus, and that a choice closes the menu.
 */
import { html, nothing } from "lit";
import { icon } from "./icons.js";

/**
 * @typedef {{ words: string, icon: Parameters<typeof icon>[0], act: () => void, danger?: boolean } | "line"} Choice
 */

/** @param {HTMLElement} menu */
function place(menu) {
  const button = /** @type {HTMLElement} */ (document.querySelector(`[popovertarget="${menu.id}"]`));
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = at.left + width > innerWidth - 8 ? at.right - width : at.left;
  const top = at.bottom + 6 + height > innerHeight - 8 ? at.top - height - 6 : at.bottom + 6;
  menu.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
  menu.style.top = `${Math.max(8, top)}px`;
}

/** @param {Event} event */
function toggled(event) {
  const menu = /** @type {HTMLElement} */ (event.currentTarget);
  const open = /** @type {ToggleEvent} */ (event).newState === "open";
  if (open) {
    place(menu);
    // A panel that does not begin with a choice takes the focus itself.
    /** @type {HTMLElement} */ (menu.querySelector(":scope > .item:first-of-type:first-child") ?? menu).focus();
  }
  if (open) {
    const leave = () => menu.hidePopover();
    addEventListener("scroll", leave, { once: true });
    addEventListener("resize", leave, { once: true });
  }
}

/** @param {HTMLElement} menu @returns {HTMLElement[]} */
function items(menu) {
  return [...menu.querySelectorAll(/** @type {"button"} */ (".item"))];
}

/** @param {KeyboardEvent} event */
function walk(event) {
  const menu = /** @type {HTMLElement} */ (event.currentTarget);
  const all = items(menu);
  const here = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const to = { ArrowDown: here + 1, ArrowUp: here - 1, Home: 0, End: all.length - 1 }[event.key];
  if (to !== undefined) {
    event.preventDefault();
    all.at(to % all.length)?.focus();
  } else if (event.key === "Tab") {
    menu.hidePopover();
  }
}

/** @param {Event} event */
function chosen(event) {
  const menu = /** @type {HTMLElement} */ (event.currentTarget);
  if (/** @type {HTMLElement} */ (event.target).closest(".item")) {
    menu.hidePopover();
  }
}

/** A floating panel beside its button. @param {string} id @param {string} label @param {unknown} content */
export function panel(id, label, content) {
  return html`
    <div class="menu" id=${id} popover tabindex="-1" aria-label=${label} role="group"
      @toggle=${toggled} @keydown=${walk} @click=${chosen}>${content}</div>
  `;
}

/** @param {Choice} choice */
export function menuItem(choice) {
  if (choice === "line") {
    return html`<hr>`;
  }
  return html`
    <button class="item ${choice.danger ? "danger" : ""}" type="button" @click=${choice.act}>
      ${icon(choice.icon)}${choice.words}
    </button>
  `;
}

/**
 * A "…" button and its menu.
 * @param {{ id: string, label: string, choices: Choice[] }} of
 */
export function moreMenu({ id, label, choices }) {
  if (choices.length === 0) {
    return nothing;
  }
  return html`
    <button class="button quiet small square" type="button" popovertarget=${id} aria-label=${label}>
      ${icon("more")}
    </button>
    ${panel(id, label, choices.map(menuItem))}
  `;
}
