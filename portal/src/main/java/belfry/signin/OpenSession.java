package belfry.signin;

import java.time.Instant;

/**
 * A session as it is shown to whom it belongs, and to administrators.
 *
 * @param id names it, and is worth nothing in a cookie
 * @param lastUsed to a minute
 * @param browser what the browser called itself as it signed in ({@code User-Agent}); empty when it
 *     did not
 * @param address where it signed in from
 */
public record OpenSession(
    String id,
    Instant created,
    Instant lastUsed,
    Instant expires,
    String browser,
    String address) {}
