/** #/compose: write, choose, time, test, send, in one sheet. */
import { LitElement, html, nothing } from "lit";
import { Trouble, wordsOf } from "../lib/api.js";
import { bytes } from "../lib/editing.js";
import { groupSizes } from "../lib/finder.js";
import { duration, moment } from "../lib/format.js";
import { command } from "../lib/hotkeys.js";
import { Letter, letterFor } from "../lib/letter.js";
import { Planner, reach, reachesSomebody } from "../lib/plan.js";
import { ruleOf } from "../lib/repeat.js";
import { address, go, refine } from "../lib/router.js";
import { session } from "../lib/session.js";
import { attachedFile, keepThePage, takesFiles } from "../parts/attached-file.js";
import { audiencePicker } from "../parts/audience-picker.js";
import { notice, segments, trouble } from "../parts/bits.js";
import { chat, room } from "../parts/chat.js";
import { composeMenu } from "../parts/compose-menu.js";
import { icon } from "../parts/icons.js";
import { markdownEditor } from "../parts/markdown-editor.js";
import { audienceNotes } from "../parts/audience-notes.js";
import { schedulePicker } from "../parts/schedule-picker.js";
import { complain, toast } from "../parts/toast.js";

class ComposeView extends LitElement {
  static properties = { jobId: { attribute: false } };

