/** Deliveries over time: bars with failures on top, hatched where Webex asked Belfry to wait. */
import { LitElement, html, nothing, svg } from "lit";
import { clockSeconds } from "../core/format.js";
import { number, rich, t } from "../core/i18n.js";

/** @typedef {{ timeline: Timeline | undefined, startedAt: Time | undefined }} Of */

const HEIGHT = 190;
const LEFT = 36;
const TOP = 8;
const BOTTOM = 24;
const WIDEST_BAR = 30;

class TimelineChart extends LitElement {
  static properties = {
    of: { attribute: false },
    width: { state: true },
    over: { state: true },
    asTable: { state: true },
  };

  constructor() {
    super();
    /** @type {Of} */
    this.of = { timeline: undefined, startedAt: undefined };
    this.width = 600;
    /** The step under the pointer. */
    this.over = -1;
    this.asTable = false;
    this.sizes = new ResizeObserver(([{ contentRect }]) => {
      if (contentRect.width > 0) {
        this.width = Math.round(contentRect.width);
      }
    });
  }

  createRenderRoot() {
    return this;
  }

  connectedCallback() {
    super.connectedCallback();
    this.sizes.observe(this);
  }

  disconnectedCallback() {
    super.disconnectedCallback();
    this.sizes.disconnect();
  }

  /** The start of a step, in ms. @param {number} step */
  at(step) {
    const { timeline, startedAt } = this.of;
    return Date.parse(startedAt ?? "") + step * (timeline?.stepSeconds ?? 5) * 1_000;
  }

  get steps() {
    return this.of.timeline?.steps ?? [];
  }

  render() {
    if (this.steps.length === 0) {
      return html`<p class="quiet">${t("jobs.chart.none")}</p>`;
    }
    const anyFailed = this.steps.some(([, failed]) => failed > 0);
    const anyRest = (this.of.timeline?.rests.length ?? 0) > 0;
    return html`
      ${this.asTable ? this.table() : this.chart()}
      <p class="legend">
        <span class="sent">${t("common.delivered")}</span>
        ${anyFailed ? html`<span class="failed">${t("common.failed")}</span>` : nothing}
        ${anyRest ? html`<span class="rest">${t("jobs.chart.rest")}</span>` : nothing}
        <button class="link" type="button" aria-pressed=${this.asTable} @click=${() => (this.asTable = !this.asTable)}>
          ${t(this.asTable ? "jobs.chart.asChart" : "jobs.chart.asTable")}
        </button>
      </p>
    `;
  }

  table() {
    return html`
      <div class="chart-table" tabindex="0" role="region" aria-label=${t("jobs.chart.title")}>
        <table>
          <thead><tr>
            <th scope="col">${t("jobs.chart.from")}</th>
            <th scope="col">${t("common.delivered")}</th>
            <th scope="col">${t("common.failed")}</th>
          </tr></thead>
          <tbody>
            ${this.steps.map(([sent, failed], step) => html`
              <tr><th scope="row">${clockSeconds(this.at(step))}</th><td>${number(sent)}</td><td>${number(failed)}</td></tr>`)}
          </tbody>
        </table>
      </div>
    `;
  }

