package belfry.jobs;

import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Command;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.PromiseRows;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.reminders.ReminderEnd;
import belfry.jobs.schedule.Ahead;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Runs;
import belfry.runs.Wave;
import belfry.runs.ids.JobId;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import java.time.Instant;
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
   * @param keepDraft whether a job that has not begun becomes a draft again, or stays one
   */
  public ChangeResult cancel(Actor actor, JobId id, boolean keepDraft, Optional<String> requestId) {
    var answer =
        transactions.change(
            actor,
            actor.asks("cancel", requestId, id, keepDraft),
            change -> cancelled(change, change.own(id), keepDraft));
    return figured(answer);
  }

  /**
   * Takes back that it was sent now: it is again what it was before. What was changed with the same
   * press is a draft, and so is what would have gone out by now; one that goes out in addition to
   * its series is cancelled.
   *
   * @param seen the revision that is taken back: what is on a schedule under another one was put
   *     there since, or by a first undo, and stays; what somebody else has sent since stays as well
   */
  public ChangeResult undo(Actor actor, JobId id, Optional<Long> seen, Optional<String> requestId) {
    var answer =
        transactions.change(
            actor,
            actor.asks("undo", requestId, id, seen),
            change -> {
              var job = change.own(id);
              if (isOnSchedule(job) && !seen.equals(Optional.of(job.revision()))) {
                return cancelled(job, Optional.empty(), job.people() + job.spaces());
              }
              if (isOfAnother(job, actor, seen)) {
                change.expect(job, seen);
              }
              return before(job, change.now())
                  .map(ahead -> putBack(change, job, ahead))
                  .orElseGet(() -> cancelled(change, job, !job.isBesides()));
            });
    return figured(answer);
  }

  private static boolean isOnSchedule(Job job) {
    return job.isSeries() || (job.state() instanceof JobState.Scheduled && !job.isStarting());
  }

  /**
   * Whether somebody else has sent it since; that it has begun is one change, and more than that
   * came between.
   */
  private static boolean isOfAnother(Job job, Actor actor, Optional<Long> seen) {
    return !job.sender().equals(actor.personId())
        && seen.filter(revision -> job.revision() > revision + 1).isPresent();
  }

  private static Optional<Ahead> before(Job job, Instant now) {
    return job.schedule()
        .ahead()
        .filter(_ -> job.isStarting())
        .filter(ahead -> !ahead.edited() && ahead.due().filter(now::isBefore).isPresent());
  }

  private static ChangeResult putBack(JobChange change, Job job, Ahead ahead) {
    var to = change.decide(job, new Command.Schedule(ahead.due().orElseThrow()));
    var before = ahead.agreed().map(job::agreedTo).orElse(job).with(ahead.schedule());
    ahead.agreed().ifPresent(_ -> PromiseRows.putBack(change.handle(), job.id()));
    var again = change.as("schedule").save(job, before, to).job();
    return cancelled(again, Optional.empty(), job.people() + job.spaces());
  }

  private ChangeResult cancelled(JobChange change, Job job, boolean keepDraft) {
    var to = change.decide(job, new Command.Cancel(keepDraft));
    JobReminders.end(change, job, ReminderEnd.CANCELLED);
    change.gate(job, Run.Gate.STOPPING);
    var progress = progress(change.handle(), job);
    var isTakenBack = to.filter(JobState.Draft.class::isInstance).isPresent();
    var named = isTakenBack ? change.as("unschedule") : change;
    return cancelled(named.save(job, to).job(), progress, job.people() + job.spaces());
  }

  private ChangeResult figured(ChangeResult answer) {
    // For a repetition, the figures are the current ones.
    return answer instanceof ChangeResult.Agreed(var job)
        ? cancelled(job, progress(job), job.people() + job.spaces())
        : answer;
  }

  /** With how many people and spaces it was for, as long as its run does not say. */
  private static ChangeResult cancelled(Job job, Optional<RunProgress> was, long counted) {
    var tally = was.map(RunProgress::tally).orElse(Tally.NONE);
    var total = was.filter(RunProgress::expanded).map(RunProgress::total).orElse(counted);
    var inFlight = tally.sending() + tally.unknown();
    var settled = tally.sent() + tally.failed() + tally.held();
    return new ChangeResult.Cancelled(
        job, tally.sent(), inFlight, Math.max(0, total - settled - inFlight));
  }

  private Optional<RunProgress> progress(Handle handle, Job job) {
    return job.state().runId().map(run -> runs.progress(handle, run));
  }

  private Optional<RunProgress> progress(Job job) {
    return job.state().runId().flatMap(runs::find).map(Run::progress);
  }

  public ChangeResult pause(Actor actor, JobId id, Optional<String> requestId) {
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
   * Resumes it, which also answers its question, if it has one. Whoever has something sent whose
   * sender may not send any more is its sender from then on.
   *
   * @param revision the revision the caller has seen: a caller who has not seen the question must
   *     not answer it
   */
  public ChangeResult resume(
      Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
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
          var answered = isOfNobody(change, job) ? job.sentBy(actor.personId()) : job;
          change.gate(job, Run.Gate.OPEN);
          return change.save(job, answered, to);
        });
  }

  private static boolean isOfNobody(JobChange change, Job job) {
    return job.state()
        .runId()
        .flatMap(run -> Runs.find(change.handle(), run))
        .filter(Remarks::isOfNobody)
        .isPresent();
  }
}
