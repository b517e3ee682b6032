/** A message as its readers see it in Webex. */
import { html, nothing } from "lit";
import { clock, size } from "../lib/format.js";
import { message } from "../lib/markdown.js";
import { session } from "../lib/session.js";
import { appMark } from "./bits.js";
import { icon } from "./icons.js";

/** The head of the conversation in which it arrives. */
export function room() {
  const { title, hue = 230, bot } = session.info ?? { title: session.title };
  const name = bot?.displayName ?? title;
  return html`<div class="room">${appMark(name, hue)}<p><b>${name}</b><small>Direct message</small></p></div>`;
}

/**
 * @param {string} markdown
 * @param {{ time?: Time | number, day?: string, file?: Attachment }} [more]
 */
export function chat(markdown, { time, day = "Today", file } = {}) {
  const { title, hue = 230, bot } = session.info ?? { title: session.title };
  const name = bot?.displayName ?? title;
  return html`
    <div class="chat">
      <div class="day">${day}</div>
      ${appMark(name, hue)}
      <div>
        <p class="by"><b>${name}</b><span>Bot</span>${time === undefined ? "" : html`<time>${clock(time)}</time>`}</p>
        <div class="message">
          ${markdown.trim() === ""
            ? html`<p class="raw">Your message appears here as you write.</p>`
            : message(markdown)}
        </div>
        ${file
          ? html`<a class="file" href=${"jobs/attachment/" + file.id} download=${file.name}>${icon("clip")}
              <span class="name" title=${file.name}>${file.name}</span><small>${size(file.size)}</small></a>`
          : nothing}
      </div>
    </div>
  `;
}
