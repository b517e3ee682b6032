package belfry.answers;

import java.net.URI;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/**
 * How answers are heard of.
 *
 * @param read false if nothing that people write to the bots is read
 * @param publicUrl where the platform can reach this portal; empty if it cannot
 */
public record AnswerSettings(boolean read, Optional<URI> publicUrl, Times times) {
  /** Nothing is read. */
  public static final AnswerSettings OFF =
      new AnswerSettings(false, Optional.empty(), Times.PRODUCTION);

  /**
   * The time spans, which a trial shortens by one factor.
   *
   * @param poll how often conversations are looked through if no webhook tells of answers
   * @param slowPoll how often if webhooks do
   * @param walk how often all conversations are looked through, because the order of the list is
   *     not reliable
   * @param mend how often the webhooks are checked
   * @param retry when something that could not be read is asked for again; later twice as long
   * @param longestRetry the most that this grows to
   * @param gone how long a message must have been missing to count as deleted
   * @param late after how long a webhook that has not come is lost
   * @param giveUp after how long what cannot be read is kept as an answer without words
   */
  public record Times(
      Duration poll,
      Duration slowPoll,
      Duration walk,
      Duration mend,
      Duration retry,
      Duration longestRetry,
      Duration gone,
      Duration late,
      Duration giveUp) {
    /** No shorter in trials: theirs are slow machines as well, and a clock is right to a second. */
    private static final Duration SHORTEST_LATE = Duration.ofSeconds(20);

    public static final Times PRODUCTION =
        new Times(
            Duration.ofSeconds(30),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(1),
            Duration.ofSeconds(2),
            Duration.ofMinutes(30),
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofDays(7));

    /** Trials are faster than a second. */
    Duration soon() {
      return Collections.min(List.of(retry, Duration.ofSeconds(1)));
    }

    public Times shortened(double factor) {
      return new Times(
          shorter(poll, factor),
          shorter(slowPoll, factor),
          shorter(walk, factor),
          shorter(mend, factor),
          shorter(retry, factor),
          shorter(longestRetry, factor),
          shorter(gone, factor),
          Collections.max(List.of(shorter(late, factor), SHORTEST_LATE)),
          giveUp);
    }

    private static Duration shorter(Duration duration, double factor) {
      return Duration.ofNanos(Math.round(duration.toNanos() / factor));
    }
  }
}
