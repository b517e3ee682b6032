package belfry.delivery.foundation;

import java.time.Instant;

/** A period in which a bot sent nothing because the platform asked for it. */
public record Rest(Instant from, Instant until) {}
