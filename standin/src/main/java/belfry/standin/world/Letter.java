package belfry.standin.world;

import java.time.Instant;

/** A message that is in order and not stored yet. */
public record Letter(Person author, Destination destination, Content content, Instant accepted) {}
