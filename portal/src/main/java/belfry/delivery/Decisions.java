package belfry.delivery;

import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.Actor;
import belfry.jobs.Answer;
import belfry.jobs.Fault;
import belfry.jobs.JobId;
import belfry.jobs.Jobs;
import belfry.jobs.RecipientCorrections;
import belfry.jobs.RecipientState;
import belfry.jobs.RunId;
import belfry.jobs.Tally;
import belfry.storage.Database;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What a person decides of single recipients: whether a held one is sent to again or has it, and
 * which refused ones are tried again. All that were named are moved, or none.
 */
public final class Decisions {
  private static final int MOST_REASONS = 50;
  private static final int NAMED_AT_ONCE = 500;

  private final Database database;
  private final Jobs jobs;
  private final Time time;

  Decisions(Database database, Jobs jobs, Time time) {
    this.database = database;
    this.jobs = jobs;
    this.time = time;
  }

  /** Which of the recipients that stand where the question is about. */
  public sealed interface Whom {
    record All() implements Whom {}

    /** By the platform's ids of persons and spaces. */
    record Named(List<String> ids) implements Whom {}

    /** By why they were refused, word for word. */
    record Because(List<String> reasons) implements Whom {}
  }

  /** Settles held recipients: nobody else can tell whether they have it. */
  public Answer decide(
      Actor actor, JobId job, Whom whom, boolean sendAgain, Optional<String> requestId) {
    var move =
        new Move(
            RecipientState.HELD,
            RecipientLife.after(RecipientState.HELD, new RecipientLife.Event.Decided(sendAgain)),
            sendAgain
                ? Reasons.SEND_AGAIN.with("name", actor.name()).words()
                : Reasons.ARRIVED.with("name", actor.name()).words());
    return jobs.corrections()
        .apply(
            actor,
            job,
            new RecipientCorrections.Wish("decide", whom.toString(), sendAgain, requestId),
            (handle, run) -> moved(handle, run, whom, move, sendAgain ? "sendAgain" : "delivered"));
  }

  /** Tries refused recipients again, as the next wave of the same run. */
  public Answer retryFailed(Actor actor, JobId job, Whom whom, Optional<String> requestId) {
    var move =
        new Move(
            RecipientState.FAILED,
            RecipientLife.after(RecipientState.FAILED, new RecipientLife.Event.Retried()),
            Reasons.TRY_AGAIN.with("name", actor.name()).words());
    return jobs.corrections()
        .apply(
            actor,
            job,
            new RecipientCorrections.Wish("retryFailed", whom.toString(), true, requestId),
            (handle, run) -> {
              var result = moved(handle, run, whom, move, "tried again");
              if (result instanceof RecipientCorrections.Result.Moved(var detail)) {
                var wave = jobs.runs().nextWave(handle, run);
                return new RecipientCorrections.Result.Moved("%s, wave %d".formatted(detail, wave));
              }
              return result;
            });
  }

  /** From where to where, and what is written beside each. */
  private record Move(RecipientState from, RecipientState to, String reason) {}

  private RecipientCorrections.Result moved(
      Handle handle, RunId run, Whom whom, Move move, String doing) {
    var objection = objection(handle, run, whom, move.from);
    if (objection.isPresent()) {
      return new RecipientCorrections.Result.Not(objection.get());
    }
    var count =
        switch (whom) {
          case Whom.All _ -> update(handle, run, move, "", List.of());
          case Whom.Because(var reasons) ->
              update(handle, run, move, " AND reason IN (<chosen>)", reasons);
          case Whom.Named(var ids) ->
              parts(ids).stream()
                  .mapToInt(part -> update(handle, run, move, " AND target IN (<chosen>)", part))
                  .sum();
        };
    if (count == 0) {
      return new RecipientCorrections.Result.Not(new Answer.Refused(nobodyLeft(move.from)));
    }
    var moves = new Tally.Moves();
    moves.move(move.from, move.to, count);
    jobs.runs().count(handle, run, moves.tally(), 0, time.now());
    return new RecipientCorrections.Result.Moved(
        "%d %s: %s".formatted(count, move.from.word(), doing));
  }

  private static Phrase nobodyLeft(RecipientState from) {
    return from == RecipientState.HELD
        ? Phrase.of("recipients.noneHeld", "Nobody here is held any more.")
        : Phrase.of("recipients.noneFailed", "Nobody here is failed any more.");
  }

