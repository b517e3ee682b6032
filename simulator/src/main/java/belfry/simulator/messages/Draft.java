package belfry.simulator.messages;

import belfry.simulator.directory.Principal;
import java.time.Duration;
import java.util.OptionalInt;

/** A message about to be stored; {@code lag} is how long listings will not show it. */
public record Draft(
    Principal author, Room room, Content content, OptionalInt parent, Duration lag) {
  public static Draft of(Principal author, Room room, Content content) {
    return new Draft(author, room, content, OptionalInt.empty(), Duration.ZERO);
  }

  Draft laggingAlso(Duration more) {
    return more.isZero() ? this : new Draft(author, room, content, parent, lag.plus(more));
  }
}
