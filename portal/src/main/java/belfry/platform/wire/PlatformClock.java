package belfry.platform.wire;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The platform's clock, carried forward by our monotonic clock, so that a jump of this machine's
 * wall clock does not move it. No single answer is trusted: a gateway may date it wrongly, and
 * messages may be dated by another clock than answers.
 */
public final class PlatformClock {
  /** How many successful answers are remembered; even if one in five is wrong, some are right. */
  private static final int REMEMBERED = 31;

  /** With fewer readings, all may be wrong. */
  private static final int FEW = 5;

  /**
   * How wrong the dates of the first few answers may be, and those of messages before their clock
   * is known.
   */
  private static final Duration WRONG = Duration.ofMinutes(15);

  /** Answers are dated in whole seconds, and messages by one of many machines. */
  private static final Duration FINE = Duration.ofSeconds(2);

  /** Some platforms date messages in whole minutes. */
  private static final Duration COARSE = Duration.ofSeconds(62);

  /** How long reading two clocks may take; the process may be stopped in between. */
  private static final Duration AT_ONE_GO = Duration.ofMillis(200);

  /** Zones differ from UTC by a multiple of this. */
  private static final Duration ZONE_STEP = Duration.ofMinutes(15);

  private final Time time;
  private final Readings dates = new Readings();
  private final Readings stamps = new Readings();
  private boolean inMinutes;
  private Optional<Duration> zone = Optional.empty();

  /** How far the platform's clock was ahead of our monotonic one, according to the last answers. */
  private static final class Readings {
    private final long[] millis = new long[REMEMBERED];
    private int count;
    private long median;

    private void add(long ahead) {
      millis[count++ % REMEMBERED] = ahead;
      var sorted = Arrays.copyOf(millis, size());
      Arrays.sort(sorted);
      median = sorted[sorted.length / 2];
    }

    private int size() {
      return Math.min(count, REMEMBERED);
    }

    private long least() {
      return Arrays.stream(millis, 0, size()).min().orElse(Long.MAX_VALUE);
    }
  }

  public PlatformClock(Time time) {
    this.time = time;
  }

  /** Accurate to about a second; our own wall clock before the first answer. */
  public synchronized Instant now() {
    return dates.size() == 0 ? time.now() : at(time.nanos(), dates.median);
  }

  /**
   * The dating of a message written at this moment or later. Until enough messages have shown their
   * clock, it may differ widely from the clock of the answers, and from ours.
   *
   * @param nanos the moment, on our monotonic clock
   */
  public synchronized Dating dating(long nanos) {
    var slack = inMinutes ? COARSE : FINE;
    if (stamps.size() >= FEW) {
      return Dating.since(at(nanos, Math.min(dates.least(), stamps.least())).minus(slack));
    }
    if (dates.size() == 0 && stamps.size() == 0) {
      return Dating.UNKNOWN;
    }
    var ours = time.now().toEpochMilli() - millis(time.nanos());
    var earliest = Math.min(Math.min(dates.least(), stamps.least()), ours);
    var latest = Math.max(dates.size() == 0 ? stamps.median : dates.median, ours);
    return new Dating(
        at(nanos, earliest).minus(WRONG), at(nanos, latest).minus(Dating.APART).minus(slack));
  }

  /**
   * How far it is ahead of our wall clock, by which another process can detect whether either
   * jumped. Empty until enough answers have shown the time, and if our clocks could not be read
   * together.
   */
  public synchronized Optional<Duration> aheadOfOurs() {
    if (dates.size() < FEW) {
      return Optional.empty();
    }
    var before = time.nanos();
    var ours = time.now();
    var after = time.nanos();
    return after - before > AT_ONE_GO.toNanos()
        ? Optional.empty()
        : Optional.of(Duration.between(ours, at(after, dates.median)));
  }

  /** Records the date of a successful API answer; errors may come from anywhere. */
  public synchronized void heard(@Nullable Instant date) {
    if (date != null) {
      dates.add(date.toEpochMilli() - millis(time.nanos()));
    }
  }

  /** Records the date of a message that was accepted just now. */
  public synchronized void stamped(Instant created) {
    inMinutes =
        (stamps.size() == 0 || inMinutes)
            && created.equals(created.truncatedTo(ChronoUnit.MINUTES));
    stamps.add(created.toEpochMilli() - millis(time.nanos()));
  }

  public synchronized void stamped(Timestamps.Stamp stamp) {
    if (stamp.zoned()) {
      stamped(stamp.at());
    } else if (dates.size() > 0) {
      var ahead = Duration.between(now(), stamp.at()).plus(ZONE_STEP.dividedBy(2));
      zone =
          Optional.of(
              ZONE_STEP.multipliedBy(Math.floorDiv(ahead.toMillis(), ZONE_STEP.toMillis())));
    }
  }

  /**
   * The moment of a timestamp; empty if it has no zone and no message has revealed which is meant.
   */
  public synchronized Optional<Instant> read(Timestamps.Stamp stamp) {
    return stamp.zoned() ? Optional.of(stamp.at()) : zone.map(stamp.at()::minus);
  }

  private static Instant at(long nanos, long ahead) {
    return Instant.ofEpochMilli(millis(nanos) + ahead);
  }

  private static long millis(long nanos) {
    return Math.floorDiv(nanos, 1_000_000L);
  }
}
