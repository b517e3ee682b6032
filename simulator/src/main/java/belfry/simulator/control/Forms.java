package belfry.simulator.control;

import belfry.simulator.faults.FaultRule;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Rival;
import belfry.simulator.manners.MannerRule;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The bodies that the control API takes. */
final class Forms {
  private Forms() {}

  /** {@code PUT /sim/limits}: all rules at once. */
  record OfLimits(List<LimitRule> rules) {
    OfLimits {
      Objects.requireNonNull(rules, "rules is missing");
    }
  }

  /** {@code PUT /sim/manners}: all rules at once. */
  record OfManners(List<MannerRule> rules) {
    OfManners {
      Objects.requireNonNull(rules, "rules is missing");
    }
  }

  /** {@code PUT /sim/rivals}: all other programs at once. */
  record OfRivals(List<Rival> rivals) {
    OfRivals {
      Objects.requireNonNull(rivals, "rivals is missing");
    }
  }

  /** {@code PUT /sim/faults}: the whole script at once. */
  record OfFaults(List<FaultRule> rules) {
    OfFaults {
      Objects.requireNonNull(rules, "rules is missing");
    }
  }

  /** {@code PUT /sim/lag}, and what it and the GET answer. */
  record OfLag(long millis) {}

  /** {@code POST /sim/clock}: by how much the clock jumps, and after how long. */
  record OfJump(long jumpMillis, long afterMillis) {}

  /** {@code POST /sim/tokens/…}: one token, or all of somebody. */
  record OfTokens(@Nullable String token, @Nullable String of) {}

  /**
   * {@code PUT /sim/consent}: who accepts at once, or that it is denied; neither shows the page.
   */
  record OfConsent(@Nullable String as, boolean deny) {}

  /** {@code POST /sim/press}: who presses a button of which card, and what that sends. */
  record OfPressing(String person, String message, @Nullable JsonNode inputs) {
    OfPressing {
      Objects.requireNonNull(person, "person is missing");
      Objects.requireNonNull(message, "message is missing");
    }
  }

  /** {@code POST /sim/post}: as which bot another program says what to whom. */
  record OfPosting(
      String bot, List<String> people, @Nullable String text, @Nullable String markdown) {
    OfPosting {
      Objects.requireNonNull(bot, "bot is missing");
      Objects.requireNonNull(people, "people is missing");
    }
  }

  /** {@code POST /sim/say}: who says what to which bot, and in the thread of which message. */
  record OfSaying(
      String person,
      String bot,
      @Nullable String text,
      @Nullable String markdown,
      @Nullable String parent) {
    OfSaying {
      Objects.requireNonNull(person, "person is missing");
      Objects.requireNonNull(bot, "bot is missing");
    }
  }
}
