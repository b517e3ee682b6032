/** A list of jobs under headings: what goes on, what waits for somebody, and the rest day by day. */
import { dayWords } from "../core/format.js";
import { t } from "../core/i18n.js";
import { running, starting } from "./job.js";

/** @typedef {{ title: string, jobs: Job[] }} Section */

/** In the order in which they come. @param {Job[]} jobs @returns {Section[]} */
export function sections(jobs) {
  /** @type {Map<string, Job[]>} */
  const found = new Map();
  for (const job of jobs) {
    const title = titleOf(job);
    found.set(title, [...(found.get(title) ?? []), job]);
  }
  return [...found].map(([title, some]) => ({ title, jobs: some }));
}

/** @param {Job} job */
function titleOf(job) {
  if (running(job) || starting(job)) {
    return t("jobs.section.now");
  }
  if (job.state === "held" || job.state === "missed") {
    return t("jobs.section.decide");
  }
  return dayWords(job.state === "scheduled" && job.startsAt ? job.startsAt : job.changedAt);
}
