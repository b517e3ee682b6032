package belfry.platform.wire;

import java.time.Duration;
import java.time.Instant;

/**
 * How the platform dates something written at a given moment. For dates between the two bounds, it
 * is unclear whether it was written then.
 *
 * @param possible nothing written then is dated before this
 * @param certain anything dated from this on was written no earlier, as far as observed
 */
public record Dating(Instant possible, Instant certain) {
  /** Nothing is known. */
  public static final Dating UNKNOWN =
      new Dating(Instant.EPOCH, Instant.parse("9999-12-31T23:59:59Z"));

  /** How much earlier one of the platform's machines may date a message than the others. */
  static final Duration APART = Duration.ofMinutes(1);

  /**
   * The bounds for something written from then on, by the clock of any of the platform's machines.
   */
  public static Dating since(Instant certain) {
    return new Dating(certain.minus(APART), certain);
  }

  /** The same, if the platform's clock may have gone back by this much since. */
  public Dating possibly(Duration earlier) {
    return earlier.isPositive() && possible.isAfter(Instant.EPOCH.plus(earlier))
        ? new Dating(possible.minus(earlier), certain)
        : this;
  }

  /** Bounds that cover both. */
  public Dating or(Dating other) {
    return new Dating(earlier(possible, other.possible), earlier(certain, other.certain));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
