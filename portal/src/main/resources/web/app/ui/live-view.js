/** What is shown of data that the server keeps up to date. */
import { LitElement } from "lit";
import { Trouble, wordsOf } from "../core/api.js";
import { Live } from "../core/live.js";
import { standsStill } from "./widgets.js";

export class LiveView extends LitElement {
  /** @type {import("lit").PropertyDeclarations} */
  static properties = { lost: { state: true }, failed: { state: true } };

  constructor() {
    super();
    this.lost = false;
    /** @type {Trouble | undefined} */
    this.failed = undefined;
    /** @type {{ close: () => void } | undefined} */
    this.live = undefined;
  }

  createRenderRoot() {
    return this;
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.live?.close();
  }

  /** Listens to what is shown now. */
  follow() {}

  /**
   * Hears of this, and no longer of what was before.
   * @template {Address<"get">} A
   * @param {A} path
   * @param {Query<"get", A>} query
   * @param {(value: Answer<"get", A>) => void} data
   * @param {(why: Trouble) => void} [refused]
   */
  hear(path, query, data, refused) {
    this.live?.close();
    this.failed = undefined;
    this.live = new Live(path, query, {
      data: (value) => {
        this.failed = undefined;
        data(value);
      },
      lost: (lost) => {
        this.lost = lost;
      },
      trouble: (why) => {
        this.failed = why;
        refused?.(why);
      },
    });
  }

  standstill() {
    return standsStill(this.failed ? wordsOf(this.failed) : "", this.lost, () => this.follow());
  }
}
