package belfry.delivery.lane;

import belfry.platform.Outcome;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/** Whom the platform refuses for a while in the stories that have such people and spaces. */
final class SimulatedRefusals {
  /**
   * What one process has heard. Whose a refusal is nobody says: after two that came back while
   * others passed, any of the next hundred may be the recipient's, but for the second of two new
   * ones in a row.
   */
  static final class Heard {
    private static final int OTHERS = 2;
    private static final int REMEMBERED = 100;

    private final Map<String, Long> refused = new HashMap<>();
    private final Set<Long> cameBack = new HashSet<>();
    private long passed;
    private long passedBefore;
    private int newInARow;

    void passed(String target) {
      passed++;
      refused.remove(target);
      cameBack.remove(passed - REMEMBERED);
    }

    /** Whether a refusal of this target is certainly the bot's. */
    boolean isTheBots(String target) {
      var before = refused.put(target, passed);
      if (before != null && passed - before >= OTHERS) {
        // Those who come back together say no more than one.
        cameBack.add(passed);
      }
      newInARow = (passed > passedBefore ? 0 : newInARow) + (before == null ? 1 : 0);
      passedBefore = passed;
      return cameBack.size() < 2 || (before == null && newInARow > 1);
    }
  }

  /** From here on there are some. */
  static final long FIRST = 4_000_000;

  private final SplittableRandom random;
  private final Map<String, How> refused = new HashMap<>();

  private enum How {
    FOR_EVER,
    FOR_A_WHILE,
    AT_RANDOM
  }

  /** Draws nothing from what the other stories draw from. */
  SimulatedRefusals(long seed) {
    random = new SplittableRandom(seed);
    if (seed >= FIRST) {
      for (var i = 0; i < 20; i++) {
        draw("p" + i);
      }
      for (var i = 1; i <= 3; i++) {
        draw("s" + i);
      }
    }
  }

  private void draw(String target) {
    if (random.nextInt(5) == 0) {
      refused.put(target, How.values()[random.nextInt(3)]);
    }
  }

  /** How a message to this target is refused at this moment, on the monotonic clock. */
  Optional<Outcome> of(String target, long now) {
    var refuses =
        switch (refused.get(target)) {
          case null -> false;
          case FOR_EVER -> true;
          case FOR_A_WHILE -> now < Duration.ofMinutes(2).toNanos();
          case AT_RANDOM -> random.nextBoolean();
        };
    return refuses
        ? Optional.of(
            new Outcome.Throttled(
                Optional.of(Duration.ofSeconds(random.nextInt(1, 4)))
                    .filter(_ -> random.nextInt(4) > 0)))
        : Optional.empty();
  }

  boolean areAbout() {
    return !refused.isEmpty();
  }

  boolean isForEver(String target) {
    return refused.get(target) == How.FOR_EVER;
  }
}
