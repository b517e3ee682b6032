package belfry.runs;

import java.time.Instant;
import java.util.Optional;

/**
 * A message that is certainly there: a listing that does not show it proves nothing of others.
 *
 * @param created when the platform dates it; empty where that is not known here
 */
public record Control(RunId run, String target, String messageId, Optional<Instant> created) {}
