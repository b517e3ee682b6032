package belfry.delivery.lane;

import belfry.messages.PersonalValues;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PersonRef;
import belfry.platform.wire.Dating;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Claimed;
import belfry.runs.recipients.Control;
import belfry.runs.recipients.Doubtful;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Settlement;
import java.util.Optional;

/**
 * An attempt in flight.
 *
 * @param values this recipient's values; empty if the run has the same text for everybody
 * @param dated the bounds of its date
 * @param intentNanos the moment of its intent on our monotonic clock, taken before it was committed
 */
record Flight(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    int attempt,
    Optional<PersonalValues> values,
    Dating dated,
    long intentNanos) {

  static Flight of(Claimed claimed, Ledger.Order order, long intentNanos) {
    return new Flight(
        claimed.run(),
        claimed.seq(),
        order.attemptId(),
        claimed.kind(),
        claimed.target(),
        claimed.attempt(),
        claimed.values(),
        order.dated(),
        intentNanos);
  }

  Reconciler.Key key() {
    return new Reconciler.Key(run, seq);
  }

  /** The attempt in doubt, after this outcome; {@code bot} is its sender. */
  Doubtful doubt(Optional<PersonRef> bot, Outcome outcome) {
    var named = Optional.of(named(outcome)).filter(id -> !id.isEmpty());
    var sender = bot.flatMap(PersonRef::id);
    return new Doubtful(run, seq, attemptId, kind, target, dated, sender, named, values);
  }

  private static String named(Outcome outcome) {
    return outcome instanceof Outcome.Unreadable(_, var id) ? id : "";
  }

  /** Its settlement, with a reason for people. */
  Settlement settled(RecipientState to, Outcome outcome) {
    var accepted =
        outcome instanceof Outcome.Accepted sent
            ? sent
            : new Outcome.Accepted(named(outcome), Optional.empty(), "");
    return new Settlement(
        run,
        seq,
        attemptId,
        to,
        accepted.messageId(),
        accepted.roomId(),
        accepted.email(),
        accepted.person().filter(_ -> new PersonId(target).address().isPresent()),
        Reasons.of(outcome, new PersonId(target)),
        accepted.created());
  }

  /** The attempt as a control message, after it was accepted. */
  Control control(Outcome.Accepted accepted) {
    return new Control(run, target, accepted.messageId(), accepted.created());
  }
}
