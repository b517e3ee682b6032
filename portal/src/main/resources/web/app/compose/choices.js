/** What may be chosen besides; its fields come once there is somebody to send to, or a time. */
import { nothing } from "lit";
import { lazily } from "../ui/lazily.js";

const more = lazily(() => import("./more-choices.js"));

/** @param {import("./draft.js").Draft} draft @param {import("./draft-faults.js").DraftFaults} faults */
export function choices(draft, faults) {
  return draft.when.mode === "now" && draft.audience.length === 0
    ? nothing
    : more(({ moreChoices }) => moreChoices(draft, faults));
}
