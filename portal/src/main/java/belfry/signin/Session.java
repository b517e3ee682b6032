package belfry.signin;

import belfry.platform.ids.PersonId;
import java.time.Instant;

/**
 * A person's sign-in on one browser.
 *
 * @param confirmed false if the browser came back without our state and the person has not
 *     confirmed the sign-in yet
 * @param organisation the person's, at sign-in; empty if unknown
 * @param lastUsed accurate to a minute
 */
public record Session(
    String tokenHash,
    PersonId personId,
    String displayName,
    Instant expires,
    boolean confirmed,
    String organisation,
    Instant lastUsed) {}
