/** The list of shortcuts. */
import { html, render } from "lit";

const mac = /Mac|iPhone|iPad/.test(navigator.platform);
const ctrl = mac ? "⌘" : "Ctrl";

const KEYS = [
  [["c"], "New message"],
  [["j"], "Jobs"],
  [["g"], "Groups"],
  [["p"], "People"],
  [["/"], "Search"],
  [["u"], "Undo what just happened"],
  [["↑", "↓"], "Walk through a list"],
  [[ctrl, "Enter"], "Review a message"],
  [[ctrl, "B"], "Bold"],
  [[ctrl, "I"], "Italic"],
  [[ctrl, "K"], "Link"],
  [[ctrl, "E"], "Code"],
  [[ctrl, "Shift", "7"], "Numbers"],
  [[ctrl, "Shift", "8"], "Bullets"],
  [[ctrl, "Shift", "9"], "Quote"],
  [["?"], "This list"],
];

export function showKeys() {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "keys-title");
  dialog.addEventListener("close", () => dialog.remove());
  render(
    html`
      <h2 id="keys-title" tabindex="-1">Keyboard shortcuts</h2>
      <dl class="keys">
        ${KEYS.map(([keys, words]) => html`
          <dt>${/** @type {string[]} */ (keys).map((key) => html`<kbd>${key}</kbd>`)}</dt>
          <dd>${words}</dd>
        `)}
      </dl>
      <div class="buttons"><button class="button" type="button" @click=${() => dialog.close()}>Close</button></div>
    `,
    dialog,
  );
  document.body.append(dialog);
  dialog.showModal();
  /** @type {HTMLElement} */ (dialog.querySelector("h2")).focus();
}
