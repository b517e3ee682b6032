/** A menu of placeholders, beside the formatting tools. */
import { html } from "lit";
import { folded, plain, seen } from "../core/seen.js";
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
  const columns = names.filter((name) => !KNOWN.includes(name));
  const own = columns.filter((name) => !KNOWN.some((known) => key(known) === key(name)));
  return html`
    <button class="button quiet small square" type="button" popovertarget="personal-words" aria-label=${label}
      title=${label}>${icon("person")}</button>
    ${panel(
      "personal-words",
      label,
      html`${KNOWN.map((name) =>
        menuItem({ words: knownWords(name, columns), icon: "person", act: () => insert(placeholder(name)) }),
      )}
      ${own.map((name) =>
        menuItem({ words: t("compose.personal.column", { name }), icon: "list", act: () => insert(placeholder(name)) }),
      )}
      <p class="hint">${t("compose.personal.hint", { example: placeholder("firstName") })}</p>`,
    )}
  `;
}

/** @param {string} name */
function key(name) {
  return seen(folded(plain(name)));
}

/** A list's column of the same name comes before what Webex knows. @param {string} name @param {string[]} columns */
function knownWords(name, columns) {
  const column = columns.find((one) => key(one) === key(name));
  return column ? t("compose.personal.orColumn", { words: wordsFor(name), name: column }) : wordsFor(name);
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
    default:
      return t("compose.personal.email");
  }
}

/** @param {string} name */
function placeholder(name) {
  return name === "firstName" ? `{{firstName|${t("compose.personal.otherwise")}}}` : `{{${name}}}`;
}
