/** Says at once what somebody else, or this person elsewhere, has made of the draft that is open: changed, sent or deleted it; or a press here without an answer. */
import "../shared.js";
import "../core/later.js";
import { LitElement, html, nothing } from "lit";
import { t } from "../core/i18n.js";
import { Live } from "../core/live.js";
import { address, go } from "../core/router.js";
import { complain } from "../ui/toast.js";
import { notice } from "../ui/widgets.js";
import { Draft } from "./draft.js";
import { changeable } from "./saved-version.js";

class DraftElsewhere extends LitElement {
  static properties = { draft: { attribute: false }, theirs: { state: true } };

  constructor() {
    super();
    /** @type {Draft | undefined} */
    this.draft = undefined;
    /** What the server has. @type {WholeJob | "deleted" | undefined} */
    this.theirs = undefined;
    this.jobId = "";
    /** @type {Live<`jobs/detail/${string}`> | undefined} */
    this.live = undefined;
    this.told = () => this.follow();
    this.gone = () => (this.theirs = "deleted");
    /** It is being deleted here, of which nobody has to be told. */
    this.left = () => {
      this.live?.close();
      this.jobId = "";
    };
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.leave();
    this.live?.close();
    this.jobId = "";
  }

  connectedCallback() {
    super.connectedCallback();
    this.join();
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("draft")) {
      this.leave(/** @type {Draft | undefined} */ (changed.get("draft")));
      this.join();
    }
  }

  join() {
    this.draft?.addEventListener("changed", this.told);
    this.draft?.addEventListener("deleted", this.gone);
    this.draft?.addEventListener("leaving", this.left);
    this.follow();
  }

  leave(draft = this.draft) {
    draft?.removeEventListener("changed", this.told);
    draft?.removeEventListener("deleted", this.gone);
    draft?.removeEventListener("leaving", this.left);
  }

  follow() {
    const jobId = this.draft?.jobId ?? "";
    if (jobId !== this.jobId && this.isConnected) {
      this.live?.close();
      Object.assign(this, { jobId, theirs: undefined });
      this.live = jobId
        ? new Live(`jobs/detail/${encodeURIComponent(jobId)}`, undefined, {
            data: (job) => this.hear(job),
            lost: () => {},
            trouble: ({ status }) => status === 404 && this.gone(),
          })
        : undefined;
    }
    this.requestUpdate();
  }

  /** @param {WholeJob} job */
  hear(job) {
    this.theirs = job;
    const saved = this.draft?.saved;
    if (this.news === "changed" && saved?.state === "draft" && job.state === "draft") {
      // If it says the same, nothing has to be decided.
      this.draft?.note(job);
      if (this.draft?.isSaved) {
        this.draft.keep();
      } else {
        Object.assign(this.draft ?? {}, { saved });
      }
    }
  }

  /** @returns {"" | "changed" | "sent" | "pressed" | "deleted"} */
  get news() {
    const { draft, theirs } = this;
    if (!draft?.saved || draft.saved.jobId !== this.jobId || draft.changing > 0 || !theirs) {
      return "";
    }
    if (theirs === "deleted") {
      return "deleted";
    }
    if (draft.pressed === draft.saved.revision && theirs.revision > draft.pressed && theirs.state !== "draft") {
      return "pressed";
    }
    if (!changeable(theirs)) {
      return "sent";
    }
    return theirs.revision > draft.saved.revision ? "changed" : "";
  }

  render() {
    const { news, draft } = this;
    if (!news || !draft) {
      return nothing;
    }
    const words = {
      changed: t("compose.elsewhere.changed"),
      sent: t("compose.elsewhere.sent"),
      pressed: t("compose.elsewhere.pressed"),
      deleted: t("compose.elsewhere.deleted"),
    };
    const over = [
      this.button(t("compose.elsewhere.show"), async () => this.discard(draft, address("jobs", this.jobId))),
      this.button(t("compose.elsewhere.apart"), () => this.apart(draft)),
    ];
    const ways = {
      changed: [
        this.button(t("compose.elsewhere.load"), async () => draft.take(await draft.current())),
        this.button(t("compose.elsewhere.keep"), async () => draft.insist(await draft.current())),
      ],
      sent: over,
      pressed: over,
      deleted: [
        this.button(t("compose.elsewhere.discard"), async () => this.discard(draft, address("compose"))),
        this.button(t("compose.elsewhere.apart"), () => this.apart(draft)),
      ],
    };
    return notice(words[news], "alert", "", html`<span class="decide">${ways[news]}</span>`);
  }

  /** @param {Draft} draft @param {string} place where to go */
  discard(draft, place) {
    draft.clear();
    go(place);
  }

  /** @param {Draft} draft */
  async apart(draft) {
    await draft.apart();
    go(address("compose", draft.jobId));
  }

  /** @param {string} words @param {() => Promise<void>} act */
  button(words, act) {
    return html`<button class="button small" type="button" @click=${() => act().catch(complain)}>${words}</button>`;
  }
}

customElements.define("draft-elsewhere", DraftElsewhere);

/** @param {Draft} draft */
export function elsewhere(draft) {
  return html`<draft-elsewhere .draft=${draft}></draft-elsewhere>`;
}
