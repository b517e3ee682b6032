package belfry.delivery.lane;

import belfry.platform.Outcome;
import belfry.runs.RunWaits;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpLife;
import belfry.runs.followups.FollowUpLife.Event;
import belfry.runs.followups.FollowUpState;
import belfry.runs.followups.Sighting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Visits every state that one message of a follow-up can reach, with kills, lost and late requests,
 * unreadable answers and a stop at any moment.
 */
final class FollowUpWalk {
  /** Ticks after an intent in which its request may still take effect. */
  private static final int TRANSIT = 2;

  private static final int MOST_ATTEMPTS = 3;

  private final FollowUp.Kind kind;
  private final Set<Mutant> mutants;
  private final WalkGraph<World> graph = new WalkGraph<>();
  private final ArrayDeque<World> open = new ArrayDeque<>();

  /** A rule that is left out. */
  enum Mutant {
    /** What is seen decides at once. */
    NO_QUIET_TIME,
    /** An answer that cannot be read counts as "there is no such message". */
    UNREADABLE_IS_GONE,
    /** A refusal counts, although an earlier request may have taken effect. */
    REFUSED_IS_REFUSED,
    /** A message that may have been changed is skipped like one that was not begun. */
    DOUBTED_IS_SKIPPED,
    /** What was under way when the process died is begun anew. */
    LOST_IS_RETRIED
  }

  /** What must hold in every state. */
  enum Law {
    DONE_MEANS_DONE,
    REFUSED_AND_SKIPPED_MEAN_UNCHANGED,
    NOTHING_COMES_AFTER_THE_END,
    WHATEVER_WAITS_SAYS_FOR_WHAT,
    NOTHING_IS_STUCK
  }

  /** What the platform shows. */
  private enum Shown {
    OLD,
    NEW,
    GONE
  }

  /**
   * One message.
   *
   * @param flying the age in ticks of a request that may still take effect; -1 if there is none
   * @param since ticks since the doubt began
   * @param edits how many more times the platform permits an edit
   * @param killed whether the process has died; once is enough
   * @param removed whether somebody else has deleted the message
   */
  private record World(
      FollowUpState state,
      boolean doubted,
      int attempts,
      Shown shown,
      int flying,
      int since,
      int edits,
      boolean killed,
      boolean stopped,
      boolean removed) {

    World to(FollowUpState next) {
      var unknown = next == FollowUpState.UNKNOWN;
      return new World(
          next,
          doubted || unknown,
          attempts,
          shown,
          flying,
          unknown && state != FollowUpState.UNKNOWN ? 0 : since,
          edits,
          killed,
          stopped,
          removed);
    }

    World cleared() {
      return new World(
          state, false, attempts, shown, flying, since, edits, killed, stopped, removed);
    }

    World begun() {
      return new World(
          state,
          doubted,
          Math.min(attempts + 1, MOST_ATTEMPTS),
          shown,
          0,
          since,
          edits,
          killed,
          stopped,
          removed);
    }

    World landed(Shown now, int editsLeft) {
      return new World(
          state, doubted, attempts, now, -1, since, editsLeft, killed, stopped, removed);
    }

    World vanished() {
      return landed(shown, edits);
    }

    World later() {
      return new World(
          state,
          doubted,
          attempts,
          shown,
          flying < 0 ? -1 : flying + 1,
          Math.min(since + 1, TRANSIT + 1),
          edits,
          killed,
          stopped,
          removed);
    }

    World dead() {
      return new World(
          state, doubted, attempts, shown, flying, since, edits, true, stopped, removed);
    }

    World halted() {
      return new World(
          state, doubted, attempts, shown, flying, since, edits, killed, true, removed);
    }

    World without() {
      return new World(
          state, doubted, attempts, Shown.GONE, flying, since, edits, killed, stopped, true);
    }
  }

  /**
   * A step.
   *
   * @param course whether it happens by itself if nothing goes wrong
   */
  private record Step(String name, World world, boolean course) {}

  /** What a walk found. */
  record Found(int states, Optional<Law> broken, List<String> trace) {}

