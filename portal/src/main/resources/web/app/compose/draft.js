/**
 * The message that is being written. Every change is stored in this browser; saving or sending brings it to the server.
 * Each intent has a name of its own, so a double click or a lost answer sends only once.
 */
import { get, post, requestId, Trouble } from "../core/api.js";
import { seen } from "../core/seen.js";
import { sumOf } from "../core/format.js";
import { kept } from "../core/browser-storage.js";
import { incomplete } from "./awaited.js";
import { content } from "./card.js";
import { blank, DraftFields, saidIn, wishOf, writtenIn } from "./draft-fields.js";
import { bare, named } from "./finder.js";
import { onceRead } from "./plan.js";
import { entered, plannedFor } from "./repeat.js";
import { hold, isGone } from "../core/leaving.js";
import { isLost, unlessLost } from "../core/lost.js";
import { session } from "../core/session.js";
import { isAs, overwritten, savedOf } from "./saved-version.js";
import { Upload } from "./upload.js";
import { agreed, isSame } from "./wish.js";

/** @typedef {import("./saved-version.js").Saved} Saved @typedef {import("./awaited.js").Awaited} Awaited
 * @typedef {{ jobId: string, revision: number, edit?: Form<"jobs/runNow">["edit"] } & import("./consent.js").Consent} Which */

/** How long sending can be undone. */
export const UNDO_SECONDS = 8;

export class Draft extends DraftFields {
  /** @param {string} jobId empty for a new message */
  constructor(jobId = "") {
    super();
    this.slot = jobId;
    this.upload = new Upload({
      arrived: (attachment) => this.change({ attachment }),
      changed: () => this.keep(),
    });
    /** Lists on their way into its audience. @type {Map<Promise<string[]>, Awaited[]>} */
    this.lists = new Map();
    /** Those that did not come, or were on their way when the page was left. @type {Awaited[]} */
    this.lost = [];
    this.key = requestId();
    /** What saving made of the same choices. */
    this.respelled = { from: "", to: "" };
    /** @type {Saved | undefined} */
    this.saved = undefined;
    /** How many of its own changes are on their way. */
    this.changing = 0;
    /** Which revision was sent or scheduled from here without an answer. @type {number | undefined} */
    this.pressed = undefined;
    /** The content of the last test that arrived. */
    this.tested = "";
    /** That test, if it was sent from here. @type {{ of: string, to: string[], as?: string, at: number } | undefined} */
    this.trial = undefined;
    /** Whether this browser keeps it, or another tab something else in its place. */
    this.kept = this.displaced = false;
    this.recall();
  }

  /** The draft's key in browser storage: one for each person, app and job. */
  get shelf() {
    return `belfry.draft.${session.app}.${session.person}.${this.slot || "new"}`;
  }

  get empty() {
    const { text, unchosen, audience, excluded, strays, attachment, card, upload, lists } = this;
    return [seen(text), unchosen, ...audience, ...excluded, ...strays.to, ...strays.except, attachment, card, upload.current, ...lists].every((one) => !one);
  }

  /** Who is typed and not chosen. */
  get unchosen() {
    return seen(this.typed.to) || seen(this.typed.except);
  }

  /** All that its author has chosen, and typed to choose. */
  get written() {
    return writtenIn(this);
  }

  /** The same as the server wants it. */
  get wish() {
    return wishOf(this.written);
  }

  get jobId() {
    return this.saved?.jobId ?? "";
  }

  /** Scheduled, but not begun: changing it changes what goes out. */
  get planned() {
    return ["scheduled", "held", "missed"].includes(this.saved?.state ?? "");
  }

  /** If it is sent now, it goes out in addition to its schedule. */
  get isSeries() {
    return this.planned && this.saved?.state !== "missed" && this.saved?.repeats === true;
  }

  /** Why quiet hours do not hold it, as it was scheduled; empty if they do. What repeats cannot be urgent. */
  get urgent() {
    return this.when.mode === "repeat" ? "" : (this.saved?.urgent ?? "");
  }

  get isTested() {
    return this.text !== "" && this.tested === content(this);
  }

