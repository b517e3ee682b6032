package belfry.delivery.lane;

import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUpLife;
import belfry.runs.followups.FollowUpReasons;
import belfry.runs.followups.FollowUpState;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.followups.Sighting;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Messages of follow-ups that may or may not have been changed: when each is looked at, and what
 * that says. Used only by its lane's thread.
 */
final class FollowUpDoubts {
  private static final int LOOKS_AT_ONCE = 8;

  /** Tried so often without effect, a message is left to a person. */
  private static final int MOST_ATTEMPTS = 5;

  private final FollowUpWire wire;
  private final Surroundings around;
  private final Consumer<LaneEvent> deliver;
  private final Map<LaneFollowUps.Key, Doubt> doubts = new LinkedHashMap<>();

  FollowUpDoubts(FollowUpWire wire, Surroundings around, Consumer<LaneEvent> deliver) {
    this.wire = wire;
    this.around = around;
    this.deliver = deliver;
  }

  /** A message in doubt. */
  static final class Doubt {
    private final FollowUpTask task;

    /** When the last request for it can have begun. */
    private final long since;

    private int looks;
    private long nextLook;
    private boolean asking;

    /** When it was asked about last. */
    private long askedAt;

    private Doubt(FollowUpTask task, long since) {
      this.task = task;
      this.since = since;
    }

    FollowUpTask task() {
      return task;
    }
  }

  int size() {
    return doubts.size();
  }

  void clear() {
    doubts.clear();
  }

  /** Forgets those of follow-ups that are closed: somebody else has settled them. */
  void retain(Set<FollowUpId> open) {
    doubts.keySet().removeIf(key -> !open.contains(key.followUp()));
  }

  /** A request for it began at {@code since} at the latest, on our monotonic clock. */
  void add(FollowUpTask task, long since) {
    var doubt = new Doubt(task, since);
    plan(doubt);
    doubts.put(LaneFollowUps.Key.of(task), doubt);
  }

  /** The look after the quiet time decides, and is repeated until it is answered. */
  private void plan(Doubt doubt) {
    var tuning = around.tuning();
    var next =
        switch (doubt.looks) {
          case 0 -> doubt.since + tuning.firstLook().toNanos();
          case 1 -> doubt.since + tuning.secondLook().toNanos();
          case 2 -> doubt.since + quiet();
          default -> now() + quiet() / 4;
        };
    doubt.nextLook = Math.max(next, now());
  }

  /** When the next look is due, if before {@code otherwise}. */
  long nextOr(long otherwise, Map<FollowUpId, OpenFollowUp> open) {
    if (asking() >= LOOKS_AT_ONCE) {
      return otherwise;
    }
    return doubts.values().stream()
        .filter(doubt -> !doubt.asking && open.containsKey(doubt.task.followUp()))
        .mapToLong(doubt -> doubt.nextLook)
        .reduce(otherwise, Math::min);
  }

  /** Begins the looks that are due. */
  void ask(Map<FollowUpId, OpenFollowUp> open) {
    var free = Math.max(0, LOOKS_AT_ONCE - asking());
    doubts.values().stream()
        .filter(doubt -> !doubt.asking && now() - doubt.nextLook >= 0)
        .filter(doubt -> open.containsKey(doubt.task.followUp()))
        .limit(free)
        .toList()
        .forEach(this::ask);
  }

  private long asking() {
    return doubts.values().stream().filter(doubt -> doubt.asking).count();
  }

  private void ask(Doubt doubt) {
    doubt.asking = true;
    doubt.askedAt = now();
    doubt.looks++;
    wire.look(doubt.task, answer -> deliver.accept(new LaneEvent.Shown(doubt, answer)));
  }

  /** The settlement that follows from what was seen; empty if it is to be looked at again. */
  Optional<FollowUpTask.Settled> judged(Doubt doubt, FollowUp.Kind kind, Sighting sighting) {
    var key = LaneFollowUps.Key.of(doubt.task);
    if (doubts.get(key) != doubt) {
      return Optional.empty();
    }
    doubt.asking = false;
    var event =
        new FollowUpLife.Event.Looked(
            sighting,
            doubt.askedAt - doubt.since >= quiet(),
            doubt.task.attempt() >= MOST_ATTEMPTS);
    var to = FollowUpLife.after(kind, FollowUpState.UNKNOWN, event);
    if (to == FollowUpState.UNKNOWN) {
      plan(doubt);
      return Optional.empty();
    }
    doubts.remove(key);
    var settled = doubt.task.settled(to, FollowUpReasons.of(kind, to, sighting));
    return Optional.of(FollowUpLife.clears(sighting) ? settled.withoutEffect() : settled);
  }

  private long quiet() {
    return around.tuning().quiet().toNanos();
  }

  private long now() {
    return around.time().nanos();
  }
}
