/** A menu of placeholders, beside the formatting tools. */
import { html } from "lit";
import { t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { menuItem, panel } from "../ui/menus.js";

/** The values that Belfry knows of everybody, in the reader's language. */
const KNOWN = ["firstName", "lastName", "name", "email"];

/**
 * @param {{ names?: string[], insert: (placeholder: string) => void }} of `names` are additional placeholders
 */
export function personalWords({ names = [], insert }) {
  const label = t("compose.personal.insert");
  const all = [...KNOWN, ...names.filter((name) => !KNOWN.includes(name))];
  return html`
    <button class="button quiet small square" type="button" popovertarget="personal-words" aria-label=${label}
      title=${label}>${icon("person")}</button>
    ${panel(
      "personal-words",
      label,
      html`${all.map((name) =>
        menuItem({ words: wordsFor(name), icon: "person", act: () => insert(placeholder(name)) }),
      )}
      <p class="hint">${t("compose.personal.hint", { example: placeholder("firstName") })}</p>`,
    )}
  `;
}

/** @param {string} name */
function wordsFor(name) {
  switch (name) {
    case "firstName":
      return t("compose.personal.firstName");
    case "lastName":
      return t("compose.personal.lastName");
    case "name":
      return t("compose.personal.name");
    case "email":
      return t("compose.personal.email");
    default:
      return name;
  }
}

/** @param {string} name */
function placeholder(name) {
  return name === "firstName" ? `{{firstName|${t("compose.personal.otherwise")}}}` : `{{${name}}}`;
}
