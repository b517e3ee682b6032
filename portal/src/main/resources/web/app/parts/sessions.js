/** Where somebody is signed in, in a dialog: each session can be ended, and all others at once. */
import { html, nothing, render } from "lit";
import { get, remove, wordsOf } from "../lib/api.js";
import { apart, moment } from "../lib/format.js";
import { pill, skeletonRows, trouble } from "./bits.js";

/** The browsers and systems by the words they use of themselves; the first that fits counts. */
const BROWSERS = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
const SYSTEMS = [["Windows", "Windows"], ["iPhone", "an iPhone"], ["iPad", "an iPad"], ["Mac OS X", "a Mac"], ["Android", "Android"], ["CrOS", "ChromeOS"], ["Linux", "Linux"]];

/**
 * @typedef {{ title: string, path: string }} Of
 * @param {Of} of
 */
export function showSessions({ title, path }) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "sessions-title");
  dialog.addEventListener("close", () => dialog.remove());
  /** @type {OpenSession[] | undefined} */
  let sessions;
  /** @type {unknown} */
  let failed;

  async function load() {
    failed = undefined;
    try {
      sessions = (await get(path)).items;
    } catch (error) {
      failed = error;
    }
    draw();
  }

  /** @param {string} which */
  async function end(which) {
    try {
      await remove(which);
    } catch (error) {
      failed = error;
      draw();
      return;
    }
    await load();
  }

  function draw() {
    const others = sessions?.filter((one) => !one.current) ?? [];
    render(
      html`
        <h2 id="sessions-title" tabindex="-1">${title}</h2>
        <p>A session that is ended is over at once. A session that is not ended lasts for 24 hours at most.</p>
        ${failed ? trouble(wordsOf(failed), load) : nothing}
        ${sessions === undefined
          ? failed ? nothing : skeletonRows(2)
          : html`<ul class="rows open-sessions">${sessions.map((one) => row(one))}</ul>`}
        ${sessions?.length === 0 ? html`<p>Nowhere just now.</p>` : nothing}
        <div class="buttons">
          ${others.length > 1
            ? html`<button class="button danger" type="button" @click=${() => end(path)}>
                ${others.length === sessions?.length ? "End all" : "End all others"}</button>`
            : nothing}
          <button class="button" type="button" @click=${() => dialog.close()}>Close</button>
        </div>
      `,
      dialog,
    );
  }

  /** @param {OpenSession} one */
  function row(one) {
    return html`
      <li>
        <span class="named">
          <b title=${one.browser ?? nothing}>${browserWords(one.browser)}</b>
          <small>from ${one.address}, since ${moment(one.since)}, last used ${apart(one.lastUsedAt)}</small>
        </span>
        ${one.current
          ? pill("This one", "check")
          : html`<button class="button small" type="button" aria-label=${`End the session of ${browserWords(one.browser)} from ${one.address}`}
              @click=${() => end(`${path}/${encodeURIComponent(one.id)}`)}>End</button>`}
      </li>
    `;
  }

  draw();
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector("h2")).focus();
  load();
}

/** What people call it: "Firefox on Windows". @param {string | undefined} browser as it calls itself */
function browserWords(browser) {
  if (browser === undefined) {
    return "A program";
  }
  const name = BROWSERS.find(([sign]) => browser.includes(sign))?.[1];
  const system = SYSTEMS.find(([sign]) => browser.includes(sign))?.[1];
  return name ? (system ? `${name} on ${system}` : name) : browser.split(/[ /]/, 1)[0];
}
