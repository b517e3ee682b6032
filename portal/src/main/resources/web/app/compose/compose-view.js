/** #/compose: write, choose recipients and time, test and send, on one sheet. */
import { LitElement, html, nothing } from "lit";
import { Trouble } from "../core/api.js";
import { command } from "../core/hotkeys.js";
import { t } from "../core/i18n.js";
import { unpressed } from "../core/press.js";
import { address, go, refine } from "../core/router.js";
import { session } from "../core/session.js";
import { room } from "../ui/chat.js";
import { complain } from "../ui/toast.js";
import { keepThePage, takesFiles } from "./attached-file.js";
import { audienceFields } from "./audience-fields.js";
import { beneath } from "./beneath.js";
import { callWords } from "./calls.js";
import { shownCard } from "./card.js";
import { choices } from "./choices.js";
import { composeBar } from "./compose-bar.js";
import { composeAbsent, composeHead } from "./compose-head.js";
import { Draft } from "./draft.js";
import { DraftFaults } from "./draft-faults.js";
import { fillChosen } from "./finder.js";
import { markdownEditor } from "./markdown-editor.js";
import { draftFor } from "./open-draft.js";
import { personalPreview } from "./personal-preview.js";
import { asScheduled, filledIn, isBeingRead, Planner, reachesSomebody } from "./plan.js";
import { schedulePicker } from "./schedule-picker.js";
import { isNumberRefused, isSaid, isUnchosen, takeTyped } from "./unfinished.js";

class ComposeView extends LitElement {
  static properties = {
    jobId: { attribute: false },
    draft: { state: true },
    note: { state: true },
    failed: { state: true },
    side: { state: true },
    busy: { state: true },
    pressed: { state: true },
    refused: { state: true },
    excepting: { state: true },
    answer: { state: true },
  };

  constructor() {
    super();
    this.jobId = "";
    /** @type {Draft | undefined} */
    this.draft = undefined;
    this.note = "";
    this.turn = {};
    /** @type {unknown} */
    this.failed = undefined;
    this.side = /** @type {"write" | "preview"} */ ("write");
    this.busy = /** @type {"" | "test" | "review"} */ ("");
    /** The message that the author has tried to send; from then on, each missing part of it is marked. */
    this.pressed = "";
    /** Whether the author asked for the field Except. */
    this.excepting = false;
    /** Whether the focus was on the file before this rendering. */
    this.atFile = false;
    /** @type {Trouble | undefined} what the server found wrong */
    this.refused = undefined;
    this.planner = new Planner((answer) => unpressed(() => {
      this.answer = answer;
      // Counting copies the directory where there was no copy.
      if (answer.state === "known" && this.draft) {
        this.fillChosen(this.draft, answer.plan);
      }
    }));
    /** @type {import("./plan.js").Answer} */
    this.answer = this.planner.answer;
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
    this.draft?.removeEventListener("changed", this.follow);
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
    // The element with the focus is gone; focus the one that replaced it.
    if (this.atFile && !this.querySelector(".attached")?.contains(document.activeElement)) {
      this.focusFile();
    }
  }

  async load() {
    const turn = (this.turn = {});
    this.draft?.removeEventListener("changed", this.follow);
    Object.assign(this, { draft: undefined, failed: undefined, pressed: "", excepting: false, refused: undefined });
    try {
      const { draft, note = "" } = await draftFor(this.jobId);
      if (turn !== this.turn) {
        return;
      }
      this.note = note;
      this.draft = draft;
      if (draft.planned) {
        this.dispatchEvent(new CustomEvent("titled", { bubbles: true, detail: t("compose.edit") }));
      }
      if (note) {
        refine(address("compose"));
      }
      draft.addEventListener("changed", this.follow);
      this.changed();
      this.fillChosen(draft);
    } catch (error) {
      this.failed = turn === this.turn ? error : this.failed;
    }
  }

  /** @param {Draft} draft @param {Plan} [plan] */
  async fillChosen(draft, plan) {
    const change = filledIn(draft, await fillChosen([...draft.audience, ...draft.excluded]), plan);
    if (change) {
      draft.change(change);
    }
  }

  /** Shows the field Except. */
  async except() {
    this.excepting = true;
    await this.updateComplete;
    /** @type {HTMLElement | null} */ (this.querySelector("#except"))?.focus();
  }

