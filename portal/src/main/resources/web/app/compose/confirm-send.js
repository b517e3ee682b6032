/** The review before sending: how many get it, when, as it arrives, and notes. The button names the number. */
import "../shared.js";
import "../core/later.js";
import { html, nothing, render } from "lit";
import { Trouble, wordsOf } from "../core/api.js";
import { duration, forYou, heads, moment, ownZone, size, zoned } from "../core/format.js";
import { list, rich, t } from "../core/i18n.js";
import { follow } from "../core/lost.js";
import { session } from "../core/session.js";
import { end } from "../jobs/job.js";
import { announceStart } from "../jobs/starting.js";
import { days } from "../jobs/rhythm.js";
import { newDialog, openDialog } from "../ui/dialog.js";
import { icon } from "../ui/icons.js";
import { placesNamed } from "../ui/readable.js";
import { complain } from "../ui/toast.js";
import { groupName, sends } from "../ui/widgets.js";
import { acknowledgeWords, reminderWords } from "./acknowledge-fields.js";
import { callWords } from "./calls.js";
import { shownCard } from "./card.js";
import { check, recipients } from "./confirm-recipients.js";
import { ConsentFields, otherwise } from "./consent.js";
import { UNDO_SECONDS } from "./draft.js";
import { Everybody } from "./everybody.js";
import { apartFromNamesakes } from "./finder.js";
import { waveWords } from "./first-wave.js";
import { personalPreview } from "./personal-preview.js";
import { isOf, reach, reachesSomebody } from "./plan.js";
import { wasSkipped } from "../jobs/skip.js";

/**
 * @typedef {{ plan: Plan, text: string, when: When, file?: Attachment, series: () => boolean, tested: boolean,
 *   trial?: import("./draft.js").Draft["trial"],
 *   draft: import("./draft.js").Draft,
 *   send: (consent: import("./consent.js").Consent, unchanged: () => void) => Promise<Job>, insist: () => Promise<void>, reload: () => void, again: () => void, fault?: unknown }} Of
 */

/**
 * Closing the dialog does not abandon what has begun: somebody who goes back is still told the result.
 * @param {Of} of
 * @returns {Promise<Job | undefined>} the job, if it was sent or scheduled
 */
export function confirmSend(of) {
  const dialog = newDialog("confirm-title");
  return new Promise((resolve, reject) => {
    let busy = false;
    /** @type {Set<Unreached>} */
    const shown = new Set();
    let { fault } = of;
    const { key, intent: reviewed } = of.draft;
    // Whoever goes back while it is being saved may write on, and choose another time.
    const unchanged = () => {
      if (of.draft.key !== key || of.draft.intent !== reviewed) {
        throw otherwise();
      }
    };

    const fields = new ConsentFields(of.plan, () => draw(), of.draft.urgent);
    fields.keepTrue(dialog);
    const everybody = new Everybody(of.draft, of.plan.personal !== undefined, () => draw());
    const draw = () => {
      fields.number = reachOf(of.plan, everybody);
      render(content(of, { busy, fault, shown, fields, everybody, send, insist, show, close }), dialog);
    };
    const close = () => busy || dialog.close();
    const show = (/** @type {Unreached} */ list) => {
      if (!shown.delete(list)) {
        shown.add(list);
      }
      draw();
    };
    const send = async () => {
      if (busy || !fields.given) {
        return;
      }
      if (of.draft.intent !== reviewed) {
        // Something that was on its way when this was opened has arrived.
        reject(otherwise());
        dialog.close();
        return;
      }
      await attempt(() => of.send(fields.consent, unchanged));
    };
    const attempt = async (/** @type {() => Promise<Job>} */ ask) => {
      busy = true;
      fault = undefined;
      draw();
      try {
        const wasPlanned = of.draft.saved?.state === "scheduled";
        const job = await ask();
        announceStart(job, wasPlanned);
        resolve(job);
        dialog.close();
      } catch (error) {
        busy = false;
        fault = error;
        draw();
        // Also where the dialog is left, unless it is asked again, here or in another one.
        const wanted = () => fault === error && of.draft.key === key;
        follow(error, wanted, attempt, (why) => attempt(() => Promise.reject(why)).then(() => dialog.open || complain(why)));
        if (!dialog.open || (error instanceof Trouble && [400, 401, 404].includes(error.status))) {
          reject(error);
          dialog.close();
        }
      }
    };
    const insist = async () => {
      try {
        const series = of.series();
        await of.insist();
        if (of.series() !== series) {
          // That needs a confirmation of its own.
          fault = undefined;
          draw();
          return;
        }
        await send();
      } catch (error) {
        fault = error;
        draw();
      }
    };
    dialog.addEventListener("cancel", (event) => busy && event.preventDefault());
    dialog.addEventListener("close", () => busy || resolve(undefined));
    draw();
    openDialog(dialog);
  });
}

