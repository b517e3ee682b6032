/** Shows a list of people: its columns, its first lines, and the lines that cannot be used. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { inWords, number, rich, t } from "../core/i18n.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { reasonOf } from "./list-file.js";

/**
 * @param {ListAdded} first
 * @param {(column: string) => Promise<ListAdded>} bring reads it again, with the addresses in another column
 * @returns {Promise<ListAdded | undefined>} undefined where it is not wanted
 */
export function showList(first, bring) {
  const dialog = newDialog("list-title");
  dialog.className = "list-dialog";
  return new Promise((resolve) => {
    let added = first;
    let busy = false;
    let fault = "";
    /** @type {ListAdded | undefined} */
    let taken;
    const draw = () => render(content(added, { busy, fault, choose, take, close: () => dialog.close() }), dialog);
    const choose = async (/** @type {string} */ column) => {
      busy = true;
      fault = "";
      draw();
      try {
        added = await bring(column);
      } catch (error) {
        fault = reasonOf(error);
      }
      busy = false;
      draw();
    };
    const take = () => {
      taken = added;
      dialog.close();
    };
    dialog.addEventListener("close", () => resolve(taken));
    draw();
    openDialog(dialog);
  });
}

/**
 * @typedef {{ busy: boolean, fault: string, choose: (column: string) => void, take: () => void,
 *   close: () => void }} Now
 */

/** @param {ListAdded} added @param {Now} now */
function content(added, { busy, fault, choose, take, close }) {
  const { list } = added;
  return html`
    <h2 id="list-title" tabindex="-1">${list.name}</h2>
    <p>${rich("compose.listFile.people", { people: html`<b>${t("common.people", { count: list.people })}</b>` })}
      ${list.columns.length > 0 ? t("compose.listFile.says", { columns: list.columns.join(", ") }) : nothing}</p>
    ${added.candidates.length > 1 ? addresses(added, busy, choose) : nothing}
    ${firstLines(added)}
    ${added.left.length > 0 ? left(added) : nothing}
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
    <div class="buttons">
      <button class="button" type="button" @click=${close}>${t("common.cancel")}</button>
      <button class="button main-one" type="button" aria-busy=${busy} ?disabled=${busy}
        @click=${take}>${t("compose.listFile.take", { count: list.people })}</button>
    </div>
  `;
}

/** @param {ListAdded} added @param {boolean} busy @param {(column: string) => void} choose */
function addresses({ candidates, addresses: column }, busy, choose) {
  return html`
    <label class="labelled">${t("compose.listFile.addresses")}
      <select class="field" ?disabled=${busy}
        @change=${(/** @type {Event} */ event) => choose(/** @type {HTMLSelectElement} */ (event.target).value)}>
        ${candidates.map((name) => html`<option .value=${name} ?selected=${name === column}>${name}</option>`)}
      </select>
    </label>`;
}

/** @param {ListAdded} added */
function firstLines({ addresses: column, list, first }) {
  return html`
    <div class="first-lines" tabindex="0" role="region" aria-label=${t("compose.listFile.first")}>
      <table>
        <thead><tr><th scope="col">${column}</th>${list.columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>
          ${first.map(({ email, fields }) => html`
            <tr><td>${email}</td>${list.columns.map((name) => html`<td>${fields[name] ?? ""}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>`;
}

/** @param {ListAdded} added */
function left({ bad, repeated, left: lines }) {
  const more = bad + repeated - lines.length;
  return html`
    <div class="left-lines">
      <p>${icon("alert")}<span>${t("compose.listFile.left", { count: bad + repeated })}</span></p>
      <ul tabindex="0" aria-label=${t("compose.listFile.left", { count: bad + repeated })}>
        ${lines.map((one) => html`<li>${t("compose.listFile.line", {
          line: number(one.line),
          why: inWords(one, one.message),
        })}</li>`)}
        ${more > 0 ? html`<li>${t("compose.listFile.more", { count: more })}</li>` : nothing}
      </ul>
    </div>`;
}
