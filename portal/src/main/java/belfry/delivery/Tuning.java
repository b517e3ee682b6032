package belfry.delivery;

import belfry.messages.Content;
import belfry.platform.Platform;
import java.time.Duration;

/**
 * The protocol's times. Their order matters, not their size: a trial shortens all of them by one
 * factor.
 *
 * @param requestTimeout how long one request may take in all
 * @param dispatchDeadline a body not written this long after its intent is not written at all
 * @param leaseTtl how long a lane belongs to its owner without renewal
 * @param firstLook when an unsure send is first looked for
 * @param secondLook when it is looked for again
 * @param quiet when a message without a file that is not there will not come any more
 * @param longestQuiet to what that may grow where messages were found late
 * @param listingPatience how long the platform may refuse to be looked into before a person must
 *     decide
 * @param auditAfter when, after its end, a run is looked into again
 * @param drain how long a stop waits for what is in flight
 */
public record Tuning(
    Duration requestTimeout,
    Duration dispatchDeadline,
    Duration leaseTtl,
    Duration firstLook,
    Duration secondLook,
    Duration quiet,
    Duration longestQuiet,
    Duration listingPatience,
    Duration auditAfter,
    Duration drain) {

  public static final Tuning PRODUCTION =
      new Tuning(
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60),
          Duration.ofMinutes(10),
          Duration.ofMinutes(15),
          Duration.ofMinutes(10),
          Duration.ofSeconds(20));

  /** When a message that is not there will not come any more: three times as long as a request. */
  Duration quiet(Content content) {
    return content.attachment().isPresent() ? quietAtMost() : quiet;
  }

  /** Whatever it was. */
  Duration quietAtMost() {
    return quiet.multipliedBy(Platform.FILE_PATIENCE);
  }

  /** All times divided by {@code factor}: for trials. */
  public Tuning shortened(double factor) {
    return new Tuning(
        shorter(requestTimeout, factor),
        shorter(dispatchDeadline, factor),
        shorter(leaseTtl, factor),
        shorter(firstLook, factor),
        shorter(secondLook, factor),
        shorter(quiet, factor),
        shorter(longestQuiet, factor),
        shorter(listingPatience, factor),
        shorter(auditAfter, factor),
        drain);
  }

  private static Duration shorter(Duration duration, double factor) {
    return Duration.ofNanos(Math.round(duration.toNanos() / factor));
  }
}
