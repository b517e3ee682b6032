package belfry.simulator.messages;

import belfry.simulator.directory.Principal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A message as it stands at one moment. */
public record Message(
    int number,
    String id,
    Room room,
    Principal author,
    Words words,
    Instant created,
    @Nullable Instant updated,
    @Nullable String parentId) {}
