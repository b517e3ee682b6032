/** The upper edge: as which app one sends, and who one is. */
import { html, nothing } from "lit";
import { kept } from "../lib/kept.js";
import { session } from "../lib/session.js";
import { appMark, avatar, segments } from "./bits.js";
import { icon } from "./icons.js";
import { panel } from "./menus.js";
import { complain } from "./toast.js";

const THEME = "belfry.theme";

/** @typedef {"system" | "light" | "dark"} Theme */

/** @param {() => void} showKeys */
export function header(showKeys) {
  const open = session.gate.kind === "open";
  return html`
    <header class="top">
      ${appSwitch()}
      <span class="push"></span>
      ${open
        ? html`<button class="button quiet square keys-button" type="button" aria-label="Keyboard shortcuts" @click=${showKeys}>
            ${icon("keyboard")}</button>`
        : nothing}
      ${session.name === "" ? nothing : me()}
    </header>
  `;
}

function appSwitch() {
  const { info, title } = session;
  const hue = info?.hue ?? Number(document.documentElement.dataset.hue);
  const apps = session.gate.kind === "open" ? (info?.apps ?? []) : [];
  const mark = html`${appMark(title, hue)}<span class="name">${title}</span>`;
  if (apps.length < 2) {
    return html`<div class="app">${mark}</div>`;
  }
  return html`
    <button class="app" type="button" popovertarget="apps" aria-label=${`${title}: switch the app`}>
      ${mark}${icon("switch")}
    </button>
    ${panel("apps", "Apps", apps.map(
      (one) => html`
        <a class="item" href=${`/Hub/${encodeURIComponent(one.app)}/sendMessage.html`}
          aria-current=${one.app === session.app ? "true" : nothing}>
          ${appMark(one.title, one.hue)}${one.title}${one.app === session.app ? icon("check") : nothing}
        </a>
      `,
    ))}
  `;
}

function me() {
  const { name } = session;
  const role = { admin: "Administrator", sender: "Sender" }[session.info?.user?.role ?? "sender"];
  return html`
    <button class="app me" type="button" popovertarget="me" aria-label=${`${name}: theme, sessions, sign out`}>
      ${avatar(name)}<span class="name">${name}</span>
    </button>
    ${panel("me", "You", html`
      <div class="who">
        ${avatar(name)}<span><b>${name}</b><br><small>${session.gate.kind === "open" ? role : "Signed in with Webex"}</small></span>
      </div>
      <hr>
      <div class="theme">${segments({
        name: "theme",
        label: "Theme",
        value: theme(),
        choose: setTheme,
        options: [
          { value: "system", words: "System" },
          { value: "light", words: "Light" },
          { value: "dark", words: "Dark" },
        ],
      })}</div>
      <hr>
      <button class="item" type="button" @click=${showSessions}>
        ${icon("lock")}Where you are signed in</button>
      <button class="item" type="button" @click=${signOut}>${icon("leave")}Sign out</button>
    `)}
  `;
}

/** @returns {Theme} */
function theme() {
  return /** @type {Theme} */ (kept.get(THEME) ?? "system");
}

/** @param {Theme} chosen */
function setTheme(chosen) {
  document.documentElement.dataset.theme = chosen;
  kept.set(THEME, chosen);
  session.tell();
}

async function showSessions() {
  try {
    (await import("./sessions.js")).showSessions({ title: "Where you are signed in", path: "sessions" });
  } catch (error) {
    complain(error);
  }
}

async function signOut() {
  try {
    await session.signOut();
  } catch (error) {
    complain(error);
  }
}
