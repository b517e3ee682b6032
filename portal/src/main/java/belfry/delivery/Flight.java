package belfry.delivery;

import belfry.jobs.RunId;
import belfry.people.Target;
import java.time.Instant;

/**
 * One attempt on its way.
 *
 * @param intentAt before which it is not dated on the platform's clock
 * @param intentNanos the same moment on our monotonic clock, taken before the intent was committed
 */
record Flight(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    int attempt,
    Instant intentAt,
    long intentNanos) {

  static Flight of(Ledger.Claimed claimed, Ledger.Order order, long intentNanos) {
    return new Flight(
        claimed.run(),
        claimed.seq(),
        order.attemptId(),
        claimed.kind(),
        claimed.target(),
        claimed.attempt(),
        order.intentAt(),
        intentNanos);
  }

  Reconciler.Key key() {
    return new Reconciler.Key(run, seq);
  }

  /** The same attempt once its answer is lost; {@code bot} is the person id of who sent it. */
  Ledger.Doubtful doubt(String bot) {
    return new Ledger.Doubtful(run, seq, attemptId, kind, target, intentAt, bot);
  }

  /** The same attempt once it was accepted. */
  Wire.Control control(String messageId) {
    return new Wire.Control(run, target, messageId, intentAt);
  }
}
