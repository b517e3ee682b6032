package belfry.platform;

import java.time.Instant;

/**
 * A message as the platform lists it.
 *
 * @param personId who wrote it
 * @param markdown as it was sent; empty when it was sent without
 * @param files how many go with it
 * @param created on the platform's clock
 */
public record Posted(
    String id,
    String roomId,
    String personId,
    String markdown,
    String text,
    int files,
    Instant created) {}
