package belfry.runs.recipients;

import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Dating;
import belfry.runs.ids.RunId;
import java.util.Optional;

/**
 * A recipient in doubt: it is unknown whether the message arrived.
 *
 * @param dated the bounds of its date
 * @param bot the bot that sent it; empty if it was not recorded
 * @param named the id that the answer gave for it, of a message that is not certainly this one;
 *     empty if it gave none
 * @param values this recipient's values; empty if the run has the same text for everybody
 */
public record Doubtful(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    Dating dated,
    Optional<PersonId> bot,
    Optional<String> named,
    Optional<PersonalValues> values) {
  /** Whether it is this attempt that the settlement is of. */
  public boolean isOf(Settlement settlement) {
    return settlement.run().equals(run)
        && settlement.seq() == seq
        && settlement.attemptId() == attemptId;
  }

  /** Its settlement, with a reason for people. */
  public Settlement settled(RecipientState to, Finding finding) {
    var found =
        finding instanceof Finding.Ours ours ? ours : new Finding.Ours("", Optional.empty());
    return new Settlement(
        run,
        seq,
        attemptId,
        to,
        found.messageId(),
        found.roomId(),
        "",
        found.person().filter(_ -> new PersonId(target).address().isPresent()),
        Reasons.settled(to, finding),
        Optional.empty());
  }
}
