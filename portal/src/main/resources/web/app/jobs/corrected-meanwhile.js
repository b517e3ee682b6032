/** What somebody else makes of a text while it is being corrected here. */
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { chat } from "../ui/chat.js";
import { readable } from "../ui/readable.js";
import { notice } from "../ui/widgets.js";

/** The text that was made of it last, also where only some have that. @param {Job} job */
function latest({ markdown = "", run }) {
  return run?.followUps?.find(({ kind }) => kind === "correction")?.markdown ?? markdown;
}

/** What tells a correction from other changes. @param {Job} job */
export function told({ markdown, run }) {
  return JSON.stringify([markdown, run?.followUps?.find(({ kind }) => kind === "correction")?.id]);
}

/**
 * Nobody replaces what they have not seen.
 * @param {Job | undefined} theirs as somebody else has it @param {string} text what is written here
 * @param {(words: string) => void} decide what the text is to be
 */
export function meanwhile(theirs, text, decide) {
  if (!theirs) {
    return nothing;
  }
  const other = latest(theirs);
  const button = (/** @type {string} */ words, /** @type {string} */ then) =>
    html`<button class="button small" type="button" @click=${() => decide(then)}>${words}</button>`;
  const ways = html`<span class="decide">${button(t("compose.elsewhere.load"), other)}${button(t("compose.elsewhere.keep"), text)}</span>`;
  return html`
    ${notice(t("jobs.followUp.meanwhile"), "alert", "", ways)}
    <section class="said" aria-label=${t("jobs.followUp.newText")} tabindex="0">${chat(readable(other))}</section>`;
}
