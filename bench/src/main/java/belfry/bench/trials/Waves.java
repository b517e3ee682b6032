package belfry.bench.trials;

import java.util.Map;

/** How a message begins in a trial, and what its first wave comes to. */
enum Waves {
  /** Everybody is sent to at once. */
  NONE,
  /** However many fail or are held, the run asks whether the rest may follow. */
  ASKS,
  /** The rest follows by itself, as soon after the first wave as an author can choose. */
  BY_TIME,
  /** So many are refused that the run stops in the middle of its first wave. */
  STOPS;

  /** Who gets it first, as the API has it. */
  Map<String, Object> form() {
    return switch (this) {
      case NONE -> Map.of();
      case ASKS -> Map.of("percent", 40, "stopAbove", 100);
      case BY_TIME -> Map.of("percent", 40, "stopAbove", 100, "goesOnAfterMinutes", 1);
      case STOPS -> Map.of("percent", 40, "stopAbove", 5);
    };
  }

  boolean present() {
    return this != NONE;
  }

  @Override
  public String toString() {
    return switch (this) {
      case NONE -> "at once";
      case ASKS -> "in two waves";
      case BY_TIME -> "in two waves, the second by itself";
      case STOPS -> "in a first wave that stops, and then all";
    };
  }
}
