/** Where one can go, and at its foot how Webex is. */
import { html, nothing } from "lit";
import { count } from "../lib/format.js";
import { pulse } from "../lib/pulse.js";
import { address } from "../lib/router.js";
import { session } from "../lib/session.js";
import { icon } from "./icons.js";

/** @param {string} view the one that is shown */
export function nav(view) {
  return html`
    <nav class="nav" aria-label="Belfry">
      ${link("compose", "Compose", "write")}
      ${link("jobs", "Jobs", "send", pulse.running)}
      ${link("groups", "Groups", "group")}
      ${session.admin ? link("people", "People", "people") : nothing}
      ${state()}
    </nav>
  `;

  /** @param {string} to @param {string} words @param {Parameters<typeof icon>[0]} sign */
  function link(to, words, sign, running = 0) {
    return html`
      <a href=${address(to)} aria-current=${view === to ? "page" : nothing}>
        ${icon(sign)}${words}
        ${running > 0
          ? html`<span class="badge"><span aria-hidden="true">${running}</span><span class="hidden-words">: ${count(running, "message")} on the way</span></span>`
          : nothing}
      </a>
    `;
  }
}

function state() {
  const [tone, words] = !session.reachable
    ? ["bad", "Belfry does not answer"]
    : session.standsStill
      ? ["bad", "Belfry stands still"]
    : session.trouble
      ? ["bad", "Webex refuses the bot"]
      : session.resting
        ? ["warn", "Webex asked us to wait"]
        : ["", "Webex is answering"];
  return html`<p class="state" role="status"><span class="dot ${tone}"></span>${words}</p>`;
}
