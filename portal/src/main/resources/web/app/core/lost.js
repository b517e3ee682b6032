/** What became of a request to send whose answer was lost: asked as soon as Belfry answers again. */
import { getUnattended, Trouble } from "./api.js";
import { t } from "./i18n.js";

const AGAIN = 2_000;

/** So often it is looked again after that: a large audience takes a while to be counted, and a directory to answer. */
const LOOKS = 90;

/** Neither that it was done nor that it was not was answered, or a proxy has answered in Belfry's place. @param {unknown} error */
export function isLost(error) {
  return error instanceof Trouble && (error.isNoAnswer || (error.status >= 500 && !error.answered));
}

/** It is not known whether a message was sent or scheduled. @template T */
export class Lost extends Trouble {
  /**
   * @param {{ jobId: string, revision: number }} which as it was before @param {() => Promise<T>} again asks the same once more, which is done once
   * @param {boolean} [looked] whether it was not done as Belfry answered again; it may still be at work on it
   */
  constructor(which, again, looked = false) {
    super(0, { detail: t(looked ? "core.notYet" : "core.lost") });
    this.which = which;
    this.again = again;
    this.looked = looked;
  }

  /**
   * Whether the message has changed since, as far as that is seen; nothing if nobody waits for that any more.
   * @param {() => boolean} wanted
   */
  async isDone(wanted) {
    const { jobId, revision } = this.which;
    for (let looks = this.looked ? LOOKS : 1; looks > 0; ) {
      await new Promise((done) => setTimeout(done, AGAIN));
      if (!wanted()) {
        return undefined;
      }
      try {
        if ((await getUnattended(`jobs/detail/${jobId}`)).revision !== revision) {
          return true;
        }
        looks--;
      } catch (error) {
        if (!isLost(error)) {
          throw error;
        }
      }
    }
    return false;
  }
}

/**
 * If it is the answer that was lost, has it told what became of that, as long as somebody waits for it.
 * @param {unknown} lost @param {() => boolean} wanted
 * @param {(again: () => Promise<any>) => unknown} done given what gets the answer
 * @param {(error: unknown) => unknown} not given why, which is lost as well while it may still be done
 */
export async function follow(lost, wanted, done, not) {
  if (!(lost instanceof Lost)) {
    return;
  }
  const found = await lost.isDone(wanted).catch((error) => error);
  if (!wanted() || found === undefined) {
    return;
  }
  if (found === true) {
    await done(lost.again);
  } else if (found !== false) {
    await not(found);
  } else if (!lost.looked) {
    await not(new Lost(lost.which, lost.again, true));
  }
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
