/** A dialog with the programs that are told what happens in this app. For administrators. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { get, post, remove, wordsOf } from "../core/api.js";
import { apart } from "../core/format.js";
import { list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { pill, skeletonRows, trouble } from "../ui/widgets.js";

const EVENTS = [
  "job.started",
  "job.finished",
  "job.failed",
  "job.cancelled",
  "job.held",
  "recipients.failed",
  "answer.received",
];

/** What is ticked before anybody has chosen: what somebody has to act on. */
const USUAL = ["job.failed", "job.held"];

/** How often it is looked whether a test was taken, and how long between. */
const LOOKS = 40;
const BETWEEN = 500;

export function showWebhooks() {
  const dialog = newDialog("webhooks-title");
  /** @type {Webhook[] | undefined} */
  let hooks;
  /** @type {unknown} */
  let failed;
  /** @type {WebhookWithSecret | undefined} */
  let made;
  let said = "";
  let fault = "";

  /** @param {() => Promise<unknown>} work what is done before all are read again */
  async function load(work = async () => undefined) {
    failed = undefined;
    try {
      await work();
      hooks = (await get("admin/webhooks")).items;
    } catch (error) {
      failed = error;
    }
    draw();
  }

  /** @param {SubmitEvent} event */
  async function make(event) {
    event.preventDefault();
    const form = /** @type {HTMLFormElement} */ (event.target);
    const data = new FormData(form);
    fault = "";
    try {
      made = await post("admin/webhooks", {
        name: String(data.get("name")),
        url: String(data.get("url")),
        events: data.getAll("event").map(String),
      });
      form.reset();
    } catch (error) {
      fault = wordsOf(error);
      draw();
      return;
    }
    await showSecret();
  }

  /** @param {Webhook} one */
  async function rotate(one) {
    await load(async () => {
      made = /** @type {WebhookWithSecret} */ (await post(`admin/webhooks/${one.id}/rotate`, {}));
    });
    await showSecret();
  }

  async function showSecret() {
    await load();
    /** @type {HTMLInputElement | null} */ (dialog.querySelector("#webhook-secret"))?.select();
  }

  /** @param {Webhook} one @param {boolean} enabled */
  function able(one, enabled) {
    return load(() => post(`admin/webhooks/${one.id}`, { enabled }));
  }

  /** @param {Webhook} one */
  async function drop(one) {
    made = made?.webhook.id === one.id ? undefined : made;
    await load(() => remove(`admin/webhooks/${one.id}`));
  }

  /** @param {Webhook} one */
  async function test(one) {
    const { name } = one;
    await load(async () => {
      const { id } = await post(`admin/webhooks/${one.id}/test`, {});
      said = t("people.webhooks.testing", { name });
      draw();
      for (let looks = 0; looks < LOOKS && dialog.open; looks++) {
        await new Promise((done) => setTimeout(done, BETWEEN));
        const { latest } = await get(`admin/webhooks/${one.id}`);
        const tried = latest.find((event) => event.id === id && event.tries > 0);
        if (tried) {
          const key = tried.state === "taken" ? "taken" : "refused";
          said = t(`people.webhooks.${key}`, { name, answer: tried.answer ?? "" });
          return;
        }
      }
    });
  }

  function draw() {
    render(
      html`
        <h2 id="webhooks-title" tabindex="-1">${t("people.webhooks.title", { title: session.title })}</h2>
        <p>${t("people.webhooks.words")}</p>
        ${failed ? trouble(wordsOf(failed), () => load()) : nothing}
        ${made ? shownOnce(made) : nothing}
        ${hooks === undefined
          ? failed ? nothing : skeletonRows(2)
          : html`<ul class="rows open-sessions">${hooks.map((one) => row(one))}</ul>`}
        ${hooks?.length === 0 ? html`<p>${t("people.webhooks.none")}</p>` : nothing}
        <p role="status">${said}</p>
        ${form()}
        <div class="buttons">
          <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
        </div>
      `,
      dialog,
    );
  }

  /** @param {WebhookWithSecret} one */
  function shownOnce(one) {
    return html`
      <div class="made-token" role="status">
        <label class="labelled">${t("people.webhooks.once", { name: one.webhook.name })}
          <input class="field" id="webhook-secret" readonly spellcheck="false" .value=${one.secret}></label>
        <button class="button small" type="button" @click=${() => navigator.clipboard.writeText(one.secret)}>
          ${icon("copy")}${t("shell.tokens.copy")}</button>
      </div>
    `;
  }

  /** @param {Webhook} one */
  function row(one) {
    const { name } = one;
    const events = list(one.events.map(eventWords));
    const where = new URL(one.url).host;
    const enabled = one.state === "enabled";
    return html`
      <li>
        <span class="named">
          <b>${name}</b>
          <small>${t("people.webhooks.about", { where, events })}</small>
          ${enabled && one.failingSince
            ? html`<small>${t("people.webhooks.failing", { when: apart(one.failingSince), failure: one.failure ?? "" })}</small>`
            : nothing}
        </span>
        ${enabled ? nothing : pill(t(`people.webhooks.state.${one.state}`), "pause")}
        ${action("test", one, () => test(one), enabled)}
        ${action("rotate", one, () => rotate(one))}
        ${action(enabled ? "disable" : "enable", one, () => able(one, !enabled))}
        ${action("delete", one, () => drop(one))}
      </li>
    `;
  }

  /** @param {"test" | "rotate" | "disable" | "enable" | "delete"} what @param {Webhook} one @param {() => void} act */
  function action(what, one, act, possible = true) {
    return html`<button class="button small" type="button" ?disabled=${!possible} @click=${act}
      aria-label=${t(`people.webhooks.of.${what}`, { name: one.name })}>${t(`people.webhooks.${what}`)}</button>`;
  }

  function form() {
    return html`
      <form class="new-token" novalidate @submit=${make}>
        <label class="labelled">${t("people.webhooks.name")}
          <input class="field" name="name" maxlength="60" autocomplete="off" aria-describedby="webhook-fault"
            aria-invalid=${fault !== ""}></label>
        <label class="labelled">${t("people.webhooks.url")}
          <input class="field" name="url" maxlength="500" autocomplete="off" spellcheck="false" inputmode="url"
            placeholder=${t("people.webhooks.urlHint")} aria-describedby="webhook-fault" aria-invalid=${fault !== ""}></label>
        <fieldset>
          <legend>${t("people.webhooks.events")}</legend>
          ${EVENTS.map(
            (event) => html`<label class="tick"><input type="checkbox" name="event" value=${event}
              ?checked=${USUAL.includes(event)}>${eventWords(event)}</label>`,
          )}
        </fieldset>
        <p class="fault" id="webhook-fault" role="alert">${fault}</p>
        <button class="button main-one">${icon("add")}${t("people.webhooks.make")}</button>
      </form>
    `;
  }

  draw();
  openDialog(dialog);
  load();
}

/** @param {string} event */
function eventWords(event) {
  return t(`people.webhooks.event.${event.replace(".", "_")}`);
}
