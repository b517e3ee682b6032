package belfry.access;

import java.time.Instant;
import java.util.Optional;

/**
 * Somebody who may use an app.
 *
 * @param configured true when the configuration names them; only there can they be removed
 * @param lastSeen when they last used this app, to a few minutes
 */
public record StaffMember(
    String personId,
    String name,
    String email,
    Role role,
    boolean configured,
    Optional<Instant> added,
    Optional<Instant> lastSeen) {}
