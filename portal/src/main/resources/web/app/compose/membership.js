/** Whether somebody gets the message, and why: asked about one person at a time. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { get, post, wordsOf } from "../core/api.js";
import { asWords, isAddress } from "../core/emails.js";
import { number, t } from "../core/i18n.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { bare } from "./finder.js";

const PATIENCE = 150;

/** @param {import("./draft.js").Draft} draft */
export function askMembership(draft) {
  const dialog = newDialog("membership-title");
  /** @type {Person[]} */
  let found = [];
  let query = "";
  let fault = "";
  /** @type {Membership | undefined} */
  let answer;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const draw = () => render(content(), dialog);

  /** @param {{ personId: string } | { email: string }} who */
  const about = async (who) => {
    fault = "";
    try {
      answer = await post("user/audiences/explain", {
        audience: draft.audience.map(bare),
        except: draft.excluded.map(bare),
        ...who,
      });
    } catch (error) {
      fault = wordsOf(error);
    }
    draw();
  };

  const search = async () => {
    const asked = query;
    try {
      const { items } = await get("user/people/find", { q: asWords(asked), limit: 6 });
      found = asked === query ? items : found;
    } catch (error) {
      fault = wordsOf(error);
    }
    draw();
  };

  const type = (/** @type {Event} */ event) => {
    query = /** @type {HTMLInputElement} */ (event.target).value;
    answer = undefined;
    fault = "";
    found = [];
    clearTimeout(timer);
    if (query.trim().length > 1 && !isAddress(query)) {
      timer = setTimeout(search, PATIENCE);
    }
    draw();
  };

  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    clearTimeout(timer);
    if (isAddress(query)) {
      about({ email: query.trim() });
      return;
    }
    answer = undefined;
    if (query.trim().length > 1) {
      await search();
    }
    if (found.length === 1) {
      about({ personId: found[0].id });
    } else if (!fault) {
      fault = t(found.length > 1 ? "compose.why.choose" : "compose.why.whole");
      draw();
    }
  };

  const content = () => html`
    <form @submit=${submit}>
      <h2 id="membership-title" tabindex="-1">${t("compose.why.title")}</h2>
      <label class="labelled">${t("compose.why.who")}
        <input class="field" autocomplete="off" autocapitalize="none" spellcheck="false" .value=${query} @input=${type}></label>
      ${answer
        ? explained(answer)
        : html`<ul class="rows">${found.map((person) => html`
            <li><span class="named"><b>${person.displayName}</b><small>${person.email ?? ""}</small></span>
              <button class="button small" type="button" @click=${() => about({ personId: person.id })}
                aria-label=${t("compose.why.askNamed", { name: person.displayName })}>${t("compose.why.ask")}</button></li>`)}</ul>`}
      ${fault ? html`<p class="fault" role="alert">${fault}</p>` : nothing}
      <div class="buttons">
        <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
        <button class="button main-one">${t("compose.why.ask")}</button>
      </div>
    </form>
  `;

  draw();
  openDialog(dialog);
}

/** @param {Membership} one */
export function explained({ person, verdict, chosenBy, leftOutBy, unread }) {
  const name = person?.displayName ?? "";
  return html`
    <div class="membership" role="status">
      <p>${icon(verdict === "included" ? "check" : "no")}<b>${t(`compose.why.${verdict}`, { name })}</b></p>
      ${reasons("compose.why.chosenBy", chosenBy)}
      ${reasons("compose.why.leftOutBy", leftOutBy)}
      ${unread.length > 0 ? html`<p class="quiet">${t("compose.why.unread", { groups: unread.join(", ") })}</p>` : nothing}
    </div>`;
}

/** @param {string} key @param {Membership["chosenBy"]} all */
function reasons(key, all) {
  return all.length === 0
    ? nothing
    : html`<p>${t(key)}</p>
        <ul>${all.map(({ kind, name, line, saved }) => html`<li>${t(`compose.why.by.${isAddress(name) ? "person" : kind}`, { name })}${line
          ? ` · ${t("compose.why.line", { line: number(line) })}`
          : ""}${saved ? ` · ${t("compose.why.saved", { name: saved })}` : ""}</li>`)}</ul>`;
}
