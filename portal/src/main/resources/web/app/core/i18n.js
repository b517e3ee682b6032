/**
 * The page's text in the reader's language: catalogues in i18next's format. No text for people is
 * anywhere else in the page.
 */
import i18next from "i18next";
import { kept } from "./browser-storage.js";

const CHOSEN = "belfry.language";

/** Languages by their own names. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", es: "Español", de: "Deutsch" };

/** @typedef {{ [key: string]: string | Catalogue }} Catalogue */

/** @typedef {() => Promise<{ default: Catalogue }>} Load */

/** The text of the first view, and that of views and dialogs that are loaded later. @type {Record<string, { first: Load, later: Load }>} */
const CATALOGUES = {
  en: {
    first: () => import("../locales/en.json", { with: { type: "json" } }),
    later: () => import("../locales/en-later.json", { with: { type: "json" } }),
  },
  es: {
    first: () => import("../locales/es.json", { with: { type: "json" } }),
    later: () => import("../locales/es-later.json", { with: { type: "json" } }),
  },
  de: {
    first: () => import("../locales/de.json", { with: { type: "json" } }),
    later: () => import("../locales/de-later.json", { with: { type: "json" } }),
  },
};

/** The language of the page, as early.js chose it: "en", or a pseudo-language, "en-XA". */
export const language = document.documentElement.lang;

/** The language with the reader's own region, "en-IE", which decides how numbers and times are written. */
export const locale = navigator.languages.find((one) => one.split("-")[0] === language) ?? regional(language);

/** Plain "en" becomes British: day before month, and 24 hours. @param {string} one */
function regional(one) {
  return one === "en" ? "en-GB" : one;
}

const [base, variant] = language.split("-");

/** A pseudo-language has English plurals. */
const lng = variant ? "en" : base;

/** Only a pseudo-language needs the server's English words in a catalogue; English shows them as they come. */
async function first() {
  const words = (await (CATALOGUES[base] ?? CATALOGUES.en).first()).default;
  if (!variant) {
    return words;
  }
  const problems = await import("../locales/en-problem.json", { with: { type: "json" } });
  return (await import("./pseudo.js")).pseudo({ ...words, ...problems.default }, variant);
}

/** Adds the text of what is loaded later; later.js calls this once. */
export async function addLaterWords() {
  const words = (await (CATALOGUES[base] ?? CATALOGUES.en).later()).default;
  const said = variant ? (await import("./pseudo.js")).pseudo(words, variant) : words;
  i18next.addResourceBundle(lng, "translation", said, true);
}

const numbers = new Intl.NumberFormat(locale);

/** @param {number} value */
export function number(value) {
  return numbers.format(value);
}

await i18next.init({
  lng,
  fallbackLng: false,
  initAsync: false,
  nsSeparator: false,
  resources: { [lng]: { translation: await first() } },
  // Lit escapes what it renders.
  interpolation: { escapeValue: false },
});
i18next.services.formatter?.add("number", (value) => number(value));

/**
 * The text of a key. `count` chooses the plural; `{{name}}` stands for an argument, `{{name,
 * number}}` for a number as the reader writes it.
 * @param {string} key "compose.review"
 * @param {Record<string, unknown>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return i18next.t(key, apart(values));
}

/** Letters that are written from right to left, and characters that turn what is around them. */
const TURNING = /[\u0590-\u08ff\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]|\ud83a[\udd00-\udd5f]/;

/** What people wrote, so that its direction changes nothing around it. For eyes only, never for what is sent or kept. @param {string} words */
export function isolated(words) {
  return TURNING.test(words) ? `\u2068${isClosed(words) ? words : unisolated(words)}\u2069` : words;
}

/** As it was before `isolated`, for what leaves the page. @param {string} words */
export function unisolated(words) {
  return words.replace(/[\u2066-\u2069]/g, "");
}

/** Whether it ends all isolates that it begins, and no others. @param {string} words */
function isClosed(words) {
  let open = 0;
  for (const letter of words) {
    open += /[\u2066-\u2068]/.test(letter) ? 1 : letter === "\u2069" ? -1 : 0;
    if (open < 0) {
      return false;
    }
  }
  return open === 0;
}

/** "3 people · Ana Lopez"; what is empty is left out. @param {(string | undefined)[]} parts @param {string} [between] */
export function joined(parts, between = " · ") {
  return parts.flatMap((part) => (part ? [isolated(part)] : [])).join(between);
}

/** @param {Record<string, unknown>} values */
function apart(values) {
  const pairs = Object.entries(values);
  return pairs.some(([, value]) => typeof value === "string" && TURNING.test(value))
    ? Object.fromEntries(pairs.map(([name, value]) => [name, typeof value === "string" ? isolated(value) : value]))
    : values;
}

/**
 * The server's text in the reader's language if the catalogue has its code, otherwise in the
 * server's English.
 * @param {Partial<Said> | undefined} said without a code where nothing is known of it
 * @param {string} english
 */
export function inWords(said, english) {
  return isKnown(said) ? say(said) : english;
}

/**
 * The same for several sentences: all are translated, or none.
 * @param {Said[] | undefined} said
 * @param {string[]} english
 */
export function allInWords(said, english) {
  return said?.every(isKnown) ? said.map(say) : english;
}

/**
 * Whether the catalogue has this phrase and the phrases in its arguments.
 * @param {Partial<Said> | undefined} said
 * @returns {said is Said}
 */
function isKnown(said) {
  return said?.code !== undefined
    && i18next.exists(`problem.${said.code}`, said.args)
    && Object.values(said.args ?? {}).every((arg) => typeof arg !== "object" || isKnown(arg));
}

/** @param {Said} said @returns {string} */
function say({ code, args = {} }) {
  const said = Object.entries(args).map(([name, arg]) => [name, typeof arg === "object" ? say(arg) : arg]);
  return t(`problem.${code}`, Object.fromEntries(said));
}

/**
 * The text of a key with templates among its values: `<b>` around a name, a link.
 * @param {string} key
 * @param {Record<string, unknown>} values numbers and texts as they are; what is neither is put where its name stands
 * @returns {unknown[]} for a template
 */
export function rich(key, values) {
  const names = Object.keys(values);
  const marked = names.map((name, index) => {
    const value = values[name];
    return [name, ["string", "number"].includes(typeof value) ? value : `\u0001${index}\u0001`];
  });
  return t(key, Object.fromEntries(marked))
    .split("\u0001")
    .map((part, index) => (index % 2 === 1 ? values[names[Number(part)]] : part));
}

/** "Anna, Ben and Carl", "one or two". @param {string[]} parts @param {Intl.ListFormatType} [type] */
export function list(parts, type = "conjunction") {
  return new Intl.ListFormat(regional(base), { type }).format(parts.map(isolated));
}

/**
 * Stores the choice and reloads the page in that language.
 * @param {string} chosen
 * @returns {boolean} false where this browser keeps nothing, and all stays as it is
 */
export function setLanguage(chosen) {
  const isKept = kept.set(CHOSEN, chosen);
  if (isKept) {
    location.reload();
  }
  return isKept;
}
