/**
 * What the toolbar and some keys do to a text, as pure functions from text and selection to one
 * replacement. The element applies it in a way that keeps the browser's undo working.
 *
 * @typedef {{ text: string, from: number, to: number }} Selected
 * @typedef {{ from: number, to: number, text: string, select: [number, number] }} Change
 */
import { seen } from "../core/seen.js";

/**
 * Puts marks around the selection, or removes them.
 * @param {Selected} state
 * @param {string} mark
 * @param {string} otherwise what to write where nothing is selected
 * @returns {Change}
 */
export function wrap({ text, from, to }, mark, otherwise) {
  const size = mark.length;
  const chosen = text.slice(from, to);
  if (text.slice(from - size, from) === mark && text.slice(to, to + size) === mark) {
    return { from: from - size, to: to + size, text: chosen, select: [from - size, to - size] };
  }
  if (chosen.length >= 2 * size && chosen.startsWith(mark) && chosen.endsWith(mark)) {
    const bare = chosen.slice(size, -size);
    return { from, to, text: bare, select: [from, from + bare.length] };
  }
  const inner = chosen || otherwise;
  return { from, to, text: mark + inner + mark, select: [from + size, from + size + inner.length] };
}

/** @param {Selected} state @param {string} otherwise @returns {Change} */
export function code(state, otherwise) {
  const chosen = state.text.slice(state.from, state.to);
  if (!chosen.includes("\n")) {
    return wrap(state, "`", otherwise);
  }
  const text = "```\n" + chosen.replace(/\n$/, "") + "\n```";
  return { ...at(state), text, select: [state.from, state.from + text.length] };
}

/**
 * @param {Selected} state
 * @param {string} otherwise
 * @param {string} [url]
 * @returns {Change}
 */
export function link(state, otherwise, url = "https://") {
  const inner = state.text.slice(state.from, state.to) || otherwise;
  const text = `[${inner}](${url})`;
  const begin = state.from + inner.length + 3;
  const select = /** @type {[number, number]} */ (
    url === "https://" ? [begin, begin + url.length] : [state.from + text.length, state.from + text.length]
  );
  return { ...at(state), text, select };
}

/** An address pasted onto selected words makes them a link. @param {Selected} state @param {string} pasted */
export function pastedLink(state, pasted) {
  const chosen = state.text.slice(state.from, state.to);
  const isUrl = /^(https?:\/\/|mailto:|tel:|webexteams:)\S+$/i.test(seen(pasted));
  return isUrl && chosen.trim() !== "" && !/[\n[\]]/.test(chosen) && !/^https?:/.test(chosen)
    ? link(state, chosen, seen(pasted))
    : undefined;
}

const MARKS = {
  heading: { is: /^#{1,6} +/, make: () => "## " },
  bullets: { is: /^ *[-*+] +/, make: () => "- " },
  numbers: { is: /^ *\d+[.)] +/, make: (/** @type {number} */ line) => `${line + 1}. ` },
  quote: { is: /^> ?/, make: () => "> " },
};

/**
 * Marks the selected lines as this kind, or unmarks them if they already are.
 * @param {Selected} state
 * @param {keyof typeof MARKS} kind
 * @returns {Change}
 */
export function lines(state, kind) {
  const from = state.text.lastIndexOf("\n", state.from - 1) + 1;
  const end = state.text.indexOf("\n", Math.max(state.from, state.to - 1));
  const to = end < 0 ? state.text.length : Math.max(end, state.to);
  const { is, make } = MARKS[kind];
  const all = state.text.slice(from, to).split("\n");
  const marked = all.every((line) => is.test(line) || (line === "" && all.length > 1));
  let number = 0;
  const text = all
    .map((line) => {
      if (marked || (line === "" && all.length > 1)) {
        return line.replace(is, "");
      }
      return make(number++) + line.replace(otherMark(line), "");
    })
    .join("\n");
  const caret = from + text.length;
  return { from, to, text, select: all.length > 1 ? [from, caret] : [caret, caret] };
}

/** A line has one mark at most. @param {string} line */
function otherMark(line) {
  return Object.values(MARKS).find(({ is }) => is.test(line))?.is ?? /^/;
}

/**
 * Enter continues a list or a quote; on an empty item it ends it.
 * @param {Selected} state
 * @returns {Change | undefined}
 */
export function enter({ text, from, to }) {
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const line = text.slice(begin, from);
  const found = line.match(/^( *)([-*+]|(\d+)([.)])|>)( +)/) ?? line.match(/^( *)([-*+]|(\d+)([.)])|>)$/);
  if (!found || from !== to) {
    return undefined;
  }
  if (line.trim() === found[0].trim()) {
    return { from: begin, to: from, text: "", select: [begin, begin] };
  }
  const mark = found[3] ? `${Number(found[3]) + 1}${found[4]}` : found[2];
  const more = `\n${found[1]}${mark}${found[5] ?? " "}`;
  return { from, to, text: more, select: [from + more.length, from + more.length] };
}

/** The one replacement that makes another text of it. @param {string} text @param {string} other @returns {Change} */
export function into(text, other) {
  let from = 0;
  while (from < text.length && text[from] === other[from]) {
    from++;
  }
  let rest = 0;
  while (rest < Math.min(text.length, other.length) - from && text.at(-1 - rest) === other.at(-1 - rest)) {
    rest++;
  }
  const words = other.slice(from, other.length - rest);
  const caret = from + words.length;
  return { from, to: text.length - rest, text: words, select: [caret, caret] };
}

/** @param {Selected} state */
function at({ from, to }) {
  return { from, to };
}

/** The length of a text as Webex counts it. @param {string} text */
export function bytes(text) {
  return new TextEncoder().encode(text).length;
}
