package belfry.signin;

import belfry.platform.Profile;
import belfry.platform.ids.Likeness;
import belfry.platform.ids.PlatformId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Who may have a session, and how long it may stay unused.
 *
 * @param organisations {@code ALLOWED_ORGS}: the platform's ids of the organizations whose people
 *     may sign in; empty for any
 * @param idle {@code BELFRY_SESSION_IDLE_MINUTES}; empty if only {@link Sessions#LIFETIME} ends a
 *     session
 */
public record SessionPolicy(List<String> organisations, Optional<Duration> idle) {
  /** Anybody with a platform account, for the full lifetime of a session. */
  public static final SessionPolicy OPEN = new SessionPolicy(List.of(), Optional.empty());

  public SessionPolicy {
    organisations = List.copyOf(organisations);
  }

  /** Whether people of this organization may sign in; if it is unknown, they may not. */
  public boolean allows(String organisation) {
    return organisations.isEmpty()
        || organisations.stream()
            .anyMatch(one -> PlatformId.compare(one, organisation) == Likeness.SAME);
  }

  /** Whether this person certainly could not sign in. */
  public boolean excludes(Profile person) {
    return !person.organisation().isEmpty() && !allows(person.organisation());
  }
}
