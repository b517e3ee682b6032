package belfry.simulator.manners;

import belfry.simulator.base.Mix;
import belfry.simulator.base.Operation;
import belfry.simulator.manners.Manner.Kind;
import java.util.concurrent.atomic.AtomicLong;

/** A rule at work: its dice, and how often it was seen. */
record Habit(MannerRule rule, long seed, AtomicLong drawn, AtomicLong applied) {
  Manner manner() {
    return rule.manner();
  }

  long number() {
    return rule.number();
  }

  boolean concerns(Operation operation) {
    return manner().concerns(operation)
        && (manner().kind() != Kind.CONTENT || number() > 0 || !isOwnAnswer(operation));
  }

  private static boolean isOwnAnswer(Operation operation) {
    return operation == Operation.MESSAGES_CREATE || operation == Operation.MESSAGES_EDIT;
  }

  /** Whether the next answer has it. */
  boolean isDrawn() {
    return rule.share() >= 1 || Mix.share(Mix.of(seed, drawn.incrementAndGet())) < rule.share();
  }

  /** Whether the thing with this id has it; what has it once has it always. */
  boolean isDrawnFor(String id) {
    return rule.share() >= 1 || Mix.share(Mix.of(seed, id.hashCode())) < rule.share();
  }

  /** Counts, and says how often it was seen before. */
  long seen() {
    return applied.getAndIncrement();
  }
}
