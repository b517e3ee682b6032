/** Who gets a repeating message this time and did not last time, and who did not get it at all. */
import { LitElement, html, nothing } from "lit";
import { get, wordsOf } from "../core/api.js";
import { moment } from "../core/format.js";
import { joined, t } from "../core/i18n.js";
import { nameList, nameOf } from "../ui/name-list.js";
import { notice } from "../ui/widgets.js";

class LastTime extends LitElement {
  static properties = { jobId: { attribute: false }, last: { state: true }, failed: { state: true } };

  constructor() {
    super();
    this.jobId = "";
    /** @type {Answer<"get", `jobs/changes/${string}`>["lastTime"]} */
    this.last = undefined;
    this.failed = "";
  }

  createRenderRoot() {
    return this;
  }

  /** @param {Map<string, unknown>} changed */
  willUpdate(changed) {
    if (changed.has("jobId")) {
      this.ask();
    }
  }

  async ask() {
    const { jobId } = this;
    try {
      const { lastTime } = await get(`jobs/changes/${jobId}`);
      if (jobId === this.jobId) {
        Object.assign(this, { last: lastTime, failed: "" });
      }
    } catch (error) {
      this.failed = jobId === this.jobId ? wordsOf(error) : this.failed;
    }
  }

  render() {
    if (this.failed) {
      return notice(t("jobs.lastTime.trouble", { why: this.failed }), "info", "plain");
    }
    if (!this.last) {
      return nothing;
    }
    const { at, added, firstAdded, gone, firstGone } = this.last;
    const time = moment(at);
    return added + gone === 0
      ? notice(t("compose.everybody.same", { time }), "people", "plain")
      : notice(html`${t("compose.everybody.since", { time })}
          ${this.side("added", t("compose.everybody.added", { count: added }), firstAdded, added)}
          ${this.side("gone", t("compose.everybody.gone", { count: gone }), firstGone, gone)}`, "people", "plain");
  }

  /** @param {"added" | "gone"} part @param {string} words @param {{ name: string, email?: string }[]} first @param {number} count */
  side(part, words, first, count) {
    const load = (/** @type {string | undefined} */ cursor) =>
      /** @type {Promise<any>} */ (get(`jobs/changes/${this.jobId}/${part}`, { cursor }));
    return count > 0
      ? html`<div>${words} <small>${joined(first.map(nameOf), ", ")}${count > first.length ? " … " : ""}</small>
          ${count > first.length ? nameList({ label: words, load }) : nothing}</div>`
      : nothing;
  }
}

customElements.define("last-time", LastTime);

/** Once everybody is in its run, or before it begins. @param {Job} job */
export function lastTime({ id, series, repeat, run, state }) {
  const asked = (series || (repeat && state !== "draft")) && !run?.preparing;
  return asked ? html`<last-time .jobId=${id}></last-time>` : nothing;
}

/** @param {Job} job */
export function leftOut({ id, run, except }) {
  const some = (run ? run.counts.failed + run.counts.skipped : 0) > 0 || (except?.length ?? 0) > 0;
  return run && !run.preparing && some
    ? html`<p class="after"><a class="button" href=${`jobs/leftOut/${id}`} download>${t("jobs.leftOut")}</a></p>`
    : nothing;
}
