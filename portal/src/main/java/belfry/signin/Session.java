package belfry.signin;

import java.time.Instant;

/**
 * Somebody signed in on one browser.
 *
 * @param confirmed false when a browser came back without our state and the person has not yet said
 *     that it was them
 * @param lastUsed to a minute
 */
public record Session(
    String tokenHash,
    String personId,
    String displayName,
    Instant expires,
    boolean confirmed,
    Instant lastUsed) {}