  private static Phrase notAll(RecipientState from) {
    return from == RecipientState.HELD
        ? Phrase.of(
            "recipients.notHeld",
            "Not all of them are held any more, so nothing was changed. Load the list again.")
        : Phrase.of(
            "recipients.notFailed",
            "Not all of them are failed any more, so nothing was changed. Load the list again.");
  }

  private int update(Handle handle, RunId run, Move move, String which, List<String> chosen) {
    var update =
        handle
            .createUpdate(
                "UPDATE recipient SET state = :to, reason = :reason, settled_at = :at, warned = warned + :warned"
                    + " WHERE run = :run AND state = :from"
                    + which)
            .bind("to", move.to.word())
            .bind("reason", move.reason)
            .bind("at", move.to.isOpen() ? null : time.now().toEpochMilli())
            .bind("warned", move.from == RecipientState.HELD && move.to.isOpen() ? 1 : 0)
            .bind("run", run.value())
            .bind("from", move.from.word());
    if (!which.isEmpty()) {
      update.bindList("chosen", chosen);
    }
    return update.execute();
  }

  /** Why not all that were chosen can be moved; only people move what stands still, one by one. */
  private static Optional<Answer> objection(
      Handle handle, RunId run, Whom whom, RecipientState from) {
    return switch (whom) {
      case Whom.All _ -> Optional.empty();
      case Whom.Because(var reasons) -> {
        var faults = new ArrayList<Fault>();
        var known = failures(handle, run, reasons);
        for (var i = 0; i < reasons.size(); i++) {
          if (!known.containsKey(reasons.get(i))) {
            faults.add(
                new Fault(
                    "reasons[" + i + "]",
                    Phrase.of("reasons.nobody", "Nobody failed for this reason.")));
          }
        }
        yield faults.isEmpty() ? Optional.empty() : Optional.of(new Answer.Invalid(faults));
      }
      case Whom.Named(var ids) -> {
        var states = states(handle, run, ids);
        var faults = new ArrayList<Fault>();
        for (var i = 0; i < ids.size(); i++) {
          if (!states.containsKey(ids.get(i))) {
            faults.add(
                new Fault(
                    "recipients[" + i + "]",
                    Phrase.of(
                        "recipients.unknown", "There is no such recipient in this sending.")));
          }
        }
        var others = states.values().stream().filter(state -> state != from).count();
        if (!faults.isEmpty()) {
          yield Optional.of(new Answer.Invalid(faults));
        }
        yield others == 0 ? Optional.empty() : Optional.of(new Answer.Refused(notAll(from)));
      }
    };
  }

  private static Map<String, RecipientState> states(Handle handle, RunId run, List<String> ids) {
    var states = new HashMap<String, RecipientState>();
    for (var part : parts(ids)) {
      handle
          .createQuery("SELECT target, state FROM recipient WHERE run = :run AND target IN (<ids>)")
          .bind("run", run.value())
          .bindList("ids", part)
          .map((row, _) ->
              states.put(row.getString("target"), RecipientState.read(row.getString("state"))))
          .list();
    }
    return states;
  }

  private static List<List<String>> parts(List<String> ids) {
    var distinct = List.copyOf(new LinkedHashSet<>(ids));
    var parts = new ArrayList<List<String>>();
    for (var from = 0; from < distinct.size(); from += NAMED_AT_ONCE) {
      parts.add(distinct.subList(from, Math.min(from + NAMED_AT_ONCE, distinct.size())));
    }
    return parts;
  }

  private static Map<String, Long> failures(Handle handle, RunId run, List<String> reasons) {
    var found = new HashMap<String, Long>();
    handle
        .createQuery(
            """
            SELECT reason, COUNT(*) AS n FROM recipient
            WHERE run = :run AND state = 'failed' AND reason IN (<reasons>) GROUP BY reason
            """)
        .bind("run", run.value())
        .bindList("reasons", reasons)
        .map((row, _) -> found.put(row.getString("reason"), row.getLong("n")))
        .list();
    return found;
  }

  /** Why recipients were refused, and how many for this reason. */
  public record Failure(String reason, long recipients) {}

  /** The reasons of a run, the most frequent first; at most {@value #MOST_REASONS}. */
  public List<Failure> failures(RunId run) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT COALESCE(reason, '') AS why, COUNT(*) AS n FROM recipient
                WHERE run = ? AND state = 'failed'
                GROUP BY COALESCE(reason, '') ORDER BY n DESC, why LIMIT ?
                """)
            .bind(0, run.value())
            .bind(1, MOST_REASONS)
            .map((row, _) -> new Failure(row.getString("why"), row.getLong("n")))
            .list());
  }
}
