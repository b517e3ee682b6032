/** The frame of the page: header, navigation, shortcuts, and the current view. */
import { LitElement, html, nothing } from "lit";
import { command, hotkeys } from "./core/hotkeys.js";
import { joined, t, unisolated } from "./core/i18n.js";
import { jobCounts } from "./core/job-counts.js";
import "./shared.js";
import { address, events, go, place } from "./core/router.js";
import { session } from "./core/session.js";
import { notice, trouble } from "./ui/widgets.js";
import { header } from "./ui/header.js";
import { nav } from "./ui/nav.js";
import { complain, toastStack, undoLatest } from "./ui/toast.js";
import { composeView } from "./compose/compose-view.js";

/** @typedef {(place: Place) => unknown} View */

/**
 * The view that is shown, and the place it was loaded for. Without a view, it is still loading or
 * failed to load.
 * @typedef {{ place: Place, view?: View, failed?: boolean }} Shown
 */

/** @type {Record<string, { title: string, load: (at: Place) => Promise<View>, streams?: boolean }>} */
const VIEWS = {
  compose: { title: t("shell.newMessage"), load: async ({ query }) => {
    if (query.template) {
      import("./compose/templates.js").then((them) => them.startWith(query.template)).catch(complain);
    }
    return composeView;
  } },
  jobs: {
    title: t("shell.jobs"),
    streams: true,
    load: async ({ id, query }) => {
      if (id === "" && query.as === "calendar") {
        return (await import("./jobs/calendar-view.js")).calendarView;
      }
      const [{ jobsView }, { jobView }] = await Promise.all([
        import("./jobs/jobs-view.js"),
        import("./jobs/job-view.js"),
      ]);
      return (at) => (at.id ? jobView(at.id) : jobsView(at.query));
    },
  },
  answers: {
    title: t("shell.answers"),
    load: async () => (await import("./inbox/inbox-view.js")).inboxView,
  },
  groups: { title: t("shell.groups"), load: async () => (await import("./groups/groups-view.js")).groupsView },
  people: { title: t("shell.people"), load: async () => (await import("./people/people-view.js")).peopleView },
  trail: { title: t("shell.people"), load: async () => (await import("./trail/trail-view.js")).trailView },
  person: { title: t("shell.people"), load: async () => (await import("./person/person-view.js")).personView },
};

class BelfryShell extends LitElement {
  static properties = { shown: { state: true }, gates: { state: true }, bots: { state: true } };

  constructor() {
    super();
    /** The current place; the view follows when it is loaded. */
    this.place = place();
    /** @type {Shown} */
    this.shown = { place: this.place };
    /** Whether a view has been requested since the gate opened. */
    this.begun = false;
    /** @type {typeof import("./ui/gate.js") | undefined} */
    this.gates = undefined;
    /** @type {typeof import("./ui/bots.js") | undefined} */
    this.bots = undefined;
  }

  createRenderRoot() {
    this.replaceChildren();
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    session.addEventListener("changed", () => this.settled());
    jobCounts.addEventListener("changed", () => this.requestUpdate());
    events.addEventListener("moved", () => this.move());
    this.addEventListener("titled", (event) => this.titled(/** @type {CustomEvent} */ (event).detail));
    hotkeys({
      c: () => go(address("compose")),
      j: () => go(address("jobs")),
      g: () => go(address("groups")),
      p: () => session.admin && go(address("people")),
      u: undoLatest,
      "/": () => this.look(),
      "?": () => this.keys(),
    });
    document.addEventListener("keydown", (event) => {
      if (command(event) && event.key === "k" && !event.defaultPrevented && !document.querySelector("dialog[open]")) {
        event.preventDefault();
        this.search();
      }
    });
    document.addEventListener("copy", taken);
    document.addEventListener("dragstart", taken);
    session.start();
    this.settled();
  }

