/** The frame of the page: header, navigation, keys, and which view is in it. */
import { LitElement, html, nothing } from "lit";
import { hotkeys } from "./lib/hotkeys.js";
import { pulse } from "./lib/pulse.js";
import { address, events, go, place } from "./lib/router.js";
import { session } from "./lib/session.js";
import { notice, trouble } from "./parts/bits.js";
import { header } from "./parts/header.js";
import { nav } from "./parts/nav.js";
import { toastStack, undoLatest } from "./parts/toast.js";
import { composeView } from "./views/compose.js";

/** @typedef {(place: Place) => unknown} View */

/** @type {Record<string, { title: string, load: () => Promise<View>, streams?: boolean }>} */
const VIEWS = {
  compose: { title: "New message", load: async () => composeView },
  jobs: {
    title: "Jobs",
    streams: true,
    load: async () => {
      const [{ jobsView }, { jobView }] = await Promise.all([
        import("./views/jobs.js"),
        import("./views/job.js"),
      ]);
      return (at) => (at.id ? jobView(at.id) : jobsView(at.query));
    },
  },
  groups: { title: "Groups", load: async () => (await import("./views/groups.js")).groupsView },
  people: { title: "People", load: async () => (await import("./views/people.js")).peopleView },
};

class BelfryShell extends LitElement {
  constructor() {
    super();
    this.place = place();
    /** @type {View | undefined} */
    this.view = undefined;
    /** Where the shown view was loaded for. */
    this.shown = "";
    this.failed = false;
    /** @type {typeof import("./views/gate.js") | undefined} */
    this.gates = undefined;
  }

  createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener("changed", () => this.settled());
    pulse.addEventListener("changed", () => this.requestUpdate());
    events.addEventListener("moved", () => this.move());
    this.addEventListener("titled", (event) => this.titled(/** @type {CustomEvent} */ (event).detail));
    hotkeys({
      c: () => go(address("compose")),
      j: () => go(address("jobs")),
      g: () => go(address("groups")),
      p: () => session.admin && go(address("people")),
      u: undoLatest,
      "/": () => /** @type {HTMLElement | null} */ (this.querySelector("[data-search]"))?.focus(),
      "?": () => this.keys(),
    });
    session.start();
    this.settled();
  }

  settled() {
    if (session.gate.kind === "open") {
      if (this.shown === "") {
        this.place = place();
        this.show();
      }
    } else {
      pulse.stop();
      this.view = undefined;
      this.shown = "";
      document.title = session.title;
      this.bar();
    }
    this.requestUpdate();
  }

  /** Most visits never see what stands before the page. */
  async bar() {
    this.gates ??= await import("./views/gate.js");
    this.requestUpdate();
  }

  async keys() {
    (await import("./parts/keys.js")).showKeys();
  }

  async move() {
    if (session.gate.kind === "open") {
      this.place = place();
      await this.show();
      await this.updateComplete;
      const view = /** @type {LitElement | null} */ (this.querySelector("main > :last-child"));
      await view?.updateComplete;
      /** @type {HTMLElement | null} */ (this.querySelector("h1"))?.focus({ preventScroll: true });
    }
  }

  /** Loads the view and then shows it, so that the wrong one never flashes up. */
  async show() {
    const { place: at } = this;
    const known = VIEWS[at.view] ?? VIEWS.compose;
    const first = this.shown === "";
    this.shown = at.view;
    this.failed = false;
    try {
      const view = await known.load();
      if (at !== this.place) {
        return;
      }
      this.view = view;
    } catch {
      this.failed = true;
    }
    pulse.keep(!known.streams);
    document.title = `${known.title} · ${session.title}`;
    if (!first) {
      scrollTo(0, 0);
    }
    this.requestUpdate();
  }

  /** A view knows a better title. @param {string} words */
  titled(words) {
    document.title = `${words} · ${session.title}`;
  }

  render() {
    const open = session.gate.kind === "open";
    return html`
      <button class="button skip" type="button" @click=${this.skip}>Skip to the content</button>
      ${header(() => this.keys())}
      <div class="frame" ?data-closed=${!open}>
        ${open ? nav(this.place.view) : nothing}
        <main class="main" tabindex="-1">
          ${open && session.standsStill ? this.standsStill() : nothing}
          ${open && session.trouble ? this.refused() : nothing}
          ${open ? this.content() : this.gates?.gateView(session.gate)}
        </main>
      </div>
      ${toastStack()}
    `;
  }

  content() {
    if (this.failed) {
      return trouble(
        "Belfry was probably updated. Load the page again; what you wrote is kept.",
        () => location.reload(),
        "This part did not load",
      );
    }
    return this.view?.(this.place) ?? nothing;
  }

  standsStill() {
    return notice(
      html`<b>Belfry itself stands still.</b> Nothing is lost or sent twice, but jobs do not go on
        until it is restarted. Tell the people who run this portal.`,
      "alert",
      "bad",
    );
  }

  refused() {
    return notice(
      html`<b>Nothing can be sent as ${session.title} just now.</b>
        The bot's token cannot be used: ${session.trouble}. What is on its way waits, and goes
        on by itself when the token works again.`,
      "alert",
      "bad",
    );
  }

  skip() {
    /** @type {HTMLElement | null} */ (this.querySelector("main h1, main"))?.focus();
  }
}

customElements.define("belfry-shell", BelfryShell);

