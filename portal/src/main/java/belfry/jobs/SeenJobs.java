package belfry.jobs;

import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.runs.LostTime;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.followups.FollowUpId;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.UnreadableRows;
import java.util.List;
import java.util.Optional;

/** Jobs as people see them: with their runs, and also those that cannot be read. */
public final class SeenJobs {
  private final Database database;
  private final JobStore store;
  private final Runs runs;
  private final FollowUps followUps;
  private final UnreadableRows unreadable;

  public SeenJobs(Database database) {
    this.database = database;
    store = new JobStore(database);
    runs = new Runs(database);
    followUps = new FollowUps(database);
    unreadable = database.read(UnreadableRows::of);
  }

  /** A job and its run, if it has one, as both were at one time. */
  public record Seen(Job job, Optional<Run> run) {}

  /**
   * A job that was read before, with its run. What a run asks must never be seen with a revision
   * from before it was asked, because then nobody could answer it.
   */
  public Seen of(Job before) {
    var run = before.state().runId().flatMap(this::run);
    var job = run.flatMap(_ -> store.seen(before.app(), before.id())).orElse(before);
    return job.revision() == before.revision() ? new Seen(before, run) : of(job);
  }

  private Optional<Run> run(RunId id) {
    return Optional.ofNullable(runs.find(List.of(id)).get(id));
  }

  /**
   * Whether it is held, and may have gone out in a time of which nothing is known, since a backup
   * was restored.
   */
  public boolean mayHaveGoneOut(Job job) {
    return job.state() instanceof JobState.Held(var due)
        && database.read(handle -> LostTime.mayHaveBegun(handle, due));
  }

  /** One that cannot be read waits, whatever its state says, unless it is over. */
  public Job standing(Job job) {
    return JobRemains.isOver(job.state()) || trouble(job).isEmpty()
        ? job
        : job.with(new JobState.Held(job.changed()));
  }

  /**
   * What cannot be read of what belongs to this job, and why; it waits, and the job goes on. Its
   * reminders, recalls and corrections have been read before.
   */
  public Optional<String> troubleBeside(Job job) {
    if (!unreadable.any()) {
      return Optional.empty();
    }
    var named =
        unreadable.all().stream()
            .filter(row -> row.app().equals(job.app().value()) && isOf(row, job))
            .flatMap(row -> unreadable.why(row).map(why -> row.named() + ": " + why).stream())
            .toList();
    return Optional.of(String.join("; ", named)).filter(words -> !words.isEmpty());
  }

  private boolean isOf(UnreadableRows.Row row, Job job) {
    return switch (row.table()) {
      case "reminder" -> row.id() == job.id().value();
      case "follow_up", "follow_up.audience", FollowUps.PLANNING ->
          followUps.run(new FollowUpId(row.id())).equals(job.state().runId());
      default -> false;
    };
  }

  /** Why this job or its run cannot be read, and therefore waits; empty if both can. */
  public Optional<String> trouble(Job job) {
    var app = job.app().value();
    return unreadable
        .why(new UnreadableRows.Row("job", job.id().value(), app))
        .or(() ->
            job.state()
                .runId()
                .flatMap(run -> unreadable.why(new UnreadableRows.Row("run", run.value(), app))));
  }
}
