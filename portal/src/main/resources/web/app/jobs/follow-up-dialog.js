/** Asks whose messages are to be recalled or corrected, and begins it. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { get, post, requestId, Trouble, wordsOf } from "../core/api.js";
import { heads } from "../core/format.js";
import { t } from "../core/i18n.js";
import { Live } from "../core/live.js";
import { audiencePicker } from "../compose/audience-picker.js";
import { lostList } from "../compose/awaited.js";
import { bare } from "../compose/finder.js";
import { markdownEditor } from "../compose/markdown-editor.js";
import { onceRead } from "../compose/plan.js";
import { isUnchosen, takeTyped } from "../compose/unfinished.js";
import { chat } from "../ui/chat.js";
import { readable } from "../ui/readable.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { toast } from "../ui/toast.js";
import { some } from "../ui/widgets.js";
import { meanwhile, told } from "./corrected-meanwhile.js";
import { begun } from "./follow-ups.js";
import { useAgain } from "./job-actions.js";

const MOST_BYTES = 7439;

/** While it is being sent, more and more have it. */
const COUNTED_EVERY = 3_000;

/**
 * @typedef {"recall" | "correction" | "replacement"} Kind
 * @typedef {"all" | "firstWave" | "rest" | "some"} Whose
 * @typedef {{ job: Job, kind: Kind, whose: Whose, entries: Entry[], strays: string[], coming: number, lost: string[], closed: boolean, text: string, busy: boolean,
 *   theirs?: Job, failed: string, reach?: Answer<"post", "jobs/followUp/reach">, uncounted: string, correctable?: Answer<"get", `jobs/correctable/${string}`>,
 *   refusedBy?: import("./follow-ups.js").FollowUp }} State with whom it is about, how many lists of them are on their way,
 *   which of these were lost, what somebody else made of the text meanwhile, whom that is, as far as it is counted, why it is not, and what a correction could not change, if only that is meant
 */

/** @param {Job} job */
export function recallDialog(job) {
  return show(about(job, "recall"));
}

/** @param {Job} job */
export function replaceDialog(job) {
  return show(about(job, "replacement"));
}

/** @param {Job} job @param {import("./follow-ups.js").FollowUp} correction */
export function replaceRefusedDialog(job, correction) {
  return show({ ...about(job, "replacement"), refusedBy: correction });
}

/** @param {Job} job */
export async function correctDialog({ id }) {
  const [correctable, job] = await Promise.all([get(`jobs/correctable/${id}`), get(`jobs/detail/${id}`)]);
  return show({ ...about(job, "correction"), text: job.markdown ?? "", correctable });
}

/** @param {Job} job @param {Kind} kind @returns {State} */
function about(job, kind) {
  return { job, kind, whose: "all", entries: [], strays: [], coming: 0, lost: [], closed: false, text: "", busy: false, failed: "", uncounted: "" };
}

