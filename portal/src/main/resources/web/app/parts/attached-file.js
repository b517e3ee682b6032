/** The file that goes with the message: chosen, dropped or pasted, and what became of it. */
import { html, nothing } from "lit";
import { size } from "../lib/format.js";
import { Letter } from "../lib/letter.js";
import { icon } from "./icons.js";

/**
 * @param {Letter} letter
 * @param {string} fault what the server says of it
 */
export function attachedFile(letter, fault) {
  const { attachment, arriving } = letter;
  const words = letter.fileFault || fault;
  return html`
    <div class="attached">
      ${arriving
        ? html`<span class="file" role="status" aria-busy="true">${icon("retry")}
            <span class="name">${arriving.name}</span><small>uploading ${size(arriving.size)}</small>
            <button type="button" aria-label=${`Do not attach ${arriving.name}`} @click=${() => letter.detach()}>${icon("close")}</button></span>`
        : attachment
          ? html`<span class="file">${icon("clip")}
              <span class="name" title=${attachment.name}>${attachment.name}</span><small>${size(attachment.size)}</small>
              <button type="button" aria-label=${`Remove ${attachment.name}`} @click=${() => letter.detach()}>${icon("close")}</button></span>`
          : html`<label class="button quiet small" title="Or drop it here">${icon("clip")}Attach a file
              <input class="hidden-words" type="file" id="file" aria-describedby="file-fault"
                @change=${(/** @type {Event} */ event) => choose(letter, event)}></label>`}
      <p class="fault" id="file-fault" role="alert">${words || nothing}</p>
    </div>
  `;
}

/** @param {Letter} letter @param {Event} event */
function choose(letter, event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  attachFirst(letter, field.files);
  // The same file chosen again is a choice, too.
  field.value = "";
}

/**
 * One file goes with a message: of several, the first.
 * @param {Letter | undefined} letter
 * @param {FileList | null | undefined} files
 * @returns {boolean} whether there was one
 */
function attachFirst(letter, files) {
  const file = files?.[0];
  if (letter && file) {
    letter.attach(file);
  }
  return file !== undefined;
}

/** Files dropped or pasted anywhere on the letter. @param {Letter | undefined} letter */
export function takesFiles(letter) {
  return {
    /** @param {DragEvent} event */
    over(event) {
      if (event.dataTransfer?.types.includes("Files")) {
        event.preventDefault();
      }
    },

    /** @param {DragEvent} event */
    drop(event) {
      // What was dropped on the field To is a list of addresses.
      if (!event.defaultPrevented && attachFirst(letter, event.dataTransfer?.files)) {
        event.preventDefault();
      }
    },

    /** Words copied together with a picture of them are meant as words. @param {ClipboardEvent} event */
    paste(event) {
      const words = event.clipboardData?.types.includes("text/plain");
      if (!words && !event.defaultPrevented && attachFirst(letter, event.clipboardData?.files)) {
        event.preventDefault();
      }
    },
  };
}
