/** What goes with the text: a file, or buttons and a picture, whose fields come when they are wanted. */
import { html, nothing } from "lit";
import { until } from "lit/directives/until.js";
import { t } from "../core/i18n.js";
import { isPicture } from "../ui/chat.js";
import { icon } from "../ui/icons.js";
import { complain } from "../ui/toast.js";
import { attachedFile } from "./attached-file.js";
import { MOST_BUTTONS } from "./card.js";
import { Draft } from "./draft.js";

/** @type {typeof import("./card-fields.js") | undefined} */
let loaded;

/** @type {typeof import("./picture-words.js") | undefined} */
let pictures;

/** Where the focus belongs once the fields are there. */
const wanted = { field: "" };

/** @param {Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
export function beneath(draft, faults) {
  const { card, attachment, upload } = draft;
  const isOwn = card?.own !== undefined;
  const withFile = attachment !== undefined || upload.current !== undefined;
  const full = withFile || (card?.buttons.length ?? 0) >= MOST_BUTTONS;
  return html`
    <div class="beneath">
      ${attachedFile(draft, faults.of("attachment"), () => pictures?.forget(draft))}
      ${isOwn
        ? nothing
        : html`<button class="button quiet small" type="button" id="add-button" ?disabled=${full}
            @click=${() => addButton(draft)}>${icon("add")}${t("compose.card.addButton")}</button>`}
      ${card?.picture || isOwn
        ? nothing
        : html`<button class="button quiet small" type="button" id="add-picture" ?disabled=${withFile}
            @click=${() => addPicture(draft)}>${icon("add")}${t("compose.card.addPicture")}</button>`}
      ${card
        ? nothing
        : html`<button class="button quiet small" type="button" id="add-own" ?disabled=${withFile}
            @click=${() => addOwn(draft)}>${icon("code")}${t("compose.card.addOwn")}</button>`}
      ${card || withFile ? html`<p class="hint">${t(card ? "compose.card.noFile" : "compose.file.noCard")}</p>` : nothing}
    </div>
    ${isPicture(draft.attachment) ? describing(draft) : nothing}
    ${card ? fields(draft, faults) : nothing}
  `;
}

/** @param {Draft} draft */
function describing(draft) {
  return pictures
    ? pictures.pictureWords(draft)
    : until(
        import("./picture-words.js")
          .then((module) => (pictures = module).pictureWords(draft))
          .catch((error) => void complain(error)),
        nothing,
      );
}

/** @param {Draft} draft */
function addButton(draft) {
  const { buttons, picture } = draft.card ?? { buttons: [] };
  wanted.field = `#button-${buttons.length}-title`;
  draft.change({ card: { picture, buttons: [...buttons, { title: "", url: "" }] } });
}

/** @param {Draft} draft */
function addPicture(draft) {
  wanted.field = "#picture-url";
  draft.change({ card: { buttons: draft.card?.buttons ?? [], picture: { url: "", alt: "" } } });
}

/** @param {Draft} draft */
function addOwn(draft) {
  wanted.field = "#own-card";
  draft.change({ card: { buttons: [], own: "" } });
}

/** @param {Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
function fields(draft, faults) {
  return loaded
    ? loaded.cardFields({ draft, faults, wanted })
    : until(
        import("./card-fields.js")
          .then((module) => (loaded = module).cardFields({ draft, faults, wanted }))
          .catch((error) => void complain(error)),
        nothing,
      );
}
