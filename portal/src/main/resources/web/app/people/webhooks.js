/** A dialog with the programs that are told what happens in this app. For administrators. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { get, post, remove } from "../core/api.js";
import { apart } from "../core/format.js";
import { list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { ask } from "../ui/ask.js";
import { showSecrets } from "../ui/secrets.js";
import { pill } from "../ui/widgets.js";

/** @typedef {import("../ui/secrets.js").Open} Open */

const EVENTS = [
  "job.scheduled",
  "job.edited",
  "job.started",
  "job.finished",
  "job.failed",
  "job.cancelled",
  "job.held",
  "job.recalled",
  "job.corrected",
  "job.acknowledged",
  "recipients.settled",
  "recipients.failed",
  "answer.received",
];

/** What is ticked before anybody has chosen: what somebody has to act on. */
const USUAL = ["job.failed", "job.held"];

/** How often it is looked whether a test was taken, and how long between. */
const LOOKS = 40;
const BETWEEN = 500;

export function showWebhooks() {
  showSecrets({
    title: t("people.webhooks.title", { title: session.title }),
    words: t("people.webhooks.words"),
    none: t("people.webhooks.none"),
    list: async () => (await get("admin/webhooks")).items,
    row,
    form: { name: t("people.webhooks.name"), fields, button: t("people.webhooks.make"), make },
  });
}

/** @param {FormData} data */
async function make(data) {
  return once(
    await post("admin/webhooks", {
      name: String(data.get("name")),
      url: String(data.get("url")),
      events: data.getAll("event").map(String),
    }),
  );
}

/** @param {Webhook} one */
async function rotated(one) {
  return once(/** @type {WebhookWithSecret} */ (await post(`admin/webhooks/${one.id}/rotate`, {})));
}

/** @param {WebhookWithSecret} made */
function once({ webhook, secret }) {
  return { of: webhook.id, label: t("people.webhooks.once", { name: webhook.name }), secret };
}

/** Sends it a test and waits for what comes of it. @param {Webhook} one @param {Open} open */
async function test({ id: hook, name }, { load, say, isOpen }) {
  await load(`test ${hook}`, async () => {
    const { id } = await post(`admin/webhooks/${hook}/test`, {});
    say(t("people.webhooks.testing", { name }));
    for (let looks = 0; looks < LOOKS && isOpen(); looks++) {
      await new Promise((done) => setTimeout(done, BETWEEN));
      const { latest } = await get(`admin/webhooks/${hook}`);
      const tried = latest.find((event) => event.id === id && event.tries > 0);
      if (tried) {
        const key = tried.state === "taken" ? "taken" : "refused";
        say(t(`people.webhooks.${key}`, { name, answer: tried.answer ?? "" }));
        return;
      }
    }
  });
}

/** Has it sent again what was given up. @param {Webhook} one @param {Open} open */
async function replay({ id: hook, name }, { load, say }) {
  await load(`replay ${hook}`, async () => {
    const { events } = await post(`admin/webhooks/${hook}/replay`, {});
    say(t("people.webhooks.replayed", { name, count: events }));
  });
}

/** Its secret is shown once, and what waits goes with it. @param {Webhook} one @param {Open} open */
async function sure({ id: hook, name }, { isOpen }) {
  const { waiting } = await get(`admin/webhooks/${hook}`);
  const answer = isOpen()
    ? await ask({
        title: t("people.webhooks.deleteTitle", { name }),
        words: html`${waiting > 0 ? t("people.webhooks.deleteWaiting", { count: waiting }) : nothing}
          ${t("people.webhooks.deleteWords")}`,
        yes: t("people.webhooks.of.delete", { name }),
        danger: true,
      })
    : undefined;
  return answer !== undefined;
}

/** @param {Webhook} one @param {Open} open */
function row(one, open) {
  const { name } = one;
  const path = /** @type {const} */ (`admin/webhooks/${one.id}`);
  const events = list(one.events.map(eventWords));
  const where = new URL(one.url).host;
  const enabled = one.state === "enabled";
  return html`
    <li>
      <span class="named">
        <b>${name}</b>
        <small>${t("people.webhooks.about", { where, events })}</small>
        ${enabled && one.failingSince
          ? html`<small class="fault">${t("people.webhooks.failing", { when: apart(one.failingSince), failure: one.failure ?? "" })}</small>`
          : nothing}
      </span>
      ${enabled ? nothing : pill(t(`people.webhooks.state.${one.state}`), "pause")}
      <span class="acts">
        ${action("test", one, () => test(one, open), enabled)}
        ${action("replay", one, () => replay(one, open), enabled)}
        ${action("rotate", one, () => open.make(`rotate ${one.id}`, () => rotated(one)))}
        ${action(enabled ? "disable" : "enable", one, () =>
          open.load(`enable ${one.id}`, () => post(path, { enabled: !enabled })))}
        ${action("delete", one, () => open.drop(one.id, () => remove(path), () => sure(one, open)))}
      </span>
    </li>
  `;
}

/** @param {"test" | "replay" | "rotate" | "disable" | "enable" | "delete"} what @param {Webhook} one @param {() => void} act */
function action(what, one, act, possible = true) {
  return html`<button class="button small" type="button" ?disabled=${!possible} @click=${act}
    aria-label=${t(`people.webhooks.of.${what}`, { name: one.name })}>${t(`people.webhooks.${what}`)}</button>`;
}

/** @param {(field: string) => boolean} wrong */
function fields(wrong) {
  return html`
    <label class="labelled">${t("people.webhooks.url")}
      <input class="field" name="url" autocomplete="off" spellcheck="false" inputmode="url"
        placeholder=${t("people.webhooks.urlHint")} aria-invalid=${wrong("url")}
        aria-describedby=${wrong("url") ? "secret-fault" : nothing}></label>
    <fieldset>
      <legend>${t("people.webhooks.events")}</legend>
      ${EVENTS.map(
        (event) => html`<label class="tick"><input type="checkbox" name="event" value=${event}
          ?checked=${USUAL.includes(event)}>${eventWords(event)}</label>`,
      )}
    </fieldset>
  `;
}

/** @param {string} event */
function eventWords(event) {
  return t(`people.webhooks.event.${event.replace(".", "_")}`);
}
