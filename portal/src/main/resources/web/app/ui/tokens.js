/** A dialog with the tokens of programs: one's own, where new ones are made, or all of an app. */
import "../shared.js";
import "../core/later.js";
import { html, nothing } from "lit";
import { get, post, remove } from "../core/api.js";
import { apart, dayOf } from "../core/format.js";
import { list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { showSecrets } from "./secrets.js";
import { pill } from "./widgets.js";

const SCOPES = ["read", "send", "administer"];
const DAYS = [30, 90, 365];

/** @param {"tokens" | "admin/tokens"} path */
export function showTokens(path) {
  const own = path === "tokens";
  showSecrets({
    title: t(own ? "shell.header.tokens" : "shell.tokens.ofApp", { title: session.title }),
    words: html`${t("shell.tokens.words")} <a href="api" target="_blank">${t("shell.tokens.api")}</a>`,
    none: t("shell.tokens.none"),
    list: async () => (await get(path)).items,
    row: (/** @type {ApiToken} */ one, { drop }) =>
      row(one, own, () => drop(one.id, () => remove(`${path}/${encodeURIComponent(one.id)}`))),
    form: own
      ? {
          name: t("shell.tokens.name"),
          hint: t("shell.tokens.nameHint"),
          fields,
          button: t("shell.tokens.make"),
          make,
        }
      : undefined,
  });
}

/** @param {ApiToken} one @param {boolean} own @param {() => void} revoke */
function row(one, own, revoke) {
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
        @click=${revoke}>${t("shell.tokens.revoke")}</button>
    </li>
  `;
}

/** @param {FormData} data */
async function make(data) {
  const { token, secret } = await post("tokens", {
    name: String(data.get("name")),
    days: Number(data.get("days")),
    scopes: data.getAll("scope").map(String),
    apps: data.getAll("app").map(String),
  });
  return { of: token.id, label: t("shell.tokens.once", { name: token.name }), secret };
}

function fields() {
  const isAdmin = session.info?.user?.role === "admin";
  const apps = session.info?.apps ?? [];
  return html`
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
  `;
}
