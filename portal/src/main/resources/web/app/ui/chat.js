/** A message as its readers see it in Webex. */
import { html, nothing } from "lit";
import { until } from "lit/directives/until.js";
import { seen } from "../core/seen.js";
import { clock, size } from "../core/format.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { appMark } from "./widgets.js";
import { icon } from "./icons.js";
import { readable } from "./readable.js";

/** The head of the conversation. */
export function room() {
  const { title, hue = 230, bot } = session.info ?? { title: session.title };
  const name = bot?.displayName ?? title;
  return html`
    <div class="room">${appMark(name, hue)}<p><b>${name}</b><small>${t("ui.directMessage")}</small></p></div>
  `;
}

/**
 * @param {string} markdown
 * @param {{ time?: Time | number, day?: string, file?: Attachment, card?: CardDesign | Record<string, unknown>,
 *   unfilled?: boolean }} [more] `card` as it is written, or as it is sent; `unfilled` where no recipient is meant
 */
export function chat(markdown, { time, day = t("ui.today"), file, card, unfilled = false } = {}) {
  const { title, hue = 230, bot } = session.info ?? { title: session.title };
  const name = bot?.displayName ?? title;
  const words = seen(markdown) === "" ? html`<p class="raw">${t("ui.emptyMessage")}</p>` : drawn(unfilled ? readable(markdown) : markdown);
  return html`
    <div class="chat">
      <div class="day">${day}</div>
      ${appMark(name, hue)}
      <div>
        <p class="by">
          <b>${name}</b><span>${t("ui.bot")}</span>${time === undefined ? "" : html`<time>${clock(time)}</time>`}
        </p>
        ${card ? onCard(card, words, unfilled) : html`<div class="message">${words}</div>`}
        ${file ? attached(file) : nothing}
      </div>
    </div>
  `;
}

/** Files that Webex shows in the conversation itself; of others it shows the name. */
const PICTURES = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/bmp"];

/** @param {Attachment | undefined} file */
export function isPicture(file) {
  return file !== undefined && PICTURES.includes(file.type);
}

/** @param {Attachment} file */
function attached(file) {
  const { id, name, size: bytes } = file;
  const address = "jobs/attachment/" + id;
  return html`
    ${isPicture(file)
      ? html`<img class="picture" src=${address} alt=${t("ui.picture", { name })} loading="lazy">`
      : nothing}
    <a class="file" href=${address} download=${name}>${icon("clip")}
      <span class="name" title=${name}>${name}</span><small>${size(bytes)}</small></a>`;
}

/**
 * The renderer of cards, likewise.
 * @type {typeof import("./card.js") | undefined}
 */
let cards;

/** @param {[card: CardDesign | Record<string, any>, words: unknown, unfilled: boolean]} of */
function onCard(...of) {
  return cards
    ? cards.onCard(...of)
    : until(
        import("./card.js").then((loaded) => (cards = loaded).onCard(...of)).catch(() => of[1]),
        nothing,
      );
}

/**
 * The Markdown renderer, loaded when there is something to render: a first visit seldom has a text.
 * @type {typeof import("./markdown.js") | undefined}
 */
let renderer;

/** @param {string} markdown */
export function drawn(markdown) {
  return renderer
    ? renderer.message(markdown)
    : until(
        import("./markdown.js")
          .then((loaded) => (renderer = loaded).message(markdown))
          .catch(() => html`<p class="raw">${markdown}</p>`),
        nothing,
      );
}
