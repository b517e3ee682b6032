/** What is in an attached picture: a field whose words are a line of the text, as Webex keeps none with a file. */
import "../shared.js";
import "../core/later.js";
import { html } from "lit";
import { t } from "../core/i18n.js";

/** Known in every language; a screen reader says "framed picture". */
const SIGN = "🖼️";
const LINE = /^🖼️ ?(.*)$/mu;
const WITH_ITS_BLANK_LINES = /(^|\n\n?)🖼️ ?.*$(\n*)/mu;

/** What means something in Markdown, in a mention or in a placeholder. */
const MEANT = /[\\`*_[\]<>{}~|]/g;

/** @param {string} text */
export function describedIn(text) {
  return (text.match(LINE)?.[1] ?? "").replace(/\\([\\`*_[\]<>{}~|])/g, "$1");
}

/** @param {string} text @param {string} words */
export function described(text, words) {
  const line = `${SIGN} ${words.replace(MEANT, "\\$&")}`;
  if (words === "") {
    return text.replace(WITH_ITS_BLANK_LINES, (_, before, after) => (before && after ? "\n\n" : ""));
  }
  if (LINE.test(text)) {
    return text.replace(LINE, () => line);
  }
  return text.trim() === "" ? line : `${text.trimEnd()}\n\n${line}`;
}

/** The picture is no longer attached. @param {import("./draft.js").Draft} draft */
export function forget(draft) {
  draft.change({ text: described(draft.text, "") });
}

/** @param {import("./draft.js").Draft} draft */
export function pictureWords(draft) {
  return html`
    <div class="picture-words">
      <label for="picture-words">${t("compose.file.describe")}</label>
      <input class="field" id="picture-words" autocomplete="off" aria-describedby="picture-words-help"
        .value=${describedIn(draft.text)}
        @input=${(/** @type {Event} */ { target }) =>
          draft.change({ text: described(draft.text, /** @type {HTMLInputElement} */ (target).value) })}>
      <small id="picture-words-help">${t("compose.file.describeHelp")}</small>
    </div>
  `;
}
