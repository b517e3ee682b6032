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
import belfry.jobs.schedule.Recurrence;
import belfry.jobs.schedule.Schedule;
import belfry.runs.ids.JobId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Leaves out the next time of a repeating job, and takes that back. */
public final class SkippedTimes {
  /** Whoever leaves out more than this wants another rule. */
  static final int MOST = 30;

  private static final String TIME = "time";

  private final JobTransactions transactions;

  public SkippedTimes(JobTransactions transactions) {
    this.transactions = transactions;
  }

  /**
   * Leaves out the next time.
   *
   * @param planned the time that the caller takes for the next, so that a request that comes late
   *     does not leave out another
   */
  public ChangeResult skip(Actor actor, JobId id, Instant planned, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("skip", requestId, id, planned),
        change -> {
          var job = change.own(id);
          var recurrence = recurrence(job);
          var next = recurrence.flatMap(times -> times.from(planned).skip(1).findFirst());
          var to = change.decide(job, new Command.Skip(next.orElse(planned)));
          if (recurrence.isEmpty()) {
            throw refused(Phrase.of("skip.once", "It does not repeat. Cancel it instead."));
          }
          if (job.schedule().skipped().contains(planned)) {
            return new ChangeResult.Agreed(job);
          }
          if (!job.state().dueTime().equals(Optional.of(planned))) {
            throw wrong(
                Phrase.of("skip.notNext", "This is not its next time any more. Load it again."));
          }
          if (next.isEmpty()) {
            throw wrong(
                Phrase.of("skip.last", "This is its last time. Cancel the message instead."));
          }
          var left = job.schedule().skipping(job.schedule().skippedAfter(change.now()));
          if (left.skipped().size() >= MOST) {
            throw wrong(
                Phrase.of(
                    "skip.tooMany",
                    "So many of its times are skipped already. Change its schedule."));
          }
          return saved(change, job, to, left.without(planned), planned);
        });
  }

  /** Takes a time back that was left out and is still to come. */
  public ChangeResult unskip(Actor actor, JobId id, Instant planned, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("unskip", requestId, id, planned),
        change -> {
          var job = change.own(id);
          var due = job.state().dueTime().filter(planned::isAfter).orElse(planned);
          var to = change.decide(job, new Command.Unskip(due));
          if (!job.schedule().skipped().contains(planned)) {
            throw wrong(Phrase.of("skip.notSkipped", "This time is not skipped. Load it again."));
          }
          if (!planned.isAfter(change.now())) {
            throw wrong(
                Phrase.of("skip.passed", "This time has passed. Send the message now instead."));
          }
          return saved(change, job, to, job.schedule().with(planned), planned);
        });
  }

  private static Optional<Recurrence> recurrence(Job job) {
    try {
      return job.schedule().recurrence();
    } catch (IllegalArgumentException _) {
      throw refused(
          Phrase.of(
              "skip.unreadable", "It cannot be said any more when it is due. Schedule it again."));
    }
  }

  private static ChangeResult saved(
      JobChange change, Job job, Optional<JobState> to, Schedule schedule, Instant planned) {
    change.record(job, planned + " " + job.title());
    var changed = job.with(to.orElse(job.state())).with(schedule);
    return new ChangeResult.Agreed(JobStore.save(change.handle(), changed, change.now()));
  }

  private static JobChange.Refusal refused(Phrase why) {
    return new JobChange.Refusal(new ChangeResult.Refused(why));
  }

  private static JobChange.Refusal wrong(Phrase why) {
    return new JobChange.Refusal(new ChangeResult.Invalid(List.of(new Fault(TIME, why))));
  }
}
