/** Notes about the audience, below the field To. */
import { html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { placesNamed } from "../ui/readable.js";
import { some } from "../ui/widgets.js";

/**
 * @param {Headcount | undefined} audience @param {string} fault
 * @param {(those?: string[]) => void} outside which addresses that are not found are written to as they are, if any
 */
export function audienceNotes(audience, fault, outside) {
  // Nobody may be in it because nobody was found: whom to send to anyway is said as well.
  return html`${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}${audience ? notes(audience, outside) : nothing}`;
}

/** @param {Headcount} audience @param {(those?: string[]) => void} outside */
function notes(audience, outside) {
  const { duplicates, noAccount, byAddress, unchecked, stale, reading, incomplete } = audience;
  /** @type {unknown[]} */
  const parts = reading
    .filter(({ counted }) => !counted)
    .map(({ name, read }) => t("compose.notes.reading", { group: placesNamed(name), count: read }));
  if (duplicates > 0) {
    parts.push(t("compose.notes.duplicates", { count: duplicates }));
  }
  if (noAccount.length > 0) {
    const words = t("compose.notes.noAccount", { count: noAccount.length, names: some(noAccount) });
    parts.push(html`${words} <button class="link" type="button" @click=${() => outside(noAccount)}>${t("compose.notes.sendAnyway")}</button>`);
  }
  if (byAddress.length > 0) {
    const words = t("compose.notes.byAddress", { count: byAddress.length, names: some(byAddress) });
    parts.push(html`${words} <button class="link" type="button" @click=${() => outside()}>${t("compose.notes.skip")}</button>`);
  }
  if (unchecked.length > 0) {
    parts.push(t("compose.notes.unchecked", { count: unchecked.length }));
  }
  if (stale.length > 0) {
    parts.push(t("compose.notes.stale", { groups: some(stale) }));
  }
  if (incomplete.length > 0) {
    parts.push(t("compose.notes.incomplete", { groups: some(incomplete) }));
  }
  return inOneLine(parts);
}

/** What was brought as an address and is none: whoever was meant is missing. @param {string[]} strays */
export function strayWords(strays) {
  return strays.length > 0 ? t("compose.list.noAddresses", { count: strays.length, names: some(strays, 100) }) : "";
}

/** How many of those left out were chosen more closely than by a group. @param {number} excluded @param {number} listed */
export function listedWords(excluded, listed) {
  if (listed === 0) {
    return "";
  }
  return listed === excluded ? t("compose.except.allListed") : t("compose.except.listed", { count: listed });
}

/** Notes about the people who are left out. @param {Headcount | undefined} audience */
export function exclusionNotes(audience) {
  if (!audience) {
    return nothing;
  }
  const { excluded, excludedListed, nobodyExcluded, uncheckedExcluded, reading } = audience;
  // The number of a group that is being read is none yet.
  const parts = reading.some(({ counted }) => !counted) ? [] : [t("compose.except.leavesOut", { count: excluded })];
  const listed = listedWords(excluded, excludedListed);
  if (listed) {
    parts.push(listed);
  }
  if (nobodyExcluded.length > 0) {
    parts.push(t("compose.except.noAccount", { count: nobodyExcluded.length, names: some(nobodyExcluded) }));
  }
  if (uncheckedExcluded.length > 0) {
    parts.push(t("compose.notes.unchecked", { count: uncheckedExcluded.length }));
  }
  return inOneLine(parts);
}

/** @param {unknown[]} parts */
function inOneLine(parts) {
  return parts.length === 0
    ? nothing
    : html`<p>${parts.map((part, index) => (index === 0 ? part : html` · ${part}`))}</p>`;
}
