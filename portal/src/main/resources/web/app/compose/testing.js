/** Sends a test of what is being written, to its author or to colleagues, and says what became of it. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { repeat } from "lit/directives/repeat.js";
import { get, post, requestId, Trouble, wordsOf } from "../core/api.js";
import { seen } from "../core/seen.js";
import { inWords, list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { Lookup } from "../ui/lookup.js";
import { nameOf } from "../ui/name-list.js";
import { toast } from "../ui/toast.js";
import { content, sentOf, wanted } from "./card.js";
import { isAs } from "./saved-version.js";

/** As the server has it. */
const MOST = 10;

/** From so many on, colleagues are looked for by name. */
const MANY = 8;

/**
 * @typedef {{ to: Person[], as?: { id?: string, email?: string, name: string } }} Wish `as` is the recipient whose
 *   message it is; without one, each reads their own
 * @typedef {import("./draft.js").Draft} Draft
 */

/** To the author alone. @param {Draft} draft */
export async function testAlone(draft) {
  const { state, said, reason = "" } = await send(draft, { to: [] });
  if (state === "failed") {
    toast({ words: t("compose.test.failed", { reason: withRemedy(said, reason) }), tone: "bad" });
  } else if (state === "waiting") {
    toast({ words: t("compose.test.waiting", { reason: inWords(said, reason).replace(/\.$/, "") }), tone: "bad" });
  } else {
    toast({ words: t(state === "sent" ? "compose.test.sent" : "compose.test.onItsWay") });
  }
}

/** @param {Said | undefined} said @param {string} reason */
function withRemedy(said, reason) {
  const words = inWords(said, reason);
  return said?.code === "reason.noValue" ? `${words} ${t("compose.test.remedy")}` : words;
}

/** @param {Draft} draft @param {Wish} wish @returns {Promise<Tried>} */
async function send(draft, wish) {
  await draft.upload.settled();
  const tested = content(draft);
  const tried = await asked(draft, wish);
  if (tried.state === "sent") {
    const names = tried.recipients.filter(({ state }) => state === "sent").map(({ displayName }) => displayName);
    draft.tested = tested;
    draft.trial = { of: tested, to: names, as: wish.as?.name, at: Date.now() };
    draft.keep();
  }
  return tried;
}

/** If the server has exactly this content, it records that it was tested. @param {Draft} draft @param {Wish} wish @returns {Promise<Tried>} */
async function asked(draft, { to, as }) {
  const { saved, text, attachment, card } = draft;
  const whom = {
    to: to.length > 0 ? to.map(({ id }) => ({ id })) : undefined,
    as: as && (as.id ? { id: as.id } : { email: as.email }),
    requestId: requestId(),
  };
  const hasLists = draft.entries.some(({ kind }) => kind === "list" || kind === "saved" || kind === "recipients");
  const isKept =
    isAs(saved, draft, ["text", "attachment", "card", "acknowledge"]) &&
    // The server looks for the recipient, and for what lists say, among those it has.
    ((!as && !hasLists) || draft.isSaved);
  if (saved && isKept) {
    const { jobId, revision } = saved;
    try {
      return await post("jobs/test", { jobId, revision, ...whom });
    } catch (error) {
      // Somebody changed or deleted it in the meantime; test what is shown here anyway.
      if (!(error instanceof Trouble && (error.status === 404 || error.type === "urn:belfry:stale"))) {
        throw error;
      }
    }
  }
  const among = as || hasLists ? { audience: draft.entries, except: draft.except, outside: draft.outside } : {};
  return post("jobs/test", { markdown: text, attachment: attachment?.id, card: sentOf(card), acknowledge: wanted(draft.acknowledge), ...among, ...whom });
}

// With others ---------------------------------------------------------------------------------

/**
 * Asks who gets the test, and as whose message.
 * @param {Draft} draft
 * @param {Personal | undefined} personal
 * @param {number} at the place of the recipient in the preview
 */
