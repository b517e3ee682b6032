package belfry.jobs;

import belfry.base.Phrase;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Command;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.schedule.Fault;
import belfry.runs.RecipientMoves;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Chosen;
import belfry.runs.recipients.Decision;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientLife;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.storage.Database;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * A person's decisions about individual recipients: whether a held one is sent to again or counts
 * as delivered, and which refused ones are retried. All named recipients are moved, or none. The
 * job is locked first, so that two people, or a person and a cancel, wait for each other.
 */
public final class RecipientDecisions {
  private final JobTransactions transactions;
  private final Runs runs;

  public RecipientDecisions(JobTransactions transactions, Database database) {
    this.transactions = transactions;
    runs = new Runs(database);
  }

  /**
   * Decides about held recipients, because only a person can tell whether they have it.
   *
   * @param shown how many they were told of; empty if no number was shown
   */
  public ChangeResult decide(
      Actor actor,
      JobId id,
      Chosen chosen,
      boolean sendAgain,
      Optional<Long> shown,
      Optional<String> requestId) {
    var decision = Decision.aboutHeld(actor.name(), sendAgain);
    return transactions.change(
        actor,
        actor.asks("decide", requestId, id, sendAgain, chosen),
        change -> {
          var job = change.own(id);
          var run = run(job);
          if (sendAgain) {
            change.requireReopening(job);
          }
          var to =
              sendAgain ? change.decide(job, new Command.Reopen()) : Optional.<JobState>empty();
          var count = move(change, run, chosen, decision);
          noMore(change, "held", shown, count);
          change.record(job, "%d held: %s".formatted(count, sendAgain ? "sendAgain" : "delivered"));
          return sendAgain ? reopened(change, job, run, to) : new ChangeResult.Agreed(job);
        });
  }

  /**
   * Retries refused recipients, as the next wave of the same run.
   *
   * @param shown how many they were told of; empty if no number was shown
   */
  public ChangeResult retryFailed(
      Actor actor, JobId id, Chosen chosen, Optional<Long> shown, Optional<String> requestId) {
    var decision =
        new Decision(
            RecipientState.FAILED,
            RecipientLife.after(RecipientState.FAILED, new RecipientLife.Event.Retried()),
            Reasons.TRY_AGAIN.with("name", actor.name()).english());
    return transactions.change(
        actor,
        actor.asks("retryFailed", requestId, id, true, chosen),
        change -> {
          var job = change.own(id);
          var run = run(job);
          change.requireReopening(job);
          var to = change.decide(job, new Command.Reopen());
          var count = move(change, run, chosen, decision);
          noMore(change, "failed", shown, count);
          var wave = runs.nextWave(change.handle(), run);
          change.record(job, "%d failed: tried again, wave %d".formatted(count, wave));
          return reopened(change, job, run, to);
        });
  }

  private static RunId run(Job job) {
    return job.state()
        .runId()
        .orElseThrow(() -> new JobChange.Refusal(new ChangeResult.Refused(JobState.NOT_GONE_OUT)));
  }

  private static ChangeResult reopened(
      JobChange change, Job job, RunId run, Optional<JobState> to) {
    Runs.reopen(change.handle(), run);
    if (to.isEmpty()) {
      return new ChangeResult.Agreed(job);
    }
    // What was over begins anew, and is as urgent as whoever lets it may make it.
    var allowed = change.asAllowed(job);
    if (allowed.schedule().urgent().isEmpty()) {
      Runs.setUrgent(change.handle(), run, false);
    }
    return new ChangeResult.Agreed(
        JobStore.save(change.handle(), allowed.with(to.get()), change.now()));
  }

  private int move(JobChange change, RunId run, Chosen chosen, Decision decision) {
    var handle = change.handle();
    change.require(strangers(handle, run, chosen));
    if (chosen instanceof Chosen.Named(var ids)
        && states(handle, run, ids).values().stream().anyMatch(state -> state != decision.from())) {
      throw new JobChange.Refusal(new ChangeResult.Refused(notAll(decision.from())));
    }
    var moves = new RecipientMoves(handle, runs, change.now());
    var count = moves.decide(run, chosen, decision);
    if (count == 0) {
      throw new JobChange.Refusal(new ChangeResult.Refused(nobodyLeft(decision.from())));
    }
    moves.count();
    return count;
  }

  /**
   * Faults for named recipients that are not in this run, and for reasons that nobody was refused
   * for.
   */
  private static List<Fault> strangers(Handle handle, RunId run, Chosen chosen) {
    return switch (chosen) {
      case Chosen.All _ -> List.of();
      case Chosen.Because(var reasons) ->
          missing(
              "reasons",
              reasons,
              RecipientRows.failures(handle, run, reasons),
              Phrase.of("reasons.nobody", "Nobody failed for this reason."));
      case Chosen.Named(var ids) ->
          missing(
              "recipients",
              ids,
              states(handle, run, ids).keySet(),
              Phrase.of("recipients.unknown", "There is no such recipient in this sending."));
    };
  }

  private static List<Fault> missing(
      String field, List<String> named, Set<String> present, Phrase why) {
    var faults = new ArrayList<Fault>();
    for (var i = 0; i < named.size(); i++) {
      if (!present.contains(named.get(i))) {
        faults.add(new Fault(field + "[" + i + "]", why));
      }
    }
    return faults;
  }

  private static Map<String, RecipientState> states(Handle handle, RunId run, List<String> ids) {
    var states = new HashMap<String, RecipientState>();
    for (var part : RecipientRows.parts(ids)) {
      states.putAll(RecipientRows.states(handle, run, part));
    }
    return states;
  }

  /** Nobody has looked at the others, who would perhaps get a second one. */
  private static void noMore(JobChange change, String field, Optional<Long> shown, int now) {
    shown
        .filter(seen -> now > seen)
        .map(seen ->
            new Fault(
                field,
                Phrase.of(
                    "recipients.moreHeld",
                    "You decided about {{seen, number}}, and by now there are {{now, number}}. Nothing was changed; look at them again.",
                    "seen",
                    seen,
                    "now",
                    now)))
        .ifPresent(fault -> change.require(List.of(fault)));
  }

  private static Phrase nobodyLeft(RecipientState from) {
    return from == RecipientState.HELD
        ? Phrase.of("recipients.noneHeld", "No held recipients are left here.")
        : Phrase.of("recipients.noneFailed", "No failed recipients are left here.");
  }

  private static Phrase notAll(RecipientState from) {
    return from == RecipientState.HELD
        ? Phrase.of(
            "recipients.notHeld",
            "Some of them are no longer held, so nothing was changed. Load the list again.")
        : Phrase.of(
            "recipients.notFailed",
            "Some of them are no longer failed, so nothing was changed. Load the list again.");
  }
}