  private FollowUpWalk(FollowUp.Kind kind, Set<Mutant> mutants) {
    this.kind = kind;
    this.mutants = mutants;
  }

  static Found of(FollowUp.Kind kind, int edits, Mutant... mutants) {
    var set = EnumSet.noneOf(Mutant.class);
    set.addAll(List.of(mutants));
    var first =
        new World(FollowUpState.PLANNED, false, 0, Shown.OLD, -1, 0, edits, false, false, false);
    return new FollowUpWalk(kind, set).found(first);
  }

  private Found found(World first) {
    number(first, -1, "");
    for (var at = 0; !open.isEmpty(); at++) {
      var world = open.remove();
      for (var step : steps(world)) {
        var to = number(step.world, at, step.name);
        if (step.course && to != at) {
          graph.edge(at, to);
        }
        var broken = broken(step.world);
        if (broken.isPresent()) {
          var trace = graph.trace(at);
          trace.add(step.name);
          return new Found(graph.size(), broken, trace);
        }
      }
    }
    var stuck = graph.firstStuck();
    return stuck < 0
        ? new Found(graph.size(), Optional.empty(), List.of())
        : new Found(graph.size(), Optional.of(Law.NOTHING_IS_STUCK), graph.trace(stuck));
  }

  /** Whether something is still going to happen. */
  private static boolean isOpen(FollowUpState state) {
    return switch (state) {
      case PLANNED, RETRY, DOING, UNKNOWN -> true;
      case DONE, REFUSED, UNCLEAR, SKIPPED -> false;
    };
  }

  private int number(World world, int from, String name) {
    var size = graph.size();
    var number = graph.number(world, !isOpen(world.state), from, name);
    if (number == size) {
      open.add(world);
    }
    return number;
  }

  private Shown wanted() {
    return kind == FollowUp.Kind.RECALL ? Shown.GONE : Shown.NEW;
  }

  private Optional<Law> broken(World world) {
    var changed = world.shown == wanted() && !world.removed;
    return switch (world.state) {
      case DONE ->
          world.shown != wanted() && !world.removed
              ? Optional.of(Law.DONE_MEANS_DONE)
              : later(world);
      case REFUSED, SKIPPED ->
          changed ? Optional.of(Law.REFUSED_AND_SKIPPED_MEAN_UNCHANGED) : later(world);
      case UNCLEAR -> later(world);
      case PLANNED, RETRY, DOING, UNKNOWN ->
          RunWaits.Bot.FREE.message(world.state, false).isPresent()
              ? Optional.empty()
              : Optional.of(Law.WHATEVER_WAITS_SAYS_FOR_WHAT);
    };
  }

  /** The next correction must not be undone by what is still on its way. */
  private Optional<Law> later(World world) {
    var mayLand = world.flying >= 0 && world.shown != wanted() && world.shown != Shown.GONE;
    return mayLand ? Optional.of(Law.NOTHING_COMES_AFTER_THE_END) : Optional.empty();
  }

  // Steps --------------------------------------------------------------------------------------

  private List<Step> steps(World world) {
    var steps = new ArrayList<Step>();
    if (world.state == FollowUpState.PLANNED || world.state == FollowUpState.RETRY) {
      if (world.stopped) {
        var doubted = world.doubted && !mutants.contains(Mutant.DOUBTED_IS_SKIPPED);
        steps.add(step("skip", world, new Event.Stopped(doubted), true));
      } else if (world.flying < 0
          || mutants.contains(Mutant.NO_QUIET_TIME)
          || mutants.contains(Mutant.LOST_IS_RETRIED)) {
        var begun = world.to(after(world, new Event.Intended())).begun();
        steps.add(new Step("intend", begun, true));
      } else {
        throw new AssertionError("a second request while one is under way");
      }
    }
    if (world.flying >= 0) {
      land(world, steps);
    }
    if (world.state == FollowUpState.DOING) {
      steps.add(
          new Step("time-out", world.to(answer(world, new Outcome.Unknown("time-out"))), true));
    }
    if (world.state == FollowUpState.DOING && !world.killed) {
      var lost =
          mutants.contains(Mutant.LOST_IS_RETRIED)
              ? world.to(FollowUpState.RETRY)
              : world.to(after(world, new Event.SenderLost()));
      steps.add(new Step("kill", lost.dead(), false));
    }
    if (world.state == FollowUpState.UNKNOWN) {
      look(world, steps);
    }
    if (world.flying >= 0 || world.state == FollowUpState.UNKNOWN) {
      var later = world.later();
      steps.add(new Step("tick", later.flying > TRANSIT ? later.vanished() : later, true));
    }
    if (!world.stopped && isOpen(world.state)) {
      steps.add(new Step("stop", world.halted(), false));
    }
    if (!world.removed && world.shown != Shown.GONE && isOpen(world.state)) {
      steps.add(new Step("somebody deletes it", world.without(), false));
    }
    return steps;
  }

