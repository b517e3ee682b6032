/** What is put beneath a text, as the page keeps it. */
import { seen } from "../core/seen.js";

export const MOST_BUTTONS = 5;

/** As the server keeps it, in letters; empty for nothing. @param {CardDesign | undefined} card */
export function lettersOf(card) {
  if (card?.own !== undefined) {
    return card.own.trim() && JSON.stringify(card.own);
  }
  if (!card || (card.buttons.length === 0 && !card.picture)) {
    return "";
  }
  const { buttons, picture } = card;
  return JSON.stringify({
    buttons: buttons.map(({ title, url }) => ({ title: line(title), url: line(url) })),
    picture: picture && { url: line(picture.url), alt: line(picture.alt) },
  });
}

/** As it is sent: nothing at all takes away what was there. @param {CardDesign | undefined} card */
export function sentOf(card) {
  if (card?.own !== undefined) {
    return { own: card.own };
  }
  return card ? { buttons: card.buttons, picture: card.picture } : {};
}

/** What a test stands for. @param {{ text: string, attachment?: Attachment, card?: CardDesign, acknowledge?: Acknowledge }} of */
export function content({ text, attachment, card, acknowledge = {} }) {
  const words = attachment ? `${text}\u0000${attachment.id}` : text;
  const letters = lettersOf(card) + line(acknowledge.button ?? "");
  return letters ? `${words}\u0000${letters}` : words;
}

/** The same with the button by which it is acknowledged. @param {{ card?: CardDesign, acknowledge?: Acknowledge }} of */
export function shownCard({ card, acknowledge: { button: title } = {} }) {
  return title?.trim() ? { ...card, buttons: [...(card?.buttons ?? []), { title, url: "" }] } : card;
}

/** Nobody is reminded of what nobody was asked for. @param {Acknowledge} asked @returns {Acknowledge} */
export function wanted(asked) {
  return seen((asked.button ?? "") + (asked.word ?? "")) === "" ? {} : asked;
}

/** As the server keeps it, in letters. @param {Acknowledge} [asked] */
export function askedOf({ button = "", word = "", reminders } = {}) {
  const { times = [], zone, until = "", language = "en", markdown = "" } = reminders ?? {};
  const reminded = times.length > 0 ? [times.map(({ days, time }) => [days, time]), zone, until, language, markdown] : [];
  return JSON.stringify([line(button), line(word), ...reminded]);
}

/** @param {string} text */
function line(text) {
  return seen(text).replace(/\s+/g, " ");
}
