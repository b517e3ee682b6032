package belfry.delivery.lane;

import belfry.delivery.foundation.Lease;
import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUpTask;
import belfry.runs.ids.RunId;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** A lane whose messages stay as they were sent. */
final class NoFollowUps implements FollowUpLedger, FollowUpWire {
  private static final NoFollowUps NONE = new NoFollowUps();
  static final FollowUpPorts PORTS = new FollowUpPorts(NONE, NONE);

  private NoFollowUps() {}

  @Override
  public List<FollowUp> open() {
    return List.of();
  }

  @Override
  public Optional<Sent> sent(RunId run) {
    return Optional.empty();
  }

  @Override
  public Optional<List<FollowUpTask>> takeOver(Lease lease) {
    return Optional.of(List.of());
  }

  @Override
  public Optional<List<FollowUpTask>> turn(Lease lease, Order order) {
    throw new AssertionError("nothing is to be followed up");
  }

  @Override
  public void late(List<FollowUpTask.Settled> settlements) {
    throw new AssertionError("nothing was followed up");
  }

  @Override
  public void delete(String messageId, BooleanSupplier leave, Consumer<Outcome> done) {
    throw new AssertionError("nothing is to be deleted");
  }

  @Override
  public void edit(
      String messageId,
      Optional<SpaceId> room,
      String markdown,
      BooleanSupplier leave,
      Consumer<Outcome> done) {
    throw new AssertionError("nothing is to be edited");
  }

  @Override
  public void look(FollowUpTask task, Consumer<Response<Posted>> done) {
    throw new AssertionError("nothing is in doubt");
  }
}
