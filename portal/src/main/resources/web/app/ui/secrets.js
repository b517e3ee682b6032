/** A dialog with what has a secret: a list, a form that makes another, and its secret, which is shown once. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { Trouble, wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { newDialog, openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { skeletonRows, trouble } from "./widgets.js";

/**
 * What is shown once.
 * @typedef {{ of: string, label: string, secret: string }} Made `of` is the id of what it belongs to
 */

/**
 * @typedef {object} Open what the rows of an open dialog may do
 * @property {(what: string, work: () => Promise<unknown>) => Promise<void>} load does this, unless it is under way, and reads the list again
 * @property {(what: string, work: () => Promise<Made>) => Promise<void>} make does this and shows the secret
 * @property {(id: string, work: () => Promise<unknown>, sure?: () => Promise<boolean>) => Promise<void>} drop does this if one is sure,
 *   after which nobody needs the secret of this one
 * @property {(words: string) => void} say says this below the list
 * @property {() => boolean} isOpen
 */

/**
 * @typedef {object} Form
 * @property {string} name the words before the field for a name
 * @property {string} [hint] an example of a name
 * @property {(wrong: (field: string) => boolean) => unknown} fields what follows the name; `secret-fault` says what is wrong
 * @property {string} button
 * @property {(data: FormData) => Promise<Made>} make
 */

/**
 * @template {{ id: string }} T
 * @param {{ title: string, words: unknown, none: string, list: () => Promise<T[]>,
 *   row: (one: T, open: Open) => unknown, form?: Form }} of
 */
export function showSecrets({ title, words, none, list, row, form }) {
  const dialog = newDialog("secrets-title");
  /** @type {T[] | undefined} */
  let items;
  /** @type {unknown} */
  let failed;
  /** @type {Made | undefined} */
  let made;
  let said = "";
  /** @type {unknown} */
  let fault;
  let busy = false;
  /** What was asked for and is not done: asked for once more, it is not done twice. @type {Set<string>} */
  const underway = new Set();
  /** How often the list was asked for. */
  let asked = 0;

  /** @param {string} what @param {() => Promise<unknown>} work */
  async function load(what, work) {
    if (underway.has(what)) {
      return;
    }
    underway.add(what);
    said = "";
    try {
      await work();
      await read();
    } catch (error) {
      failed = error;
    }
    underway.delete(what);
    draw();
  }

  /** Reads the list; an answer that comes after one to a later question is old. */
  async function read() {
    const now = ++asked;
    failed = undefined;
    try {
      const found = await list();
      items = now === asked ? found : items;
    } catch (error) {
      failed = now === asked ? error : failed;
    }
    draw();
  }

  /** @param {string} what @param {() => Promise<Made>} work */
  async function make(what, work) {
    await load(what, async () => {
      made = await work();
    });
    select();
  }

  /** @param {string} id @param {() => Promise<unknown>} work */
  async function drop(id, work, sure = async () => true) {
    const question = `ask ${id}`;
    if (underway.has(question)) {
      return;
    }
    underway.add(question);
    const meant = await sure();
    underway.delete(question);
    if (meant) {
      await load(`drop ${id}`, async () => {
        await work();
        made = made?.of === id ? undefined : made;
      });
    }
    // Its button, which had the focus, went with it.
    if (!dialog.contains(document.activeElement)) {
      dialog.querySelector("h2")?.focus();
    }
  }

  /** @param {string} words */
  function say(words) {
    said = words;
    draw();
  }

  const open = { load, make, drop, say, isOpen: () => dialog.open };

  /** @param {Form} form @param {SubmitEvent} event */
  async function submit({ make }, event) {
    event.preventDefault();
    const target = /** @type {HTMLFormElement} */ (event.target);
    if (busy) {
      return;
    }
    busy = true;
    fault = undefined;
    said = "";
    draw();
    try {
      made = await make(new FormData(target));
    } catch (error) {
      fault = error;
    }
    busy = false;
    draw();
    if (fault) {
      /** @type {HTMLElement | null} */ (target.querySelector("[aria-invalid=true]"))?.focus();
      return;
    }
    target.reset();
    await read();
    select();
  }

  /** Whether it is this field of the form that was refused. @param {string} field */
  function wrong(field) {
    return fault instanceof Trouble && fault.of(field) !== "";
  }

  function select() {
    /** @type {HTMLInputElement | null} */ (dialog.querySelector("#secret"))?.select();
  }

  function draw() {
    render(
      html`
        <h2 id="secrets-title" tabindex="-1">${title}</h2>
        <p>${words}</p>
        ${failed ? trouble(wordsOf(failed), () => read()) : nothing}
        ${made ? shownOnce(made) : nothing}
        ${items === undefined
          ? failed ? nothing : skeletonRows(2)
          : html`<ul class="rows open-sessions">${repeat(items, ({ id }) => id, (one) => row(one, open))}</ul>`}
        ${items?.length === 0 ? html`<p>${none}</p>` : nothing}
        <p class="came" role="status">${said}</p>
        ${form ? fields(form) : nothing}
        <div class="buttons">
          <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
        </div>
      `,
      dialog,
    );
  }

  /** @param {string} secret */
  async function copy(secret) {
    select();
    let copied = true;
    try {
      await navigator.clipboard.writeText(secret);
    } catch {
      // Without TLS there is no clipboard, but what is selected can be copied as by the keyboard.
      copied = document.execCommand("copy");
    }
    if (copied) say(t("shell.tokens.copied"));
  }

  /** @param {Made} one */
  function shownOnce({ label, secret }) {
    return html`
      <div class="made-secret" role="status">
        <label class="labelled">${label}
          <input class="field" id="secret" readonly spellcheck="false" .value=${secret}></label>
        <button class="button small" type="button" @click=${() => copy(secret)}>
          ${icon("copy")}${t("shell.tokens.copy")}</button>
      </div>
    `;
  }

  /** @param {Form} form */
  function fields(form) {
    return html`
      <form class="new-secret" novalidate @submit=${(/** @type {SubmitEvent} */ event) => submit(form, event)}>
        <label class="labelled">${form.name}
          <input class="field" name="name" autocomplete="off" aria-invalid=${wrong("name")}
            aria-describedby=${wrong("name") ? "secret-fault" : nothing} placeholder=${form.hint ?? nothing}></label>
        ${form.fields(wrong)}
        <p class="fault" id="secret-fault" role="alert">${fault ? wordsOf(fault) : nothing}</p>
        <button class="button main-one" aria-busy=${busy}>${icon("add")}${form.button}</button>
      </form>
    `;
  }

  draw();
  openDialog(dialog);
  read();
}
