package belfry.platform;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The platform's clock, carried on by our monotonic one: a jump of this machine's wall clock does
 * not move it. Single answers are not believed: a gateway may date them wrongly, and what dates the
 * messages may be another clock than what dates the answers.
 */
public final class PlatformClock {
  /** So many successful answers are remembered; of one wrong in five some are always right. */
  private static final int REMEMBERED = 31;

  /** Fewer readings may all be wrong. */
  private static final int FEW = 5;

  /** How far off the few first answers may be dated, and messages before they told their clock. */
  private static final Duration WRONG = Duration.ofMinutes(15);

  /** Answers are dated in whole seconds, and messages by one of many machines. */
  private static final Duration FINE = Duration.ofSeconds(2);

  /** Some platforms date messages in whole minutes. */
  private static final Duration COARSE = Duration.ofSeconds(62);

  /** Two clocks are read at one go; a process may be stopped in between. */
  private static final Duration AT_ONE_GO = Duration.ofMillis(200);

  /** Zones differ from UTC by a multiple of this. */
  private static final Duration ZONE_STEP = Duration.ofMinutes(15);

  private final Time time;
  private final Readings dates = new Readings();
  private final Readings stamps = new Readings();
  private boolean inMinutes;
  private Optional<Duration> zone = Optional.empty();

  /** How far the platform's clock was ahead of our monotonic one, as the last answers had it. */
  private static final class Readings {
    private final long[] millis = new long[REMEMBERED];
    private int count;

    private void add(long ahead) {
      millis[count++ % REMEMBERED] = ahead;
    }

    private int size() {
      return Math.min(count, REMEMBERED);
    }

    private long median() {
      var sorted = Arrays.copyOf(millis, size());
      Arrays.sort(sorted);
      return sorted[sorted.length / 2];
    }

    private long least() {
      return Arrays.stream(millis, 0, size()).min().orElse(Long.MAX_VALUE);
    }
  }

  public PlatformClock(Time time) {
    this.time = time;
  }

  /** Exact to a second or so; our own wall clock before the first answer. */
  public synchronized Instant now() {
    return dates.size() == 0 ? time.now() : at(time.nanos(), dates.median());
  }

  /**
   * How a message is dated that is written at this moment, or later. While few messages have shown
   * their clock, it may be far from the one of the answers, and from ours.
   *
   * @param nanos the moment on our monotonic clock
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
    var latest = Math.max(dates.size() == 0 ? stamps.median() : dates.median(), ours);
    return new Dating(
        at(nanos, earliest).minus(WRONG), at(nanos, latest).minus(Dating.APART).minus(slack));
  }

  /**
   * How far it is ahead of our wall clock: another process can tell by it whether either jumped.
   * Empty while too few answers have told the time, and where ours cannot be read at one go.
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
        : Optional.of(Duration.between(ours, at(after, dates.median())));
  }

  /** A successful answer of the API itself is dated so; errors may come from anywhere. */
  public synchronized void heard(@Nullable Instant date) {
    if (date != null) {
      dates.add(date.toEpochMilli() - millis(time.nanos()));
    }
  }

  /** A message that was accepted just now is dated so. */
  public synchronized void stamped(Instant created) {
    inMinutes =
        (stamps.size() == 0 || inMinutes)
            && created.equals(created.truncatedTo(ChronoUnit.MINUTES));
    stamps.add(created.toEpochMilli() - millis(time.nanos()));
  }

  synchronized void stamped(Timestamps.Stamp stamp) {
    if (stamp.zoned()) {
      stamped(stamp.at());
    } else if (dates.size() > 0) {
      var ahead = Duration.between(now(), stamp.at()).plus(ZONE_STEP.dividedBy(2));
      zone =
          Optional.of(
              ZONE_STEP.multipliedBy(Math.floorDiv(ahead.toMillis(), ZONE_STEP.toMillis())));
    }
  }

  /** When that was; empty where it names no zone, and no message has told which is meant. */
  synchronized Optional<Instant> read(Timestamps.Stamp stamp) {
    return stamp.zoned() ? Optional.of(stamp.at()) : zone.map(stamp.at()::minus);
  }

  private static Instant at(long nanos, long ahead) {
    return Instant.ofEpochMilli(millis(nanos) + ahead);
  }

  private static long millis(long nanos) {
    return Math.floorDiv(nanos, 1_000_000L);
  }
}
