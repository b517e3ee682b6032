package belfry.delivery.lane;

import belfry.platform.Outcome;
import belfry.platform.Posted;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import belfry.runs.followups.FollowUpTask;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** How one bot changes messages that it has sent. Answers come on any thread, each exactly once. */
public interface FollowUpWire {
  /** Deletes a message; {@code leave} is called when the request is about to be written. */
  void delete(String messageId, BooleanSupplier leave, Consumer<Outcome> done);

  /** Replaces the text of a message; its room is looked up if it is unknown. */
  void edit(
      String messageId,
      Optional<SpaceId> room,
      String markdown,
      BooleanSupplier leave,
      Consumer<Outcome> done);

  /**
   * Reads a message as it is shown now. It is absent from a space only if the bot can still read
   * the space.
   */
  void look(FollowUpTask task, Consumer<Response<Posted>> done);
}
