package belfry.delivery.lane;

import belfry.base.Wait;
import belfry.delivery.lane.WalkSteps.Cause;
import belfry.delivery.lane.WalkSteps.Step;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.RunWaits;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the program says that whoever is not settled in the walk waits for, and whether it is true:
 * {@link RunWaits} is asked with what the ledger and the lane's owner show.
 */
enum WalkWaits {
  REAL,
  /** Whether anybody owns the lane is not looked at. */
  NO_LANE,
  /** Whether something else to the same person is not settled is not looked at. */
  NO_OTHERS,
  /** Doubts are for nobody to wait for. */
  NO_DOUBTS;

  /** Whether everybody's is named and true; the steps are those from this world. */
  boolean areTold(WalkWorld world, List<Step> steps) {
    for (var run = 0; run < world.rows().size(); run++) {
      var row = world.rows().get(run);
      var waits = waits(world, run);
      var told = told(waits, row, new RunWaits.Alone(isBusy(world, run), Optional.empty()));
      var all = waits.run();
      var isOpen = row.state().isOpen();
      if (told.isPresent() != (isOpen || row.state() == RecipientState.HELD)
          || (told.isPresent() && !isTrue(told.get().what(), world, run, steps))
          || all.isPresent() != isOpen
          || (row.state() == RecipientState.RETRY
              && !isTrue(all.orElseThrow().what(), world, run, steps))) {
        return false;
      }
    }
    return true;
  }

  private static RunWaits waits(WalkWorld.Row row, boolean busy, Optional<Wait> here) {
    var gate =
        !row.state().isOpen()
            ? Run.Gate.CLOSED
            : row.cancelled() ? Run.Gate.STOPPING : Run.Gate.OPEN;
    var progress =
        new RunProgress(
            gate,
            true,
            Optional.empty(),
            Optional.empty(),
            row.state() == RecipientState.PENDING ? 0 : 1,
            1,
            Tally.of(Map.of(row.state(), 1L)),
            Optional.empty());
    return new RunWaits(
        progress,
        false,
        false,
        false,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        busy && row.state() == RecipientState.RETRY,
        new RunWaits.Bot(here, Optional.empty(), Optional.empty()));
  }

  private RunWaits waits(WalkWorld world, int run) {
    var isOwned = world.owner() == WalkWorld.Owner.WORKING || this == NO_LANE;
    return waits(
        world.rows().get(run),
        isBusy(world, run),
        isOwned ? Optional.empty() : Optional.of(Wait.For.LANE.open()));
  }

  private Optional<Wait> told(RunWaits waits, WalkWorld.Row row, RunWaits.Alone alone) {
    return this == NO_DOUBTS && row.state() == RecipientState.UNKNOWN
        ? Optional.empty()
        : waits.recipient(row.state(), 0, alone);
  }

  /** As {@code RecipientList.busy} reads it. */
  private boolean isBusy(WalkWorld world, int run) {
    return this != NO_OTHERS && othersUnsettled(world, run);
  }

  private static boolean othersUnsettled(WalkWorld world, int run) {
    for (var other = 0; other < world.rows().size(); other++) {
      if (other != run && world.rows().get(other).isUnsettled()) {
        return true;
      }
    }
    return false;
  }

  private static boolean isTrue(Wait.For what, WalkWorld world, int run, List<Step> steps) {
    var row = world.rows().get(run);
    return switch (what) {
      case LANE -> world.owner() != WalkWorld.Owner.WORKING;
      case DECISION -> row.state() == RecipientState.HELD;
      case ANSWER ->
          world.flights().stream().anyMatch(flight -> flight.isOwners() && flight.run() == run);
      case RECORD -> world.doubts().stream().anyMatch(doubt -> doubt.run() == run);
      case OTHER_MESSAGE -> othersUnsettled(world, run);
      case TURN -> moves(run, row, steps) || isRemembered(world);
      default -> false;
    };
  }

  private static boolean moves(int run, WalkWorld.Row row, List<Step> steps) {
    return steps.stream()
        .anyMatch(
            step -> step.cause() == Cause.COURSE && !step.world().rows().get(run).equals(row));
  }

  /** The owner has yet to find out that an attempt which it remembers was settled by another. */
  private static boolean isRemembered(WalkWorld world) {
    return world.doubts().stream().anyMatch(doubt -> !isUnsettled(world, doubt.run()))
        || world.flights().stream()
            .anyMatch(flight -> flight.isOwners() && !isUnsettled(world, flight.run()));
  }

  private static boolean isUnsettled(WalkWorld world, int run) {
    return world.rows().get(run).isUnsettled();
  }
}
