package belfry.hooks;

import belfry.base.Id;
import java.time.Instant;
import java.util.Optional;

/**
 * Something that a program is told.
 *
 * @param body what is sent, the same each time
 * @param due when it is tried next; empty once it was taken or given up
 * @param answer what came of the last try, for people
 */
public record HookMessage(
    long id,
    HookId hook,
    String event,
    String body,
    Instant created,
    Optional<Instant> due,
    int tries,
    boolean taken,
    Optional<Instant> settled,
    String answer) {
  private static final String PREFIX = "msg_";

  /** The id in a name like {@link #name}; empty if it is none. */
  public static Optional<Long> id(String name) {
    return name.startsWith(PREFIX)
        ? Id.parse(name.substring(PREFIX.length())).map(Id::value)
        : Optional.empty();
  }

  /** What it is called in {@code webhook-id}: the same each time it is sent. */
  public String name() {
    return PREFIX + new Id(id);
  }
}
