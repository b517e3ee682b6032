/** Offers people, and everybody in a space, at the caret while an `@` is being typed. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get } from "../core/api.js";
import { inWords, t } from "../core/i18n.js";
import { Lookup, isComposing } from "../ui/lookup.js";
import { avatar, kindMark } from "../ui/widgets.js";
import { placeOf } from "./caret.js";
import { asked, mentioned, written } from "./mention.js";

const MOST = 8;
const LIST = "mention-options";

/** @typedef {{ options: Person[], trouble: string }} Found */

/** Whoever is in a space, in place of a person. @type {Person} */
const EVERYBODY = { id: "", displayName: "" };

/**
 * The text area keeps the focus and names the highlighted option, as a combobox does. It stays a text
 * box: nothing else may be of several lines.
 */
export class MentionPicker {
  /**
   * @param {HTMLTextAreaElement} area
   * @param {(change: import("./editing.js").Change) => void} apply
   */
  constructor(area, apply) {
    this.area = area;
    this.apply = apply;
    this.spaces = 0;
    /** Where the `@` is; below zero if nothing is offered. */
    this.from = -1;
    /** The `@` that the author does not want to become a mention. */
    this.declined = -1;
    /** Everybody, where the letters may mean that. @type {Person[]} */
    this.everybody = [];
    /** @type {Lookup<Found, Person>} */
    this.lookup = new Lookup({
      typed: () => this.asked?.query ?? "",
      ask: (text) => this.find(text),
      options: ({ options }) => [...this.everybody, ...options],
      key: ({ id }) => id || "all",
      take: (one) => this.pick(one),
      changed: () => this.show(),
      highlight: likeliest,
      trouble: ({ trouble }) => trouble,
    });
    /** Whether the key that waits would else have begun a new line. */
    this.enters = false;
    this.panel = document.createElement("div");
    this.panel.className = "menu mention-picker";
    this.panel.popover = "manual";
    // The text keeps the focus.
    this.panel.addEventListener("mousedown", (event) => event.preventDefault());
    area.after(this.panel);
    area.addEventListener("blur", () => this.hide());
    area.addEventListener("scroll", () => this.place());
    area.addEventListener("keyup", ({ key }) => /^(Arrow(Left|Right)|Home|End)$/.test(key) && this.look(this.spaces));
    this.follow = () => this.place();
  }

  /** The mention that ends at the caret, if one does. */
  get asked() {
    const { value, selectionStart, selectionEnd } = this.area;
    return selectionStart === selectionEnd ? asked(value, selectionStart) : undefined;
  }

  /** The text or the caret has changed. @param {number} spaces how many the message goes to */
  look(spaces) {
    const now = this.asked;
    this.spaces = spaces;
    if (!now || now.from === this.declined) {
      this.declined = now ? this.declined : -1;
      this.hide();
      return;
    }
    if (now.from !== this.from) {
      this.lookup.clear();
    }
    this.from = now.from;
    const begin = now.query.toLowerCase();
    const isAll = ["all", t("ui.mention.all").toLowerCase()].some((word) => word.startsWith(begin));
    this.everybody = isAll && spaces > 0 ? [EVERYBODY] : [];
    this.lookup.type(now.query);
  }

  /** @param {string} text @returns {Promise<Found>} */
  async find(text) {
    if (text === "") {
      return { options: [], trouble: "" };
    }
    const { items, trouble = "", said } = await get("user/people/find", { q: text, limit: MOST });
    return { options: items.slice(0, MOST), trouble: inWords(said, trouble) };
  }

  /** If nobody has that name and there is nothing to say of it, it is no mention. */
  show() {
    const { lookup } = this;
    if (this.from < 0) {
      return;
    }
    if (lookup.state === "known" && lookup.text !== "" && lookup.options.length === 0) {
      this.decline(lookup.inDoubt);
      return;
    }
    if (!this.panel.matches(":popover-open")) {
      this.panel.showPopover();
      document.addEventListener("scroll", this.follow, { capture: true, passive: true });
    }
    this.draw();
    this.place();
  }

