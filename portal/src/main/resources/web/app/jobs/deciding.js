/** A person's decision about whoever is held: asked for, confirmed and announced alike wherever they are shown. */
import "../core/later.js";
import { html } from "lit";
import { t } from "../core/i18n.js";
import { ask } from "../ui/ask.js";
import { toast } from "../ui/toast.js";
import { waitsFor } from "../ui/waits.js";

/** @typedef {"sendAgain" | "delivered"} Decision */

/** @param {Decision} one @param {string} name @param {() => void} decide */
export function decisionButton(one, name, decide) {
  const words = t(one === "delivered" ? "jobs.recipients.arrived" : "jobs.sendAgain.yes");
  return html`
    <button class="link" type="button" aria-label=${t("jobs.recipients.decision", { words, name })} @click=${decide}>
      ${words}
    </button>`;
}

/**
 * Asks whether it is meant, because it cannot be undone; decides; and says so.
 * @param {Decision} decision @param {{ held: number, name: string | undefined }} whom the name of the only one
 * @param {() => Promise<Job | void>} decide which gives the job, if it is about one
 */
export async function confirmed(decision, { held, name }, decide) {
  const kind = decision === "sendAgain" ? "sendAgain" : "counted";
  const answer = await ask({
    title: name ? t(`jobs.${kind}.titleOne`, { name }) : t(`jobs.${kind}.titleAll`, { count: held }),
    words: t(`jobs.${kind}.words`),
    yes: name ? t(`jobs.${kind}.yes`) : t(`jobs.${kind}.yesAll`, { count: held }),
  });
  if (answer !== undefined) {
    const job = await decide();
    toast({ words: decision === "sendAgain" ? again(t("jobs.said.sentAgain"), job) : countedAsDelivered(held, name) });
  }
}

/** What keeps a job from being sent to anybody, for long perhaps. */
const STANDS = ["resume", "decision", "quietHours"];

/** That some are sent to again; where that waits, for what. @param {string} words @param {Job | void} job */
export function again(words, job) {
  const waits = job?.waitsFor;
  return waits && STANDS.includes(waits.reason) ? t("jobs.said.againLater", { waits: waitsFor(waits) }) : words;
}

/** @param {number} held @param {string | undefined} name of the only one */
function countedAsDelivered(held, name) {
  return name === undefined
    ? t("jobs.said.countedAll", { count: held })
    : t("jobs.said.countedOne", { name });
}
