/** Messages to begin others with: one is chosen and its fields filled in, or this one becomes one. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, Trouble, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { moment } from "../core/format.js";
import { t } from "../core/i18n.js";
import { address, refine } from "../core/router.js";
import { newDraft } from "./open-draft.js";
import { ask } from "../ui/ask.js";
import { newDialog, openOnce } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { complain, toast } from "../ui/toast.js";

/** @typedef {import("./draft.js").Draft} Draft */
/** @typedef {import("openapi").components["schemas"]["TemplateDetail"]} Detail */
/** @typedef {import("openapi").components["schemas"]["Template"]} Template */

/** @param {Draft} draft what is begun with one; a text that is there is asked about */
export async function startFrom(draft) {
  const at = location.hash;
  try {
    const { items } = await get("templates/list");
    await choose(draft, items, at);
  } catch (error) {
    complain(error);
  }
}

/** Begins the new message with this one, as a link to it asks. @param {string} id */
export async function startWith(id) {
  // Whoever comes back to this place does not begin again.
  refine(address("compose"));
  const at = location.hash;
  try {
    const { items } = await get("templates/list");
    await choose(newDraft(), items, at, id);
  } catch (error) {
    complain(error);
  }
}

/**
 * Whoever has left meanwhile is not asked.
 * @param {Draft} draft @param {Template[]} items @param {string} at the place where it is asked for
 * @param {string} [first] the one that is chosen already
 */
async function choose(draft, items, at, first) {
  const dialog = newDialog("templates-title");
  dialog.className = "templates";
  let all = items;
  /** @type {Detail | undefined} */
  let chosen;
  /** How often one was opened: of two that are asked for, the last one is meant. */
  let opened = 0;
  /** Until the other version is there, what is shown is not the one that was chosen. */
  let busy = false;
  let fault = "";
  const draw = () => {
    render(chosen ? fields(chosen) : list(), dialog);
    const versions = dialog.querySelector("select");
    if (versions && chosen && !busy) {
      versions.value = String(chosen.template.version);
    }
  };
  const failed = (/** @type {unknown} */ error) => {
    fault = wordsOf(error);
    draw();
  };
  const open = async (/** @type {string} */ id, /** @type {number | undefined} */ version = undefined) => {
    const mine = ++opened;
    busy = true;
    draw();
    try {
      const detail = await get(`templates/detail/${id}`, { version });
      if (mine !== opened) {
        return;
      }
      chosen = detail;
      busy = false;
      fault = "";
      draw();
      /** @type {HTMLElement | null} */ (dialog.querySelector("input") ?? dialog.querySelector("h2"))?.focus();
    } catch (error) {
      if (mine === opened) {
        busy = false;
        failed(error);
      }
    }
  };
  const remove = async (/** @type {Template} */ one) => {
    dialog.close();
    const yes = await ask({
      title: t("compose.template.deleteTitle", { name: one.name }),
      words: t("compose.template.deleteWords"),
      yes: t("compose.template.delete"),
      danger: true,
    });
    try {
      if (yes !== undefined) {
        await post("templates/delete", { templateId: one.id });
        all = all.filter(({ id }) => id !== one.id);
      }
      await choose(draft, all, at);
    } catch (error) {
      complain(error);
    }
  };
  const use = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const { template } = /** @type {Detail} */ (chosen);
    const inputs = [...dialog.querySelectorAll("input")];
    const values = Object.fromEntries(template.fields.map((name, at) => [name, inputs[at].value]));
    try {
      const { markdown, card } = await post("templates/fill", {
        templateId: template.id,
        version: template.version,
        fields: values,
      });
      // Whoever has closed it writes on.
      if (dialog.open) {
        draft.change({ text: markdown, card });
        dialog.close();
      }
    } catch (error) {
      failed(error);
    }
  };

  const list = () => html`
    <h2 id="templates-title" tabindex="-1">${t("compose.template.start")}</h2>
    ${all.length === 0 ? html`<p>${t("compose.template.none")}</p>` : nothing}
    <ul>${repeat(all, ({ id }) => id, (one) => html`
      <li>
        <button class="link" type="button" @click=${() => open(one.id)}>${one.name}</button>
        <small>${one.title}</small>
        <button class="button quiet small square" type="button" title=${t("compose.template.deleteNamed", { name: one.name })}
          aria-label=${t("compose.template.deleteNamed", { name: one.name })} @click=${() => remove(one)}>${icon("trash")}</button>
      </li>`)}</ul>
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
    <div class="buttons"><button class="button" type="button" @click=${() => dialog.close()}>${t("common.cancel")}</button></div>`;

  const fields = (/** @type {Detail} */ { template, versions }) => html`
    <form @submit=${use}>
      <h2 id="templates-title" tabindex="-1">${template.name}</h2>
      ${versions.length > 1
        ? html`<label class="labelled">${t("compose.template.version")}
            <select class="field" @change=${(/** @type {Event} */ event) =>
              open(template.id, Number(/** @type {HTMLSelectElement} */ (event.target).value))}>
              ${versions.map((one) => html`<option value=${one.version} .selected=${one.version === template.version}>${t(
                "compose.template.writtenBy",
                { version: one.version, name: one.by.displayName, time: moment(one.writtenAt) },
              )}</option>`)}
            </select></label>`
        : nothing}
      ${repeat(template.fields, (name) => name, (name) => html`<label class="labelled">${name}
        <input class="field" required autocomplete="off"></label>`)}
      ${seen(draft.text) ? html`<p class="hint">${t("compose.template.replaces")}</p>` : nothing}
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      <div class="buttons">
        <button class="button" type="button" @click=${() => dialog.close()}>${t("common.cancel")}</button>
        <button class="button main-one" aria-busy=${busy} ?disabled=${busy}>${t("compose.template.use")}</button>
      </div>
    </form>`;

  if (first) {
    await open(first);
  } else {
    draw();
  }
  if (location.hash === at) {
    openOnce(dialog);
  }
}

/** @param {Draft} draft */
export async function saveAs(draft) {
  const name = await ask({
    title: t("compose.template.save"),
    words: t("compose.template.saveWords", { example: "[[Day]]" }),
    field: { label: t("compose.template.name"), value: "" },
    yes: t("compose.template.saveYes"),
  });
  if (name === undefined) {
    return;
  }
  try {
    const { items } = await get("templates/list");
    const same = items.find((one) => one.name.toLowerCase() === seen(name).toLowerCase());
    if (same && !(await agrees(same))) {
      return;
    }
    const { card } = draft;
    await post("templates/save", {
      templateId: same?.id,
      version: same?.version,
      name,
      markdown: draft.text,
      card: card?.own === undefined ? card : { own: card.own },
    });
    toast({ words: t("compose.template.saved", { name: seen(name) }) });
  } catch (error) {
    complain(error instanceof Trouble && error.errors[0] ? new Trouble(error.status, { detail: error.errors[0].message }) : error);
  }
}

/** Whether it is to become the next version of one that is there. @param {Template} same */
async function agrees(same) {
  const yes = await ask({
    title: t("compose.template.again", { name: same.name }),
    words: t("compose.template.againWords", { version: same.version + 1 }),
    yes: t("compose.template.saveYes"),
  });
  return yes !== undefined;
}
