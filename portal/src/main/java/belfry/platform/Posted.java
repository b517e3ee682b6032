package belfry.platform;

import java.time.Instant;

/**
 * A message as the platform lists it.
 *
 * @param personId who wrote it
 * @param markdown as it was sent; empty when it was sent without
 * @param created on the platform's clock
 */
public record Posted(
    String id, String roomId, String personId, String markdown, String text, Instant created) {}