  /** The draft's content was replaced. */
  changed() {
    if (this.draft) {
      this.refused = undefined;
      this.excepting ||= this.draft.typed.except !== "";
      this.planner.about(this.draft);
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

  /** @param {Draft} draft */
  faults(draft) {
    const { refused, pressed } = this;
    return new DraftFaults(draft, { answer: asScheduled(this.answer, draft), refused, pressed: pressed === draft.key });
  }

  /** Moves the focus to the first fault. @returns whether there is one */
  async showFault() {
    this.pressed = this.draft?.key ?? "";
    this.side = "write";
    await this.updateComplete;
    const place = this.draft ? this.faults(this.draft).place : "#to";
    if (place) {
      /** @type {HTMLElement | null} */ (this.querySelector(place))?.focus();
    }
    return place !== "";
  }

  // Doing -------------------------------------------------------------------------------------

  /** @param {unknown} [fault] why the last review no longer holds */
  async review(fault) {
    const { draft, planner } = this;
    if (!draft || this.busy || (await isSaid(this, isNumberRefused))) {
      return;
    }
    this.busy = "review";
    const [first, dialog] = await Promise.all([
      this.settled(draft, planner),
      import("./confirm-send.js").catch((error) => void complain(error)),
    ]);
    let answer = first;
    // What was written meanwhile is reviewed, too.
    while (answer && answer !== planner.answer && this.shows(draft)) {
      answer = await this.settled(draft, planner);
    }
    this.busy = "";
    if (!this.shows(draft)) {
      return;
    }
    if (!answer) {
      // Whoever presses the button expects the file to be sent with the message.
      await this.updateComplete;
      this.focusFile();
      return;
    }
    const { plan } = answer;
    if (!dialog || (await this.showFault()) || takeTyped(this) || isUnchosen(this) || answer.state !== "known" || !plan || !reachesSomebody(plan.audience)) {
      return;
    }
    try {
      const job = await dialog.confirmSend({
        plan,
        text: draft.text,
        when: draft.when,
        file: draft.attachment,
        series: () => draft.isSeries,
        tested: draft.isTested,
        trial: draft.trial,
        draft,
        send: (consent, unchanged) => draft.send(consent, unchanged),
        insist: async () => draft.insist(await draft.current()),
        reload: async () => draft.take(await draft.current()),
        again: () => this.review(),
        fault,
      });
      if (job && this.shows(draft)) {
        go(address("jobs", job.id));
      }
    } catch (error) {
      this.refused = error instanceof Trouble ? error : undefined;
      if (this.shows(draft) && ["recipients", "whom", "goesOutAt"].some((field) => this.refused?.of(field))) {
        planner.again();
        await this.review(isBeingRead(error) ? undefined : error);
      } else if (!this.shows(draft) || !(await this.showFault())) {
        complain(error);
      }
    }
  }

  /** Whether this draft is still on the screen; nobody who has left it is asked anything. @param {Draft} draft */
  shows(draft) {
    return this.isConnected && this.draft === draft;
  }

  /**
   * The plan for the draft, once its upload is complete; nothing if that failed.
   * @param {Draft} draft @param {Planner} planner
   */
  async settled(draft, planner) {
    try {
      for (;;) {
        takeTyped(this);
        await Promise.all([draft.upload.settled(), ...draft.lists.keys()]);
        const answer = await planner.reviewed();
        if (!draft.arrives) {
          return answer;
        }
      }
    } catch (error) {
      if (!draft.upload.fault) {
        complain(error);
      }
      return undefined;
    }
  }

  focusFile() {
    /** @type {HTMLElement | null} */ (this.querySelector(".attached button, #file"))?.focus();
  }

  async test(others = false) {
    const { draft } = this;
    if (!draft || this.busy) {
      return;
    }
    if (draft.text.trim() === "" || this.faults(draft).text) {
      this.pressed = draft.key;
      /** @type {HTMLElement | null} */ (this.querySelector("#text"))?.focus();
      return;
    }
    this.busy = "test";
    try {
      const testing = await import("./testing.js");
      const preview = /** @type {import("./personal-preview.js").PersonalPreview | null} */ (this.querySelector("personal-preview"));
      await (others
        ? testing.testWithOthers(draft, (await this.planner.settled()).plan?.personal, preview?.at ?? 0)
        : testing.testAlone(draft));
    } catch (error) {
      complain(error);
    } finally {
      this.busy = "";
    }
  }

  // Drawing -----------------------------------------------------------------------------------

  render() {
    const { draft } = this;
    if (this.failed) {
      return composeAbsent(this.failed);
    }
    const files = takesFiles(draft);
    return html`
      ${composeHead({ draft, note: this.note, side: this.side, choose: (side) => (this.side = side) })}
      <div class="sheet" data-side=${this.side} @drop=${files.drop}>
        <section class="draft card" aria-label=${t("compose.message")}
          @paste=${files.paste}>${draft ? this.fields(draft) : nothing}</section>
        <section class="preview card" aria-label=${t("compose.side.preview")}>
          <h2 class="hidden-words">${t("compose.side.preview")}</h2>
          ${room()}
          <div class="scroll" tabindex="0" role="region" aria-label=${t("compose.asItWillLook")}>
            ${personalPreview({
              text: draft?.text ?? "",
              file: draft?.attachment,
              card: draft && shownCard(draft),
              personal: this.answer.state === "known" ? this.answer.plan?.personal : undefined,
            })}
          </div>
          ${draft && this.side === "preview" ? this.bar(draft) : nothing}
        </section>
      </div>
    `;
  }

  /** @param {Draft} draft */
  fields(draft) {
    const answer = asScheduled(this.answer, draft);
    const faults = this.faults(draft);
    const known = answer.state === "known" ? answer.plan : undefined;
    const spaces = answer.plan?.audience.spaces ?? 0;
    return html`
      ${audienceFields({
        draft,
        plan: answer.plan,
        faults,
        excepting: this.excepting,
        except: () => this.except(),
      })}
      ${markdownEditor({
        text: draft.text,
        mostBytes: session.mostBytes,
        fault: faults.text,
        change: (text) => draft.change({ text }),
        calls: callWords(draft.text, spaces),
        spaces,
        names: this.answer?.plan?.columns,
        done: () => this.review(),
      })}
      ${beneath(draft, faults)}
      ${schedulePicker({
        when: draft.when,
        change: (when) => draft.change({ when }),
        plan: known,
        faults: {
          at: faults.of("at"),
          zone: faults.of("zone"),
          repeat: draft.when.mode === "repeat" ? faults.repeat : "",
        },
      })}
      ${choices(draft, faults)}
      ${this.bar(draft)}
    `;
  }

  /** @param {Draft} draft */
  bar(draft) {
    const { entries, excluded } = this.faults(draft);
    return composeBar({
      draft,
      answer: asScheduled(this.answer, draft),
      marked: entries.size + excluded.size > 0,
      busy: this.busy,
      test: (others) => this.test(others),
      review: () => this.review(),
      again: () => this.planner.again(),
    });
  }
}

customElements.define("compose-view", ComposeView);

/** @param {Place} place */
export function composeView({ id }) {
  return html`<compose-view .jobId=${id}></compose-view>`;
}
