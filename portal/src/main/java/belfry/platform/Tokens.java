package belfry.platform;

import belfry.base.Secret;
import java.time.Duration;

/**
 * The result of a token request.
 *
 * @param refresh empty if none was returned; the known one then stays valid
 */
public record Tokens(Secret access, Duration lifetime, Secret refresh, Duration refreshLifetime) {}
