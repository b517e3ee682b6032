package belfry.jobs.job;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.apps.AppName;
import belfry.messages.Reminders;
import belfry.runs.ids.JobId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Changes of jobs' states that no person makes, with their entries in the audit trail. */
public record TimedMoves(Access access) {
  /** A job that starts later than this is marked late. */
  public static final Duration ON_TIME = Duration.ofSeconds(60);

  /** That it takes its turn like others from now on. */
  static final String NOT_URGENT = "notUrgent";

  /** False if the job's state does not permit it. */
  public boolean move(Handle handle, Job job, Command command, Instant now) {
    if (!(JobState.decide(job.state(), command) instanceof Verdict.Moved(var to))) {
      return false;
    }
    JobStore.save(handle, job.with(to), now);
    var origin =
        job.occurrence()
            .map(one -> job.series().isPresent() ? "one of " : "reminder of ")
            .map(words -> words + job.occurrence().orElseThrow().series())
            .orElse("");
    record(handle, job, to.word(), origin);
    return true;
  }

  /** Whoever made it urgent may not do that any more. */
  public Job takeTurn(Handle handle, Job job, Instant now) {
    record(handle, job, NOT_URGENT, job.schedule().urgent());
    return JobStore.save(handle, job.with(job.schedule().urgent("")), now);
  }

  /**
   * What was changed with a sending in addition to the schedule is changed for good once that
   * starts: until then it can be undone.
   */
  public Job takeOver(Handle handle, Job series, Job one, Instant now) {
    set(one, series.draft().reminders())
        .ifPresent(set -> changed(handle, series, one, "job.reminders", set));
    changed(handle, series, one, "job.edit", series.title());
    var changed = JobStore.save(handle, series.saying(one), now);
    JobNews.note(handle, series.id(), JobNews.What.EDITED, now);
    return changed;
  }

  private void changed(Handle handle, Job series, Job one, String action, String detail) {
    access
        .audit()
        .record(
            handle,
            AuditEntry.in(series.app())
                .by(one.sender())
                .did(action, series.id().toString())
                .saying(detail));
  }

  /** The reminders of a job in words, if there were others before. */
  static Optional<String> set(Job job, Reminders before) {
    return Optional.of(job.draft().reminders())
        .filter(set -> !set.equals(before))
        .map(set -> set.any() ? set.summary() : "none");
  }

  public void record(Handle handle, Job job, String action, String detail) {
    record(handle, job.app(), job.id(), action, detail);
  }

  public void record(Handle handle, AppName app, JobId job, String action, String detail) {
    access
        .audit()
        .record(handle, AuditEntry.in(app).did("job." + action, job.toString()).saying(detail));
  }
}
