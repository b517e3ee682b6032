/** What to know of an audience, beneath the field To. */
import { html, nothing } from "lit";
import { count } from "../lib/format.js";
import { some } from "./bits.js";

/** @param {Headcount | undefined} audience @param {string} fault */
export function audienceNotes(audience, fault) {
  if (fault) {
    return html`<p class="fault" role="alert">${fault}</p>`;
  }
  if (!audience) {
    return nothing;
  }
  const { duplicates, noAccount, unchecked, stale, incomplete } = audience;
  const parts = [];
  if (duplicates > 0) {
    parts.push(`${count(duplicates, "duplicate")} removed`);
  }
  if (noAccount.length > 0) {
    parts.push(html`<span title=${some(noAccount, 12)}>${count(noAccount.length, "address", "addresses")} without an account</span>`);
  }
  if (unchecked.length > 0) {
    parts.push(`${count(unchecked.length, "address", "addresses")} not looked up yet`);
  }
  if (stale.length > 0) {
    parts.push(`older copy of ${some(stale)}: the directory did not answer`);
  }
  if (incomplete.length > 0) {
    parts.push(`the directory does not list everybody in ${some(incomplete)}`);
  }
  return parts.length === 0
    ? nothing
    : html`<p>${parts.map((part, index) => (index === 0 ? part : html` · ${part}`))}</p>`;
}
