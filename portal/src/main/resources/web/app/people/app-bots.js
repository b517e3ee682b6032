/** The bots of an app that has several: who hears from which, and sharing everybody out anew. */
import { LitElement, html, nothing } from "lit";
import { get, post, wordsOf } from "../core/api.js";
import "../core/later.js";
import { tenths } from "../core/format.js";
import { joined, t } from "../core/i18n.js";
import { ask } from "../ui/ask.js";
import { botName, whyNot } from "../ui/bots.js";
import { icon } from "../ui/icons.js";
import { complain, toast } from "../ui/toast.js";
import { avatar, pill, sends, trouble } from "../ui/widgets.js";

/** @typedef {Schemas["Bots"]} Bots */

class AppBots extends LitElement {
  static properties = {
    bots: { state: true },
    failed: { state: true },
    busy: { state: true },
  };

  constructor() {
    super();
    /** @type {Bots | undefined} */
    this.bots = undefined;
    /** @type {unknown} */
    this.failed = undefined;
    this.busy = false;
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.load();
  }

  async load() {
    try {
      Object.assign(this, { bots: await get("admin/bots"), failed: undefined });
    } catch (error) {
      this.failed = error;
    }
  }

  /** Nobody is moved before it was said how many that are. */
  async spread() {
    this.busy = true;
    try {
      const now = await get("admin/bots", { moving: "true" });
      this.bots = now;
      const { revision, moving = 0 } = now;
      if (moving === 0) {
        toast({ words: t("bots.nobodyMoves") });
        return;
      }
      const agreed = await ask({
        title: t("bots.spreadTitle"),
        words: t("bots.spreadWords", { count: moving, known: known(now) }),
        yes: t("bots.spreadYes", { count: moving }),
        danger: true,
      });
      if (agreed === undefined) {
        return;
      }
      this.bots = await post("admin/bots/spread", { revision });
      toast({ words: t("bots.spreadDone", { count: this.bots.moving ?? moving }) });
    } catch (error) {
      complain(error);
      await this.load();
    } finally {
      this.busy = false;
    }
  }

  render() {
    if (this.failed) {
      return trouble(wordsOf(this.failed), () => this.load());
    }
    const { bots, busy } = this;
    if (!bots) {
      return nothing;
    }
    return html`
      <section class="card app-bots" aria-labelledby="bots-title">
        <h2 id="bots-title">${t("bots.title")}</h2>
        <ul class="rows">${bots.items.map(row)}</ul>
        <p>${t("bots.keep")}${bots.open > 0 ? html` ${t("bots.open", { count: bots.open })}` : nothing}</p>
        ${shared(bots) > 0 ? html`<p>${t("bots.share", { speed: tenths(shared(bots)) })}</p>` : nothing}
        ${known(bots) > 0
          ? html`<button class="button" type="button" aria-busy=${busy} ?disabled=${busy} @click=${this.spread}>
              ${icon(busy ? "retry" : "group")}${t("bots.spread")}</button>`
          : nothing}
      </section>
    `;
  }
}

/** Of how many it is written down from which bot they hear. @param {Bots} bots */
function known({ items }) {
  return items.reduce((sum, { people }) => sum + people, 0);
}

/** How many a second those have together who share a limit. @param {Bots} bots */
function shared({ items }) {
  return items.reduce((sum, { bot, gone }) => sum + (bot.sharesLimit && !gone ? bot.perSecond : 0), 0);
}

/** @param {Bots["items"][number]} one */
function row({ bot, email, gone, people }) {
  const speed = bot.learned && !gone ? t("bots.speed", { speed: tenths(bot.perSecond) }) : "";
  return html`
    <li>
      ${avatar(bot.name)}
      <span class="named"><b>${botName(bot)}</b><small>${joined([t("bots.people", { count: people }), speed])}</small></span>
      ${state(bot, gone)}
      <span class="seen">${email ?? ""}</span>
    </li>
  `;
}

/** @param {Schemas["BotOf"]} bot @param {boolean} gone */
function state(bot, gone) {
  if (gone) {
    return pill(t("bots.gone"), "no", "warn");
  }
  if (sends(bot)) {
    return pill(t("bots.works"), "check", "good");
  }
  return bot.trouble ? pill(whyNot(bot), "alert", "bad") : pill(whyNot(bot), "clock", "warn");
}

customElements.define("app-bots", AppBots);
