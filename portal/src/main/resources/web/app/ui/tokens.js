/** A dialog with the tokens of programs: one's own, where new ones are made, or all of an app. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { get, post, remove, wordsOf } from "../core/api.js";
import { apart, dayOf } from "../core/format.js";
import { list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { newDialog, openDialog } from "./dialog.js";
import { icon } from "./icons.js";
import { pill, skeletonRows, trouble } from "./widgets.js";

const SCOPES = ["read", "send", "administer"];
const DAYS = [30, 90, 365];

/** @param {"tokens" | "admin/tokens"} path */
export function showTokens(path) {
  const own = path === "tokens";
  const dialog = newDialog("tokens-title");
  dialog.classList.add("tokens");
  /** @type {ApiToken[] | undefined} */
  let tokens;
  /** @type {unknown} */
  let failed;
  /** @type {MadeApiToken | undefined} */
  let made;
  let fault = "";

  async function load() {
    failed = undefined;
    try {
      tokens = (await get(path)).items;
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
      made = await post("tokens", {
        name: String(data.get("name")),
        days: Number(data.get("days")),
        scopes: data.getAll("scope").map(String),
        apps: data.getAll("app").map(String),
      });
      form.reset();
    } catch (error) {
      fault = wordsOf(error);
      draw();
      return;
    }
    await load();
    /** @type {HTMLInputElement | null} */ (dialog.querySelector("#token-secret"))?.select();
  }

  /** @param {ApiToken} one */
  async function revoke(one) {
    try {
      await remove(`${path}/${encodeURIComponent(one.id)}`);
    } catch (error) {
      failed = error;
      draw();
      return;
    }
    made = made?.token.id === one.id ? undefined : made;
    await load();
  }

  function draw() {
    render(
      html`
        <h2 id="tokens-title" tabindex="-1">${t(own ? "shell.header.tokens" : "shell.tokens.ofApp", { title: session.title })}</h2>
        <p>${t("shell.tokens.words")} <a href="api" target="_blank">${t("shell.tokens.api")}</a></p>
        ${failed ? trouble(wordsOf(failed), load) : nothing}
        ${made ? shownOnce(made) : nothing}
        ${tokens === undefined
          ? failed ? nothing : skeletonRows(2)
          : html`<ul class="rows open-sessions">${tokens.map((one) => row(one))}</ul>`}
        ${tokens?.length === 0 ? html`<p>${t("shell.tokens.none")}</p>` : nothing}
        ${own ? form() : nothing}
        <div class="buttons">
          <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
        </div>
      `,
      dialog,
    );
  }

  /** @param {MadeApiToken} one */
  function shownOnce(one) {
    return html`
      <div class="made-token" role="status">
        <label class="labelled">${t("shell.tokens.once", { name: one.token.name })}
          <input class="field" id="token-secret" readonly spellcheck="false" .value=${one.secret}></label>
        <button class="button small" type="button" @click=${() => navigator.clipboard.writeText(one.secret)}>
          ${icon("copy")}${t("shell.tokens.copy")}</button>
      </div>
    `;
  }

  /** @param {ApiToken} one */
  function row(one) {
    const { name, ownerName } = one;
    const may = list(one.scopes.map((scope) => t(`shell.tokens.scope.${scope}`)));
    const where = list(one.apps);
    const used = one.lastUsedAt ? t("shell.tokens.used", { when: apart(one.lastUsedAt) }) : t("shell.tokens.notUsed");
    return html`
      <li>
        <span class="named">
          <b>${own ? name : t("shell.tokens.of", { name, ownerName })}</b>
          <small>${t("shell.tokens.about", { may, where, until: dayOf(one.expiresAt), used })}</small>
        </span>
        ${one.expired ? pill(t("shell.tokens.expired"), "clock") : nothing}
        <button class="button small" type="button" aria-label=${t("shell.tokens.revokeOf", { name })}
          @click=${() => revoke(one)}>${t("shell.tokens.revoke")}</button>
      </li>
    `;
  }

  function form() {
    const isAdmin = session.info?.user?.role === "admin";
    const apps = session.info?.apps ?? [];
    return html`
      <form class="new-token" novalidate @submit=${make}>
        <label class="labelled">${t("shell.tokens.name")}
          <input class="field" name="name" maxlength="60" autocomplete="off" aria-describedby="token-fault"
            aria-invalid=${fault !== ""} placeholder=${t("shell.tokens.nameHint")}></label>
        <fieldset>
          <legend>${t("shell.tokens.may")}</legend>
          ${SCOPES.filter((scope) => scope !== "administer" || isAdmin).map(
            (scope) => html`<label class="tick"><input type="checkbox" name="scope" value=${scope}
              ?checked=${scope !== "administer"}>${t(`shell.tokens.scope.${scope}`)}</label>`,
          )}
        </fieldset>
        ${apps.length < 2
          ? html`<input type="hidden" name="app" value=${session.app}>`
          : html`<fieldset>
              <legend>${t("shell.tokens.where")}</legend>
              ${apps.map(
                ({ app, title }) => html`<label class="tick"><input type="checkbox" name="app" value=${app}
                  ?checked=${app === session.app}>${title}</label>`,
              )}
            </fieldset>`}
        <label class="labelled">${t("shell.tokens.until")}
          <select class="field" name="days">
            ${DAYS.map((days) => html`<option value=${days}>${t("shell.tokens.days", { count: days })}</option>`)}
          </select></label>
        <p class="fault" id="token-fault" role="alert">${fault}</p>
        <button class="button main-one">${icon("add")}${t("shell.tokens.make")}</button>
      </form>
    `;
  }

  draw();
  openDialog(dialog);
  load();
}
