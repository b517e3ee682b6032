/** Offers people, and everybody in a space, at the caret while an `@` is being typed. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { get, wordsOf } from "../core/api.js";
import { inWords, t } from "../core/i18n.js";
import { avatar, kindMark } from "../ui/widgets.js";
import { placeOf } from "./caret.js";
import { asked, mentioned, written } from "./mention.js";

const PATIENCE = 120;
const MOST = 8;
const LIST = "mention-options";

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
    this.query = "";
    this.active = 0;
    /** @type {(Person | undefined)[]} undefined is everybody */
    this.options = [];
    this.note = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
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

  /** The text or the caret has changed. @param {number} spaces how many the message goes to */
  look(spaces) {
    const { value, selectionStart, selectionEnd } = this.area;
    const now = selectionStart === selectionEnd ? asked(value, selectionStart) : undefined;
    this.spaces = spaces;
    if (!now || now.from === this.declined) {
      this.declined = now ? this.declined : -1;
      this.hide();
      return;
    }
    if (now.from !== this.from || now.query !== this.query || !this.panel.matches(":popover-open")) {
      this.from = now.from;
      this.ask(now.query);
    }
  }

  /** @param {string} query */
  ask(query) {
    this.stop();
    this.query = query;
    this.active = 0;
    const begin = query.toLowerCase();
    const all = ["all", t("ui.mention.all").toLowerCase()].some((word) => word.startsWith(begin));
    const everybody = all && this.spaces > 0 ? [undefined] : [];
    if (query === "") {
      this.show(everybody, t("compose.mention.type"));
      return;
    }
    // Who was offered for fewer letters; Enter must not choose somebody these letters do not mean.
    const kept = this.options.filter((one) => one?.displayName.toLowerCase().includes(begin));
    this.show([...everybody, ...kept], kept.length === 0 ? t("compose.found.searching") : "");
    this.timer = setTimeout(async () => {
      const running = (this.running = new AbortController());
      try {
        const { items, trouble = "", said } = await get("user/people/find", { q: query, limit: MOST }, running.signal);
        const note = trouble && t("compose.found.incomplete", { reason: inWords(said, trouble) });
        this.show([...everybody, ...items.slice(0, MOST)], note);
      } catch (error) {
        if (!running.signal.aborted) {
          this.show(everybody, wordsOf(error));
        }
      }
    }, PATIENCE);
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
  }

  /**
   * If nobody has that name and there is nothing to say of it, it is no mention.
   * @param {(Person | undefined)[]} options @param {string} note
   */
  show(options, note) {
    if (options.length === 0 && note === "") {
      this.hide();
      return;
    }
    this.options = options;
    this.note = note;
    this.active = Math.min(this.active, Math.max(0, options.length - 1));
    if (!this.panel.matches(":popover-open")) {
      this.panel.showPopover();
      document.addEventListener("scroll", this.follow, { capture: true, passive: true });
    }
    this.draw();
    this.place();
  }

  hide() {
    this.stop();
    this.from = -1;
    this.options = [];
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

  /** @param {KeyboardEvent} event @returns {boolean} whether it was for the options */
  key(event) {
    const { options } = this;
    if (this.from < 0 || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) {
      return false;
    }
    if (event.key === "Escape") {
      this.declined = this.from;
      this.hide();
    } else if (options.length === 0) {
      return false;
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.active = (this.active + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
      this.draw();
    } else if ((event.key === "Enter" || event.key === "Tab") && !event.shiftKey) {
      this.pick(options[this.active]);
    } else {
      return false;
    }
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  /** @param {Person | undefined} person */
  pick(person) {
    const { area, from } = this;
    const state = { text: area.value, from: area.selectionStart, to: area.selectionEnd };
    this.hide();
    this.apply(mentioned(state, from, written(person)));
  }

  draw() {
    const { options, active, note, area } = this;
    render(
      html`
        <div role="listbox" id=${LIST} aria-label=${t("compose.mention.label")}>
          ${options.map((one, index) => this.option(one, index))}
        </div>
        <p class="note" role="status">${note || html`<span class="hidden-words">${t("compose.mention.found", {
          count: options.length,
        })}</span>`}</p>
      `,
      this.panel,
    );
    area.setAttribute("aria-controls", LIST);
    if (options.length > 0) {
      area.setAttribute("aria-activedescendant", `${LIST}-${active}`);
    } else {
      area.removeAttribute("aria-activedescendant");
    }
    this.panel.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }

  /** @param {Person | undefined} one @param {number} index */
  option(one, index) {
    const words = one ? one.displayName : `@${t("ui.mention.all")}`;
    const aside = one ? (one.email ?? "") : t("compose.mention.spaces", { count: this.spaces });
    return html`
      <div role="option" class="option" id=${`${LIST}-${index}`} aria-selected=${index === this.active}
        @click=${() => this.pick(one)}>
        ${one ? avatar(words) : kindMark("space")}<span class="line"><span class="words">${words}</span><small>${aside}</small></span>
      </div>
    `;
  }
}
