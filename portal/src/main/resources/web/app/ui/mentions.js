/** Mentions, as they are written for Webex and as it shows them. */
import { html } from "lit";
import { until } from "lit/directives/until.js";
import { get } from "../core/api.js";
import { isAddress } from "../core/emails.js";
import { t } from "../core/i18n.js";

const MENTION = /^<@(?:(all)|person(?:Id:([^|>\n]+)|Email:([^|>\n]+))(?:\|([^>\n]*))?)>/;

/**
 * A mention in a text: who is mentioned, and the name if the author gave one.
 * @typedef {{ type: "mention", raw: string, all: boolean, email: string, name: string }} Mention
 */

/** For the Markdown reader: `<@all>`, `<@personEmail:a@b>`, `<@personId:ID|Name>`. */
export const mentions = {
  name: "mention",
  level: /** @type {const} */ ("inline"),
  /** @param {string} text */
  start(text) {
    const at = text.indexOf("<@");
    return at < 0 ? undefined : at;
  },
  /** @param {string} text @returns {Mention | undefined} */
  tokenizer(text) {
    const found = text.match(MENTION);
    if (!found) {
      return undefined;
    }
    const [raw, all, , email = "", name = ""] = found;
    return { type: "mention", raw, all: all !== undefined, email: email.trim(), name: name.trim() };
  },
};

/** @param {Mention} mention */
export function shown({ all, email, name }) {
  return html`<span class="mention">@${all ? t("ui.mention.all") : name || nameOf(email)}</span>`;
}

/** Names of people by address, once they are known. @type {Map<string, string>} */
const names = new Map();

/** @param {string} email "" where only an id was given */
function nameOf(email) {
  if (!isAddress(email)) {
    return email || t("ui.mention.somebody");
  }
  return names.get(email) ?? until(found(email), email);
}

/** @type {Map<string, Promise<string>>} */
const asked = new Map();

/** @param {string} email @returns {Promise<string>} */
function found(email) {
  const question = asked.get(email) ?? find(email);
  asked.set(email, question);
  return question;
}

/** The address, if the name is not known. @param {string} email */
async function find(email) {
  try {
    const { items } = await get("user/people/find", { q: email });
    const name = items.find((one) => one.email?.toLowerCase() === email.toLowerCase())?.displayName ?? email;
    names.set(email, name);
    return name;
  } catch {
    asked.delete(email);
    return email;
  }
}
