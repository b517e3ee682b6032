package belfry.delivery.lane;

import belfry.base.Time;
import belfry.delivery.foundation.Lease;
import belfry.platform.ids.PersonRef;
import java.util.HashSet;
import java.util.Set;

/** Composes a lane's next order to the ledger: all results that came back, and whom to claim. */
final class TurnPlan {
  /** In one order, which is one transaction: a few a second write as many as any pace sends. */
  static final int MOST_CLAIMS = 256;

  /** Files share the line to the platform: with many at once, none would arrive in time. */
  private static final int FILES_AT_ONCE = 8;

  private final LaneParts parts;
  private final Rivals rivals;
  private final Time time;
  private long attempts;

  TurnPlan(LaneParts parts, Time time) {
    this.parts = parts;
    rivals = new Rivals(parts.turns(), parts.reconciler());
    this.time = time;
  }

  /** The next order of this owner; {@code maySend} is false if nobody is to be claimed. */
  Ledger.Order next(Lease lease, boolean maySend) {
    var platformTime = parts.wire().platformTime();
    var outbox = parts.outbox();
    return new Ledger.Order(
        lease.epoch() << 32 | ++attempts,
        parts.wire().dating(time.nanos()),
        outbox.settlements(),
        outbox.abandoned(),
        parts.turns().claims(maySend ? permits() : 0, roomForFiles()).stream()
            .map(claim -> claim.busy(rivals.of(claim.run())))
            .toList(),
        inFlightOrProbed(),
        parts.turns().toSkip(),
        parts.pace().memory(platformTime),
        kept(),
        outbox.echoes(),
        parts.bot().trouble(),
        outbox.rests(),
        parts.bot().isCutOff());
  }

  private Ledger.Kept kept() {
    var calm = parts.reconciler().size() == 0 && parts.flights().isEmpty();
    return new Ledger.Kept(
        parts.wire().bot().flatMap(PersonRef::id),
        parts.reconciler().lag(),
        parts.inquiry().clock(calm),
        parts.others().lastSeen());
  }

  private int permits() {
    return Math.min(parts.pace().permits(parts.flights().size()), MOST_CLAIMS);
  }

  /** How many messages with a file may begin. */
  int roomForFiles() {
    return (int) Math.max(0, FILES_AT_ONCE - parts.flights().of(parts.turns()::hasFile));
  }

  /** The targets with something unsettled. */
  Set<String> busyTargets() {
    var targets = new HashSet<>(parts.flights().targets());
    parts.reconciler().doubts().forEach(doubt -> targets.add(doubt.what().target()));
    return targets;
  }

  private Set<String> inFlightOrProbed() {
    var targets = new HashSet<>(parts.flights().targets());
    targets.addAll(parts.others().probing());
    return targets;
  }
}
