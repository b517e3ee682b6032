/** What may be chosen besides; its fields come once there is somebody to send to, or a time. */
import { nothing } from "lit";
import { until } from "lit/directives/until.js";
import { complain } from "../ui/toast.js";

/** @type {typeof import("./more-choices.js") | undefined} */
let loaded;

/** @param {import("./draft.js").Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
export function choices(draft, faults) {
  if (draft.when.mode === "now" && draft.audience.length === 0) {
    return nothing;
  }
  return loaded
    ? loaded.moreChoices(draft, faults)
    : until(
        import("./more-choices.js")
          .then((module) => (loaded = module).moreChoices(draft, faults))
          .catch((error) => void complain(error)),
        nothing,
      );
}
