package belfry.access;

import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who may use an app.
 *
 * @param configured whether the configuration names them; they can be removed only there
 * @param lastSeen when they last used this app, accurate to a few minutes
 */
public record StaffMember(
    String personId,
    String name,
    String email,
    Role role,
    boolean configured,
    Optional<Instant> added,
    Optional<Instant> lastSeen) {}