  settled() {
    if (session.gate.kind === "open") {
      this.learn();
      if (!this.begun) {
        this.place = place();
        this.shown = { place: this.place };
        this.show();
      }
    } else {
      jobCounts.stop();
      this.shown = { place: this.place };
      this.begun = false;
      document.title = session.title;
      this.bar();
    }
    this.requestUpdate();
  }

  /** Loaded later, because hardly any visit sees one of several bots refused. */
  async learn() {
    if (session.bots.some(({ trouble }) => trouble)) {
      this.bots ??= await import("./ui/bots.js").catch(() => undefined);
    }
  }

  /** Loaded later, because most visits never see the gate. */
  async bar() {
    // While nothing is answered there is no gate, either; it is asked for with the next round.
    this.gates ??= await import("./ui/gate.js").catch(() => undefined);
  }

  /** In the list that is shown, or else in everything. */
  look() {
    const field = /** @type {HTMLElement | null} */ (this.querySelector("[data-search]"));
    field ? field.focus() : this.search();
  }

  async search() {
    if (session.gate.kind === "open") {
      (await import("./search/search-box.js")).openSearch();
    }
  }

  async keys() {
    (await import("./ui/keys.js")).showKeys();
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

  /** Loads the view before showing it, so that the wrong one never appears for a moment. */
  async show() {
    const { place: at } = this;
    const { title, load, streams = false } = VIEWS[at.view] ?? VIEWS.compose;
    const first = !this.begun;
    this.begun = true;
    const view = await load(at).catch(() => undefined);
    if (at !== this.place) {
      return;
    }
    this.shown = { place: at, view, failed: view === undefined };
    jobCounts.keep(!streams);
    document.title = joined([title, session.title]);
    if (!first) {
      scrollTo(0, 0);
    }
  }

  /** A view knows a better title. @param {string} words */
  titled(words) {
    document.title = joined([words, session.title]);
  }

  render() {
    const open = session.gate.kind === "open";
    return html`
      <button class="button skip" type="button" @click=${this.skip}>${t("shell.skip")}</button>
      ${header({ keys: () => this.keys(), search: () => this.search() })}
      <div class="frame" ?data-closed=${!open}>
        ${open ? nav(this.shown.place.view) : nothing}
        <main class="main" tabindex="-1">
          ${open && session.standsStill ? this.standsStill() : nothing}
          ${open && session.trouble ? this.refused() : nothing}
          ${open && !session.trouble ? this.bots?.refusedBots() : nothing}
          ${open ? this.content() : this.gates?.gateView(session.gate)}
        </main>
      </div>
      ${toastStack()}
    `;
  }

  content() {
    const { place: at, view, failed } = this.shown;
    return failed
      ? trouble(t("shell.notLoadedWords"), () => location.reload(), t("shell.notLoaded"))
      : (view?.(at) ?? nothing);
  }

  standsStill() {
    return notice(html`<b>${t("shell.standsStill")}</b> ${t("shell.standsStillWords")}`, "alert", "bad");
  }

  refused() {
    const { title, trouble: reason } = session;
    return notice(
      html`<b>${t("shell.refused", { title })}</b> ${t("shell.refusedWords", { reason })}`,
      "alert",
      "bad",
    );
  }

  skip() {
    /** @type {HTMLElement | null} */ (this.querySelector("main h1, main"))?.focus();
  }
}

/** What is copied out of the page has no characters that are for eyes only. @param {ClipboardEvent | DragEvent} event */
function taken(event) {
  const data = event instanceof ClipboardEvent ? event.clipboardData : event.dataTransfer;
  const selection = getSelection();
  const words = String(selection);
  const field = /** @type {Element} */ (event.target).closest?.("input, textarea");
  if (!data || !selection?.rangeCount || field || unisolated(words) === words) {
    return;
  }
  const box = document.createElement("div");
  box.append(selection.getRangeAt(0).cloneContents());
  data.setData("text/plain", unisolated(words));
  data.setData("text/html", unisolated(box.innerHTML));
  if (event instanceof ClipboardEvent) {
    event.preventDefault();
  }
}

customElements.define("belfry-shell", BelfryShell);

