/** What is drawn by a module that is loaded when it is needed for the first time. */
import { nothing } from "lit";
import { until } from "lit/directives/until.js";
import { complain } from "./toast.js";

/** How long after it did not come it may be asked for again, in milliseconds: it may be drawn with every letter. */
const AGAIN = 5_000;

/**
 * @template M
 * @param {() => Promise<M>} load
 * @returns {(draw: (module: M) => unknown) => unknown} for a template
 */
export function lazily(load) {
  /** @type {M | undefined} */
  let loaded;
  /** @type {Promise<M | undefined> | undefined} */
  let loading;
  const begin = () =>
    load().catch((error) => {
      complain(error);
      setTimeout(() => (loading = undefined), AGAIN);
      return undefined;
    });
  return (draw) =>
    loaded ? draw(loaded) : until((loading ??= begin()).then((module) => module && draw((loaded = module))), nothing);
}
