/** What a review says of its recipients, and of other messages before this one. */
import { html, nothing } from "lit";
import { inWords, joined, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { icon } from "../ui/icons.js";
import { nameOf } from "../ui/name-list.js";
import { some } from "../ui/widgets.js";
import { listedWords, strayWords } from "./audience-notes.js";
import { writeTo } from "./outsiders.js";

/** @typedef {import("./confirm-send.js").Of} Of */
/** @typedef {import("./confirm-send.js").Now} Now */
/** @typedef {import("./confirm-send.js").Unreached} Unreached */

/** Notes about the recipients, and about other messages before this one. @param {Of} of @param {Now} now */
export function recipients({ plan, when, draft, again }, now) {
  const { duplicates, excluded, excludedListed, noAccount, byAddress, unchecked, nobodyExcluded, stale, unreachable, unconfirmed } = plan.audience;
  const { queued } = session;
  // Who gets it is another number then, which is reviewed anew.
  const toNotFound = (/** @type {string[] | undefined} */ those) => {
    now.close();
    writeTo(draft, those);
    again();
  };
  return html`
    ${duplicates > 0 ? check("good", "chosen", html`${t("compose.confirm.duplicates", { count: duplicates })} ${now.everybody.named("twice")}`) : nothing}
    ${excluded > 0 ? check(excludedListed > 0 ? "warn" : "", "no", html`${joined([
          t("compose.confirm.excluded", { count: excluded }),
          listedWords(excluded, excludedListed),
        ])} ${now.everybody.named("excluded")}`) : nothing}
    ${nobodyExcluded.length > 0
      ? check("warn", "alert", t("compose.except.noAccount", { count: nobodyExcluded.length, names: some(nobodyExcluded) }))
      : nothing}
    ${strays(t("compose.to.label"), draft.strays.to)} ${strays(t("compose.except.label"), draft.strays.except)}
    ${unreached("noAccount", t("compose.confirm.skipped"), noAccount, now, html`
      <button class="link" type="button" @click=${() => toNotFound(noAccount)}>${t("compose.notes.sendAnyway")}</button>`)}
    ${unreached("byAddress", t("compose.confirm.byAddressList"), byAddress, now, html`
      <button class="link" type="button" @click=${() => toNotFound(undefined)}>${t("compose.notes.skip")}</button>`)}
    ${unreached("unreachable", t("compose.confirm.unreachableList"), unreachable.map(because), now)}
    ${unreached("unconfirmed", t("compose.confirm.unconfirmedList"), unconfirmed.map(because), now)}
    ${unchecked.length > 0
      ? check("", "info", t("compose.confirm.unchecked", { count: unchecked.length }))
      : nothing}
    ${stale.length > 0
      ? check("warn", "alert", t("compose.confirm.stale", { groups: joined(stale, ", ") }))
      : nothing}
    ${when.mode === "now" && queued > 0
      ? check("", "info", t("compose.confirm.queued", { count: queued }))
      : nothing}
    ${session.trouble ? check("warn", "alert", t("compose.confirm.refused")) : nothing}
  `;
}

/** @param {string} field @param {string[]} names */
function strays(field, names) {
  return names.length > 0 ? check("warn", "alert", html`<b>${field}</b> · ${strayWords(names)}`) : nothing;
}

/** @param {Unreached} list @param {string} label @param {string[]} names @param {Now} now @param {unknown} choice */
function unreached(list, label, names, { shown, show }, choice = nothing) {
  if (names.length === 0) {
    return nothing;
  }
  const open = shown.has(list);
  return check("warn", "alert", html`
    ${t(`compose.confirm.${list}`, { count: names.length })}
    <button class="link" type="button" aria-expanded=${open}
      @click=${() => show(list)}>${t(open ? "compose.hide" : "compose.show")}</button> ${choice}
    ${open
      ? html`<ul class="skipped" tabindex="0" aria-label=${label}>${names.map((name) => html`<li>${name}</li>`)}</ul>`
      : nothing}`);
}

/** "Ana Lopez (ana@example.com): Webex no longer knows this person". @param {Unreachable} one */
function because({ name, email, reason, said }) {
  return t("compose.confirm.because", { name: nameOf({ name, email }), why: inWords(said, reason) });
}

/** @param {"" | "good" | "warn"} tone @param {Parameters<typeof icon>[0]} sign @param {unknown} words */
export function check(tone, sign, words) {
  return html`<li class=${tone}>${icon(sign)}<div>${words}</div></li>`;
}
