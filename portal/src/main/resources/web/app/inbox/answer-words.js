/** What an answer says. */
import "../core/later.js";
import { html, nothing } from "lit";
import { isolated, t } from "../core/i18n.js";

/** @param {import("openapi").components["schemas"]["Answer"]} one */
export function wordsIn(one) {
  if (!one.readable) {
    return html`<i>${t("inbox.unreadable")}</i>`;
  }
  if (one.kind === "written") {
    return one.text || (one.files > 0 ? nothing : html`<i>${t("inbox.empty")}</i>`);
  }
  const sent = Object.entries(one.inputs).map(([name, value]) => `${isolated(name)}: ${isolated(String(value))}`);
  return sent.length > 0 ? t("inbox.pressedWith", { inputs: sent.join(", ") }) : t("inbox.pressedOnly");
}
