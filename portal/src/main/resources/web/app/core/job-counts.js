/** The number of jobs in each state, for the badge beside Jobs and its segments. */
import { getUnattended } from "./api.js";
import { Live } from "./live.js";

const EVERY = 15_000;

class JobCounts extends EventTarget {
  constructor() {
    super();
    /** @type {JobList["counts"]} */
    this.counts = {};
    /** @type {Live<"jobs/list/running"> | undefined} */
    this.live = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
  }

  get running() {
    const { sending = 0, paused = 0, stopping = 0 } = this.counts;
    return sending + paused + stopping;
  }

  /**
   * One stream for each tab is enough: while a view has its own, this one polls now and then, or
   * is notified.
   * @param {boolean} streaming
   */
  keep(streaming) {
    this.stop();
    if (streaming) {
      this.live = new Live("jobs/list/running", { limit: 1 }, {
        data: (list) => this.tell(list.counts),
        lost: () => {},
        trouble: () => {},
      });
    } else {
      if (Object.keys(this.counts).length === 0) {
        this.ask();
      }
      this.timer = setInterval(() => document.hidden || this.ask(), EVERY);
    }
  }

  stop() {
    this.live?.close();
    this.live = undefined;
    clearInterval(this.timer);
  }

  async ask() {
    try {
      this.tell((await getUnattended("jobs/list/running", { limit: 1 })).counts);
    } catch {
      // The badge keeps its number; the view shows what is wrong.
    }
  }

  /** @param {JobList["counts"]} counts */
  tell(counts) {
    if (JSON.stringify(counts) !== JSON.stringify(this.counts)) {
      this.counts = counts;
      this.dispatchEvent(new Event("changed"));
    }
  }
}

export const jobCounts = new JobCounts();
