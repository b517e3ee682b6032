/** Where an app has several bots: those that do not send now, and why. */
import "../shared.js";
import "../core/later.js";
import { html } from "lit";
import { inWords, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { waitsFor } from "./waits.js";
import { notice, sends } from "./widgets.js";

/** "Bot 2, Company News" @param {{ number: number, name?: string }} bot */
export function botName({ number, name }) {
  return name ? t("bots.named", { number, name }) : t("bots.numbered", { number });
}

/** @param {Schemas["BotOf"]} bot */
export function whyNot({ said, trouble, waitsFor: waits }) {
  return trouble ? t("bots.refused", { reason: inWords(said, trouble).replace(/\.$/, "") }) : waitsFor(waits);
}

/** One sentence for each that does not send while others do. */
export function botsThatWait() {
  const idle = session.bots.filter((bot) => !sends(bot));
  return idle.length === session.bots.length
    ? []
    : idle.map((bot) => t("bots.waits", { bot: botName(bot), why: whyNot(bot) }));
}

/** Of those for which somebody has to do something. */
export function refusedBots() {
  const refused = session.bots.filter(({ trouble }) => trouble);
  return refused.map((bot) =>
    notice(html`<b>${t("bots.refusedTitle", { bot: botName(bot) })}</b> ${t("bots.refusedWords", { why: whyNot(bot) })}`),
  );
}
