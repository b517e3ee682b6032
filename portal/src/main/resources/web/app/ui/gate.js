/** The gate in front of the page: signing in, a confirmation, a missing role. */
import "../shared.js";
import { html, nothing } from "lit";
import { post, wordsOf } from "../core/api.js";
import { list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { icon } from "./icons.js";
import { appMark } from "./widgets.js";

/** So many are enough to ask. */
const MOST_ASKED = 5;

/** @param {import("../core/session.js").Gate} gate */
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
      return box("alert", t(gate.answered ? "ui.notLoaded" : "shell.noAnswer"), gate.words, html`
        <button class="button main-one" type="button" @click=${() => session.refresh()}>
          ${icon("retry")}${t("common.tryAgain")}</button>`);
    default:
      return box("person", t("shell.gate.signInToGoOn"), gate.words, html`
        <button class="button main-one" type="button" @click=${() => session.signIn()}>
          ${t("shell.gate.signIn")}</button>`);
  }
}

function confirm() {
  const { name } = session;
  const confirmed = (/** @type {Event} */ event) => act(event, () => post("session/confirm", {}));
  return box("person", t("shell.gate.confirm", { name }), t("shell.gate.confirmWords", { name }), html`
    <button class="button main-one" type="button" @click=${confirmed}>${t("shell.gate.continueAs", { name })}</button>
    <button class="button" type="button" @click=${() => session.signIn()}>${t("shell.gate.somebodyElse")}</button>`);
}

function noRole() {
  const { name, title, info } = session;
  const apps = info?.apps ?? [];
  return box("lock", t("shell.gate.noRole", { title }), noRoleWords(), html`
    ${info?.claimable ? claim() : nothing}
    ${apps.map(
      (one) => html`<a class="button" href=${`/Hub/${encodeURIComponent(one.app)}/sendMessage.html`}>
        ${appMark(one.title, one.hue)}${t("shell.gate.goTo", { title: one.title })}</a>`,
    )}`);

  /** Whom to ask, as far as that is told. */
  function noRoleWords() {
    const asked = info?.administrators ?? [];
    return asked.length > 0
      ? t("shell.gate.askThem", { name, title, names: list(asked.slice(0, MOST_ASKED).map(whom), "disjunction") })
      : t("shell.gate.noRoleWords", { name, title });
  }
}

/** @param {{ displayName: string, email?: string }} administrator */
function whom({ displayName, email }) {
  return email && email !== displayName ? t("shell.gate.whom", { name: displayName, email }) : displayName;
}

function claim() {
  return html`
    <form class="claim" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      const code = /** @type {HTMLInputElement} */ (form.elements.namedItem("code")).value.trim();
      act(event, () => post("admin/claim", { code }));
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

/** What may open the gate. @param {Event} event @param {() => Promise<unknown>} what */
async function act(event, what) {
  const fault = /** @type {HTMLElement} */ (
    /** @type {HTMLElement} */ (event.target).closest(".gate")?.querySelector(".fault")
  );
  fault.textContent = "";
  try {
    await what();
    await session.refresh();
  } catch (error) {
    fault.textContent = wordsOf(error);
  }
}
