/** Audiences under a name: the one in the fields can be saved, and those that were saved used, opened and deleted. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, requestId, Trouble, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { sumOf } from "../core/format.js";
import { inWords, t } from "../core/i18n.js";
import { ask } from "../ui/ask.js";
import { newDialog, openOnce } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { placesNamed } from "../ui/readable.js";
import { toast } from "../ui/toast.js";
import { lacks } from "./awaited.js";
import { savedEntry } from "./finder.js";

/** All that its fields for recipients hold. @typedef {Pick<import("./draft.js").Draft, "audience" | "excluded" | "strays" | "typed" | "lost" | "opened">} Choice */

/** Nothing that does not belong to who is chosen. */
const NOTHING = { strays: { to: [], except: [] }, typed: { to: "", except: "" } };

/** Whoever has left meanwhile is shown none. @param {import("./draft.js").Draft} draft @param {string} at the place where it is asked for */
export async function savedAudiences(draft, at) {
  const dialog = newDialog("saved-title");
  dialog.className = "saved-audiences";
  /** @type {SavedAudience[]} */
  let all = [];
  let name = "";
  let fault = "";
  let busy = false;
  const draw = () => render(content(), dialog);
  const load = async () => {
    all = (await get("user/audiences/list")).items;
  };
  const before = () => all.find((one) => one.name.toLowerCase() === seen(name).toLowerCase());

  /** @param {() => Promise<unknown>} work */
  const trying = async (work) => {
    fault = "";
    try {
      await work();
    } catch (error) {
      fault = wordsOf(error);
    }
    draw();
  };

  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) {
      return;
    }
    busy = true;
    draw();
    trying(async () => {
      while (draft.lists.size > 0) {
        await Promise.allSettled(draft.lists.keys());
      }
      if (!dialog.open) {
        return;
      }
      if (lacks(draft, "to") || lacks(draft, "except")) {
        throw new Trouble(0, { detail: t("compose.list.lost") });
      }
      if (draft.unchosen) {
        throw new Trouble(0, { detail: t("compose.fault.unchosen", { letters: draft.unchosen }) });
      }
      const { entries, except } = draft;
      const from = draft.opened;
      const seen = from && from.id === before()?.id ? from : before();
      const saved = await post("user/audiences/save", {
        ...(seen ? { audienceId: seen.id, changedAt: seen.changedAt } : {}),
        name,
        audience: entries,
        except,
        requestId: requestId(),
      }).catch(async (error) => {
        if (error instanceof Trouble && error.status === 409) {
          // Whoever presses again has seen what it is by now.
          draft.change({ opened: undefined });
          await load();
        }
        throw error;
      });
      draft.change({ opened: undefined });
      const chosen = from && from.id === saved.id ? from.instead : undefined;
      // Whoever has chosen otherwise meanwhile is not overruled.
      if (JSON.stringify([entries, except]) === JSON.stringify([draft.entries, draft.except])) {
        draft.change({ audience: [savedEntry(saved)], excluded: [] });
      }
      dialog.close();
      say(t("compose.saved.done", { name: saved.name }), chosen, t("compose.saved.back"));
    }).finally(() => {
      busy = false;
      draw();
    });
  };

  const use = (/** @type {SavedAudience} */ one) => {
    const chosen = draft.audience.some(({ kind, id }) => kind === "saved" && id === one.id);
    draft.change({ audience: chosen ? draft.audience : [...draft.audience, savedEntry(one)] });
    dialog.close();
  };

  const open = (/** @type {SavedAudience} */ one) =>
    trying(async () => {
      // What is on its way belongs to what was chosen.
      while (draft.lists.size > 0) {
        await Promise.allSettled(draft.lists.keys());
      }
      const { saved, audience, except } = await get(`user/audiences/detail/${one.id}`);
      // Whoever has chosen otherwise meanwhile, or closed it, is not overruled.
      if (dialog.open) {
        const { id, changedAt } = saved;
        const chosen = choiceOf(draft);
        const instead = insteadOf(draft);
        Object.assign(draft, { lost: [], lists: new Map() });
        draft.change({ ...NOTHING, audience, excluded: except });
        draft.change({ opened: { id, changedAt, holds: held(draft), instead } });
        dialog.close();
        say(t("compose.saved.opened", { name: saved.name }), chosen);
      }
    });

  /** @param {string} words @param {Choice | undefined} chosen what can be brought back, if anything @param {string} [action] */
  const say = (words, chosen, action) => {
    if (!chosen || isNothing(chosen)) {
      toast({ words });
      return;
    }
    const { key } = draft;
    const undo = () => {
      // Another message has other recipients.
      if (draft.key === key) {
        Object.assign(draft, { lost: chosen.lost });
        draft.change(chosen);
      }
    };
    const drop = toast({ words, undo, action, seconds: 20 });
    // Whoever comes back may find another copy of this draft.
    addEventListener("hashchange", drop, { once: true });
  };

  const discard = async (/** @type {SavedAudience} */ one) => {
    const answer = await ask({
      title: t("compose.saved.deleteTitle", { name: one.name }),
      words: t("compose.saved.deleteWords"),
      yes: t("compose.saved.delete"),
      danger: true,
    });
    if (answer !== undefined) {
      await trying(async () => {
        await post("user/audiences/delete", { audienceId: one.id });
        await load();
      });
      // Its button, which had the focus, went with it.
      if (!dialog.contains(document.activeElement)) {
        dialog.querySelector("h2")?.focus();
      }
    }
  };

  const content = () => html`
    <h2 id="saved-title" tabindex="-1">${t("compose.saved.title")}</h2>
    ${all.length === 0 ? html`<p>${t("compose.saved.none")}</p>` : nothing}
    <ul class="rows">${repeat(all, ({ id }) => id, row)}</ul>
    ${mayBeSaved(draft)
      ? html`<form @submit=${save}>
          <label class="labelled">${t("compose.saved.name")}
            <input class="field" required autocomplete="off" .value=${name}
              @input=${(/** @type {Event} */ event) => {
                name = /** @type {HTMLInputElement} */ (event.target).value;
                draw();
              }}></label>
          <div class="buttons">
            <button class="button" type="button" @click=${() => dialog.close()}>${t("common.cancel")}</button>
            <button class="button main-one" aria-busy=${busy}>${t(before() ? "compose.saved.replace" : "compose.saved.save")}</button>
          </div>
        </form>`
      : html`<div class="buttons">
          <button class="button main-one" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
        </div>`}
    ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
  `;

  const row = (/** @type {SavedAudience} */ one) => html`
    <li>
      <span class="named"><b>${one.name}</b><small>${placesNamed(inWords(one.said, one.summary))}</small></span>
      <button class="button small" type="button" @click=${() => use(one)}
        aria-label=${t("compose.saved.useNamed", { name: one.name })}>${t("compose.saved.use")}</button>
      <button class="button quiet small square" type="button" @click=${() => open(one)}
        aria-label=${t("compose.saved.open", { name: one.name })}>${icon("write")}</button>
      <button class="button quiet small square" type="button" @click=${() => discard(one)}
        aria-label=${t("compose.saved.deleteNamed", { name: one.name })}>${icon("trash")}</button>
    </li>`;

  await trying(load);
  if (location.hash === at) {
    openOnce(dialog);
  }
}

/** A saved audience is not saved in another one. @param {import("./draft.js").Draft} draft */
function mayBeSaved({ audience }) {
  return audience.length > 0 && audience.every(({ kind }) => kind !== "saved");
}

/** @param {import("./draft.js").Draft} draft @returns {Choice} */
function choiceOf({ audience, excluded, strays, typed, lost, opened }) {
  return { audience, excluded, strays, typed, lost, opened };
}

/** To whom it was before: what was only looked at is left out, and so is what was before that. @param {import("./draft.js").Draft} draft */
function insteadOf(draft) {
  const { opened } = draft;
  if (opened && opened.holds === held(draft)) {
    return opened.instead;
  }
  return { ...choiceOf(draft), opened: opened && { id: opened.id, changedAt: opened.changedAt } };
}

/** A number that is the same for the same recipients. @param {import("./draft.js").Draft} draft */
function held({ entries, except }) {
  return sumOf(JSON.stringify([entries, except]), 1e13);
}

/** @param {Choice} chosen */
function isNothing({ audience, excluded, strays, typed, lost }) {
  return [audience, excluded, strays.to, strays.except, typed.to, typed.except, lost].every(({ length }) => length === 0);
}