/** @param {State} state @returns {Promise<void>} */
function show(state) {
  const dialog = newDialog("follow-up-title");
  dialog.classList.add("list-dialog");
  return new Promise((resolve) => {
    const draw = () => render(content(state, { draw, count, bring, begin, remind, decide, no: () => dialog.close() }), dialog);
    /** Whose messages are counted; the answer about others counts for nothing. */
    let counting = {};
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const count = async (again = false) => {
      const mine = (counting = {});
      clearTimeout(timer);
      Object.assign(state, again ? {} : { reach: undefined, uncounted: "" });
      draw();
      if (isNobody(state)) {
        return;
      }
      try {
        const reach = await post("jobs/followUp/reach", whom(state));
        Object.assign(state, mine === counting ? { reach, uncounted: "" } : {});
      } catch (error) {
        Object.assign(state, mine === counting ? { reach: undefined, uncounted: faultOf(error) } : {});
      }
      if (mine === counting && dialog.isConnected) {
        draw();
        timer = running(state.job) ? setTimeout(() => count(true), COUNTED_EVERY) : undefined;
      }
    };
    const bring = (/** @type {Promise<string[]>} */ lists, /** @type {string[]} */ files = []) => {
      state.coming++;
      state.lost = state.lost.filter((one) => !files.includes(one));
      lists.catch(() => [""]).then((lost) => {
        state.coming--;
        state.lost = [...state.lost, ...lost];
        draw();
      });
      draw();
    };
    const remind = async () => {
      const { reminderDialog } = await import("./reminder-dialog.js");
      const changed = await reminderDialog(state.job);
      if (changed) {
        hear(changed);
      }
    };
    /** While one is sent, what is heard of may be that. @type {Job | undefined} */
    let heard;
    const hear = (/** @type {Job} */ job) => {
      if (state.busy) {
        heard = job;
      } else if (job.revision > (state.theirs ?? state.job).revision) {
        const isOther = state.theirs || told(job) !== told(state.job);
        Object.assign(state, isOther ? { theirs: job } : { job });
        draw();
      }
    };
    const live =
      state.kind === "correction"
        ? new Live(`jobs/detail/${state.job.id}`, undefined, { data: hear, lost: () => {}, trouble: () => {} })
        : undefined;
    const decide = (/** @type {string} */ words) => {
      Object.assign(state, { job: state.theirs ?? state.job, theirs: undefined, text: words, failed: "" });
      draw();
      dialog.querySelector("textarea")?.focus();
    };
    const begin = async (/** @type {Event} */ event) => {
      event.preventDefault();
      // Then it is another number.
      if (takeTyped(dialog) || isUnchosen(dialog) || (state.whose === "some" && state.lost.length > 0)) {
        return;
      }
      state.busy = true;
      state.failed = "";
      draw();
      let stale = false;
      try {
        await send(state);
        dialog.close();
      } catch (error) {
        state.failed = faultOf(error);
        stale = error instanceof Trouble && error.type === "urn:belfry:stale";
        if (stale) {
          heard = await get(`jobs/detail/${state.job.id}`).catch(() => heard);
        }
        if (error instanceof Trouble && error.of("whom")) {
          count();
        }
      }
      state.busy = false;
      if (heard) {
        hear(heard);
        // Its text is as it was seen.
        state.failed = stale && !state.theirs ? t("jobs.followUp.pressAgain") : state.failed;
      }
      draw();
    };
    dialog.addEventListener("close", () => {
      state.closed = true;
      clearTimeout(timer);
      live?.close();
      resolve();
    });
    draw();
    openDialog(dialog);
    count();
  });
}

/** @param {unknown} error */
function faultOf(error) {
  return error instanceof Trouble && error.errors.length > 0
    ? error.errors.map(({ message }) => message).join(" ")
    : wordsOf(error);
}

/** @param {State} state */
function whom({ job, whose, entries, refusedBy }) {
  return {
    jobId: job.id,
    part: whose === "some" || refusedBy ? undefined : whose,
    audience: whose === "some" ? entries.map(bare) : undefined,
    refusedBy: refusedBy?.id,
  };
}

/** @param {State} state */
function isNobody({ whose, entries }) {
  return whose === "some" && entries.length === 0;
}

/** @param {State} state */
async function send(state) {
  const { job, kind, text, reach } = state;
  const { refusedBy, ...form } = { ...whom(state), whom: reach?.whom, requestId: requestId() };
  const { run } = await onceRead(
    () =>
      kind === "correction"
        ? post("jobs/correct", { ...form, revision: job.revision, markdown: text })
        : post("jobs/recall", { ...form, refusedBy }),
    () => !state.closed,
  );
  if (kind === "replacement") {
    await useAgain(job, "recalled", run?.followUps?.[0]?.id);
  } else {
    begun(job, toast({ words: t(kind === "recall" ? "jobs.followUp.recallBegun" : "jobs.followUp.correctionBegun") }));
  }
}

