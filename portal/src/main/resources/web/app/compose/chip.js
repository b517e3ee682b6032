/** One choice in the fields To and Except. */
import { html, nothing } from "lit";
import { joined, number, t } from "../core/i18n.js";
import { icon } from "../ui/icons.js";
import { placesNamed } from "../ui/readable.js";
import { address, avatar, groupIcon, groupName } from "../ui/widgets.js";
import { apartFromNamesakes } from "./finder.js";

/** @param {Entry} entry @param {{ fault: string | undefined, drop: () => void, key: (event: KeyboardEvent) => void }} of */
export function chip(entry, { fault, drop, key }) {
  const size = entry.size ?? ((entry.emails?.length ?? 1) > 1 ? entry.emails?.length : undefined);
  const single = entry.kind === "person" || entry.emails?.length === 1;
  const sign = { group: groupIcon(entry.source), saved: "people", space: "space", list: "list", person: "person", recipients: "people" }[entry.kind];
  const name = placesNamed(groupName(entry));
  const mark = /** @type {any} */ (fault ? "alert" : single ? "person" : sign);
  const which = apartFromNamesakes(entry);
  const whole = joined([name, which], ", ");
  return html`
    <span class="chip ${single ? "one" : ""} ${fault ? "bad" : ""}"
      title=${fault ?? entry.emails?.slice(0, 12).join("\n") ?? nothing}>
      ${entry.kind === "person" ? avatar(name) : icon(mark)}
      <span class="line"><span class="name">${name}</span>${which
        ? html`<span class="which">${address(which)}</span>`
        : nothing}${size === undefined && entry.kind !== "group" ? nothing : html`<span class="size">${size === undefined ? t("common.notCounted") : number(size)}</span>`}</span>
      <button type="button" tabindex="-1"
        aria-label=${fault
          ? t("compose.to.takeOutBecause", { name: whole, fault })
          : t("compose.to.takeOut", { name: whole })}
        @click=${drop} @keydown=${key}>${icon("close")}</button>
    </span>
  `;
}

/** A key on one of them. @param {import("./audience-picker.js").AudiencePicker} picker @param {KeyboardEvent} event @param {number} index */
export function chipKey(picker, event, index) {
  const { chips, input } = picker;
  if (event.key === "ArrowLeft") {
    chips[Math.max(0, index - 1)].focus();
  } else if (event.key === "ArrowRight") {
    (chips[index + 1] ?? input).focus();
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    // Whoever holds the key means one.
    if (!event.repeat) {
      (chips[index + 1] ?? chips[index - 1] ?? input).focus();
      picker.drop(index);
    }
  } else if (event.key === "Escape") {
    input.focus();
  }
}
