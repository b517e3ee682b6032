/** What stands before the page: signing in, a question, a role that is missing. */
import { html, nothing } from "lit";
import { wordsOf } from "../lib/api.js";
import { lastApp, session } from "../lib/session.js";
import { icon } from "../parts/icons.js";

/** @typedef {{ kind: string, words?: string }} Gate */

/** @param {Gate} gate */
export function gateView(gate) {
  switch (gate.kind) {
    case "entering":
      return box("bell", session.title, html`<span role="status">One moment: Webex is asked who you are.</span>`);
    case "insecure":
      return box("lock", "This address is not secure", html`
        The page came over plain http, where browsers do not keep a sign-in. Open it over https, or
        on this computer as http://localhost.`);
    case "confirm":
      return box("person", `You are signed in as ${session.name}. Continue?`, html`
        Somebody opened this page for you with a link. Go on only if ${session.name} is you.`, html`
        <button class="button main-one" type="button" @click=${(/** @type {Event} */ event) => act(event, () => session.confirm())}>
          Continue as ${session.name}</button>
        <button class="button" type="button" @click=${() => session.signIn()}>Sign in as somebody else</button>`);
    case "no-role":
      return noRole();
    case "trouble":
      return box("alert", "Belfry does not answer", gate.words, html`
        <button class="button main-one" type="button" @click=${() => session.start()}>${icon("retry")}Try again</button>`);
    default:
      return box("person", "Sign in to go on", gate.words, html`
        <button class="button main-one" type="button" @click=${() => session.signIn()}>Sign in with Webex</button>`);
  }
}

function noRole() {
  const last = lastApp();
  return box("lock", `You may not send as ${session.title}`, html`
    You are signed in as ${session.name}. Ask an administrator of ${session.title} to add you, then
    load this page again.`, html`
    ${session.info?.claimable ? claim() : nothing}
    ${last
      ? html`<a class="button" href=${`/Hub/${encodeURIComponent(last.app)}/sendMessage.html`}>${icon("back")}Back to ${last.title}</a>`
      : nothing}`);
}

function claim() {
  return html`
    <form class="claim" @submit=${(/** @type {SubmitEvent} */ event) => {
      event.preventDefault();
      const form = /** @type {HTMLFormElement} */ (event.target);
      act(event, () => session.claim(/** @type {HTMLInputElement} */ (form.elements.namedItem("code")).value.trim()));
    }}>
      <p>Nobody administers it yet. Whoever started Belfry finds a code in its console.</p>
      <label class="labelled">Code from the console
        <input class="field" name="code" required autocomplete="off" spellcheck="false" autocapitalize="none"></label>
      <button class="button main-one">Become its administrator</button>
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