  /** The request takes effect or not, and its answer comes back or not. */
  private void land(World world, List<Step> steps) {
    World after;
    Outcome outcome;
    if (world.shown == Shown.GONE) {
      after = world.vanished();
      outcome = new Outcome.Refused(404, "no such message");
    } else if (kind == FollowUp.Kind.CORRECTION && world.edits == 0) {
      after = world.vanished();
      outcome = new Outcome.Refused(400, "edited too often");
    } else {
      after = world.landed(wanted(), Math.max(0, world.edits - 1));
      outcome = new Outcome.Accepted("m", Optional.empty(), "");
    }
    answered("it lands", world, after, outcome, steps);
    answered("it lands, 502", world, after, new Outcome.Unknown("status 502"), steps);
    answered("it lands, nonsense", world, after, new Outcome.Unreadable("HTML"), steps);
    answered(
        "404 from a view that lags",
        world,
        world.vanished(),
        new Outcome.Refused(404, "not yet"),
        steps);
    answered("429", world, world.vanished(), new Outcome.Throttled(java.time.Duration.ZERO), steps);
    answered(
        "429 for long", world, world.vanished(), new Outcome.Refused(Outcome.TOO_MANY, ""), steps);
  }

  private void answered(String name, World before, World after, Outcome outcome, List<Step> steps) {
    // A process that has died hears nothing; what it has begun still takes effect.
    if (before.state == FollowUpState.DOING) {
      steps.add(new Step(name, after.to(answer(before, outcome)), true));
    } else {
      steps.add(new Step(name + ", unheard", after, false));
    }
  }

  private FollowUpState answer(World world, Outcome outcome) {
    var doubted = world.doubted && !mutants.contains(Mutant.REFUSED_IS_REFUSED);
    return after(world, new Event.Answered(outcome, doubted));
  }

  private void look(World world, List<Step> steps) {
    var seen =
        switch (world.shown) {
          case OLD -> Sighting.OLD;
          case NEW -> Sighting.NEW;
          case GONE -> Sighting.GONE;
        };
    looked("look", world, seen, true, steps);
    looked(
        "unreadable look",
        world,
        mutants.contains(Mutant.UNREADABLE_IS_GONE) ? Sighting.GONE : Sighting.UNREADABLE,
        false,
        steps);
    if (world.since <= TRANSIT) {
      looked("look at a view that lags", world, Sighting.GONE, false, steps);
    }
    looked("unanswered look", world, Sighting.UNANSWERED, false, steps);
  }

  private void looked(
      String name, World world, Sighting sighting, boolean course, List<Step> steps) {
    var quiet = world.since > TRANSIT || mutants.contains(Mutant.NO_QUIET_TIME);
    var event = new Event.Looked(sighting, quiet, world.attempts >= MOST_ATTEMPTS);
    var to = after(world, event);
    var next = world.to(to);
    steps.add(
        new Step(
            name,
            FollowUpLife.clears(sighting) && to != FollowUpState.UNKNOWN ? next.cleared() : next,
            course));
  }

  private Step step(String name, World world, Event event, boolean course) {
    return new Step(name, world.to(after(world, event)), course);
  }

  private FollowUpState after(World world, Event event) {
    return FollowUpLife.after(kind, world.state, event);
  }
}
