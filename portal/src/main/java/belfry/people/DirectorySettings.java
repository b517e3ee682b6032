package belfry.people;

import belfry.base.Secret;
import java.util.Optional;

/**
 * The service app through which the directory's groups are read.
 *
 * @param refreshToken empty if the directory is not used
 */
public record DirectorySettings(
    Optional<String> clientId, Optional<Secret> clientSecret, Optional<Secret> refreshToken) {}
