/** What is drawn by a module that is loaded when it is needed for the first time. */
import { nothing } from "lit";
import { until } from "lit/directives/until.js";
import { complain } from "./toast.js";

/**
 * @template M
 * @param {() => Promise<M>} load
 * @returns {(draw: (module: M) => unknown) => unknown} for a template
 */
export function lazily(load) {
  /** @type {M | undefined} */
  let loaded;
  return (draw) =>
    loaded
      ? draw(loaded)
      : until(
          load()
            .then((module) => draw((loaded = module)))
            .catch((error) => void complain(error)),
          nothing,
        );
}
