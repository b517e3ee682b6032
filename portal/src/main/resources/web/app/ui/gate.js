/** The gate in front of the page: signing in, a confirmation, a missing role. */
import "../shared.js";
import { html, nothing } from "lit";
import { wordsOf } from "../core/api.js";
import { t } from "../core/i18n.js";
import { lastApp, session } from "../core/session.js";
import { icon } from "./icons.js";

/** @typedef {{ kind: string, words?: string }} Gate */

/** @param {Gate} gate */
export function gateView(gate) {
  switch (gate.kind) {
    case "entering":
      return box("bell", session.title, html`<span role="status">${t("shell.gate.entering")}</span>`);
    case "insecure":
      return box("lock", t("shell.gate.insecure"), t("shell.gate.insecureWords", { local: "http://localhost" }));
    case "confirm":
      return confirm();
    case "no-role":
      return noRole();
    case "trouble":
      return box("alert", t("shell.noAnswer"), gate.words, html`
        <button class="button main-one" type="button" @click=${() => session.start()}>
          ${icon("retry")}${t("common.tryAgain")}</button>`);
    default:
      return box("person", t("shell.gate.signInToGoOn"), gate.words, html`
        <button class="button main-one" type="button" @click=${() => session.signIn()}>
          ${t("shell.gate.signIn")}</button>`);
  }
}

function confirm() {
  const { name } = session;
  const confirmed = (/** @type {Event} */ event) => act(event, () => session.confirm());
  return box("person", t("shell.gate.confirm", { name }), t("shell.gate.confirmWords", { name }), html`
    <button class="button main-one" type="button" @click=${confirmed}>${t("shell.gate.continueAs", { name })}</button>
    <button class="button" type="button" @click=${() => session.signIn()}>${t("shell.gate.somebodyElse")}</button>`);
}

function noRole() {
  const { name, title } = session;
  const last = lastApp();
  return box("lock", t("shell.gate.noRole", { title }), t("shell.gate.noRoleWords", { name, title }), html`
    ${session.info?.claimable ? claim() : nothing}
    ${last
      ? html`<a class="button" href=${`/Hub/${encodeURIComponent(last.app)}/sendMessage.html`}>
          ${icon("back")}${t("shell.gate.backTo", { title: last.title })}</a>`
      : nothing}`);
}

function claim() {
  return html`
    <form class="claim" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      act(event, () => session.claim(/** @type {HTMLInputElement} */ (form.elements.namedItem("code")).value.trim()));
    }}>
      <p>${t("shell.gate.claimWords")}</p>
      <label class="labelled">${t("shell.gate.code")}
        <input class="field" name="code" required autocomplete="off" spellcheck="false" autocapitalize="none"></label>
      <button class="button main-one">${t("shell.gate.claim")}</button>
    </form>
  `;
}

/**
 * @param {Parameters<typeof icon>[0]} sign
 * @param {string} title
 * @param {unknown} words
 */
function box(sign, title, words, actions = /** @type {unknown} */ (nothing)) {
  return html`
    <section class="gate card">
      <span class="round" aria-hidden="true">${icon(sign)}</span>
      <h1 tabindex="-1">${title}</h1>
      <p>${words}</p>
      ${actions}
      <p class="fault" role="alert"></p>
    </section>
  `;
}

/** @param {Event} event @param {() => Promise<unknown>} what */
async function act(event, what) {
  const fault = /** @type {HTMLElement} */ (
    /** @type {HTMLElement} */ (event.target).closest(".gate")?.querySelector(".fault")
  );
  fault.textContent = "";
  try {
    await what();
  } catch (error) {
    fault.textContent = wordsOf(error);
  }
}
