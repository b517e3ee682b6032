/** What became of a request to send whose answer was lost: asked as soon as Belfry answers again. */
import { getUnattended, Trouble } from "./api.js";
import { t } from "./i18n.js";

const AGAIN = 2_000;

/** Neither that it was done nor that it was not was answered, or a proxy has answered in Belfry's place. @param {unknown} error */
function isLost(error) {
  return error instanceof Trouble && (error.isNoAnswer || (error.status >= 500 && !error.answered));
}

/** It is not known whether a message was sent or scheduled. @template T */
export class Lost extends Trouble {
  /** @param {{ jobId: string, revision: number }} which as it was before @param {() => Promise<T>} again asks the same once more, which is done once */
  constructor(which, again) {
    super(0, { detail: t("core.lost") });
    this.which = which;
    this.again = again;
  }

  /**
   * Whether the message has changed since; nothing if nobody waits for that any more.
   * @param {() => boolean} wanted
   */
  async isDone(wanted) {
    const { jobId, revision } = this.which;
    for (;;) {
      await new Promise((done) => setTimeout(done, AGAIN));
      if (!wanted()) {
        return undefined;
      }
      try {
        return (await getUnattended(`jobs/detail/${jobId}`)).revision !== revision;
      } catch (error) {
        if (!isLost(error)) {
          throw error;
        }
      }
    }
  }
}

/**
 * If it is the answer that was lost, has it told what became of that, as long as somebody waits for it.
 * @param {unknown} lost @param {() => boolean} wanted
 * @param {(again: () => Promise<any>) => unknown} done given what gets the answer @param {(error: unknown) => unknown} not
 */
export async function follow(lost, wanted, done, not) {
  if (!(lost instanceof Lost)) {
    return;
  }
  const found = await lost.isDone(wanted).catch((error) => error);
  if (!wanted() || found === undefined) {
    return;
  }
  await (found === true ? done(lost.again) : not(found === false ? new Trouble(0, { detail: t("core.notDone") }) : found));
}

/**
 * @template T
 * @param {{ jobId: string, revision: number }} which @param {() => Promise<T>} request named, so that it is done once
 * @returns {Promise<T>}
 */
export async function unlessLost(which, request) {
  try {
    return await request();
  } catch (error) {
    throw isLost(error) ? new Lost(which, () => unlessLost(which, request)) : error;
  }
}
