package belfry.platform;

import belfry.base.Secret;
import java.time.Duration;

/**
 * What a token request brought.
 *
 * @param refresh empty when none was returned: then the one already known stays valid
 */
public record Tokens(Secret access, Duration lifetime, Secret refresh, Duration refreshLifetime) {}
