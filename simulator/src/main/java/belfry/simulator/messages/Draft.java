package belfry.simulator.messages;

import belfry.simulator.directory.Principal;
import java.time.Duration;
import java.util.OptionalInt;

/**
 * A message about to be stored.
 *
 * @param lag how long listings will not show it
 * @param rival whether another program than the one under test says it
 */
public record Draft(
    Principal author, Room room, Content content, OptionalInt parent, Duration lag, boolean rival) {
  public static Draft of(Principal author, Room room, Content content) {
    return new Draft(author, room, content, OptionalInt.empty(), Duration.ZERO, false);
  }

  public Draft byRival() {
    return new Draft(author, room, content, parent, lag, true);
  }

  Draft laggingAlso(Duration more) {
    return more.isZero() ? this : new Draft(author, room, content, parent, lag.plus(more), rival);
  }
}