const TITLES = {
  recall: () => t("jobs.followUp.recallTitle"),
  correction: () => t("jobs.followUp.correctTitle"),
  replacement: () => t("jobs.followUp.replaceTitle"),
};
const WORDS = {
  recall: () => t("jobs.followUp.recallWords"),
  correction: () => t("jobs.followUp.correctWords"),
  replacement: () => t("jobs.followUp.replaceWords"),
};

/** @typedef {{ draw: () => void, count: () => void, bring: (lists: Promise<string[]>, files?: string[]) => void, begin: (event: Event) => void, remind: () => void, decide: (words: string) => void, no: () => void }} Acts */

/** @param {State} state @param {Acts} acts */
function content(state, { draw, count, bring, begin, remind, decide, no }) {
  const recall = state.kind !== "correction";
  const { people = 0, spaces = 0 } = state.reach ?? {};
  return html`
    <form @submit=${begin}>
      <h2 id="follow-up-title" tabindex="-1">${TITLES[state.kind]()}</h2>
      <p>${state.refusedBy ? t("jobs.followUp.replaceRefusedWords") : WORDS[state.kind]()}
        ${recall && running(state.job) ? t("jobs.followUp.stopsFirst") : ""}
        ${recall && correcting(state.job) ? t("jobs.followUp.stopsCorrection") : ""}
        ${ofReminders(state)}</p>
      ${ownWords(state, remind)}
      ${unchangeable(state)}
      ${meanwhile(state.theirs, state.text, decide)}
      ${recall ? nothing : text(state, draw)}
      ${state.refusedBy ? nothing : whose(state, count, draw, bring)}
      ${state.theirs ? nothing : state.failed || state.uncounted ? html`<p class="fault" role="alert">${state.failed || state.uncounted}</p>` : nothing}
      ${state.uncounted
        ? html`<button class="link" type="button" @click=${() => count()}>${t("common.tryAgain")}</button>`
        : nothing}
      <div class="buttons">
        <button class="button" type="button" @click=${no}>${t("common.cancel")}</button>
        <button class="button main-one ${recall ? "danger" : ""}" ?disabled=${state.busy || state.theirs || people + spaces === 0 || isComing(state) || changesNothing(state)}>${yes(state)}</button>
      </div>
    </form>
  `;
}

/** They repeat the text. @param {State} state */
function ofReminders({ job, kind, whose, refusedBy }) {
  if (!job.reminders || job.reminders.sent.length === 0) {
    return "";
  }
  const goToo = kind !== "correction" && !refusedBy && (whose === "all" || whose === "some");
  return t(goToo ? "jobs.followUp.remindersToo" : "jobs.followUp.remindersStay");
}

/** They may repeat what is corrected. @param {State} state @param {() => void} remind */
function ownWords({ job, kind }, remind) {
  const { state, set } = job.reminders ?? {};
  return kind === "correction" && set?.markdown && state !== "ended"
    ? html`<p>${t("jobs.followUp.ownWords")} <button class="link" type="button" @click=${remind}>${t("jobs.followUp.changeReminders")}</button></p>`
    : nothing;
}

/** Where some were corrected, the first text is a change for them. @param {State} state */
function changesNothing({ kind, job, text }) {
  return kind === "correction" && text.trim() === (job.markdown ?? "").trim() && !job.run?.followUps?.some((one) => one.kind === "correction");
}

/** @param {Job} job */
function running({ state }) {
  return state === "sending" || state === "paused";
}

/** @param {Job} job */
function correcting({ run }) {
  return run?.followUps?.some(({ kind, state }) => kind === "correction" && state === "underway");
}

/** What a correction will leave as it is, as far as that is known. @param {State} state */
function unchangeable({ correctable }) {
  const count = correctable?.unchangeable ?? 0;
  return count > 0
    ? html`<p class="fault">${t("jobs.followUp.unchangeable", { count, total: correctable?.reached ?? 0 })}</p>`
    : nothing;
}

