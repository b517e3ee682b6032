/** Finds the draft for an address: the new message, or one that the server has. */
import { get, Trouble } from "../core/api.js";
import { t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { incomplete } from "./awaited.js";
import { abroad, Draft } from "./draft.js";
import { changeable } from "./saved-version.js";

/** @type {Draft | undefined} */
let fresh;

/** The one that was shown last. @type {Draft | undefined} */
let shown;

// Another tab of this browser writes the same ones.
addEventListener("storage", (event) => new Set([fresh, shown, ...abroad.values()]).forEach((draft) => draft?.heard(event)));

/** The new message: one for the whole page. */
export function newDraft() {
  fresh ??= new Draft();
  return fresh;
}

/**
 * The draft for an address; the new message if it has already become that job.
 * @param {string} jobId
 * @returns {Promise<{ draft: Draft, note?: string }>}
 */
export async function draftFor(jobId) {
  const found = await draftOf(jobId);
  shown = found.draft;
  return found;
}

/** A colleague's, whose changes would be refused in the end. */
export class NotTheirs extends Trouble {
  /** @param {Job} job */
  constructor(job) {
    super(403, { detail: t("compose.gone.notYours", { name: job.author.displayName }) });
    this.job = job;
  }
}

/** @param {string} jobId @returns {Promise<{ draft: Draft, note?: string }>} */
async function draftOf(jobId) {
  const blank = newDraft();
  if (jobId === "" || blank.jobId === jobId) {
    return { draft: blank };
  }
  const draft = abroad.get(jobId) ?? new Draft(jobId);
  const job = await get(`jobs/detail/${jobId}`).catch((error) => {
    // What was deleted elsewhere is not lost here.
    if (!(error instanceof Trouble && error.status === 404 && draft.saved && !draft.isSaved)) {
      throw error;
    }
  });
  if (!job) {
    return { draft };
  }
  if (changeable(job)) {
    if (!job.mine && !session.admin && (!draft.saved || draft.isSaved)) {
      throw new NotTheirs(job);
    }
    if (!draft.saved || (draft.isSaved && draft.saved.revision !== job.revision)) {
      draft.take(job);
    }
    return { draft };
  }
  if (draft.saved && !draft.isSaved) {
    if (!blank.empty) {
      // It is said there what has become of it.
      return { draft };
    }
    // One that was saved and then emptied stays as it was saved.
    const lost = incomplete(draft);
    blank.clear();
    blank.lost = lost;
    blank.change(draft.written);
    draft.clear();
    return { draft: blank, note: t("compose.gone.note") };
  }
  throw new Trouble(409, { detail: t("compose.gone.refused") });
}
