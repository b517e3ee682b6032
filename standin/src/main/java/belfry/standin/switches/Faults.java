package belfry.standin.switches;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Draws what goes wrong with a message: one fault at most, and slowness besides. */
public final class Faults {
  private final Switchboard<Fault> board;

  public Faults(long seed) {
    board = new Switchboard<>(List.of(Fault.values()), seed);
  }

  public Switchboard<Fault> board() {
    return board;
  }

  /** The shares of all faults are parts of one whole, so each comes about as often as it says. */
  public Optional<Fault> draw() {
    var on = board.on();
    on.remove(Fault.LATENCY);
    if (on.isEmpty()) {
      return Optional.empty();
    }
    var left = board.next(on.keySet().iterator().next());
    for (var one : on.entrySet()) {
      left -= one.getValue().share();
      if (left < 0) {
        board.count(one.getKey());
        return Optional.of(one.getKey());
      }
    }
    return Optional.empty();
  }

  /** The time that goes with a fault. */
  public Duration time(Fault fault) {
    return Duration.ofMillis(board.value(fault));
  }

  /** How long this message takes more than others. */
  public Duration latency() {
    return board.draw(Fault.LATENCY) ? time(Fault.LATENCY) : Duration.ZERO;
  }
}
