/** The header: the app and the person. */
import { html, nothing } from "lit";
import { kept } from "../core/browser-storage.js";
import { LANGUAGES, language, setLanguage, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { appMark, avatar, segments } from "./widgets.js";
import { icon } from "./icons.js";
import { panel } from "./menus.js";
import { complain, toast } from "./toast.js";

const THEME = "belfry.theme";

/** @typedef {"system" | "light" | "dark"} Theme */

/** @param {{ keys: () => void, search: () => void }} acts */
export function header({ keys, search }) {
  const open = session.gate.kind === "open";
  return html`
    <header class="top">
      ${appSwitch()}
      <span class="push"></span>
      ${open
        ? html`<button class="button quiet square" type="button" aria-label=${t("shell.search")}
              @click=${search}>${icon("search")}</button>
            <button class="button quiet square keys-button" type="button" aria-label=${t("shell.keys.title")}
              @click=${keys}>${icon("keyboard")}</button>`
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
    <button class="app" type="button" popovertarget="apps" aria-label=${t("shell.header.switchApp", { title })}>
      ${mark}${icon("switch")}
    </button>
    ${panel("apps", t("shell.header.apps"), apps.map(
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
  const role = t(session.info?.user?.role === "admin" ? "shell.header.administrator" : "shell.header.sender");
  const small = session.gate.kind === "open" ? role : t("shell.header.signedIn");
  return html`
    <button class="app me" type="button" popovertarget="me" aria-label=${t("shell.header.me", { name })}>
      ${avatar(name)}<span class="name">${name}</span>
    </button>
    ${panel("me", t("shell.header.you"), html`
      <div class="who">
        ${avatar(name)}<span><b>${name}</b><br><small>${small}</small></span>
      </div>
      <hr>
      <div class="theme">${themes()}</div>
      <hr>
      ${languages()}
      <hr>
      <button class="item" type="button" @click=${showSessions}>
        ${icon("lock")}${t("shell.header.sessions")}</button>
      ${session.gate.kind === "open"
        ? html`<button class="item" type="button" @click=${showTokens}>${icon("code")}${t("shell.header.tokens")}</button>
            <a class="item" href="api" target="_blank">${icon("list")}${t("shell.header.api")}</a>`
        : nothing}
      <button class="item" type="button" @click=${signOut}>${icon("leave")}${t("shell.header.signOut")}</button>
    `)}
  `;
}

function themes() {
  return segments({
    name: "theme",
    label: t("shell.header.theme"),
    value: theme(),
    choose: setTheme,
    options: [
      { value: "system", words: t("shell.header.system") },
      { value: "light", words: t("shell.header.light") },
      { value: "dark", words: t("shell.header.dark") },
    ],
  });
}

/** Buttons instead of radio buttons, because each choice reloads the page. */
function languages() {
  return html`
    <div role="group" aria-label=${t("shell.header.language")}>
      ${Object.entries(LANGUAGES).map(
        ([one, name]) => html`
          <button class="item" type="button" lang=${one} aria-pressed=${one === language} @click=${() => speak(one)}>
            ${icon(one === language ? "check" : "language")}${name}
          </button>
        `,
      )}
    </div>
  `;
}

/** @param {string} chosen */
function speak(chosen) {
  if (!setLanguage(chosen)) {
    toast({ words: t("core.notKept"), tone: "bad" });
  }
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
    (await import("./sessions.js")).showSessions({ title: t("shell.header.sessions"), path: "sessions" });
  } catch (error) {
    complain(error);
  }
}

async function showTokens() {
  try {
    (await import("./tokens.js")).showTokens("tokens");
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
