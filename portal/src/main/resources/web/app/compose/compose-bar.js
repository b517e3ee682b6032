/** The last row of the sheet: how many get it and when, and the buttons. */
import { html } from "lit";
import { wordsOf } from "../core/api.js";
import { duration, zonedForYou } from "../core/format.js";
import { t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { Draft } from "./draft.js";
import { reach, uncounted } from "./plan.js";

/**
 * @typedef {{ draft: Draft, answer: import("./plan.js").Answer, marked: boolean, busy: "" | "test" | "review",
 *   test: (others?: boolean) => void, review: () => void, again: () => void }} Of `marked` if a chosen entry no
 * longer exists
 */

/** @param {Of} of */
export function composeBar(of) {
  const { draft, busy, test, review } = of;
  const later = draft.when.mode !== "now";
  const sign = busy === "review" ? "retry" : later ? "calendar" : "send";
  return html`
    <div class="bar">
      <p class="sum" aria-live="polite">${sum(of, later)}</p>
      <div class="acts">
        <button class="button" type="button" aria-busy=${busy === "test"} @click=${() => test()}>
          ${icon(busy === "test" ? "retry" : "person")}${t("compose.sendTest")}
        </button>
        <button class="button square" type="button" aria-label=${t("compose.testOthers")} title=${t("compose.testOthers")}
          @click=${() => test(true)}>${icon("group")}</button>
        <button class="button main-one" type="button" aria-busy=${busy === "review"}
          aria-keyshortcuts="Control+Enter" @click=${review}>
          ${icon(sign)}${t(later ? "compose.reviewLater" : "compose.review")}
        </button>
      </div>
    </div>
  `;
}

/** @param {Of} of @param {boolean} later */
function sum({ draft, answer, marked, again }, later) {
  const { state, plan, trouble } = answer;
  if (draft.audience.length === 0) {
    return html`<span class="quiet">${t("compose.sum.nobody")}</span>`;
  }
  if (state === "trouble") {
    return marked
      ? html`<span class="fault">${t("compose.sum.marked")}</span>`
      : html`<span class="fault">${t("compose.sum.notCounted", { reason: wordsOf(trouble) })}</span>
          <button class="link" type="button" @click=${again}>${t("common.tryAgain")}</button>`;
  }
  if (!plan || uncounted(plan)) {
    return html`<span class="quiet">${t("compose.sum.counting")}</span>`;
  }
  const { seconds } = plan.estimate;
  const takes = seconds === undefined ? "" : t("compose.sum.takes", { time: duration(seconds) });
  return html`
    <b class=${state === "asking" ? "quiet" : ""}>${reach(plan.reach)}</b>
    <span class="quiet ${later ? "long" : ""}">${later ? start(plan, draft.when.zone) : takes}</span>
  `;
}

/** @param {Plan} plan @param {string} zone */
function start({ startsAt, quietUntil, repeat }, zone) {
  if (!startsAt) {
    return "";
  }
  const time = zonedForYou(quietUntil ?? startsAt, zone);
  return repeat ? t("compose.sum.next", { time }) : time;
}
