package belfry.runs.recipients;

import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.Optional;

/**
 * A message that certainly exists. A listing that does not show it proves nothing about other
 * messages.
 *
 * @param created the platform's date of it; empty if unknown
 */
public record Control(RunId run, String target, String messageId, Optional<Instant> created) {}
