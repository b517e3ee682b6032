/** Who is signed in, and what the portal reports about itself, with events for changes. */
import { get, getUnattended, now, post, Trouble, turnedAway, wordsOf } from "./api.js";
import { cookie, kept, tab } from "./browser-storage.js";
import { inWords, t } from "./i18n.js";
import { asks, letGo } from "./leaving.js";
import { begin, comeBack, mayBegin } from "./signin.js";

const EVERY = 20_000;
/** So soon again while the page cannot be shown. */
const AGAIN = 5_000;
const KNOWN = "belfry.info";
/** So long after they were asked whether to leave, whoever is still here stays. */
const STAYS = 1_000;

/**
 * What must be settled before the page is shown, if anything.
 * @typedef {{ kind: "open" | "entering" | "insecure" | "sign-in" | "confirm" | "no-role" | "trouble",
 *   words?: string, answered?: boolean }} Gate `answered` if it was Belfry that said what the trouble is
 */

class Session extends EventTarget {
  constructor() {
    super();
    const root = document.documentElement;
    this.app = root.dataset.app ?? "";
    this.title = root.dataset.title ?? "Belfry";
    /** Whose page this is. */
    this.person = cookie("id") ?? "";
    /** @type {Info | undefined} */
    this.info = this.remembered();
    /** @type {Gate} */
    this.gate = { kind: this.info ? "open" : "entering" };
    /** What did not answer the last request: the `portal`, or its `database`. @type {"portal" | "database" | undefined} */
    this.away = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** Whether the person signs out, or has. */
    this.leaving = false;
    turnedAway.addEventListener("signed-out", () => this.signInAgain());
    turnedAway.addEventListener("left", () => this.leave());
    turnedAway.addEventListener("confirm", () => this.pass({ kind: "confirm" }));
    turnedAway.addEventListener("fewer", () => this.refresh(getUnattended));
    turnedAway.addEventListener("other", () => {
      tab.drop(KNOWN + "." + this.app);
      letGo();
      location.reload();
    });
  }

  get name() {
    return cookie("displayName") ?? this.info?.user?.displayName ?? "";
  }

  get admin() {
    return this.info?.user?.role === "admin";
  }

  /** Whether they may make messages urgent; a node of the version before does not ask. */
  get mayHurry() {
    return this.info?.user?.urgent !== false;
  }

  get mostBytes() {
    return this.info?.limits?.messageBytes ?? 7_439;
  }

  get mostFileBytes() {
    return this.info?.limits?.fileBytes ?? 10_000_000;
  }

  /** Whether a thread that jobs depend on is stuck. */
  get standsStill() {
    return this.info?.standsStill ?? false;
  }

  /** Why the bot cannot send, without a full stop, as a part of a sentence; empty if it can. */
  get trouble() {
    const { said, trouble = "" } = this.info?.pace ?? {};
    return inWords(said, trouble).replace(/\.$/, "");
  }

  /** How many recipients of running messages come before a message that is sent now. */
  get queued() {
    return this.info?.queue?.recipients ?? 0;
  }

  /** How many answers nobody has dealt with. */
  get unread() {
    return this.info?.unreadAnswers ?? 0;
  }

  /** Whether what people write back is read at all. */
  get hearsAnswers() {
    return this.info?.unreadAnswers !== undefined;
  }

  /** When another program was last seen using the bot; reported to administrators for a day. */
  get sharedSince() {
    return this.info?.otherProgramSeenAt;
  }

  /** What outside the bot keeps it from sending: `outage` of Webex, or the `database`. */
  get hindered() {
    const reason = this.info?.pace?.waitsFor?.reason;
    return reason === "outage" || reason === "database" ? reason : undefined;
  }

  /** Where the app has several bots, each of them; otherwise none. */
  get bots() {
    const { bots = [] } = this.info ?? {};
    return bots.length > 1 ? bots : [];
  }

  get resting() {
    const { reason, until = "" } = this.info?.pace?.waitsFor ?? {};
    return reason === "limit" && Date.parse(until) > now();
  }

  /** This tab's last answer, for rendering the frame at once; a new one follows anyway. */
  remembered() {
    const text = cookie("id") === undefined ? null : tab.get(KNOWN + "." + this.app);
    return text === null ? undefined : JSON.parse(text);
  }

  async start() {
    if (!isSecureContext) {
      this.pass({ kind: "insecure" });
    } else if (cookie("id") === undefined) {
      await this.signInAgain();
    } else {
      comeBack();
      await this.refresh();
      setInterval(() => !document.hidden && this.gate.kind === "open" && this.refresh(getUnattended), EVERY);
      document.addEventListener(
        "visibilitychange",
        () => !document.hidden && this.gate.kind === "open" && this.refresh(),
      );
    }
  }

  async refresh(ask = get) {
    try {
      const info = await ask("info");
      if (ask === getUnattended && info.user === undefined) {
        this.leave();
      } else {
        this.settle(info);
      }
    } catch (error) {
      const { type, answered } = error instanceof Trouble ? error : new Trouble(0, {});
      this.away = type === "urn:belfry:storage" ? "database" : "portal";
      if (this.info === undefined) {
        this.pass({ kind: "trouble", words: wordsOf(error), answered });
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.gate.kind === "trouble" && this.refresh(), AGAIN);
      }
      this.tell();
    }
  }

  /** @param {Info} info */
  settle(info) {
    this.away = undefined;
    this.info = info;
    if (this.leaving) {
      this.tell();
    } else if (info.user === undefined) {
      this.signInAgain();
    } else if (!info.user.confirmed) {
      this.pass({ kind: "confirm" });
    } else if (info.user.role === undefined) {
      this.pass({ kind: "no-role" });
    } else {
      tab.set(KNOWN + "." + this.app, JSON.stringify(info));
      this.pass({ kind: "open" });
    }
  }

  /** Nobody is signed in any more; whoever comes back signs in again. */
  leave() {
    if (this.leaving) {
      return;
    }
    tab.drop(KNOWN + "." + this.app);
    this.pass({ kind: "sign-in", words: t(asks() ? "core.signedOut" : "core.wasSignedOut") });
  }

  /** Begins the sign-in by itself if that is allowed; otherwise a button does. */
  async signInAgain() {
    tab.drop(KNOWN + "." + this.app);
    if (this.leaving || this.gate.kind === "sign-in") {
      return;
    }
    if (mayBegin()) {
      await this.signIn();
    } else {
      this.pass({ kind: "sign-in", words: t("core.signInLost") });
    }
  }

  async signIn() {
    this.pass({ kind: "entering" });
    try {
      await begin();
      if (asks()) {
        setTimeout(() => this.gate.kind === "entering" && this.pass({ kind: "sign-in" }), STAYS);
      }
    } catch (error) {
      this.pass({ kind: "sign-in", words: error instanceof Error ? error.message : "" });
    }
  }

  async signOut() {
    this.leaving = true;
    try {
      await post("logout", {});
    } catch (error) {
      if (!(error instanceof Trouble && error.status === 401)) {
        this.leaving = false;
        throw error;
      }
      // The session has ended already; the portal has the browser forget only where it ends one.
      kept.clear();
      tab.clear();
    }
    tab.drop(KNOWN + "." + this.app);
    letGo();
    this.pass({ kind: "sign-in", words: t("core.signedOut") });
  }

  /** @param {Gate} gate */
  pass(gate) {
    this.gate = gate;
    this.tell();
  }

  tell() {
    this.dispatchEvent(new Event("changed"));
  }
}

export const session = new Session();
