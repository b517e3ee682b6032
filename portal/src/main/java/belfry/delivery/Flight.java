package belfry.delivery;

import belfry.jobs.RunId;
import belfry.people.Target;
import belfry.platform.Dating;
import belfry.platform.Outcome;

/**
 * One attempt on its way.
 *
 * @param dated when it may be dated
 * @param intentNanos the moment of its intent on our monotonic clock, taken before it was committed
 */
record Flight(
    RunId run,
    long seq,
    long attemptId,
    Target.Kind kind,
    String target,
    int attempt,
    Dating dated,
    long intentNanos) {

  static Flight of(Ledger.Claimed claimed, Ledger.Order order, long intentNanos) {
    return new Flight(
        claimed.run(),
        claimed.seq(),
        order.attemptId(),
        claimed.kind(),
        claimed.target(),
        claimed.attempt(),
        order.dated(),
        intentNanos);
  }

  Reconciler.Key key() {
    return new Reconciler.Key(run, seq);
  }

  /** The same attempt once its answer is lost; {@code bot} is the person id of who sent it. */
  Ledger.Doubtful doubt(String bot) {
    return new Ledger.Doubtful(run, seq, attemptId, kind, target, dated, bot);
  }

  /** The same attempt once it was accepted. */
  Wire.Control control(Outcome.Accepted accepted) {
    return new Wire.Control(run, target, accepted.messageId(), accepted.created());
  }
}
