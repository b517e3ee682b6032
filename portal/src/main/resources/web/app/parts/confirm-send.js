/** The last look before sending: how many, when, what to know. The button names the number. */
import { html, nothing, render } from "lit";
import { Trouble, wordsOf } from "../lib/api.js";
import { count, duration, moment, size } from "../lib/format.js";
import { end } from "../lib/jobs.js";
import { UNDO_SECONDS } from "../lib/letter.js";
import { reach } from "../lib/plan.js";
import { session } from "../lib/session.js";
import { icon } from "./icons.js";

/**
 * @typedef {{ plan: Plan, when: When, file?: Attachment, series: () => boolean, tested: boolean, send: () => Promise<Job>,
 *   insist: () => Promise<void>, reload: () => void }} Of
 */

/**
 * @param {Of} of
 * @returns {Promise<Job | undefined>} the job when it was sent or planned
 */
export function confirmSend(of) {
  const dialog = document.createElement("dialog");
  dialog.setAttribute("aria-labelledby", "confirm-title");
  document.body.append(dialog);
  return new Promise((resolve, reject) => {
    /** @type {Job | undefined} */
    let sent;
    let busy = false;
    let showSkipped = false;
    /** @type {unknown} */
    let fault;

    const draw = () => render(content(of, { busy, fault, showSkipped, send, insist, show, close }), dialog);
    const close = () => busy || dialog.close();
    const show = () => {
      showSkipped = !showSkipped;
      draw();
    };
    const send = async () => {
      if (busy) {
        return;
      }
      busy = true;
      fault = undefined;
      draw();
      try {
        sent = await of.send();
        dialog.close();
      } catch (error) {
        busy = false;
        fault = error;
        draw();
        if (error instanceof Trouble && (error.status === 400 || error.status === 401)) {
          dialog.close();
          reject(error);
        }
      }
    };
    const insist = async () => {
      try {
        const series = of.series();
        await of.insist();
        if (of.series() !== series) {
          // That is something else to agree to.
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
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(sent);
    });
    draw();
    dialog.showModal();
    /** @type {HTMLElement} */ (dialog.querySelector("h2")).focus();
  });
}

/** @typedef {{ busy: boolean, fault: unknown, showSkipped: boolean, send: () => void, insist: () => void, show: () => void, close: () => void }} Now */

/** @param {Of} of @param {Now} now */
function content({ plan, when, file, series, tested, reload }, { busy, fault, showSkipped, send, insist, show, close }) {
  const { audience, estimate } = plan;
  const later = when.mode !== "now";
  const stale = fault instanceof Trouble && fault.type === "urn:belfry:stale";
  return html`
    <div class="confirm">
      <h2 id="confirm-title" tabindex="-1">This will reach <span class="reach">${reach(audience)}</span></h2>
      <p>
        <b>“${plan.title}”</b>
        ${goesOut(plan)} and takes
        about <b>${duration(estimate.seconds)}</b>${estimate.learned ? " at the permitted rate." : ", as a first guess."}
      </p>
      <ul class="checks">
        ${tested
          ? check("good", "chosen", "You tested exactly this")
          : check("warn", "alert", "You have not tested this yet")}
        ${file ? check("", "clip", html`<b>${file.name}</b>, ${size(file.size)}, goes with it`) : nothing}
        ${audience.duplicates > 0
          ? check("good", "chosen", `${count(audience.duplicates, "person is", "people are")} chosen more than once and ${audience.duplicates === 1 ? "gets" : "get"} it once`)
          : nothing}
        ${audience.noAccount.length > 0
          ? check("warn", "alert", html`
              ${count(audience.noAccount.length, "address has", "addresses have")} no Webex account and will be skipped
              <button class="link" type="button" aria-expanded=${showSkipped} @click=${show}>${showSkipped ? "Hide" : "Show"}</button>
              ${showSkipped ? html`<ul class="skipped" tabindex="0" aria-label="Skipped addresses">${audience.noAccount.map((email) => html`<li>${email}</li>`)}</ul>` : nothing}`)
          : nothing}
        ${audience.unchecked.length > 0
          ? check("", "info", `${count(audience.unchecked.length, "address is", "addresses are")} looked up when it goes out; those without an account are skipped`)
          : nothing}
        ${audience.stale.length > 0
          ? check("warn", "alert", `The directory did not answer: the members of ${audience.stale.join(", ")} may be out of date`)
          : nothing}
        ${!later && session.queued > 0
          ? check("", "info", `${count(session.queued, "recipient of another message is", "recipients of other messages are")} still to go: the bot serves all messages in turn, and the time above counts with that`)
          : nothing}
        ${session.trouble ? check("warn", "alert", "Webex refuses the bot's token just now: it waits until that works again") : nothing}
        ${series() && !later ? check("warn", "repeat", "It goes out once more now, besides its times; its schedule stays as it is. What you changed holds for all its later times, too.") : nothing}
        ${when.mode === "repeat" ? check("", "repeat", "Who is in a group is looked up anew each time. It repeats until you cancel it or its end comes.") : nothing}
        ${check("", "info", later
          ? `You can change or cancel it until then${when.mode === "repeat" ? ", and between its times" : ""}.`
          : `Starts after ${UNDO_SECONDS} seconds, so you can undo. You can stop it any time after.`)}
      </ul>
      ${fault ? html`<p class="fault" role="alert">${wordsOf(fault)}</p>` : nothing}
      <div class="buttons">
        ${stale
          ? html`
              <button class="button" type="button" @click=${() => { close(); reload(); }}>Load the other version</button>
              <button class="button main-one" type="button" @click=${insist}>Keep mine and go on</button>`
          : html`
              <button class="button" type="button" ?disabled=${busy} @click=${close}>Keep editing</button>
              <button class="button main-one" type="button" aria-busy=${busy} ?disabled=${busy} @click=${send}>
                ${icon(busy ? "retry" : later ? "calendar" : "send")}${later ? "Schedule for" : "Send to"} ${reach(audience)}
              </button>`}
      </div>
    </div>
  `;
}

/** @param {Plan} plan */
function goesOut({ startsAt, repeat }) {
  if (!startsAt) {
    return "goes out right away";
  }
  return repeat
    ? html`goes out <b>${lower(repeat.words)}${end(repeat)}</b>, the first time <b>${moment(startsAt)}</b>,`
    : html`goes out <b>${moment(startsAt)}</b>`;
}

/** Within a sentence. @param {string} words */
function lower(words) {
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** @param {"" | "good" | "warn"} tone @param {Parameters<typeof icon>[0]} sign @param {unknown} words */
function check(tone, sign, words) {
  return html`<li class=${tone}>${icon(sign)}<div>${words}</div></li>`;
}
