/** Decides about a reply of which it is unknown whether it arrived, wherever it is shown. */
import { html } from "lit";
import { post, requestId } from "../core/api.js";
import { confirmed, decisionButton } from "../jobs/deciding.js";
import { complain } from "../ui/toast.js";

/**
 * @param {string} id of the reply @param {string} name of whom it was to
 * @param {(answer: Received) => void} decided
 */
export function heldReply(id, name, decided) {
  const decide = async (/** @type {import("../jobs/deciding.js").Decision} */ decision) => {
    try {
      await confirmed(decision, { held: 1, name }, async () =>
        decided(await post("answers/decide", { replyId: id, decision, requestId: requestId() })));
    } catch (error) {
      complain(error);
    }
  };
  return html`<span class="decide">${decisionButton("delivered", name, () => decide("delivered"))}
    ${decisionButton("sendAgain", name, () => decide("sendAgain"))}</span>`;
}
