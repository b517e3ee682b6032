package belfry.people.directory;

import belfry.base.Secret;
import java.time.Duration;
import java.util.Optional;

/**
 * The service app through which the directory's groups are read.
 *
 * @param refreshToken empty if the directory is not used
 * @param awaited how long somebody at a page waits for a group that is being read
 */
public record DirectorySettings(
    Optional<String> clientId,
    Optional<Secret> clientSecret,
    Optional<Secret> refreshToken,
    Duration awaited) {
  public DirectorySettings(
      Optional<String> clientId, Optional<Secret> clientSecret, Optional<Secret> refreshToken) {
    this(clientId, clientSecret, refreshToken, Duration.ofMillis(700));
  }

  /** How long they wait until those are asked about again whose addresses are known. */
  public Duration renewal() {
    return awaited.multipliedBy(5);
  }
}