/** It names how many it is about. @param {State} state */
function yes(state) {
  const { kind, reach } = state;
  const recall = kind !== "correction";
  if (!reach) {
    return isNobody(state) || state.uncounted
      ? t(recall ? "jobs.action.recallNow" : "jobs.action.correctNow")
      : t("jobs.followUp.counting");
  }
  const { people, spaces } = reach;
  if (people + spaces === 0) {
    return t("jobs.followUp.nobodyHasIt");
  }
  return t(recall ? "jobs.followUp.recallFrom" : "jobs.followUp.correctFor", { heads: heads(reach) });
}

/** @param {State} state @param {() => void} draw */
function text(state, draw) {
  const change = (/** @type {string} */ typed) => {
    state.text = typed;
    draw();
  };
  return html`
    ${markdownEditor({ text: state.text, mostBytes: MOST_BYTES, fault: "", calls: "", spaces: 0, change, done: () => {} })}
    <section class="said" aria-label=${t("jobs.followUp.preview")} tabindex="0">${chat(readable(state.text))}</section>`;
}

/** Of whom else it could be, nothing is to be recalled or corrected. @param {Job} job @returns {import("../compose/finder.js").Among} */
function recipientsOf({ id }) {
  return async (q, signal) => {
    const asked = { state: "sent,held,unknown,sending", q, limit: 20 };
    const { items } = await get(`jobs/recipients/${id}`, asked, signal);
    return {
      people: items.filter(({ kind, followed }) => kind === "person" && followed !== "recalled"),
      spaces: items
        .filter(({ kind }) => kind === "space")
        .map((one) => ({ id: one.id, title: one.displayName, mayPost: true })),
    };
  };
}

/** Who is meant may be somebody who has the message. @param {State} state */
function nowhere({ reach }) {
  const names = reach?.noAccount ?? [];
  return names.length > 0
    ? html`<p class="fault" role="status">${t("compose.notes.noAccount", { count: names.length, names: some(names, 5) })}</p>`
    : nothing;
}

/** Whether people are missing who were brought. @param {State} state */
function isComing({ whose, coming, lost }) {
  return whose === "some" && coming + lost.length > 0;
}

/** @param {State} state @param {() => void} count @param {() => void} draw @param {Acts["bring"]} bring */
function whose(state, count, draw, bring) {
  const waves = Boolean(state.job.firstWave);
  const option = (/** @type {Whose} */ value, /** @type {string} */ words) => html`
    <label><input type="radio" name="whose" .checked=${state.whose === value}
      @change=${() => { state.whose = value; count(); }}> <span>${words}</span></label>`;
  const change = (/** @type {Entry[]} */ entries) => {
    state.entries = entries;
    count();
  };
  const note = (/** @type {Partial<State>} */ news) => {
    Object.assign(state, news);
    draw();
  };
  return html`
    <fieldset class="reasons">
      <legend>${t("jobs.followUp.whose")}</legend>
      ${option("all", t("jobs.followUp.all"))}
      ${waves ? option("firstWave", t("jobs.followUp.firstWave")) : nothing}
      ${waves ? option("rest", t("jobs.followUp.rest")) : nothing}
      ${option("some", t("jobs.followUp.some"))}
    </fieldset>
    ${state.whose === "some"
      ? audiencePicker({
          field: "to",
          label: t("jobs.followUp.someOf"),
          get entries() {
            return state.entries;
          },
          get coming() {
            return state.closed;
          },
          bring,
          get strays() {
            return state.strays;
          },
          misread: (strays) => note({ strays }),
          faults: new Map(),
          below: html`${state.lost.length > 0 ? lostList(() => note({ lost: [] })) : nothing}${nowhere(state)}`,
          among: recipientsOf(state.job),
          change,
        })
      : nothing}
  `;
}
