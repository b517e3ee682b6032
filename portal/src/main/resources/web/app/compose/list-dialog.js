/** Shows a list of people: its columns, its first lines, and the lines that cannot be used. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { inWords, joined, list, number, rich, t } from "../core/i18n.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { notice } from "../ui/widgets.js";
import { doubted, reasonOf } from "./list-file.js";

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
    const draw = () => {
      render(content(added, { busy, fault, choose, take, close: () => dialog.close() }), dialog);
      const columns = dialog.querySelector("select");
      if (columns && !busy) {
        // Where another one could not be read, it stays.
        columns.value = added.addresses;
      }
    };
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
 * Asks how a file is written that is neither all UTF-8 nor Windows-1252.
 * @param {string} name
 * @param {Record<string, unknown>} args a line that is the one, and a line that is the other
 * @returns {Promise<"utf-8" | "windows-1252" | undefined>}
 */
export function askEncoding(name, { line, utf8, windows, other, otherUtf8, otherWindows }) {
  const dialog = newDialog("encoding-title");
  dialog.className = "list-dialog";
  return new Promise((resolve) => {
    /** @type {"utf-8" | "windows-1252" | undefined} */
    let chosen;
    const choice = (/** @type {"utf-8" | "windows-1252"} */ encoding, /** @type {unknown[][]} */ readings) => html`
      <section class="reading">
        <ul>${readings.map(([at, text]) => html`<li>${rich("compose.listFile.reads", {
          line: number(Number(at)),
          text: html`<bdi>${text}</bdi>`,
        })}</li>`)}</ul>
        ${encoding === "utf-8" ? html`<p class="hint">${t("compose.listFile.leftOut")}</p>` : nothing}
        <button class="button" type="button" @click=${() => {
          chosen = encoding;
          dialog.close();
        }}>${t("compose.listFile.read", { encoding: encoding === "utf-8" ? "UTF-8" : "Windows-1252" })}</button>
      </section>`;
    render(html`
      <h2 id="encoding-title" tabindex="-1">${t("compose.listFile.written", { name })}</h2>
      <p>${t("compose.listFile.mixed")}</p>
      ${choice("utf-8", [[line, utf8], [other, otherUtf8]])}
      ${choice("windows-1252", [[line, windows], [other, otherWindows]])}
      <div class="buttons">
        <button class="button" type="button" @click=${() => dialog.close()}>${t("common.cancel")}</button>
      </div>`, dialog);
    dialog.addEventListener("close", () => resolve(chosen));
    openDialog(dialog);
  });
}

/**
 * @typedef {{ busy: boolean, fault: string, choose: (column: string) => void, take: () => void,
 *   close: () => void }} Now
 */

/** @param {ListAdded} added @param {Now} now */
function content(added, { busy, fault, choose, take, close }) {
  const { list: people } = added;
  return html`
    <h2 id="list-title" tabindex="-1">${people.name}</h2>
    <p>${rich("compose.listFile.people", { people: html`<b>${t("common.people", { count: people.people })}</b>` })}
      ${people.columns.length > 0 ? t("compose.listFile.says", { columns: joined(people.columns, ", ") }) : nothing}</p>
    ${added.candidates.length > 1 ? addresses(added, busy, choose) : nothing}
    ${said(added)}
    ${firstLines(added)}
    ${added.left.length > 0 ? left(added) : nothing}
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
    <div class="buttons">
      <button class="button" type="button" @click=${close}>${t("common.cancel")}</button>
      <button class="button main-one" type="button" aria-busy=${busy} ?disabled=${busy}
        @click=${take}>${t("compose.listFile.take", { count: people.people })}</button>
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

/** What may not be what its author thinks. @param {ListAdded} added */
function said({ elsewhere, guessed }) {
  const columns = Object.entries(elsewhere).map(([name, count]) => t("compose.listFile.column", { name, count }));
  return [
    columns.length > 0 ? notice(t("compose.listFile.elsewhere", { columns: list(columns) })) : nothing,
    guessed ? notice(t("compose.listFile.guessed")) : nothing,
  ];
}

/** @param {ListAdded} added */
function firstLines({ addresses: column, list: { columns }, first }) {
  return html`
    <div class="first-lines" tabindex="0" role="region" aria-label=${t("compose.listFile.first")}>
      <table>
        <thead><tr><th scope="col">${column}</th>${columns.map((name) => html`<th scope="col">${name}</th>`)}</tr></thead>
        <tbody>
          ${first.map(({ email, fields }) => html`
            <tr><td>${email}</td>${columns.map((name) => html`<td>${fields[name] ?? ""}</td>`)}</tr>`)}
        </tbody>
      </table>
    </div>`;
}

/** @param {ListAdded} added */
function left({ bad, repeated, left: lines }) {
  const count = bad + repeated + doubted(lines);
  const more = count - lines.length;
  return html`
    <div class="left-lines">
      <p>${icon("alert")}<span>${t("compose.listFile.left", { count })}</span></p>
      <ul tabindex="0" aria-label=${t("compose.listFile.left", { count })}>
        ${lines.map((one) => html`<li>${t("compose.listFile.line", {
          line: number(one.line),
          why: inWords(one, one.message),
        })}</li>`)}
        ${more > 0 ? html`<li>${t("compose.listFile.more", { count: more })}</li>` : nothing}
      </ul>
    </div>`;
}
