package belfry.delivery;

import java.time.Duration;
import java.util.Optional;

/**
 * How fast one bot may send. It learns the permitted rate from what the platform accepts and
 * refuses, and never lets a request begin inside a rest the platform asked for.
 *
 * <p>Credit grows with time at the learned rate and also through rests, because the platform's
 * limits count over a span: what a rest held back may follow it at once. Used by its lane's thread
 * only. All times are nanoseconds of one monotonic clock.
 */
final class Pacer {
  private static final double FIRST_RATE = 20;
  private static final double SLOWEST = 0.2;
  private static final double FASTEST = 20_000;

  /** Before the first refusal the rate doubles each second that made full use of it. */
  private static final double DOUBLING = Math.log(2);

  /** After it, the rate creeps up by this part a second. */
  private static final double CREEP = 0.01;

  private static final double CUT = 0.97;
  private static final int SMALLEST_WINDOW = 4;
  private static final int LARGEST_WINDOW = 256;
  private static final int PATIENCE = 5;
  private static final Duration SILENT_REST = Duration.ofMillis(500);
  private static final double SECOND = 1e9;

  private double rate;
  private boolean searching;
  private double credit;
  private long at;
  private long opensAt;
  private double latency = 0.1;
  private double accepted;
  private long acceptedSince;

  /** Requests begun before this moment were under way when the last refusal came. */
  private long cutAt;

  private boolean cutOnce;
  private int silences;

  /**
   * What is worth keeping over a restart.
   *
   * @param perSecond the learned rate
   * @param searching whether no refusal was met yet, so that the rate is only a lower bound
   */
  record Memory(double perSecond, boolean searching) {}

  Pacer(Memory memory, long now) {
    rate = memory.perSecond();
    searching = memory.searching();
    at = now;
    opensAt = now;
    acceptedSince = now;
    credit = 1;
  }

  static Memory unknown() {
    return new Memory(FIRST_RATE, true);
  }

  Memory memory() {
    return new Memory(Math.round(rate * 100) / 100.0, searching);
  }

  double perSecond() {
    return rate;
  }

  /** How many requests may be under way at once: what the rate fills at this latency, twice. */
  int window() {
    var filled = (int) Math.ceil(2 * rate * latency) + 2;
    return Math.clamp(filled, SMALLEST_WINDOW, LARGEST_WINDOW);
  }

  /** How many requests may begin now. */
  int permits(long now) {
    if (now < opensAt) {
      return 0;
    }
    grow(now);
    return (int) credit;
  }

  /** When there will be a permit again. */
  long nextPermit(long now) {
    if (now < opensAt) {
      return opensAt;
    }
    grow(now);
    return credit >= 1 ? now : now + (long) Math.ceil((1 - credit) / rate * SECOND);
  }

  private void grow(long now) {
    var seconds = (now - at) / SECOND;
    if (seconds > 0) {
      credit = Math.min(credit + seconds * rate, burst());
      at = now;
    }
  }

  /**
   * The most that may come at once: a second's worth, which is what the shortest rest holds back.
   */
  private double burst() {
    return Math.max(1, searching ? rate * 0.1 : rate);
  }

  void began(int count) {
    credit -= count;
  }

  /** A request begun at {@code began} was processed. */
  void accepted(long began, long now, boolean busy) {
    silences = 0;
    latency += 0.1 * ((now - began) / SECOND - latency);
    accepted++;
    if (busy) {
      rate = Math.min(FASTEST, rate + (searching ? DOUBLING : CREEP));
    }
  }

  /** The platform asked for a rest; how long it is in all, with a little spread. */
  Duration throttled(long began, Duration rest, double spread, long now) {
    silences = 0;
    var length = rest.plus(Duration.ofNanos((long) (spread * 0.05 * SECOND)));
    opensAt = Math.max(opensAt, now + length.toNanos());
    // The refusals of requests under way together count as one.
    if (!cutOnce || began >= cutAt) {
      var span = (now - acceptedSince) / SECOND + rest.toNanos() / SECOND;
      var measured = accepted / span;
      rate =
          Math.clamp(
              searching ? measured : Math.min(rate, Math.max(measured, rate * 0.5)) * CUT,
              SLOWEST,
              FASTEST);
      searching = false;
      cutOnce = true;
      accepted = 0;
      acceptedSince = opensAt;
    }
    cutAt = now;
    credit = 0;
    at = now;
    return length;
  }

  /**
   * A request had no answer. One is an accident; after several in a row nothing begins for a while,
   * longer each time. The rate is kept.
   *
   * @return the rest, where this one was the last straw
   */
  Optional<Duration> silence(long now) {
    silences++;
    if (silences < PATIENCE || now < opensAt) {
      return Optional.empty();
    }
    var rest = SILENT_REST.multipliedBy(1L << Math.min(silences - PATIENCE, 6));
    opensAt = now + rest.toNanos();
    credit = Math.min(credit, 1);
    return Optional.of(rest);
  }
}