  constructor() {
    super();
    this.jobId = "";
    /** @type {Letter | undefined} */
    this.letter = undefined;
    this.note = "";
    /** @type {unknown} */
    this.failed = undefined;
    this.side = /** @type {"write" | "preview"} */ ("write");
    this.busy = /** @type {"" | "test" | "review"} */ ("");
    /** Whether somebody asked to send: from then on what is missing is said at its place. */
    this.pressed = false;
    /** Whether the focus was at the file before this drawing. */
    this.atFile = false;
    /** @type {Trouble | undefined} what the server found wrong */
    this.refused = undefined;
    this.planner = new Planner(() => this.requestUpdate());
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    this.follow = () => this.changed();
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    document.addEventListener("keydown", this.keys);
    window.addEventListener("dragover", keepThePage);
    window.addEventListener("drop", keepThePage);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.keys);
    window.removeEventListener("dragover", keepThePage);
    window.removeEventListener("drop", keepThePage);
    this.letter?.removeEventListener("changed", this.follow);
    this.planner.stop();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    this.atFile = this.querySelector(".attached")?.contains(document.activeElement) ?? false;
    if (changed.has("jobId")) {
      this.load();
    }
  }

  updated() {
    // What had the focus is not there any more: it goes to what has taken its place.
    if (this.atFile && !this.querySelector(".attached")?.contains(document.activeElement)) {
      this.focusFile();
    }
  }

  async load() {
    const { jobId } = this;
    this.letter?.removeEventListener("changed", this.follow);
    this.letter = undefined;
    this.failed = undefined;
    this.pressed = false;
    this.refused = undefined;
    try {
      const { letter, note = "" } = await letterFor(jobId);
      if (jobId !== this.jobId) {
        return;
      }
      this.note = note;
      this.letter = letter;
      if (note) {
        refine(address("compose"));
      }
      letter.addEventListener("changed", this.follow);
      this.changed();
      this.fillSizes(letter);
    } catch (error) {
      this.failed = error;
    }
    this.requestUpdate();
  }

  /** @param {Letter} letter */
  async fillSizes(letter) {
    if (letter.audience.some((entry) => entry.kind === "group" && entry.size === undefined)) {
      const sizes = await groupSizes().catch(() => new Map());
      letter.change({
        audience: letter.audience.map((entry) => ({ ...entry, size: entry.size ?? sizes.get(entry.id ?? "") })),
      });
    }
  }

  changed() {
    if (this.letter) {
      this.refused = undefined;
      this.planner.about(this.letter);
      this.requestUpdate();
    }
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (command(event) && event.key === "Enter" && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      this.review();
    }
  }

  // What is missing ---------------------------------------------------------------------------

  /** @param {string} field */
  problem(field) {
    const { state, plan } = this.planner.answer;
    const planned = state === "known" ? plan?.problems.find((one) => one.field === field)?.message : undefined;
    return this.refused?.of(field) || planned || "";
  }

  get textFault() {
    const { text } = /** @type {Letter} */ (this.letter);
    if (bytes(text) > session.mostBytes) {
      return "This is longer than Webex takes. Shorten it.";
    }
    return this.pressed && text.trim() === "" ? "Write a message first." : this.refused?.of("markdown") || "";
  }

  get audienceFault() {
    const { audience } = /** @type {Letter} */ (this.letter);
    if (audience.length === 0) {
      return this.pressed ? "Choose who gets it." : "";
    }
    return this.problem("audience");
  }

  /** Entries that the server does not know any more. */
  get entryFaults() {
    const { trouble: why } = this.planner.answer;
    const faults = new Map();
    for (const { field, message } of [...(why?.errors ?? []), ...(this.refused?.errors ?? [])]) {
      const index = field.match(/^audience\[(\d+)\]/)?.[1];
      if (index !== undefined) {
        faults.set(Number(index), message);
      }
    }
    return faults;
  }

  get repeatFault() {
    const { when } = /** @type {Letter} */ (this.letter);
    return when.repeat && !ruleOf(when.repeat) ? "Choose at least one day." : this.problem("repeat");
  }

  /** The first place that needs another look. */
  fault() {
    const { letter } = this;
    if (!letter || letter.audience.length === 0 || this.audienceFault || this.entryFaults.size > 0) {
      return "#to";
    }
    if (letter.text.trim() === "" || this.textFault) {
      return "#text";
    }
    if (this.problem("attachment")) {
      return ".attached button";
    }
    const { mode, date, time } = letter.when;
    if (mode === "now") {
      return "";
    }
    const wrong = !date || !time || this.problem("at") || this.problem("zone") || (mode === "repeat" && this.repeatFault);
    return wrong ? '.when [aria-invalid="true"], .when .field:invalid' : "";
  }

  async showFault() {
    this.pressed = true;
    this.side = "write";
    this.requestUpdate();
    await this.updateComplete;
    const place = this.fault();
    if (place) {
      /** @type {HTMLElement | null} */ (this.querySelector(place))?.focus();
    }
    return place !== "";
  }

  // Doing -------------------------------------------------------------------------------------

  async review() {
    const { letter, planner } = this;
    if (!letter || this.busy) {
      return;
    }
    this.busy = "review";
    this.requestUpdate();
    const [answer, dialog, starting] = await Promise.all([
      this.settled(letter, planner),
      import("../parts/confirm-send.js").catch((error) => void complain(error)),
      import("../parts/starting.js").catch(() => undefined),
    ]);
    this.busy = "";
    if (!answer) {
      // Whoever pressed the button meant the file to go with the message.
      this.requestUpdate();
      await this.updateComplete;
      this.focusFile();
      return;
    }
    if (!dialog || (await this.showFault()) || answer.state !== "known" || !answer.plan || !reachesSomebody(answer.plan.audience)) {
      return;
    }
    try {
      const job = await dialog.confirmSend({
        plan: answer.plan,
        when: letter.when,
        file: letter.attachment,
        series: () => letter.isSeries,
        tested: letter.isTested,
        send: () => letter.send(),
        insist: async () => letter.insist(await letter.current()),
        reload: async () => letter.take(await letter.current()),
      });
      if (job) {
        starting?.announceStart(job);
        go(address("jobs", job.id));
      }
    } catch (error) {
      this.refused = error instanceof Trouble ? error : undefined;
      if (!(await this.showFault())) {
        complain(error);
      }
    }
  }

  /**
   * The plan for the letter with the file that was on its way; nothing where that has failed.
   * @param {Letter} letter @param {Planner} planner
   */
  async settled(letter, planner) {
    try {
      for (;;) {
        await letter.upload.settled();
        const answer = await planner.settled();
        if (!letter.upload.current) {
          return answer;
        }
      }
    } catch (error) {
      if (!letter.upload.fault) {
        complain(error);
      }
      return undefined;
    }
  }

  focusFile() {
    /** @type {HTMLElement | null} */ (this.querySelector(".attached button, #file"))?.focus();
  }

  async test() {
    const { letter } = this;
    if (!letter || this.busy) {
      return;
    }
    if (letter.text.trim() === "" || this.textFault) {
      this.pressed = true;
      this.requestUpdate();
      /** @type {HTMLElement | null} */ (this.querySelector("#text"))?.focus();
      return;
    }
    this.busy = "test";
    this.requestUpdate();
    try {
      const { state, reason } = await letter.test();
      if (state === "failed") {
        toast({ words: `The test did not arrive. ${reason ?? ""}`, tone: "bad" });
      } else {
        toast({ words: state === "sent" ? "Sent to you. Look in Webex." : "The test is on its way to you." });
      }
    } catch (error) {
      complain(error);
    } finally {
      this.busy = "";
      this.requestUpdate();
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  render() {
    if (this.failed) {
      return html`
        <div class="head"><h1 tabindex="-1">Message</h1></div>
        ${trouble(wordsOf(this.failed), undefined, "It cannot be edited")}
        <p class="after"><a class="button" href=${address("compose")}>${icon("write")}New message</a></p>`;
    }
    const { letter } = this;
    const files = takesFiles(letter);
    const title = letter?.slot ? "Edit message" : "New message";
    return html`
      <div class="head">
        <h1 tabindex="-1">${title}</h1>
        ${letter?.kept && !letter.empty ? html`<span class="aside">Draft kept in this browser</span>` : nothing}
        ${letter && !letter.empty ? composeMenu(letter) : nothing}
        <span class="push"></span>
        <span class="sides">${segments({
          name: "side",
          label: "What to show",
          value: this.side,
          choose: (side) => {
            this.side = side;
            this.requestUpdate();
          },
          options: [{ value: "write", words: "Write" }, { value: "preview", words: "Preview" }],
        })}</span>
      </div>
      ${this.note ? notice(this.note, "info", "plain") : nothing}
      ${letter?.planned ? notice(this.plannedWords(letter), "calendar", "plain") : nothing}
      <div class="sheet" data-side=${this.side} @drop=${files.drop}>
        <section class="letter card" aria-label="Message" @paste=${files.paste}>${letter ? this.fields(letter) : nothing}</section>
        <section class="preview card" aria-label="Preview">
          <h2 class="hidden-words">Preview</h2>
          ${room()}
          <div class="scroll" tabindex="0" role="region" aria-label="The message as it will look">
            ${chat(letter?.text ?? "", { time: Date.now(), file: letter?.attachment })}
          </div>
        </section>
      </div>
    `;
  }

  /** @param {Letter} letter */
  plannedWords(letter) {
    if (letter.isSeries && letter.saved?.state === "held") {
      return "This message repeats, and is on hold: it does not go out until you schedule it again here.";
    }
    if (letter.isSeries) {
      return "This message repeats. It goes out as it was until you schedule it again here; a test saves what you changed.";
    }
    return letter.saved?.state === "scheduled"
      ? "This message is scheduled. It goes out as it was until you schedule it again here; a test saves what you changed."
      : "This message did not go out at its time. Send it now, or choose another time.";
  }

  /** @param {Letter} letter */
  fields(letter) {
    const { plan } = this.planner.answer;
    return html`
      ${audiencePicker({
        entries: letter.audience,
        faults: this.entryFaults,
        change: (audience) => letter.change({ audience }),
        below: audienceNotes(letter.audience.length > 0 ? plan?.audience : undefined, this.audienceFault),
      })}
      ${letter.audience.some(({ kind }) => kind === "space") ? this.unsure(letter) : nothing}
      ${markdownEditor({
        text: letter.text,
        mostBytes: session.mostBytes,
        fault: this.textFault,
        change: (text) => letter.change({ text }),
        done: () => this.review(),
      })}
      ${attachedFile(letter, this.problem("attachment"))}
      ${schedulePicker({
        when: letter.when,
        change: (when) => letter.change({ when }),
        startsAt: this.planner.answer.state === "known" ? plan?.startsAt : undefined,
        next: (this.planner.answer.state === "known" && plan?.repeat?.next) || [],
        faults: { at: this.problem("at"), zone: this.problem("zone"), repeat: letter.when.mode === "repeat" ? this.repeatFault : "" },
      })}
      ${this.bar(letter)}
    `;
  }

  /** A bot cannot read a space, so that a lost answer may leave a question. @param {Letter} letter */
  unsure(letter) {
    return html`
      <div class="when unsure">
        <span class="row-label">If nobody can tell whether a space got it</span>
        ${segments({
          name: "unsure",
          label: "If nobody can tell whether a space got it",
          value: letter.onUnknown,
          choose: (onUnknown) => letter.change({ onUnknown }),
          options: [
            { value: "hold", words: "Ask me", icon: "pause" },
            { value: "resend", words: "Send it again", icon: "retry" },
          ],
        })}
      </div>
    `;
  }

  /** @param {Letter} letter */
  bar(letter) {
    const later = letter.when.mode !== "now";
    const { busy } = this;
    return html`
      <div class="bar">
        <p class="sum" aria-live="polite">${this.sum(later)}</p>
        <div class="acts">
          <button class="button" type="button" aria-busy=${busy === "test"} @click=${this.test}>
            ${icon(busy === "test" ? "retry" : "person")}Send a test to me
          </button>
          <button class="button main-one" type="button" aria-busy=${busy === "review"} aria-keyshortcuts="Control+Enter" @click=${this.review}>
            ${icon(busy === "review" ? "retry" : later ? "calendar" : "send")}${later ? "Review and schedule" : "Review and send"}
          </button>
        </div>
      </div>
    `;
  }

  /** @param {boolean} later */
  sum(later) {
    const { state, plan, trouble: why } = this.planner.answer;
    if (this.letter?.audience.length === 0) {
      return html`<span class="quiet">Nobody chosen yet</span>`;
    }
    if (state === "trouble") {
      return this.entryFaults.size > 0
        ? html`<span class="fault">Take out what is marked above.</span>`
        : html`<span class="fault">Not counted. ${wordsOf(why)}</span>
            <button class="link" type="button" @click=${() => this.planner.again()}>Try again</button>`;
    }
    if (!plan) {
      return html`<span class="quiet">Counting</span>`;
    }
    return html`
      <b class=${state === "asking" ? "quiet" : ""}>${reach(plan.audience)}</b>
      <span class="quiet">${later
        ? plan.startsAt ? `${plan.repeat ? "first " : ""}${moment(plan.startsAt)}` : ""
        : `about ${duration(plan.estimate.seconds)} to deliver`}</span>
    `;
  }
}

customElements.define("compose-view", ComposeView);

/** @param {Place} place */
export function composeView({ id }) {
  return html`<compose-view .jobId=${id}></compose-view>`;
}