  recall() {
    const json = kept.get(this.shelf);
    if (json !== null) {
      try {
        const { arriving, when, ...rest } = JSON.parse(json);
        Object.assign(this, { ...rest, kept: true });
        this.when = { ...this.when, ...when };
        if (arriving) {
          this.upload.lost(arriving);
        }
      } catch {
        kept.drop(this.shelf);
      }
    }
  }

  /** A change by the author. @param {Partial<Draft["written"]>} change */
  change(change) {
    Object.assign(this, change);
    this.keep();
  }

  /** Stops the upload, or else removes the attached file. */
  detach() {
    const whole = !this.upload.current;
    this.upload.stop();
    this.change(whole ? { attachment: undefined } : {});
  }

  /** Whether something is on its way that would not arrive without this page. */
  get arrives() {
    return this.upload.current !== undefined || this.lists.size > 0;
  }

  /** Whether it is nowhere but in this page. */
  get unkept() {
    return !this.kept && !this.empty && (this.unchosen !== "" || !this.isSaved);
  }

  keep() {
    if (isGone()) {
      return;
    }
    const arriving = this.upload.current?.name;
    const { written, key, saved, pressed, tested, trial } = this;
    if (this.empty && !this.slot) {
      this.forget();
    } else {
      this.displaced = false;
      this.kept = kept.set(this.shelf, JSON.stringify({ ...written, arriving, lost: incomplete(this), key, saved, pressed, tested, trial }));
      if (!this.kept) {
        // What was kept before would come back as if it were this.
        kept.drop(this.shelf);
      }
    }
    if (this.arrives || this.unkept) {
      abroad.set(this.slot, this);
    } else {
      abroad.delete(this.slot);
    }
    this.tell();
  }

  /** What another tab keeps in its place stays. */
  forget() {
    if (this.kept) {
      kept.drop(this.shelf);
    }
    this.kept = this.displaced = false;
  }

  /** Another tab keeps something else in its place, or nothing: then it is nowhere but here. @param {StorageEvent} event */
  heard({ key, newValue }) {
    if (key === this.shelf && this.kept && !isSame(newValue, this.written)) {
      Object.assign(this, { kept: false, displaced: true });
      if (this.arrives || this.unkept) {
        abroad.set(this.slot, this);
      }
      this.tell();
    }
  }

  /** Starts a new message; the server's version stays. */
  clear() {
    this.forget();
    abroad.delete(this.slot);
    this.upload.stop();
    const rest = { lists: new Map(), lost: [], key: requestId(), saved: undefined, pressed: undefined, tested: "", trial: undefined };
    Object.assign(this, blank(), rest);
    this.tell();
  }

  /** Takes over the server's version of a job. @param {WholeJob} job */
  take(job) {
    this.upload.stop();
    const { when } = this;
    Object.assign(this, blank(), saidIn(job), { slot: job.id, when: plannedFor(job) ?? when });
    this.note(job);
    this.keep();
  }

  /** @param {WholeJob} job */
  note(job) {
    this.saved = savedOf(job);
    if (job.tested) {
      this.tested = content({ ...job, text: job.markdown });
    }
  }

  get entries() {
    return this.audience.map(bare);
  }

  get except() {
    return this.excluded.map(bare);
  }

  /** What its author means, to compare: an address in the server's letters is the same one. */
  get intent() {
    const now = agreed(this);
    return now === this.respelled.to ? this.respelled.from : now;
  }

  /** Whether the server has exactly this version. @returns {boolean} */
  get isSaved() {
    return isAs(this.saved, this);
  }

  /** Saves it on the server unless it is already there. */
  async save() {
    await this.upload.settled();
    await this.alone(() => this.store());
  }

  /** Meanwhile what the server has is this one's own change. @template T @param {() => Promise<T>} change */
  async alone(change) {
    this.changing++;
    try {
      return await change();
    } catch (error) {
      if (error instanceof Trouble && error.status === 404) {
        this.dispatchEvent(new Event("deleted"));
      }
      throw error;
    } finally {
      this.changing--;
      this.tell();
    }
  }