export async function testWithOthers(draft, personal, at) {
  const dialog = newDialog("testing-title");
  const readings = (personal?.readings ?? []).filter(({ kind }) => kind === "person");
  const shown = personal?.readings[Math.min(at, personal.readings.length - 1)];
  const me = { id: session.person, displayName: session.name };
  /** @type {Map<string, Person>} */
  const chosen = new Map([[me.id, me]]);
  let many = false;
  let as = shown?.kind === "person" ? shown.id : "";
  let email = "";
  let busy = false;
  let fault = "";
  const draw = () => render(sheet(), dialog);

  /** @type {Lookup<Person[], Person>} */
  const lookup = new Lookup({
    typed: () => field()?.value ?? "",
    ask: async (q, signal) => (await get("user/colleagues/find", { q, limit: 50 }, signal)).items,
    options: (found) => found,
    key: ({ id }) => id,
    take: (one) => chosen.has(one.id) || chosen.size >= MOST || toggle(one)(),
    changed: () => {
      many ||= (lookup.answer?.length ?? 0) > MANY;
      draw();
      if (lookup.state !== "asking") {
        first.resolve(undefined);
      }
    },
  });
  const first = Promise.withResolvers();

  const field = () => /** @type {HTMLInputElement | null} */ (dialog.querySelector("#colleague"));

  /** Enter in the field takes whom it finds; it does not send the test. @param {KeyboardEvent} event */
  const key = (event) => {
    if (event.key === "Enter") {
      event.preventDefault();
      lookup.key(event);
    }
  };

  const toggle = (/** @type {Person} */ person) => () => {
    if (!chosen.delete(person.id)) {
      chosen.set(person.id, person);
    }
    draw();
  };

  const submit = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (busy) {
      return;
    }
    busy = true;
    fault = "";
    draw();
    const reading = readings.find(({ id }) => id === as);
    try {
      const tried = await send(draft, {
        to: [...chosen.values()],
        as: as === "other" ? { email: seen(email), name: seen(email) } : reading && { id: reading.id, name: reading.displayName },
      });
      dialog.close();
      report(tried);
    } catch (error) {
      const faults = error instanceof Trouble ? error.errors.map(({ message }) => message) : [];
      fault = faults.join(" ") || wordsOf(error);
    }
    busy = false;
    draw();
  };

  /** Those who are chosen stay, whatever is looked for. */
  const offered = () => [...chosen.values(), ...(lookup.answer ?? []).filter(({ id }) => !chosen.has(id))];

  /** @param {Person} one */
  const mayNot = ({ id }) => !chosen.has(id) && (chosen.size >= MOST || lookup.isStale);

  const sheet = () => html`
    <form @submit=${submit}>
      <h2 id="testing-title" tabindex="-1">${t("compose.testing.title")}</h2>
      <p>${t("compose.testing.words")}</p>
      ${many
        ? html`<label class="labelled">${t("compose.testing.find")}
              <input id="colleague" class="field" autocomplete="off" spellcheck="false" @keydown=${key}
                @input=${() => lookup.type(field()?.value ?? "")}></label>
            <p class="hint" role="status">${lookup.text === "" ? "" : lookup.note(t("groups.nobodyCalled", { query: lookup.text }))}</p>`
        : nothing}
      <fieldset class="labelled">
        <legend>${t("compose.testing.to")}</legend>
        <div class="reasons">${repeat(offered(), ({ id }) => id, (one) => html`
          <label>
            <input type="checkbox" .checked=${chosen.has(one.id)} ?disabled=${mayNot(one)}
              @change=${toggle(one)}>
            <span>${one.displayName} <small>${one.id === me.id ? t("compose.testing.you") : (one.email ?? "")}</small></span>
          </label>`)}</div>
      </fieldset>
      ${lookup.text === "" && offered().length < 2 ? html`<p class="hint">${t("compose.testing.alone")}</p>` : nothing}
      ${personal ? reader() : nothing}
      ${fault || lookup.trouble ? html`<p class="fault" role="alert">${fault || lookup.trouble}</p>` : nothing}
      <div class="buttons">
        <button class="button" type="button" @click=${() => dialog.close()}>${t("common.cancel")}</button>
        <button class="button main-one" aria-busy=${busy} ?disabled=${busy || chosen.size === 0}>${t("compose.testing.send", {
          count: chosen.size,
        })}</button>
      </div>
    </form>
  `;

  const reader = () => {
    const choose = (/** @type {Event} */ event) => {
      as = /** @type {HTMLSelectElement} */ (event.target).value;
      draw();
    };
    const typed = (/** @type {Event} */ event) => {
      email = /** @type {HTMLInputElement} */ (event.target).value;
    };
    return html`
      <label class="labelled">${t("compose.testing.as")}
        <select class="field" @change=${choose}>
          <option value="" ?selected=${as === ""}>${t("compose.testing.own")}</option>
          ${readings.map(({ id, displayName, email: address }) => html`
            <option value=${id} ?selected=${as === id}>${nameOf({ name: displayName, email: address })}</option>`)}
          <option value="other" ?selected=${as === "other"}>${t("compose.testing.other")}</option>
        </select></label>
      ${as === "other"
        ? html`<label class="labelled">${t("compose.testing.address")}
            <input class="field" type="email" required autocomplete="off" .value=${email} @input=${typed}></label>`
        : nothing}
    `;
  };

  lookup.type("");
  await first.promise;
  dialog.addEventListener("close", () => lookup.stop());
  openDialog(dialog);
}

/** Says where it has arrived, and where not. @param {Tried} tried */
function report({ state, said, reason = "", recipients }) {
  const names = list(recipients.map(({ displayName }) => displayName));
  const failed = recipients.filter((one) => one.state !== "sent");
  if (state === "waiting") {
    toast({ words: t("compose.test.waiting", { reason: inWords(said, reason) }), tone: "bad" });
  } else if (state === "sending") {
    toast({ words: names ? t("compose.testing.onItsWay", { names }) : t("compose.testing.begun") });
  } else if (failed.length === 0) {
    toast({ words: t("compose.testing.sent", { names }) });
  } else {
    const why = failed[0].reason ?? "";
    const values = { names: list(failed.map(({ displayName }) => displayName)), reason: withRemedy(failed[0].said, why) };
    toast({ words: t("compose.testing.failed", values), tone: "bad" });
  }
}
