package belfry.jobs;

import belfry.jobs.job.Actor;
import belfry.jobs.job.Answer;
import belfry.jobs.job.Command;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.reminders.ReminderEnd;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Runs;
import belfry.runs.Wave;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Cancels and pauses announcements, and lets them go on. */
public final class Stopping {
  private final JobTransactions transactions;
  private final Runs runs;

  public Stopping(JobTransactions transactions, Database database) {
    this.transactions = transactions;
    runs = new Runs(database);
  }

  /**
   * Cancels it. Sends in flight are awaited; nothing new is sent after this returns.
   *
   * @param keepDraft whether a job that has not begun becomes a draft again
   */
  public Stopped cancel(Actor actor, JobId id, boolean keepDraft, Optional<String> requestId) {
    var applied =
        transactions.<Found>apply(
            actor,
            actor.asks("cancel", requestId, id, keepDraft),
            change -> {
              var job = change.own(id);
              var to = change.decide(job, new Command.Cancel(keepDraft));
              JobReminders.end(change, job, ReminderEnd.CANCELLED);
              change.gate(job, Run.Gate.STOPPING);
              var progress = progress(change.handle(), job);
              var found = new Found(progress, job.people() + job.spaces());
              return new JobTransactions.Applied<>(change.save(job, to), Optional.of(found));
            });
    var answer = applied.answer();
    return applied
        .found()
        .map(found -> Stopped.of(answer, found.progress, found.counted))
        .orElseGet(() ->
            answer instanceof Answer.Agreed(var job)
                // For a repetition, the figures are the current ones.
                ? Stopped.of(answer, progress(job), job.people() + job.spaces())
                : Stopped.of(answer, Optional.empty(), 0));
  }

  /** How far a cancelled job had come, and how many people and spaces were counted for it. */
  private record Found(Optional<RunProgress> progress, long counted) {}

  private Optional<RunProgress> progress(Handle handle, Job job) {
    return job.state().runId().map(run -> runs.progress(handle, run));
  }

  private Optional<RunProgress> progress(Job job) {
    return job.state().runId().flatMap(runs::find).map(Run::progress);
  }

  public Answer pause(Actor actor, JobId id, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("pause", requestId, id),
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Pause());
          var goesOn =
              progress(change.handle(), job).flatMap(RunProgress::wave).flatMap(Wave::goesOn);
          change.gate(job, Run.Gate.PAUSED);
          // It is already paused, but would have continued by itself.
          return change.save(job, to.or(() -> goesOn.map(_ -> job.state())));
        });
  }

  /**
   * Resumes it, which also answers its question, if it has one.
   *
   * @param revision the revision the caller has seen: a caller who has not seen the question must
   *     not answer it
   */
  public Answer resume(Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("resume", requestId, id),
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Resume());
          if (to.isPresent()) {
            change.expect(job, revision);
            change.require(change.toNobody(job));
          }
          change.gate(job, Run.Gate.OPEN);
          return change.save(job, to);
        });
  }
}
