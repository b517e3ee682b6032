package belfry.platform;

import java.time.Duration;
import java.time.Instant;

/**
 * How the platform dates what is written at one moment. Between the two it cannot be told whether
 * something was written then.
 *
 * @param possible nothing of it is dated before
 * @param certain what is dated from then on was written no earlier, as far as was seen
 */
public record Dating(Instant possible, Instant certain) {
  /** Nothing is known. */
  public static final Dating UNKNOWN =
      new Dating(Instant.EPOCH, Instant.parse("9999-12-31T23:59:59Z"));

  /** By how much one of the platform's machines may date a message earlier than the others do. */
  static final Duration APART = Duration.ofMinutes(1);

  /** What is written from then on, by the clock of whichever of the platform's machines. */
  public static Dating since(Instant certain) {
    return new Dating(certain.minus(APART), certain);
  }

  /** The same where the platform's clock may have gone back by so much since. */
  public Dating possibly(Duration earlier) {
    return earlier.isPositive() && possible.isAfter(Instant.EPOCH.plus(earlier))
        ? new Dating(possible.minus(earlier), certain)
        : this;
  }

  /** Both may be right. */
  public Dating or(Dating other) {
    return new Dating(earlier(possible, other.possible), earlier(certain, other.certain));
  }

  private static Instant earlier(Instant one, Instant other) {
    return one.isBefore(other) ? one : other;
  }
}
