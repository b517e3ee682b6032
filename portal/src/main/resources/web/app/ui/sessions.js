/** A dialog that shows where somebody is signed in. Each session can be ended, and all others at once. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, remove, wordsOf } from "../core/api.js";
import { apart, moment } from "../core/format.js";
import { t } from "../core/i18n.js";
import { newDialog, openDialog } from "./dialog.js";
import { pill, skeletonRows, trouble } from "./widgets.js";

/** Browsers and systems by how they identify themselves; the first match counts. */
const BROWSERS = [
  ["Edg/", "Edge"],
  ["OPR/", "Opera"],
  ["Firefox/", "Firefox"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
];
const SYSTEMS = [
  ["Windows", "windows"],
  ["iPhone", "iphone"],
  ["iPad", "ipad"],
  ["Mac OS X", "mac"],
  ["Android", "android"],
  ["CrOS", "chromeos"],
  ["Linux", "linux"],
];

/**
 * @typedef {{ title: string, path: "sessions" | `admin/users/${string}/sessions` }} Of
 * @param {Of} of
 */
export function showSessions({ title, path }) {
  const dialog = newDialog("sessions-title");
  /** @type {OpenSession[] | undefined} */
  let sessions;
  /** @type {unknown} */
  let failed;
  /** What is being ended. @type {Set<string>} */
  const ending = new Set();
  let asked = 0;

  async function load() {
    failed = undefined;
    const turn = ++asked;
    try {
      const { items } = await get(path);
      // Of two that are under way at once, the first may come back last.
      sessions = turn === asked ? items : sessions;
    } catch (error) {
      failed = turn === asked ? error : failed;
    }
    draw();
  }

  /** @param {Address<"delete">} which */
  async function end(which) {
    if (ending.has(which)) {
      return;
    }
    ending.add(which);
    try {
      await remove(which);
      await load();
    } catch (error) {
      failed = error;
      draw();
    }
    ending.delete(which);
    // Its button, which had the focus, went with it.
    if (!dialog.contains(document.activeElement)) {
      dialog.querySelector("h2")?.focus();
    }
  }

  function draw() {
    const others = sessions?.filter((one) => !one.current) ?? [];
    const all = others.length === sessions?.length;
    render(
      html`
        <h2 id="sessions-title" tabindex="-1">${title}</h2>
        <p>${t("shell.sessions.words")}</p>
        ${failed ? trouble(wordsOf(failed), load) : nothing}
        ${sessions === undefined
          ? failed ? nothing : skeletonRows(2)
          : html`<ul class="rows open-sessions">${repeat(sessions, ({ id }) => id, row)}</ul>`}
        ${sessions?.length === 0 ? html`<p>${t("shell.sessions.nowhere")}</p>` : nothing}
        <div class="buttons">
          ${others.length > 1
            ? html`<button class="button danger" type="button" @click=${() => end(path)}>
                ${t(all ? "shell.sessions.endAll" : "shell.sessions.endOthers")}</button>`
            : nothing}
          <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
        </div>
      `,
      dialog,
    );
  }

  /** @param {OpenSession} one */
  function row(one) {
    const { address } = one;
    const browser = browserWords(one.browser);
    return html`
      <li>
        <span class="named">
          <b title=${one.browser ?? nothing}>${browser}</b>
          <small>${t("shell.sessions.from", { address, since: moment(one.since), used: apart(one.lastUsedAt) })}</small>
        </span>
        ${one.current
          ? pill(t("shell.sessions.thisOne"), "check")
          : html`<button class="button small" type="button"
              aria-label=${t("shell.sessions.endOf", { browser, address })}
              @click=${() => end(`${path}/${encodeURIComponent(one.id)}`)}>${t("shell.sessions.end")}</button>`}
      </li>
    `;
  }

  draw();
  openDialog(dialog);
  load();
}

/** What people call it: "Firefox on Windows". @param {string | undefined} browser as it calls itself */
function browserWords(browser) {
  if (browser === undefined) {
    return t("shell.sessions.program");
  }
  const name = BROWSERS.find(([sign]) => browser.includes(sign))?.[1];
  const system = SYSTEMS.find(([sign]) => browser.includes(sign))?.[1];
  if (name === undefined) {
    return browser.split(/[ /]/, 1)[0];
  }
  return system ? t(`shell.sessions.on.${system}`, { browser: name }) : name;
}