  /** Becomes a draft of its own, because its job can no longer be changed. */
  async apart() {
    const old = this.slot && this.shelf;
    Object.assign(this, { saved: undefined, pressed: undefined, key: requestId() });
    await this.save();
    if (old) {
      kept.drop(old);
      this.slot = this.jobId;
      this.keep();
    }
  }

  async store() {
    const { key } = this;
    if (!this.saved) {
      await this.edit({ requestId: key + "-new" });
      if (this.key !== key) {
        return;
      }
      this.unseen();
    }
    // A repeated creation returns the first one's result, which may be older than this.
    if (this.saved && !this.isSaved) {
      await this.edit({ jobId: this.saved.jobId, revision: this.saved.revision });
    }
  }

  /** Where another tab that showed the same new message has sent or planned it, that stays: nobody has seen it here. */
  unseen() {
    if (this.saved && this.saved.state !== "draft") {
      this.saved = { ...this.saved, state: "draft", revision: 0, text: "\u0000" };
    }
  }

  /** @param {Pick<Form<"jobs/edit">, "jobId" | "revision" | "requestId">} which */
  async edit(which) {
    const { audience, excluded, key } = this;
    const job = await post("jobs/edit", { ...this.wish, ...which });
    if (this.key !== key) {
      return;
    }
    const from = this.intent;
    this.audience = this.audience === audience ? named(audience, job.audience) : this.audience;
    this.excluded = this.excluded === excluded ? named(excluded, job.except) : this.excluded;
    this.respelled = { from, to: agreed(this) };
    this.note(job);
    this.keep();
  }

  /**
   * Sends or schedules it. What is planned is changed with the same request: else it could stay changed, and go out at its old time.
   * @param {import("./consent.js").Consent} consent @param {() => void} unchanged throws if it is another @returns {Promise<Job>}
   */
  async send(consent, unchanged) {
    await (this.planned ? this.upload.settled() : this.save());
    unchanged();
    const { jobId, revision } = /** @type {Saved} */ (this.saved);
    const { key, wish, isSaved, when } = this;
    const sent = agreed(this);
    const which = { jobId, revision, edit: isSaved ? undefined : wish, ...consent };
    const press = (/** @type {number | undefined} */ pressed) => {
      if (this.key === key) {
        this.pressed = pressed;
      }
      // What another tab keeps in its place stays.
      if (this.key === key && this.kept) {
        this.keep();
      }
    };
    return unlessLost({ jobId, revision }, () => this.alone(async () => {
      press(revision);
      const job = await onceRead(() =>
        when.mode === "now"
          ? post("jobs/runNow", { ...which, undoSeconds: UNDO_SECONDS, requestId: this.named(which, {}) })
          : this.plan(which),
      ).catch((error) => {
        press(isLost(error) ? revision : undefined);
        throw error;
      });
      press(undefined);
      if (this.key === key && agreed(this) === sent) {
        this.clear();
      } else if (this.key === key && !this.slot) {
        // What was written since is another message.
        Object.assign(this, { saved: undefined, key: requestId() });
        this.keep();
      }
      return job;
    }));
  }

  /** @param {Which} which */
  plan(which) {
    // The time is complete, otherwise nobody could have sent it.
    const time = /** @type {NonNullable<ReturnType<typeof entered>>} */ (entered(this.when));
    return post("jobs/schedule", { ...which, ...time, requestId: this.named(which, time) });
  }

  /** A name for one intent: other words or another time are another one, and so is the same once it was taken back. @param {Which} which @param {unknown} time */
  named({ revision, edit }, time) {
    return `${this.key}-${revision}-${sumOf(JSON.stringify([edit, time]), 1e13).toString(36)}`;
  }

  /** After a conflict: the version that is on the server now. */
  current() {
    return get(`jobs/detail/${this.jobId}`);
  }

  /** The next save overwrites somebody else's change. @param {Job} job */
  insist(job) {
    this.saved &&= overwritten(this.saved, job);
    this.keep();
  }

  tell() {
    hold(this, this.arrives || this.unkept);
    this.dispatchEvent(new Event("changed"));
  }
}

/** Drafts of which something is in this page only; somebody who comes back finds the same one. @type {Map<string, Draft>} */
export const abroad = new Map();
