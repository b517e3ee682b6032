/** Data that the server keeps up to date: the same address, requested as an event stream. */
import { getUnattended, Trouble, withQuery } from "./api.js";

const AGAIN = 3_000;

/**
 * @template T
 * @typedef {{
 *   data: (value: T) => void,
 *   lost: (lost: boolean) => void,
 *   trouble: (trouble: Trouble) => void,
 * }} Listener
 */

/**
 * One stream. It is closed while the tab is hidden, because a browser allows six connections for all
 * tabs together. Unlike EventSource, it says why the server refused it.
 * @template {Address<"get">} A
 */
export class Live {
  /**
   * @param {A} path
   * @param {Query<"get", A>} query
   * @param {Listener<Answer<"get", A>>} listener
   */
  constructor(path, query, listener) {
    this.path = path;
    this.query = query;
    this.listener = listener;
    /** @type {EventSource | undefined} */
    this.source = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.closed = false;
    this.visible = () => (document.hidden ? this.rest() : this.open());
    document.addEventListener("visibilitychange", this.visible);
    if (!document.hidden) {
      this.open();
    }
  }

  open() {
    if (this.closed || this.source) {
      return;
    }
    clearTimeout(this.timer);
    const source = new EventSource(withQuery(this.path, this.query));
    this.source = source;
    source.onmessage = (event) => {
      this.listener.lost(false);
      this.listener.data(JSON.parse(event.data));
    };
    source.addEventListener("end", () => {
      this.rest();
      this.askWhy();
    });
    source.onerror = () => {
      this.listener.lost(true);
      if (source.readyState === EventSource.CLOSED) {
        this.rest();
        this.askWhy();
      }
    };
  }

  async askWhy() {
    try {
      const value = await getUnattended(this.path, this.query);
      if (!this.closed) {
        this.listener.data(value);
        this.later();
      }
    } catch (error) {
      if (this.closed) {
        return;
      }
      const known = error instanceof Trouble ? error : new Trouble(0, {});
      // 429: of too many views at once one was refused.
      const passes = known.status === 0 || known.status === 429 || known.status >= 500;
      this.listener.lost(passes);
      this.listener.trouble(known);
      if (passes) {
        this.later();
      }
    }
  }

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), AGAIN);
  }

  rest() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = undefined;
  }

  close() {
    this.closed = true;
    this.rest();
    document.removeEventListener("visibilitychange", this.visible);
  }
}
