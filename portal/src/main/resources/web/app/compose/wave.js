/** Who gets it first; empty if everybody gets it at once. @typedef {NonNullable<Form<"jobs/edit">["firstWave"]>} FirstWave */

/** A text that is the same for the same first wave. @param {FirstWave} [first] */
export function told({ people, percent, group, stopAbove, goesOnAfterMinutes } = {}) {
  return JSON.stringify({ people, percent, group, stopAbove, goesOnAfterMinutes });
}