  chart() {
    const { steps, width } = this;
    const most = scale(Math.max(1, ...steps.map(([sent, failed]) => sent + failed)));
    const room = width - LEFT;
    const pitch = Math.min(WIDEST_BAR, room / Math.max(steps.length, 6));
    const y = (/** @type {number} */ value) => TOP + (1 - value / most) * (HEIGHT - TOP - BOTTOM);
    const x = (/** @type {number} */ step) => LEFT + step * pitch;
    const all = steps.reduce((sum, [sent]) => sum + sent, 0);
    return html`
      <div class="plot" @pointermove=${(/** @type {PointerEvent} */ event) => this.point(event, pitch)} @pointerleave=${() => this.leave()}>
        <svg viewBox="0 0 ${width} ${HEIGHT}" width=${width} height=${HEIGHT} role="img"
          aria-label=${t("jobs.chart.words", { count: all })}>
          <defs>
            <pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect class="hatch-ground" width="7" height="7"></rect><path class="hatch-line" d="M0 0V7"></path>
            </pattern>
          </defs>
          ${[0, most / 2, most].map((value) => svg`
            <line class="grid" x1=${LEFT} x2=${width} y1=${y(value)} y2=${y(value)}></line>
            <text class="tick-words" x=${LEFT - 8} y=${y(value) + 4} text-anchor="end">${number(value)}</text>`)}
          ${this.rests(x, pitch)}
          ${steps.map(([sent, failed], step) => svg`
            <rect class="bar ${step === this.over ? "over" : ""}" x=${x(step) + 1} width=${Math.max(1, pitch - 2)}
              y=${y(sent)} height=${y(0) - y(sent)} rx=${Math.min(2, pitch / 4)}></rect>
            ${failed > 0 ? svg`<rect class="bar failed" x=${x(step) + 1} width=${Math.max(1, pitch - 2)}
              y=${Math.min(y(sent + failed), y(sent) - 3)} height=${Math.max(2, y(sent) - y(sent + failed) - 1)} rx="1"></rect>` : nothing}`)}
          ${this.times(x, pitch)}
        </svg>
        ${this.over >= 0 ? this.tip(x(this.over) + pitch / 2) : nothing}
      </div>
    `;
  }

  /** @param {(step: number) => number} x @param {number} pitch */
  rests(x, pitch) {
    const { timeline } = this.of;
    const step = (timeline?.stepSeconds ?? 5) * 1_000;
    const end = x(this.steps.length);
    return (timeline?.rests ?? []).map(([from, until]) => {
      const begin = Math.max(LEFT, x((Date.parse(from) - this.at(0)) / step));
      const stop = Math.min(Math.max(end, begin + pitch), x((Date.parse(until) - this.at(0)) / step));
      return svg`<rect class="rest" x=${begin} width=${Math.max(2, stop - begin)} y=${TOP} height=${HEIGHT - TOP - BOTTOM} fill="url(#hatch)"></rect>`;
    });
  }

  /** As many labels as there is room for. @param {(step: number) => number} x @param {number} pitch */
  times(x, pitch) {
    const every = Math.max(1, Math.ceil(86 / pitch));
    return this.steps
      .map((_, step) => step)
      .filter((step) => step % every === 0 && x(step) + 56 < this.width)
      .map((step) => svg`<text class="tick-words" x=${x(step) + 1} y=${HEIGHT - 6}>${clockSeconds(this.at(step))}</text>`);
  }

  /** @param {number} middle */
  tip(middle) {
    const [sent, failed] = this.steps[this.over];
    const left = Math.max(70, Math.min(this.width - 70, middle));
    return html`
      <div class="tip" .style=${`left: ${left}px`} aria-hidden="true">
        <small>${clockSeconds(this.at(this.over))}</small>
        ${rich("jobs.chart.delivered", { count: sent, value: html`<b>${number(sent)}</b>` })}
        ${failed > 0
          ? html`<br>${rich("jobs.chart.failed", { count: failed, value: html`<b class="bad">${number(failed)}</b>` })}`
          : nothing}
      </div>
    `;
  }

  /** @param {PointerEvent} event @param {number} pitch */
  point(event, pitch) {
    const box = /** @type {HTMLElement} */ (event.currentTarget).getBoundingClientRect();
    const step = Math.floor((event.clientX - box.left - LEFT) / pitch);
    this.over = step >= 0 && step < this.steps.length ? step : -1;
  }

  leave() {
    this.over = -1;
  }
}

/** A round number above the value, whose half is a whole number. @param {number} value */
function scale(value) {
  const size = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 4, 5, 6, 8, 10].find((one) => one * size >= value) ?? 10;
  return Math.max(2, step * size);
}

customElements.define("timeline-chart", TimelineChart);

/** @param {Of} of */
export function timelineChart(of) {
  return html`<timeline-chart .of=${of}></timeline-chart>`;
}
