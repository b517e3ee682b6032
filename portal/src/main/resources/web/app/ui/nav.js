/** The navigation, with the state of Webex at the bottom. */
import { html, nothing } from "lit";
import { number, t } from "../core/i18n.js";
import { jobCounts } from "../core/job-counts.js";
import { address } from "../core/router.js";
import { session } from "../core/session.js";
import { icon } from "./icons.js";
import { botsInWords, sends } from "./widgets.js";

/** @param {string} view the one that is shown */
export function nav(view) {
  return html`
    <nav class="nav" aria-label="Belfry">
      ${link("compose", t("shell.compose"), "write")}
      ${link("jobs", t("shell.jobs"), "send", jobCounts.running, t("shell.nav.onTheWay", { count: jobCounts.running }))}
      ${link("answers", t("shell.answers"), "quote", session.unread, t("shell.nav.unread", { unread: session.unread }))}
      ${link("groups", t("shell.groups"), "group")}
      ${session.admin ? link("people", t("shell.people"), "people") : nothing}
      ${state()}
    </nav>
  `;

  /** @param {string} to @param {string} words @param {Parameters<typeof icon>[0]} sign @param {string} [counted] */
  function link(to, words, sign, count = 0, counted = "") {
    return html`
      <a href=${address(to)} aria-current=${view === to ? "page" : nothing}>
        ${icon(sign)}${words}
        ${count > 0
          ? html`<span class="badge"><span aria-hidden="true">${number(count)}</span><span
              class="hidden-words">: ${counted}</span></span>`
          : nothing}
      </a>
    `;
  }
}

function state() {
  const [tone, words] = session.away
    ? ["bad", t(session.away === "database" ? "shell.nav.unwritten" : "shell.noAnswer")]
    : session.standsStill
      ? ["bad", t("shell.nav.standsStill")]
      : session.trouble
        ? ["bad", t("shell.nav.refused")]
        : session.hindered
          ? ["bad", t(session.hindered === "outage" ? "shell.nav.silent" : "shell.nav.unwritten")]
          : session.resting
            ? ["warn", t("shell.nav.resting")]
            : [session.bots.every(sends) ? "" : "warn", botsInWords() || t("shell.nav.answering")];
  return html`<p class="state" role="status"><span class="dot ${tone}"></span>${words}</p>`;
}
