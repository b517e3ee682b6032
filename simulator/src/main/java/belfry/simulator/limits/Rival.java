package belfry.simulator.limits;

import java.time.Duration;
import java.util.Objects;

/** Another program with a bot's token: it sends so many at once, again and again. */
public record Rival(String bot, int requests, long everyMillis) {
  public Rival {
    Objects.requireNonNull(bot, "bot is missing");
    if (requests < 1 || everyMillis < 1) {
      throw new IllegalArgumentException("A rival needs numbers above zero");
    }
  }

  public static Rival of(String bot, int requests, Duration every) {
    return new Rival(bot, requests, every.toMillis());
  }
}
