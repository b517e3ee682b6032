/** Short notices at the bottom, with an undo. */
import { LitElement, html, nothing } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { icon } from "./icons.js";

/**
 * @typedef {{ words: string, tone?: "good" | "bad", seconds?: number, undo?: () => unknown,
 *   action?: string, countdown?: (seconds: number) => string }} News
 * @typedef {News & { id: number, until: number, left: number }} Toast
 */

const LONGEST_STACK = 3;
const TICK = 250;

class ToastStack extends LitElement {
  static properties = { toasts: { state: true } };

  constructor() {
    super();
    /** @type {Toast[]} */
    this.toasts = [];
    this.next = 1;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  createRenderRoot() {
    return this;
  }

  /** @param {News} news */
  add(news) {
    const seconds = news.seconds ?? (news.undo ? 10 : news.tone === "bad" ? 12 : 6);
    const toast = { ...news, id: this.next++, until: Date.now() + seconds * 1_000, left: seconds };
    this.toasts = [...this.toasts, toast].slice(-LONGEST_STACK);
    this.timer ??= setInterval(() => this.tick(), TICK);
    return () => this.drop(toast.id);
  }

  tick() {
    const resting = this.matches(":hover") || this.contains(document.activeElement);
    const before = this.toasts;
    const toasts = before.map((toast) => {
      // A countdown follows the server's clock and cannot be paused.
      toast.until += resting && !toast.countdown ? TICK : 0;
      return { ...toast, left: Math.max(0, Math.ceil((toast.until - Date.now()) / 1_000)) };
    });
    if (toasts.some(({ left }, index) => left === 0 || left !== before[index].left)) {
      this.toasts = toasts.filter(({ left }) => left > 0);
    }
    if (this.toasts.length === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  /** @param {number} id */
  drop(id) {
    this.toasts = this.toasts.filter((toast) => toast.id !== id);
  }

  /** Undoes the latest action that can be undone. */
  undoLatest() {
    const toast = this.toasts.findLast((one) => one.undo);
    if (toast) {
      this.undo(toast);
    }
  }

  /** @param {Toast} toast */
  async undo(toast) {
    this.drop(toast.id);
    try {
      await toast.undo?.();
    } catch (error) {
      this.add({ words: wordsOf(error), tone: "bad" });
    }
  }

  updated() {
    const stack = /** @type {HTMLElement} */ (this.firstElementChild);
    if (this.toasts.length > 0 && stack && !stack.matches(":popover-open")) {
      stack.showPopover();
    } else if (this.toasts.length === 0 && stack?.matches(":popover-open")) {
      stack.hidePopover();
    }
  }

  render() {
    return html`
      <div class="toasts" popover="manual">
        ${repeat(this.toasts, (toast) => toast.id, (toast) => this.one(toast))}
      </div>
    `;
  }

  /** @param {Toast} toast */
  one(toast) {
    const bad = toast.tone === "bad";
    return html`
      <div class="toast ${bad ? "bad" : ""}" role=${bad ? "alert" : "status"}>
        ${icon(bad ? "failed" : "chosen")}
        <span class="words">
          ${toast.countdown
            ? html`<span class="hidden-words">${toast.words}</span><span
                aria-hidden="true">${toast.countdown(toast.left)}</span>`
            : toast.words}
        </span>
        ${toast.undo
          ? html`<button class="button quiet small" type="button" aria-keyshortcuts="u" @click=${() => this.undo(toast)}>
              ${toast.action ?? t("common.undo")}
            </button>`
          : nothing}
        <button class="button quiet small square" type="button" aria-label=${t("ui.closeNote")}
          @click=${() => this.drop(toast.id)}>${icon("close")}</button>
      </div>
    `;
  }
}

customElements.define("toast-stack", ToastStack);

/** Where toasts appear; once in the page. */
export function toastStack() {
  return html`<toast-stack></toast-stack>`;
}

function stack() {
  return /** @type {ToastStack} */ (document.querySelector("toast-stack"));
}

/** @param {News} news @returns {() => void} takes it away */
export function toast(news) {
  return stack().add(news);
}

/** @param {unknown} error */
export function complain(error) {
  return toast({ words: wordsOf(error), tone: "bad" });
}

export function undoLatest() {
  stack().undoLatest();
}
