/** Who gets it first; nothing where everybody gets it at once. @typedef {NonNullable<Form<"jobs/edit">["firstWave"]>} FirstWave */

/** The same words for the same first wave. @param {FirstWave} [first] */
export function told({ people, percent, group, stopAbove, goesOnAfterMinutes } = {}) {
  return JSON.stringify({ people, percent, group, stopAbove, goesOnAfterMinutes });
}
