package belfry.web.frame;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * What surrounds the portal on this machine.
 *
 * @param data the data directory
 * @param keys the file of the keys
 * @param clockAhead by how much Webex's clock is ahead of ours; empty if that is not known
 * @param unopened why a stored secret could not be opened; empty if each could
 */
public record Installation(
    Path data,
    Path keys,
    Supplier<Optional<Duration>> clockAhead,
    Supplier<Optional<String>> unopened) {}
