package belfry.runs.recipients;

import belfry.runs.ids.RunId;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * A person's decision about recipients at rest.
 *
 * @param from whom it can be about
 * @param reason recorded with each recipient
 */
public record Decision(RecipientState from, RecipientState to, String reason) {
  /** Of whoever is held: this person says that it arrived, or has it sent again. */
  public static Decision aboutHeld(String decider, boolean sendAgain) {
    var reason = sendAgain ? Reasons.SEND_AGAIN : Reasons.ARRIVED;
    return new Decision(
        RecipientState.HELD,
        RecipientLife.after(RecipientState.HELD, new RecipientLife.Event.Decided(sendAgain)),
        reason.with("name", decider).english());
  }

  /** Moves all chosen recipients that it can be about; returns how many. */
  public int made(Handle handle, RunId run, Chosen chosen, Instant now) {
    return switch (chosen) {
      case Chosen.All _ -> made(handle, run, now, "", List.of());
      case Chosen.Because(var reasons) ->
          made(handle, run, now, " AND reason IN (<chosen>)", reasons);
      case Chosen.Named(var ids) ->
          RecipientRows.parts(ids).stream()
              .mapToInt(part -> made(handle, run, now, " AND target IN (<chosen>)", part))
              .sum();
    };
  }

  private int made(Handle handle, RunId run, Instant now, String which, List<String> chosen) {
    var update =
        handle
            .createUpdate(
                "UPDATE recipient SET state = :to, reason = :reason, settled_at = :at, warned = warned + :warned"
                    + " WHERE run = :run AND state = :from"
                    + (to.isOpen() ? " AND " + RecipientErasure.NOT_ERASED : "")
                    + which)
            .bind("to", to.word())
            .bind("reason", reason)
            .bind("at", to.isOpen() ? null : now.toEpochMilli())
            .bind("warned", from == RecipientState.HELD && to.isOpen() ? 1 : 0)
            .bind("run", run.value())
            .bind("from", from.word());
    if (!which.isEmpty()) {
      update.bindList("chosen", chosen);
    }
    return update.execute();
  }
}
