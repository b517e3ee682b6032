package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.pace.RetryAfter;
import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.platform.ids.SpaceId;
import belfry.simulator.base.Resource;
import belfry.simulator.base.Time;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Verdict;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** A lane on owned time that sends to the simulator's own limit, 16 to 56 ms there and back. */
abstract class PacedLane extends LaneFixture implements Time {
  final SplittableRandom random;
  private final Limits.Key bot = new Limits.Key(Resource.MESSAGES_SEND, "bot");
  private final Limits limits;
  private final PriorityQueue<Due> agenda = new PriorityQueue<>(Comparator.comparingLong(Due::at));
  private int posts;

  private record Due(long at, Runnable what) {}

  PacedLane(Limit limit, int seed) {
    random = new SplittableRandom(seed);
    limits =
        new Limits(
            this, Duration.ofMillis(120), List.of(LimitRule.of(Resource.MESSAGES_SEND, limit)));
  }

  static Target person(String id) {
    return new Target(Target.Kind.PERSON, id, "", "");
  }

  /** What the platform says to whatever the limit lets pass. */
  abstract Outcome answer(ScriptedWire.Sent sent);

  final Outcome accepted() {
    return new Outcome.Accepted("m%07d".formatted(++posts), SpaceId.parse("room"), "");
  }

  /** One turn, eight milliseconds after the one before. */
  void goOn() {
    time.pass(Duration.ofMillis(8));
    while (!agenda.isEmpty() && agenda.element().at <= nanos()) {
      agenda.remove().what.run();
    }
    assertThat(lane.turn()).isNotNegative();
    wire.newlySent().forEach(this::leaves);
  }

  final double seconds() {
    return nanos() / 1e9;
  }

  /** Requests inside a rest. */
  final long early() {
    return limits.counts().getFirst().early();
  }

  final void at(long moment, Runnable what) {
    agenda.add(new Due(moment, what));
  }

  /** Half of the way. */
  final void later(Runnable what) {
    at(nanos() + random.nextLong(8_000_000, 28_000_000), what);
  }

  private void leaves(ScriptedWire.Sent sent) {
    if (sent.mayLeave()) {
      later(() -> arrives(sent));
    } else {
      sent.ends(new Outcome.NotSent("held back"));
    }
  }

  private void arrives(ScriptedWire.Sent sent) {
    if (limits.admit(bot, nanos()) instanceof Verdict.Throttled throttled) {
      throttled.announcement().written(nanos());
      var rest = RetryAfter.asked(throttled.retryAfter(), time.now());
      later(() -> sent.ends(new Outcome.Throttled(rest)));
    } else {
      var outcome = answer(sent);
      later(() -> sent.ends(outcome));
    }
  }

  @Override
  public final long millis() {
    return time.now().toEpochMilli();
  }

  @Override
  public final long nanos() {
    return time.nanos();
  }

  @Override
  public final void rest(Duration duration) {
    time.pass(duration);
  }
}
