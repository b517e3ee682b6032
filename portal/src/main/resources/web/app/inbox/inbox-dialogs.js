/** Writes back to somebody, and says what is written back by itself. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { post, requestId, Trouble, wordsOf } from "../core/api.js";
import { seen as asSeen } from "../core/seen.js";
import { t } from "../core/i18n.js";
import { newDialog, openOnce } from "../ui/dialog.js";
import { toast } from "../ui/toast.js";

/**
 * @typedef {{ title: string, words: unknown, yes: string, text: string, mayBeEmpty: boolean,
 *   send: (text: string) => Promise<unknown> }} Wish
 */

/** @param {Received} one @returns {Promise<Received | undefined>} the answer with its reply */
export async function replyDialog(one) {
  const id = requestId();
  /** @type {Received | undefined} */
  let replied;
  /** Whoever is told that somebody else has replied may reply all the same. @type {number | undefined} */
  let seen = one.replies.length;
  await show({
    title: t("inbox.replyTitle", { name: one.from.displayName }),
    words: html`<q class="words">${one.text}</q>`,
    yes: t("inbox.send"),
    text: "",
    mayBeEmpty: false,
    send: async (text) => {
      try {
        replied = await post("answers/reply", { answerId: one.id, markdown: text, seen, requestId: id });
      } catch (error) {
        seen = error instanceof Trouble && error.status === 409 ? undefined : seen;
        throw error;
      }
    },
  });
  return replied;
}

/** @param {AutomaticReply} now */
export function automaticDialog(now) {
  return show({
    title: t("inbox.automaticTitle"),
    words: t("inbox.automaticWords"),
    yes: t("inbox.automaticSave"),
    text: now.markdown,
    mayBeEmpty: true,
    send: async (text) => {
      const { markdown } = await post("answers/automatic", { revision: now.revision, markdown: text });
      toast({ words: t(markdown ? "inbox.automaticOn" : "inbox.automaticOff") });
    },
  });
}

/** @param {Wish} wish @returns {Promise<void>} */
function show(wish) {
  const dialog = newDialog("inbox-title");
  dialog.classList.add("list-dialog");
  const state = { text: wish.text, busy: false, failed: "" };
  return new Promise((resolve) => {
    const draw = () => render(content(), dialog);
    const send = async (/** @type {Event} */ event) => {
      event.preventDefault();
      Object.assign(state, { busy: true, failed: "" });
      draw();
      try {
        await wish.send(state.text);
        dialog.close();
      } catch (error) {
        state.failed =
          error instanceof Trouble && error.errors.length > 0
            ? error.errors.map(({ message }) => message).join(" ")
            : wordsOf(error);
      }
      state.busy = false;
      draw();
    };
    const change = (/** @type {string} */ text) => {
      state.text = text;
      draw();
    };
    const content = () => html`
      <form @submit=${send}>
        <h2 id="inbox-title" tabindex="-1">${wish.title}</h2>
        <p>${wish.words}</p>
        <textarea class="field reply-words" dir="auto" aria-label=${wish.title} .value=${state.text}
          @input=${(/** @type {InputEvent} */ event) => change(/** @type {HTMLTextAreaElement} */ (event.target).value)}></textarea>
        ${state.failed ? html`<p class="fault" role="alert">${state.failed}</p>` : nothing}
        <div class="buttons">
          <button class="button" type="button" @click=${() => dialog.close()}>${t("common.cancel")}</button>
          <button class="button main-one" aria-busy=${state.busy}
            ?disabled=${state.busy || (!wish.mayBeEmpty && asSeen(state.text) === "")}>${wish.yes}</button>
        </div>
      </form>
    `;
    dialog.addEventListener("close", () => resolve());
    draw();
    openOnce(dialog);
  });
}
