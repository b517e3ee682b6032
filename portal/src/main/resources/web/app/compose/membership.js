/** Whether somebody gets the message, and why: asked about one person at a time. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { asAddress, isAddress } from "../core/emails.js";
import { joined, number, t } from "../core/i18n.js";
import { newDialog, openOnce } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { Lookup } from "../ui/lookup.js";
import { bare } from "./finder.js";

/** @param {import("./draft.js").Draft} draft */
export function askMembership(draft) {
  const dialog = newDialog("membership-title");
  let fault = "";
  /** Who is asked about at last; what comes of others is not shown. @type {unknown} */
  let whom;
  /** @type {Membership | undefined} */
  let answer;
  const field = () => /** @type {HTMLInputElement | null} */ (dialog.querySelector("input"));
  const draw = () => render(content(), dialog);

  /** @type {Lookup<Person[], Person>} */
  const lookup = new Lookup({
    typed: () => field()?.value ?? "",
    ask: async (text, signal) =>
      isAddress(text) ? [] : (await get("user/people/find", { q: text, limit: 6 }, signal)).items,
    options: (found) => found,
    key: ({ id }) => id,
    take: ({ id }) => about({ personId: id }),
    changed: draw,
    shortest: 2,
  });

  /** @param {{ personId: string } | { email: string }} who */
  const about = async (who) => {
    fault = "";
    whom = who;
    try {
      const known = await post("user/audiences/explain", {
        audience: draft.audience.map(bare),
        except: draft.excluded.map(bare),
        outside: draft.outside,
        ...who,
      });
      answer = whom === who ? known : answer;
    } catch (error) {
      fault = whom === who ? wordsOf(error) : fault;
    }
    draw();
  };

  const type = () => {
    answer = whom = undefined;
    fault = "";
    lookup.type(field()?.value ?? "");
    draw();
  };

  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = seen(field()?.value ?? "");
    fault = "";
    if (isAddress(text)) {
      about({ email: asAddress(text) });
    } else if (text.length < 2) {
      fault = t("compose.why.whole");
      draw();
    } else if (answer === undefined) {
      lookup.press();
    }
  };

  /** What a key that was pressed has not found. */
  const unclear = () => {
    const { inDoubt, trouble, options } = lookup;
    return inDoubt && !trouble ? t(options.length > 0 ? "compose.why.choose" : "compose.why.whole") : "";
  };

  const content = () => {
    const said = fault || lookup.trouble || unclear();
    return html`
      <form @submit=${submit}>
        <h2 id="membership-title" tabindex="-1">${t("compose.why.title")}</h2>
        <label class="labelled">${t("compose.why.who")}
          <input class="field" autocomplete="off" autocapitalize="none" spellcheck="false" @input=${type}></label>
        <p class="hint" role="status">${lookup.waits ? lookup.note() : ""}</p>
        ${answer ? explained(answer) : people()}
        ${said ? html`<p class="fault" role="alert">${said}</p>` : nothing}
        <div class="buttons">
          <button class="button" type="button" @click=${() => dialog.close()}>${t("common.close")}</button>
          <button class="button main-one">${t("compose.why.ask")}</button>
        </div>
      </form>
    `;
  };

  const people = () => html`
    <ul class="rows" ?inert=${lookup.isStale}>${repeat(lookup.answer ?? [], ({ id }) => id, (person) => html`
      <li><span class="named"><b>${person.displayName}</b><small>${person.email ?? ""}</small></span>
        <button class="button small" type="button" @click=${() => lookup.choose(person)}
          aria-label=${t("compose.why.askNamed", { name: person.displayName })}>${t("compose.why.ask")}</button></li>`)}</ul>`;

  draw();
  dialog.addEventListener("close", () => lookup.stop());
  openOnce(dialog);
}

/** @param {Membership} one */
export function explained({ person, verdict, chosenBy, leftOutBy, unread }) {
  const name = person?.displayName ?? "";
  const said = verdict === "not_answered" && person ? "address_not_told" : verdict;
  return html`
    <div class="membership" role="status">
      <p>${icon(verdict === "included" ? "check" : "no")}<b>${t(`compose.why.${said}`, { name })}</b></p>
      ${reasons("compose.why.chosenBy", chosenBy)}
      ${reasons("compose.why.leftOutBy", leftOutBy)}
      ${unread.length > 0 ? html`<p class="quiet">${t("compose.why.unread", { groups: joined(unread, ", ") })}</p>` : nothing}
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
