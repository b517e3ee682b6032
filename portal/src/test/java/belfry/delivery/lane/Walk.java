package belfry.delivery.lane;

import belfry.people.audience.Target;
import belfry.runs.recipients.OnUnknown;
import belfry.runs.recipients.RecipientState;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Visits every state that can be reached, breadth first, so that the first broken law comes with a
 * shortest way to it.
 */
final class Walk {
  private final WalkSteps steps;
  private final Set<Law> laws;
  private final WalkWaits waits;
  private final WalkGraph<String> graph = new WalkGraph<>();
  private final ArrayDeque<WalkWorld> open = new ArrayDeque<>();

  /** What must hold in every state, or between one and the next. */
  enum Law {
    I1_AT_MOST_ONE_MESSAGE,
    I2_SENT_MEANS_DELIVERED,
    I3_FAILED_AND_SKIPPED_MEAN_NONE,
    I6_NO_INTENT_AFTER_A_CANCEL,
    /** Of runs that say the same, none of which is urgent. */
    I7_ONE_UNSETTLED_TO_A_PERSON,
    I7_ONE_IN_FLIGHT_TO_A_PERSON,
    WHOEVER_WAITS_SAYS_FOR_WHAT,
    NOTHING_IS_STUCK;

    boolean holds(WalkWorld before, WalkWorld after) {
      for (var run = 0; run < after.rows().size(); run++) {
        var was = before.rows().get(run);
        var row = after.rows().get(run);
        var holds =
            switch (this) {
              case I1_AT_MOST_ONE_MESSAGE -> after.held(run) <= 1;
              // A person who vouches for it gives no id.
              case I2_SENT_MEANS_DELIVERED ->
                  row.state() != RecipientState.SENT
                      || (after.held(run) == 1 && (row.message() == run || row.message() == -1));
              case I3_FAILED_AND_SKIPPED_MEAN_NONE ->
                  (row.state() != RecipientState.FAILED && row.state() != RecipientState.SKIPPED)
                      || after.held(run) == 0;
              case I6_NO_INTENT_AFTER_A_CANCEL ->
                  row.state() != RecipientState.SENDING
                      || was.state() == RecipientState.SENDING
                      || !was.cancelled();
              case I7_ONE_UNSETTLED_TO_A_PERSON ->
                  after.rows().stream().filter(WalkWorld.Row::isUnsettled).count() <= 1;
              case I7_ONE_IN_FLIGHT_TO_A_PERSON ->
                  after.rows().stream().filter(one -> one.state() == RecipientState.SENDING).count()
                      <= 1;
              case WHOEVER_WAITS_SAYS_FOR_WHAT, NOTHING_IS_STUCK -> true;
            };
        if (!holds) {
          return false;
        }
      }
      return true;
    }
  }

  /** What a walk found. */
  record Found(int states, int steps, Optional<Broken> broken) {}

  /** A law that does not hold, and what happened until then. */
  record Broken(Law law, List<String> trace) {}

  private Walk(WalkSteps steps, Set<Law> laws, WalkWaits waits) {
    this.steps = steps;
    this.laws = laws;
    this.waits = waits;
  }

  /** Walks {@code runs} to one target. */
  static Found of(
      WalkRules rules, Target.Kind kind, int runs, WalkSteps.Upsets upsets, Set<Law> laws) {
    var steps = new WalkSteps(rules, kind, upsets, OnUnknown.HOLD);
    return new Walk(steps, EnumSet.copyOf(laws), WalkWaits.REAL).found(WalkWorld.fresh(runs));
  }

  /** Walks one or two runs to a person, and asks what they wait for. */
  static Found of(WalkWaits waits, int runs) {
    var steps =
        new WalkSteps(WalkRules.REAL, Target.Kind.PERSON, WalkSteps.Upsets.KILLS, OnUnknown.HOLD);
    return new Walk(steps, EnumSet.of(Law.WHOEVER_WAITS_SAYS_FOR_WHAT), waits)
        .found(WalkWorld.fresh(runs));
  }

  /** Walks one run whose author wants a space that cannot tell sent to again. */
  static Found ofResending(WalkRules rules, Target.Kind kind, Set<Law> laws) {
    var steps = new WalkSteps(rules, kind, WalkSteps.Upsets.ALL, OnUnknown.RESEND);
    return new Walk(steps, EnumSet.copyOf(laws), WalkWaits.REAL).found(WalkWorld.fresh(1));
  }

  private Found found(WalkWorld first) {
    number(first, -1, "");
    var silent = -1;
    for (var at = 0; !open.isEmpty(); at++) {
      var world = open.remove();
      var next = steps.from(world);
      if (silent < 0 && !waits.areTold(world, next)) {
        silent = at;
      }
      for (var step : next) {
        var to = number(step.world(), at, step.name());
        if (step.cause() == WalkSteps.Cause.COURSE && to != at) {
          graph.edge(at, to);
        }
        for (var law : laws) {
          if (!law.holds(world, step.world())) {
            var trace = graph.trace(at);
            trace.add(step.name());
            return new Found(graph.size(), graph.edges(), Optional.of(new Broken(law, trace)));
          }
        }
      }
    }
    var stuck = laws.contains(Law.NOTHING_IS_STUCK) ? graph.firstStuck() : -1;
    var broken =
        stuck >= 0
            ? Optional.of(new Broken(Law.NOTHING_IS_STUCK, graph.trace(stuck)))
            : silent >= 0 && laws.contains(Law.WHOEVER_WAITS_SAYS_FOR_WHAT)
                ? Optional.of(new Broken(Law.WHOEVER_WAITS_SAYS_FOR_WHAT, graph.trace(silent)))
                : Optional.<Broken>empty();
    return new Found(graph.size(), graph.edges(), broken);
  }

  private int number(WalkWorld world, int from, String name) {
    var size = graph.size();
    var isEnd = world.rows().stream().noneMatch(row -> row.state().isOpen());
    var number = graph.number(world.key(), isEnd, from, name);
    if (number == size) {
      open.add(world);
    }
    return number;
  }
}
