/** The list of keyboard shortcuts. */
import "../shared.js";
import "../core/later.js";
import { html, render } from "lit";
import { t } from "../core/i18n.js";
import { newDialog, openOnce } from "./dialog.js";

const mac = /Mac|iPhone|iPad/.test(navigator.platform);
const ctrl = mac ? "⌘" : "Ctrl";

/** @type {{ where: string, keys: [string[], string][] }[]} */
const KEYS = [
  {
    where: t("shell.keys.everywhere"),
    keys: [[[ctrl, "K"], t("shell.search")]],
  },
  {
    where: t("shell.keys.outside"),
    keys: [
      [["c"], t("shell.newMessage")],
      [["j"], t("shell.jobs")],
      [["g"], t("shell.groups")],
      [["p"], t("shell.people")],
      [["/"], t("shell.keys.search")],
      [["u"], t("shell.keys.undo")],
      [["↑", "↓"], t("shell.keys.walk")],
      [["?"], t("shell.keys.thisList")],
    ],
  },
  {
    where: t("shell.keys.writing"),
    keys: [
      [[ctrl, "Enter"], t("shell.keys.review")],
      [[ctrl, "B"], t("shell.keys.bold")],
      [[ctrl, "I"], t("shell.keys.italic")],
      [[ctrl, "E"], t("shell.keys.code")],
      [[ctrl, "Shift", "K"], t("shell.keys.link")],
      [[ctrl, "Shift", "7"], t("shell.keys.numbers")],
      [[ctrl, "Shift", "8"], t("shell.keys.bullets")],
      [[ctrl, "Shift", "9"], t("shell.keys.quote")],
    ],
  },
];

export function showKeys() {
  const dialog = newDialog("keys-title");
  render(
    html`
      <h2 id="keys-title" tabindex="-1">${t("shell.keys.title")}</h2>
      ${KEYS.map(({ where, keys }) => html`
        <h3 class="keys-head">${where}</h3>
        <dl class="keys">
          ${keys.map(([pressed, words]) => html`
            <dt>${pressed.map((key) => html`<kbd>${key}</kbd>`)}</dt>
            <dd>${words}</dd>
          `)}
        </dl>
      `)}
      <div class="buttons">
        <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
      </div>
    `,
    dialog,
  );
  openOnce(dialog);
}
