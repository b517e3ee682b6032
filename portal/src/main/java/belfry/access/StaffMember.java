package belfry.access;

import belfry.platform.ids.PersonId;
import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who may use an app.
 *
 * @param personId empty for a configured address with which nobody has signed in yet
 * @param urgent whether they may make messages urgent
 * @param configured whether the configuration names them; they can be removed only there
 * @param lastSeen when they last used this app, accurate to a few minutes
 */
public record StaffMember(
    Optional<PersonId> personId,
    String name,
    String email,
    Role role,
    boolean urgent,
    boolean configured,
    Optional<Instant> added,
    Optional<Instant> lastSeen) {
  /** The same, with this right to make messages urgent. */
  StaffMember urgent(boolean may) {
    return new StaffMember(personId, name, email, role, may, configured, added, lastSeen);
  }
}
