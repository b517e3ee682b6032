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
  const { attachment, upload } = letter;
  const arriving = upload.current;
  return html`
    <div class="attached">
      ${arriving
        ? html`<span class="file" aria-busy="true">${icon("retry")}
            <span class="name">${arriving.name}</span><small>uploading ${size(arriving.size)}</small>
            ${away(letter, `Do not attach ${arriving.name}`)}</span>`
        : attachment
          ? html`<span class="file">${icon("clip")}
              <span class="name" title=${attachment.name}>${attachment.name}</span><small>${size(attachment.size)}</small>
              ${away(letter, `Remove ${attachment.name}`)}</span>`
          : html`<label class="button quiet small" title="Or drop it here">${icon("clip")}Attach a file
              <input class="hidden-words" type="file" id="file" aria-describedby="file-fault"
                @change=${(/** @type {Event} */ event) => choose(letter, event)}></label>`}
      <span class="hidden-words" role="status">${arriving ? `Uploading ${arriving.name}` : attachment ? `${attachment.name} is attached` : ""}</span>
      <p class="fault" id="file-fault" role="alert">${upload.fault || fault || nothing}</p>
    </div>
  `;
}

/** @param {Letter} letter @param {string} words */
function away(letter, words) {
  return html`<button type="button" aria-label=${words} @click=${() => letter.detach()}>${icon("close")}</button>`;
}

/** @param {Letter} letter @param {Event} event */
function choose(letter, event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  take(letter, field.files);
  // The same file chosen again is a choice, too.
  field.value = "";
}

/**
 * @param {Letter | undefined} letter
 * @param {FileList | null | undefined} files
 * @returns {boolean} whether there was one
 */
function take(letter, files) {
  if (letter && files && files.length > 0) {
    letter.upload.start(files);
  }
  return (files?.length ?? 0) > 0;
}

/** Files dropped or pasted anywhere on the letter. @param {Letter | undefined} letter */
export function takesFiles(letter) {
  return {
    /** @param {DragEvent} event */
    drop(event) {
      // What was dropped on the field To is a list of addresses.
      if (!event.defaultPrevented && take(letter, event.dataTransfer?.files)) {
        event.preventDefault();
      }
    },

    /** Words that come with a picture of themselves are meant as words. @param {ClipboardEvent} event */
    paste(event) {
      const types = event.clipboardData?.types ?? [];
      const rich = types.includes("text/html") || types.includes("text/rtf");
      if (!rich && !event.defaultPrevented && take(letter, event.clipboardData?.files)) {
        event.preventDefault();
      }
    },
  };
}

/** What is dropped beside the letter does not take the place of the page. @param {DragEvent} event */
export function keepThePage(event) {
  if (event.dataTransfer?.types.includes("Files")) {
    event.preventDefault();
  }
}
