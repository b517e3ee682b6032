package belfry.jobs;

import belfry.base.Phrase;
import belfry.base.Time;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * How a person changes where recipients of a run stand: together with the job, which is locked
 * first, so that two people, or one and a cancel, wait for each other.
 */
public final class RecipientCorrections {
  private final JobTransactions transactions;
  private final Time time;

  RecipientCorrections(JobTransactions transactions, Time time) {
    this.transactions = transactions;
    this.time = time;
  }

  /**
   * What is asked for.
   *
   * @param action for the audit trail
   * @param whom in words: it tells a repeated request from a misused request id
   * @param again whether somebody is to be sent to again, which opens a finished job again
   */
  public record Wish(String action, String whom, boolean again, Optional<String> requestId) {}

  /** Moves the recipients inside the transaction. */
  public interface Work {
    Result in(Handle handle, RunId run);
  }

  /** What came of the work. */
  public sealed interface Result {
    /** They are moved; {@code detail} says it in the audit trail. */
    record Moved(String detail) implements Result {}

    /** Nothing was changed. */
    record Not(Answer why) implements Result {}
  }

  public Answer apply(Actor actor, JobId id, Wish wish, Work work) {
    return transactions.once(
        actor,
        IdempotentRequest.of(wish.action, wish.requestId, id, wish.again, wish.whom),
        handle ->
            JobTransactions.owned(handle, actor, id)
                .map(job -> resettled(handle, actor, job, wish, work)));
  }

  private Answer resettled(Handle handle, Actor actor, Job job, Wish wish, Work work) {
    var run = job.state().runId();
    if (run.isEmpty()) {
      return new Answer.Refused(Phrase.of("job.notGoneOut", "It has not gone out yet."));
    }
    var verdict =
        wish.again ? JobState.decide(job.state(), new Command.Reopen()) : new Verdict.Unchanged();
    if (verdict instanceof Verdict.Refused(var why)) {
      return new Answer.Refused(why);
    }
    return switch (work.in(handle, run.get())) {
      case Result.Not(var why) -> why;
      case Result.Moved(var detail) -> {
        transactions.record(handle, actor, wish.action, job, detail);
        if (wish.again) {
          Runs.reopen(handle, run.get());
        }
        yield new Answer.Agreed(
            verdict instanceof Verdict.Moved(var to)
                ? JobStore.save(handle, job.with(to), time.now())
                : job);
      }
    };
  }
}
