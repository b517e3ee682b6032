/** A mention while it is being typed, as pure functions from a text to what is asked for and to what replaces it. */
import { seen } from "../core/seen.js";

/** An `@` that begins a word, so that no e-mail address asks for anybody, and up to three words after it. */
const ASKED = /(?<=^|[\s([{"'“„«*_~>/—–-])@((?:[\p{L}\p{M}\p{N}.'’-]+ ?){0,3})$/u;

/** No name has more, and whatever is typed is looked at no further back than that. */
const LONGEST = 60;

/**
 * The mention that ends at the caret, and where it begins; nothing if there is none.
 * @param {string} text @param {number} caret
 * @returns {{ from: number, query: string } | undefined}
 */
export function asked(text, caret) {
  const found = text.slice(Math.max(0, caret - LONGEST), caret).match(ASKED);
  return found ? { from: caret - found[0].length, query: seen(found[1]) } : undefined;
}

/**
 * As Webex reads it: everybody in a space, or a person with the name that readers see.
 * @param {Person | undefined} person undefined is everybody
 */
export function written(person) {
  if (!person) {
    return "<@all>";
  }
  const { id, email, displayName } = person;
  // What would end the mention, or be taken for a placeholder, is not part of anybody's name.
  const name = displayName.replace(/[<>|{}[\]\\\s]+/g, " ").trim();
  return email ? `<@personEmail:${email}|${name}>` : `<@personId:${id}|${name}>`;
}

/**
 * Puts a mention in the place of what was typed.
 * @param {import("./editing.js").Selected} state @param {number} from @param {string} mention
 * @returns {import("./editing.js").Change}
 */
export function mentioned({ text, to }, from, mention) {
  const words = /^[\s.,;:!?)]/.test(text.slice(to)) ? mention : mention + " ";
  const caret = from + words.length;
  return { from, to, text: words, select: [caret, caret] };
}