  hide() {
    this.lookup.clear();
    this.from = -1;
    if (this.panel.matches(":popover-open")) {
      this.panel.hidePopover();
      document.removeEventListener("scroll", this.follow, { capture: true });
      render(nothing, this.panel);
      ["aria-controls", "aria-activedescendant"].forEach((name) => this.area.removeAttribute(name));
    }
  }

  /** Below the line of the caret, or above it where there is no room. */
  place() {
    if (this.from < 0) {
      return;
    }
    const { left, top, bottom } = placeOf(this.area, this.from);
    const { offsetWidth: width, offsetHeight: height } = this.panel;
    const above = bottom + height > innerHeight - 8 && top - height > 8;
    this.panel.style.left = `${Math.max(8, Math.min(left, innerWidth - width - 8))}px`;
    this.panel.style.top = `${above ? top - height - 4 : bottom + 4}px`;
  }

  /** It is no mention. @param {boolean} waited whether a key has waited to know that, and has its usual effect now */
  decline(waited) {
    const { area, enters } = this;
    const { selectionStart: from, selectionEnd: to } = area;
    this.hide();
    if (waited && enters) {
      this.apply({ from, to, text: "\n", select: [from + 1, from + 1] });
    }
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was for the options */
  key(event) {
    const { lookup } = this;
    if (this.from < 0 || isComposing(event) || event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    if (lookup.waits && event.key.length === 1) {
      this.decline(true);
      return false;
    }
    if (event.key === "Escape") {
      this.declined = this.from;
      this.hide();
      event.preventDefault();
    } else if (event.shiftKey || !this.isFor(event.key) || !lookup.key(event, ["Enter", "Tab"])) {
      return false;
    }
    this.enters = event.key === "Enter";
    event.stopPropagation();
    return true;
  }

  /** Whether this key is for the options: there are some, or there may be. @param {string} key */
  isFor(key) {
    const { state, text, options, option } = this.lookup;
    const some = options.length > 0;
    return /^arrow/i.test(key) ? some : option !== undefined || (text !== "" && (some || state === "asking"));
  }

  /** @param {Person} person */
  pick(person) {
    const { area, from } = this;
    const state = { text: area.value, from: area.selectionStart, to: area.selectionEnd };
    this.hide();
    this.apply(mentioned(state, from, written(person === EVERYBODY ? undefined : person)));
  }

  draw() {
    const { lookup, area } = this;
    const shown = lookup.answer ? lookup.of.options(lookup.answer) : [];
    const at = shown.findIndex((one) => lookup.of.key(one) === lookup.marked);
    const note = lookup.text === "" ? t("compose.mention.type") : lookup.note();
    render(
      html`
        <div role="listbox" id=${LIST} aria-label=${t("compose.mention.label")} aria-busy=${lookup.isStale}>
          ${repeat(shown, lookup.of.key, (one, index) => this.option(one, index, index === at))}
        </div>
        <p class="note" role="status">${note || html`<span class="hidden-words">${t("compose.mention.found", {
          count: shown.length,
        })}</span>`}</p>
      `,
      this.panel,
    );
    area.setAttribute("aria-controls", LIST);
    if (at >= 0) {
      area.setAttribute("aria-activedescendant", `${LIST}-${at}`);
    } else {
      area.removeAttribute("aria-activedescendant");
    }
    this.panel.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Person} one @param {number} index @param {boolean} active */
  option(one, index, active) {
    const isOne = one !== EVERYBODY;
    const words = isOne ? one.displayName : `@${t("ui.mention.all")}`;
    const aside = isOne ? (one.email ?? "") : t("compose.mention.spaces", { count: this.spaces });
    return html`
      <div role="option" class="option" id=${`${LIST}-${index}`} aria-selected=${active} aria-disabled=${this.lookup.isStale}
        @click=${() => this.lookup.choose(one)}>
        ${isOne ? avatar(words) : kindMark("space")}<span class="line"><span class="words">${words}</span><small>${aside}</small></span>
      </div>
    `;
  }
}

/**
 * What Enter takes once it is known who is meant: everybody only where the whole word says so.
 * @param {Person[]} options @param {string} text
 */
function likeliest(options, text) {
  const whole = ["all", t("ui.mention.all").toLowerCase()].includes(text.toLowerCase());
  return whole ? options[0] : options.find((one) => one !== EVERYBODY);
}
