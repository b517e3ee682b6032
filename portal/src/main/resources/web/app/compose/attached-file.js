/** The file sent with the message: chosen, dropped or pasted, and the progress of its upload. */
import { html, nothing } from "lit";
import { size } from "../core/format.js";
import { t } from "../core/i18n.js";
import { Draft } from "./draft.js";
import { icon } from "../ui/icons.js";

/**
 * @param {Draft} draft
 * @param {string} fault what the server says of it
 * @param {() => void} forget what else goes with the file
 */
export function attachedFile(draft, fault, forget) {
  const { attachment, upload } = draft;
  const arriving = upload.current;
  return html`
    <div class="attached">
      ${arriving
        ? html`<span class="file" aria-busy="true">${icon("retry")}
            <span class="name">${arriving.name}</span><small>${t("compose.file.uploading", {
              size: size(arriving.size),
            })}</small>
            ${away(t("compose.file.doNotAttach", { name: arriving.name }), () => draft.detach())}</span>`
        : attachment
          ? html`<span class="file">${icon("clip")}
              <span class="name" title=${attachment.name}>${attachment.name}</span><small>${size(
                attachment.size,
              )}</small>
              ${away(t("compose.file.remove", { name: attachment.name }), () => {
                draft.detach();
                forget();
              })}</span>`
          : html`<label class="button quiet small"
              title=${t("compose.file.dropHere")}>${icon("clip")}${t("compose.file.attach")}
              <input class="hidden-words" type="file" id="file" aria-describedby="file-fault" ?disabled=${draft.card !== undefined}
                @change=${(/** @type {Event} */ event) => choose(draft, event)}></label>`}
      <span class="hidden-words" role="status">${news(draft)}</span>
      <p class="fault" id="file-fault" role="alert">${upload.fault || fault || nothing}</p>
    </div>
  `;
}

/** @param {Draft} draft */
function news({ attachment, upload: { current: arriving } }) {
  if (arriving) {
    return t("compose.file.arriving", { name: arriving.name });
  }
  return attachment ? t("compose.file.attached", { name: attachment.name }) : "";
}

/** @param {string} words @param {() => void} detach */
function away(words, detach) {
  return html`<button type="button" aria-label=${words} @click=${detach}>${icon("close")}</button>`;
}

/** @param {Draft} draft @param {Event} event */
function choose(draft, event) {
  const field = /** @type {HTMLInputElement} */ (event.target);
  take(draft, field.files);
  // Otherwise choosing the same file again would cause no event.
  field.value = "";
}

/**
 * @param {Draft | undefined} draft
 * @param {(ArrayLike<File> & Iterable<File>) | null | undefined} files
 * @returns {boolean} whether there was one
 */
function take(draft, files) {
  if (draft && files && files.length > 0) {
    if (draft.card) {
      draft.upload.fail(t("compose.card.noFile"));
    } else {
      draft.upload.start([...files]);
    }
  }
  return (files?.length ?? 0) > 0;
}

/** Files dropped or pasted anywhere on the draft. @param {Draft | undefined} draft */
export function takesFiles(draft) {
  return {
    /** @param {DragEvent} event */
    drop(event) {
      // A file dropped on the field To is a list of addresses.
      if (!event.defaultPrevented && take(draft, event.dataTransfer?.files)) {
        event.preventDefault();
      }
    },

    /** @param {ClipboardEvent} event */
    paste(event) {
      if (!event.defaultPrevented && take(draft, pastedFiles(event))) {
        event.preventDefault();
      }
    },
  };
}

/** Some programs add a picture of the text they copy; then the text is meant. @param {ClipboardEvent} event @returns {ArrayLike<File> & Iterable<File>} */
export function pastedFiles({ clipboardData }) {
  const types = clipboardData?.types ?? [];
  const rich = types.includes("text/html") || types.includes("text/rtf");
  return rich ? [] : (clipboardData?.files ?? []);
}

/** A file dropped beside the draft must not replace the page. @param {DragEvent} event */
export function keepThePage(event) {
  if (event.dataTransfer?.types.includes("Files")) {
    event.preventDefault();
  }
}
