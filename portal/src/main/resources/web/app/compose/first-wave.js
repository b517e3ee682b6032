/** The fields of the first wave: who gets it first, and what must happen before the others get it. */
import { html, nothing } from "lit";
import { duration } from "../core/format.js";
import { number, rich, t } from "../core/i18n.js";
import { wholeNumberField } from "../ui/whole-number.js";
import { groupName } from "../ui/widgets.js";

/** @typedef {import("./wave.js").FirstWave} FirstWave */

const USUAL = { people: 50, percent: 5, stopAbove: 5 };
const WAITS = [15, 60, 240, 1_440];

/** @param {import("./draft.js").Draft} draft @param {string} fault */
export function firstWave(draft, fault) {
  const { firstWave: first } = draft;
  const set = (/** @type {FirstWave} */ firstWave) => draft.change({ firstWave });
  const groups = draft.audience.filter(({ kind }) => kind === "group");
  const choose = (/** @type {Event} */ event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    set(begins(value, first));
  };
  const chosen = kindOf(first);
  const gone = first.group !== undefined && !groups.some(({ id }) => id === first.group);
  const counted = chosen === "people" || chosen === "percent";
  return html`
    <details class="more-choices" id="first-wave" ?open=${fault !== ""}>
      <summary>${t("compose.wave.title")}${chosen === "" ? nothing : html` <b>${whoFirst(first, draft.audience)}</b>`}</summary>
      <div>
        <p class="hint">${t("compose.wave.words")}</p>
        <div>
          <label class="labelled">${t("compose.wave.label")}
            <select class="field" aria-describedby=${fault ? "wave-fault" : nothing} @change=${choose}>
              ${option("", t("compose.wave.all"), chosen)}
              ${option("people", t("compose.wave.people"), chosen)}
              ${option("percent", t("compose.wave.percent"), chosen)}
              ${groups.map((one) => option(`group ${one.id}`, t("compose.wave.group", { name: groupName(one) }), chosen))}
              ${gone ? option(chosen, t("compose.wave.gone"), chosen) : nothing}
            </select></label>
          ${first.people === undefined
            ? nothing
            : wholeNumberField({ label: t("compose.wave.howMany"), value: first.people, least: 1, most: 1_000_000, set: (people) => set({ ...first, people }) })}
          ${first.percent === undefined
            ? nothing
            : wholeNumberField({ label: t("compose.wave.share"), value: first.percent, least: 1, most: 99, set: (percent) => set({ ...first, percent }) })}
          ${fault ? html`<p class="fault" id="wave-fault" role="alert">${fault}</p>` : nothing}
        </div>
        ${counted ? html`<p class="hint">${order(draft.audience)} ${t("compose.wave.own")}</p>` : nothing}
        ${chosen === "" ? nothing : afterwards(first, set)}
      </div>
    </details>
  `;
}

/**
 * In which order a run takes its recipients; the same is true of the server's AudienceWalk.
 * @param {Entry[]} audience
 */
function order(audience) {
  const saved = audience.some(({ kind }) => kind === "saved");
  const has = (/** @type {(entry: Entry) => boolean} */ is) => saved || audience.some(is);
  const parts = [
    has(({ listId }) => listId !== undefined) ? t("compose.wave.lists") : "",
    has(({ kind }) => kind === "group") ? t("compose.wave.groups") : "",
    has(({ kind }) => kind === "person" || kind === "space") ? t("compose.wave.chosen") : "",
    has(({ emails }) => emails !== undefined) ? t("compose.wave.addresses") : "",
  ];
  return t("compose.wave.order", { parts: parts.filter(Boolean).join("; ") });
}

/** @param {FirstWave} first @param {(first: FirstWave) => void} set */
function afterwards(first, set) {
  const wait = first.goesOnAfterMinutes ?? 0;
  const choose = (/** @type {Event} */ event) => {
    const minutes = Number(/** @type {HTMLSelectElement} */ (event.target).value);
    set({ ...first, goesOnAfterMinutes: minutes || undefined });
  };
  const waits = WAITS.includes(wait) || wait === 0 ? WAITS : [...WAITS, wait];
  return html`
    <div>
      ${wholeNumberField({
        label: t("compose.wave.stop"),
        value: first.stopAbove ?? USUAL.stopAbove,
        least: 0,
        most: 100,
        set: (stopAbove) => set({ ...first, stopAbove }),
      })}
      <label class="labelled">${t("compose.wave.then")}
        <select class="field" @change=${choose}>
          <option value="0" .selected=${wait === 0}>${t("compose.wave.ask")}</option>
          ${waits.map((minutes) => html`
            <option value=${minutes} .selected=${minutes === wait}>${t("compose.wave.after", {
              time: duration(minutes * 60),
            })}</option>`)}
        </select></label>
    </div>
  `;
}

/** @param {string} value @param {string} words @param {string} chosen */
function option(value, words, chosen) {
  return html`<option value=${value} .selected=${value === chosen}>${words}</option>`;
}

/** @param {FirstWave} first */
function kindOf({ people, percent, group }) {
  return people === undefined ? (percent === undefined ? (group === undefined ? "" : `group ${group}`) : "percent") : "people";
}

/** @param {string} kind @param {FirstWave} before @returns {FirstWave} */
function begins(kind, { stopAbove = USUAL.stopAbove, goesOnAfterMinutes }) {
  const rest = { stopAbove, goesOnAfterMinutes };
  if (kind.startsWith("group ")) {
    return { group: kind.slice("group ".length), ...rest };
  }
  switch (kind) {
    case "people":
      return { people: USUAL.people, ...rest };
    case "percent":
      return { percent: USUAL.percent, ...rest };
    default:
      return {};
  }
}

/** @param {FirstWave} first @param {Entry[]} audience */
function whoFirst({ people, percent, group }, audience) {
  if (people !== undefined) {
    return t("compose.wave.count", { count: people });
  }
  const chosen = audience.find(({ id }) => id === group);
  return percent === undefined ? (chosen ? groupName(chosen) : "") : t("format.percent", { value: percent });
}

/** The sentence for the review; empty if everybody gets it at once. @param {FirstWave} first @param {Entry[]} audience */
export function waveWords(first, audience) {
  const { stopAbove = USUAL.stopAbove, goesOnAfterMinutes } = first;
  if (kindOf(first) === "") {
    return "";
  }
  const who = whoFirst(first, audience);
  const then = goesOnAfterMinutes
    ? t("compose.wave.goesOn", { time: duration(goesOnAfterMinutes * 60) })
    : t("compose.wave.waits");
  return rich("compose.wave.review", { who: html`<b>${who}</b>`, then, share: number(stopAbove) });
}
