package belfry.delivery.foundation;

import belfry.messages.Content;
import belfry.platform.wire.File;
import java.time.Duration;

/**
 * The protocol's time spans. Their order matters, not their size: a trial shortens all of them by
 * one factor.
 *
 * @param requestTimeout how long a request may take as a whole
 * @param dispatchDeadline a body that is not written this long after its intent is not written at
 *     all
 * @param leaseTtl how long a lane belongs to its owner without renewal
 * @param firstLook when an unsure send is first looked up
 * @param secondLook when it is looked up again
 * @param quiet after how long a message without a file that is not shown will no longer arrive
 * @param longestQuiet the most that this grows to if messages are found late
 * @param listingPatience how long the platform may refuse to show a conversation before a person
 *     must decide
 * @param betweenProbes how long the most between two single sends of an outage
 * @param doubleCheckAfter how long after its end a run gets its double check
 * @param drain how long a stop waits for requests in flight
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
    Duration betweenProbes,
    Duration doubleCheckAfter,
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
          Duration.ofMinutes(2),
          Duration.ofMinutes(10),
          Duration.ofSeconds(20));

  /**
   * After how long a message that is not shown will no longer arrive: three times the time of a
   * request.
   */
  public Duration quiet(Content content) {
    return content.attachment().isPresent() ? quietAtMost() : quiet;
  }

  /** In how long it is known at the latest whether a message in doubt arrived, if all goes well. */
  public Duration checked(Content content) {
    var usual = quiet(content);
    return usual.compareTo(longestQuiet) > 0 ? usual : longestQuiet;
  }

  /** The quiet time for any content. */
  public Duration quietAtMost() {
    return quiet.multipliedBy(File.PATIENCE);
  }

  /** How long until the next look for a message in doubt, where the last one told nothing. */
  public Duration betweenLooks() {
    return quiet.dividedBy(4);
  }

  /** After how long an owner renews a lease: two renewals may fail before it ends. */
  public Duration renewing() {
    return leaseTtl.dividedBy(3);
  }

  /** How long an owner sends by a lease that it does not renew: others may measure it shorter. */
  public Duration trusting() {
    return leaseTtl.multipliedBy(4).dividedBy(5);
  }

  /** After how long whoever has no lease tries to get it again. */
  public Duration acquiring() {
    return leaseTtl.dividedBy(10);
  }

  /** All time spans divided by {@code factor}, for trials. */
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
        shorter(betweenProbes, factor),
        shorter(doubleCheckAfter, factor),
        drain);
  }

  private static Duration shorter(Duration duration, double factor) {
    return Duration.ofNanos(Math.round(duration.toNanos() / factor));
  }
}