/**
 * @typedef {"noAccount" | "byAddress" | "unreachable" | "unconfirmed"} Unreached a list of those who do not, or may not, get it
 * @typedef {{ busy: boolean, fault: unknown, shown: Set<Unreached>, fields: ConsentFields, everybody: Everybody, send: () => void,
 *   insist: () => void, show: (list: Unreached) => void, close: () => void }} Now
 */

/** @param {Of} of @param {Now} now */
function content(of, now) {
  const { plan } = of;
  const { fault } = now;
  return html`
    <div class="confirm">
      <h2 id="confirm-title" tabindex="-1">${heading(now)}</h2>
      <p>${goesOut(of, now)}${elsewhere(of, now)}</p>
      ${whom(of)}
      ${asItArrives(of)}
      <ul class="checks">
        ${recipients(of, now)} ${now.everybody.notes(check)} ${message(of)} ${quiet(now)} ${afterwards(of, now)}
      </ul>
      ${now.fields.size()}
      ${fault ? html`<p class="fault" role="alert">${wordsOf(fault)}</p>` : nothing}
      <div class="buttons">${buttons(of, now)}</div>
    </div>
  `;
}

/** Under the name of the bot. What is beside the dialog may be hidden, as on a phone. @param {Of} of */
function asItArrives({ text, file, draft, plan }) {
  return html`
    <div class="arrives" tabindex="0" role="region" aria-label=${t("compose.asItWillLook")}>
      ${personalPreview({ text, file, card: shownCard(draft), personal: plan.personal })}
    </div>
  `;
}

/**
 * How many get it. So many with values of their own that the server did not look at each are counted by the check.
 * @param {Plan} plan @param {Everybody} everybody
 * @returns {Plan["reach"] | undefined} undefined until that is known
 */
function reachOf({ reach: counted }, everybody) {
  if (counted.complete || everybody.trouble) {
    return counted;
  }
  const { lost, open } = everybody;
  const { people, most } = counted;
  return (
    everybody.answer && {
      ...counted,
      people: Math.max(0, people - lost - open),
      most: Math.max(0, most - lost),
      complete: true,
    }
  );
}

/** @param {Now} now */
function heading({ fields: { number } }) {
  if (!number) {
    return t("compose.confirm.counting");
  }
  return reachesSomebody(number)
    ? rich("compose.confirm.title", { reach: html`<span class="reach">${reach(number)}</span>` })
    : t("compose.confirm.nobody");
}

/** Each choice by name, and how many it means by itself. @param {Of} of */
function whom({ plan: { chosen, except }, draft }) {
  return html`
    <dl class="whom">
      <dt>${t("compose.to.label")}</dt><dd>${chosen.map((one) => part(one, draft.audience))}</dd>
      ${except.length > 0
        ? html`<dt>${t("compose.except.label")}</dt><dd>${except.map((one) => part(one, draft.excluded))}</dd>`
        : nothing}
    </dl>`;
}

/** @param {Plan["chosen"][number]} one @param {Entry[]} entries */
function part(one, entries) {
  const { kind, people } = one;
  const which = entries.find((entry) => isOf(entry, one));
  const words =
    kind === "space"
      ? t("compose.found.onePost")
      : kind === "person"
        ? (which?.email ?? "")
        : people === undefined
          ? t("common.notCounted")
          : heads({ people, spaces: 0 });
  const apart = kind === "recipients" && which ? `${apartFromNamesakes(which)} · ` : "";
  return html`<span class="one"><bdi>${placesNamed(groupName(one))}</bdi> <small>${apart}${words}</small></span> `;
}

/** In one sentence: when it goes out, how long that takes, and until when it can be taken back. @param {Of} of @param {Now} now */
function goesOut({ plan, when }, { fields }) {
  const { startsAt, repeat } = plan;
  const { seconds } = fields.held.estimate;
  const { waits } = fields;
  const time = (/** @type {Time} */ at) => html`<b>${zoned(at, when.zone, { always: startsAt !== undefined })}</b>`;
  const values = {
    title: html`<b>${t("compose.confirm.quoted", { title: placesNamed(plan.title) })}</b>`,
    takes: seconds === undefined ? "" : takes(seconds),
    count: UNDO_SECONDS,
    due: startsAt && time(startsAt),
    time: waits ? time(waits) : startsAt && time(startsAt),
    rhythm: repeat && html`<b>${lower(days(repeat, when.date))}${end(repeat)}</b>`,
  };
  if (!startsAt) {
    return rich(waits ? "compose.confirm.afterQuiet" : "compose.confirm.now", values);
  }
  if (!repeat) {
    return rich(waits ? "compose.confirm.laterAfterQuiet" : "compose.confirm.later", values);
  }
  return rich(waits ? "compose.confirm.repeatsAfterQuiet" : "compose.confirm.repeats", values);
}

