package belfry.jobs.job;

import java.time.Instant;
import java.util.Optional;

/**
 * What a person agreed to when they had a job sent, recalled or corrected.
 *
 * @param revision what they have seen of it; empty if that does not matter
 * @param recipients how many it was to go to; empty if they were not asked for the number
 * @param whom the digest of whom it was to go to, or of the chosen whose messages are meant; empty
 *     if they were not told
 * @param goesOutAt when it was to begin; empty if they were not told
 * @param urgent why it is also sent during quiet hours; empty if it waits until they are over
 */
public record Consent(
    Optional<Long> revision,
    Optional<Long> recipients,
    Optional<String> whom,
    Optional<Instant> goesOutAt,
    String urgent) {
  /** To whatever it is by then. */
  public static final Consent NONE = to(Optional.empty());

  /** Whether they were shown whom it was to go to, so that this can be another audience by now. */
  public boolean isOfRecipients() {
    return recipients.isPresent() || whom.isPresent();
  }

  public static Consent to(Optional<Long> revision) {
    return new Consent(revision, Optional.empty(), Optional.empty(), Optional.empty(), "");
  }
}
