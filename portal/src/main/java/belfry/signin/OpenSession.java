package belfry.signin;

import java.time.Instant;

/**
 * A session as shown to its owner and to administrators.
 *
 * @param id identifies it, and is useless in a cookie
 * @param lastUsed accurate to a minute
 * @param browser the browser's {@code User-Agent} at sign-in; empty if it sent none
 * @param address where it signed in from
 */
public record OpenSession(
    String id,
    Instant created,
    Instant lastUsed,
    Instant expires,
    String browser,
    String address) {}