/** @param {number} seconds */
function takes(seconds) {
  const values = { duration: html`<b>${duration(seconds)}</b>`, bots: session.bots.filter(sends).length };
  return rich(values.bots > 1 ? "compose.confirm.takesBots" : "compose.confirm.takes", values);
}

/** A time of another zone in the reader's own time. @param {Of} of @param {Now} now */
function elsewhere({ plan, when }, { fields }) {
  const at = fields.waits ?? plan.startsAt;
  const words = at ? forYou(at, when.zone || ownZone) : "";
  return words ? html`<small>${plan.repeat ? t("compose.when.nextForYou", { words }) : words}</small>` : nothing;
}

/** Notes about the message. @param {Of} of */
function message({ plan, text, tested, trial, file }) {
  const calls = callWords(text, plan.audience.spaces);
  return html`
    ${calls ? check("warn", "bell", calls) : nothing}
    ${tested
      ? check("good", "chosen", html`${t("compose.confirm.tested")} ${trial ? lastTest(trial, "tested") : nothing}`)
      : check("warn", "alert", html`${t("compose.confirm.untested")} ${trial ? lastTest(trial, "before") : nothing}`)}
    ${file ? check("", "clip", attached(file)) : nothing}
  `;
}

/**
 * To whom the last test went, as whom and when; "before" if the message was another then.
 * @param {NonNullable<Of["trial"]>} trial @param {"tested" | "before"} which
 */
function lastTest({ to, as, at }, which) {
  const values = { time: moment(at), names: list(to) };
  const words = as ? t("compose.confirm.trialAs", { ...values, as }) : t("compose.confirm.trial", values);
  return html`<small>${which === "before" ? t("compose.confirm.trialBefore", { words }) : words}</small>`;
}

/** @param {Attachment} file */
function attached(file) {
  return rich("compose.confirm.file", { name: html`<b>${file.name}</b>`, size: size(file.size) });
}

/** @param {Now} now */
function quiet({ fields }) {
  const words = fields.urgency();
  return words === nothing ? nothing : check(fields.plan.quietUntil ? "warn" : "", "clock", words);
}

/** What happens later. @param {Of} of @param {Now} now */
function afterwards({ plan, when, series, draft }, { fields }) {
  const wave = waveWords(draft.firstWave, draft.audience);
  const asked = acknowledgeWords(draft.acknowledge);
  const repeats = when.mode === "repeat";
  const forgotten = wasSkipped(plan, when.zone);
  const reminded = reminderWords(draft.acknowledge, fields.reminders, repeats);
  return html`
    ${wave ? check("", "pause", wave) : nothing}
    ${asked ? check("", "chosen", asked) : nothing}
    ${reminded ? check(fields.reminders?.problem ? "warn" : "", "bell", reminded) : nothing}
    ${when.mode === "now" && series() ? check("warn", "repeat", t("compose.confirm.onceMore")) : nothing}
    ${when.mode === "later" && series() ? check("warn", "repeat", t("compose.confirm.endsSeries")) : nothing}
    ${repeats ? check("", "repeat", t("compose.confirm.anew")) : nothing}
    ${plan.asksAboutValues && (when.mode === "later" || fields.waits) ? check("", "list", t("compose.confirm.asShown")) : nothing}
    ${forgotten ? check("warn", "no", forgotten) : nothing}
  `;
}

/** @param {Of} of @param {Now} now */
function buttons({ when, reload }, { busy, fault, fields, send, insist, close }) {
  const stale = fault instanceof Trouble && fault.type === "urn:belfry:stale";
  if (stale) {
    const other = () => {
      close();
      reload();
    };
    return html`
      <button class="button" type="button" @click=${other}>${t("compose.confirm.loadOther")}</button>
      <button class="button main-one" type="button" @click=${insist}>${t("compose.confirm.keepMine")}</button>`;
  }
  const later = when.mode !== "now";
  const { number } = fields;
  // It may be sent as urgent all the same.
  const isRefused = fields.reminders?.problem !== undefined;
  const yes = number
    ? t(later ? "compose.confirm.schedule" : "compose.confirm.send", { reach: reach(number) })
    : t("compose.confirm.counting");
  return html`
    <button class="button" type="button" ?disabled=${busy} @click=${close}>${t("compose.confirm.keepEditing")}</button>
    <button class="button main-one" type="button" aria-busy=${busy || !number} ?disabled=${busy || isRefused || !fields.given} @click=${send}>
      ${icon(busy ? "retry" : later ? "calendar" : "send")}${yes}
    </button>`;
}

/** For use within a sentence. @param {string} words */
function lower(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}
