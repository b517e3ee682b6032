/** Requests a preview shortly after each change; only the last answer counts. */
import { faultInWords, post, Trouble } from "../core/api.js";
import { heads } from "../core/format.js";
import { list, t } from "../core/i18n.js";
import { session } from "../core/session.js";
import { pause, untilTaken } from "../ui/lookup.js";
import { takesBack } from "./outsiders.js";
import { entered } from "./repeat.js";

const PATIENCE = 350;
const MOST_ROUNDS = 30;

/** So often it is asked once more whether a group that sending needs has been read. */
const MOST_READ = 6;

/** While a group is being read from the directory, of which nobody is counted yet. */
export const WHILE_READ = 1_500;

/**
 * @typedef {{ state: "nobody" | "asking" | "known" | "trouble", plan?: Plan, trouble?: Trouble }} Answer
 */

export class Planner {
  /** @param {(answer: Answer) => void} listener */
  constructor(listener) {
    this.listener = listener;
    /** @type {Answer} */
    this.answer = { state: "nobody" };
    this.question = "";
    /** Of what it is asked. @type {Parameters<typeof takesBack>[0] | undefined} */
    this.draft = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** @param {Pick<import("./draft.js").Draft, "jobId" | "saved" | "wish" | "audience" | "when"> & Parameters<typeof takesBack>[0]} draft */
  about(draft) {
    this.draft = draft;
    const time = entered(draft.when);
    const { onUnknown: _, ...wish } = draft.wish;
    // The job knows the times that are skipped.
    const jobId = draft.saved?.repeats && time?.repeat ? draft.jobId : undefined;
    /** @type {Form<"jobs/preview">} */
    const form = { jobId, ...wish, ...time };
    const question = JSON.stringify(form);
    if (question !== this.question) {
      this.question = question;
      this.stop();
      if (draft.audience.length === 0 && !time) {
        this.settle({ state: "nobody" });
      } else {
        this.say({ ...this.answer, state: "asking", trouble: undefined });
        this.timer = setTimeout(() => this.ask(), PATIENCE);
      }
    }
  }

  /** Now, without waiting. */
  again(anew = false) {
    this.stop();
    this.say({ ...this.answer, state: "asking", trouble: undefined });
    this.ask(1, anew);
  }

  /** @param {boolean} [anew] as sending would count it, which may read groups again */
  async ask(round = 1, anew = false) {
    const running = new AbortController();
    this.running = running;
    try {
      const plan = await counted(JSON.parse(this.question), anew, running.signal);
      if (uncounted(plan)) {
        this.say({ state: "asking", plan });
        this.timer = setTimeout(() => this.ask(round, anew), WHILE_READ);
        return;
      }
      if (this.draft && takesBack(this.draft, plan)) {
        this.stop();
        await this.ask(1, anew);
        return;
      }
      const open = openAddresses(plan);
      const before = round === 1 ? Infinity : openAddresses(this.answer.plan);
      this.settle({ state: "known", plan: { ...plan, problems: plan.problems.map(faultInWords) } });
      // Each request looks up some more addresses; repeat it until all are known or none are added.
      if (open > 0 && open < before && round < MOST_ROUNDS) {
        await this.ask(round + 1, anew);
      }
    } catch (error) {
      if (!running.signal.aborted) {
        this.settle({
          state: "trouble",
          plan: this.answer.plan,
          trouble: error instanceof Trouble ? error : new Trouble(0, {}),
        });
      }
    }
  }

  /** Waits for the answer to the current request. @returns {Promise<Answer>} */
  async settled() {
    if (this.answer.state === "asking") {
      await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    }
    return this.answer;
  }

  /** The same as sending would count it now; what stood in the way may have passed. */
  reviewed() {
    if (this.answer.state !== "nobody") {
      this.again(true);
    }
    return this.settled();
  }

  /** @param {Answer} answer */
  settle(answer) {
    this.say(answer);
    this.waiting.splice(0).forEach((resolve) => resolve());
  }

  /** @param {Answer} answer */
  say(answer) {
    this.answer = answer;
    this.listener(answer);
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
  }
}

/** A group that is being read from the directory, of which nobody is counted yet. @param {Plan} plan */
export function uncounted(plan) {
  return plan.audience.reading.find(({ counted }) => !counted);
}

/**
 * Who gets it.
 * @param {Form<"jobs/preview">} form @param {boolean} anew as sending would count it @param {AbortSignal} [signal]
 * @returns {Promise<Plan>}
 */
export async function counted(form, anew, signal) {
  const ask = (/** @type {object} */ more) => untilTaken(() => post("jobs/preview", { ...form, ...more }, signal), signal);
  try {
    return await ask(anew ? { anew } : {});
  } catch (error) {
    // A node that is still to be upgraded does not know it.
    if (error instanceof Trouble && error.of("anew")) {
      return ask({});
    }
    throw error;
  }
}

/** Whether it is compared with a group that is being read. @param {unknown} error */
export function isBeingRead(error) {
  return error instanceof Trouble && error.errors.some(({ code }) => code === "recipients.beingRead");
}

/**
 * Asks again while a group is read by which it is to be compared.
 * @template T
 * @param {() => Promise<T>} ask @param {() => boolean} [wanted] whether anybody still means it
 * @returns {Promise<T>}
 */
export async function onceRead(ask, wanted = () => true) {
  for (let round = 0; ; round++) {
    try {
      return await ask();
    } catch (error) {
      if (!isBeingRead(error) || round === MOST_READ) {
        throw error;
      }
      await pause(WHILE_READ);
      if (!wanted()) {
        throw error;
      }
    }
  }
}

/** How many addresses have not been looked up yet. @param {Plan | undefined} plan */
function openAddresses(plan) {
  return plan ? plan.audience.unchecked.length + plan.audience.uncheckedExcluded.length : 0;
}

/** "1,330 people and 1 space"; "up to" if that is not known yet of some. @param {Pick<Headcount, "people" | "most" | "spaces">} counted */
export function reach({ people, most, spaces }) {
  if (most === people) {
    return heads({ people, spaces });
  }
  const upTo = t("compose.reach.upTo", { count: most });
  return spaces > 0 ? list([upTo, t("common.spaces", { count: spaces })]) : upTo;
}

/** Whether anybody would get it. @param {Pick<Headcount, "most" | "spaces">} counted */
export function reachesSomebody({ most, spaces }) {
  return most + spaces > 0;
}

/** The number that was shown; undefined where it is not known yet. @param {Plan["reach"]} counted */
export function agreedTo({ people, most, spaces, complete }) {
  return complete && people === most ? most + spaces : undefined;
}

/** The same for what goes before others and quiet hours do not hold. @param {Plan} plan @returns {Plan} */
export function urgently(plan) {
  const { reminders, urgentReminders, estimate } = plan;
  const seconds = estimate.urgentSeconds ?? estimate.seconds;
  return { ...plan, quietUntil: undefined, reminders: urgentReminders ?? reminders, estimate: { ...estimate, seconds } };
}

/** What is known of a draft as it was scheduled, urgent or not, where it may stay so. @param {Answer} answer @param {{ urgent: string }} draft @returns {Answer} */
export function asScheduled(answer, { urgent }) {
  return answer.plan && urgent && session.mayHurry ? { ...answer, plan: urgently(answer.plan) } : answer;
}

/** Whether this choice is the one that was counted. @param {Entry} entry @param {Plan["chosen"][number]} counted */
export function isOf(entry, { kind, id, listId, name }) {
  return entry.kind === kind && (entry.listId ? entry.listId === listId : entry.id ? entry.id === id : entry.name === name);
}

/**
 * What is to be changed so that chips show what is known of their choices, and the numbers as they were counted now;
 * undefined where they do.
 * @param {{ audience: Entry[], excluded: Entry[] }} draft @param {((entry: Entry) => Entry) | undefined} fill @param {Plan} [plan]
 */
export function filledIn({ audience, excluded }, fill = (entry) => entry, plan) {
  const change = {
    audience: sized(audience.map(fill), plan?.chosen ?? []),
    excluded: sized(excluded.map(fill), plan?.except ?? []),
  };
  const before = [...audience, ...excluded];
  const same = [...change.audience, ...change.excluded].every(({ size, source }, index) =>
    size === before[index].size && source === before[index].source);
  return same ? undefined : change;
}

/** @param {Entry[]} entries @param {Plan["chosen"]} counted */
function sized(entries, counted) {
  return entries.map((entry, index) => {
    // Others may have the same name.
    const people = counted[index] && isOf(entry, counted[index]) ? counted[index].people : undefined;
    const several = entry.kind !== "person" && entry.kind !== "space" && entry.emails?.length !== 1;
    return several && people !== undefined && people !== entry.size ? { ...entry, size: people } : entry;
  });
}
