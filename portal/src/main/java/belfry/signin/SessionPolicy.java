package belfry.signin;

import belfry.platform.Likeness;
import belfry.platform.PlatformId;
import belfry.platform.Profile;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Who may have a session, and for how long without using it.
 *
 * @param organisations {@code ALLOWED_ORGS}: the platform's ids of those whose people may sign in;
 *     empty for any
 * @param idle {@code BELFRY_SESSION_IDLE_MINUTES}; empty where only {@link Sessions#LIFETIME} ends
 *     a session
 */
public record SessionPolicy(List<String> organisations, Optional<Duration> idle) {
  /** Anybody who has an account of the platform, as long as a session lives at most. */
  public static final SessionPolicy OPEN = new SessionPolicy(List.of(), Optional.empty());

  public SessionPolicy {
    organisations = List.copyOf(organisations);
  }

  /** Whether people of this organisation may sign in; of nobody knows which, they may not. */
  public boolean allows(String organisation) {
    return organisations.isEmpty()
        || organisations.stream()
            .anyMatch(one -> PlatformId.compare(one, organisation) == Likeness.SAME);
  }

  /** Whether it is known that this person could not sign in. */
  public boolean excludes(Profile person) {
    return !person.organisation().isEmpty() && !allows(person.organisation());
  }
}
