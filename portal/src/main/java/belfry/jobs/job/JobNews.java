package belfry.jobs.job;

import belfry.apps.AppName;
import belfry.base.EnumWord;
import belfry.base.Id;
import belfry.runs.NoticeRuns;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * What became of a job, as a row that is written with the change itself and stays until it is
 * taken.
 *
 * @param id grows from one row to the next
 * @param run empty if it had not begun
 * @param revision the job's after the change
 * @param counts empty if it had not begun, or was changed through a node of an earlier version
 */
public record JobNews(
    long id,
    JobId job,
    Optional<RunId> run,
    long revision,
    What what,
    Instant at,
    Optional<Counts> counts) {

  /** How many of a run's recipients were in which state then; it may be sent on since. */
  public record Counts(long total, long sent, long failed, long held, long skipped) {
    public static Counts of(RunProgress progress) {
      var tally = progress.tally();
      return new Counts(
          progress.total(), tally.sent(), tally.failed(), tally.held(), tally.skipped());
    }
  }

  /** What becomes of jobs. */
  public enum What {
    /** It goes out at a time, or at another one than before. */
    SCHEDULED,
    /** It was changed while it was scheduled, held or missed. */
    EDITED,
    /** It began to be sent, or is sent again to some who did not get it. */
    STARTED,
    FINISHED,
    /**
     * It was cancelled once it had begun; or it was to go out, and is cancelled, a draft or
     * deleted.
     */
    CANCELLED,
    /** Whoever scheduled it may not send any more, or it may have gone out already. */
    HELD,
    /** It could not start in time. */
    MISSED,
    /** Its sending is paused until somebody answers a question, or has it go on. */
    ASKED,
    /** Somebody has its messages deleted. */
    RECALLED,
    /** Somebody has the text of its messages replaced. */
    CORRECTED
  }

  /**
   * Those that this version knows: what a newer one has noted beside it is left for a process that
   * can tell it.
   */
  private static final String KNOWN =
      Arrays.stream(What.values())
          .map(what -> "'" + EnumWord.of(what) + "'")
          .collect(Collectors.joining(", ", "what IN (", ")"));

  /**
   * That programs were told that it is to go out; not yet of what only its author saw, who can
   * still undo it.
   */
  private static final String TOLD =
      """
      state = 'held' OR state = 'missed'
        OR (state = 'scheduled' AND (local_time <> '' OR told = 1))
      """;

  /** Notes that the job is about to be saved in this state, if that is worth telling. */
  static void note(Handle handle, Job job, Instant now) {
    if (job.isStarting()) {
      handle.execute(
          "UPDATE job SET told = CASE WHEN %s THEN 1 ELSE 0 END WHERE id = ?".formatted(TOLD),
          job.id().value());
    } else if (job.state() instanceof JobState.Scheduled) {
      noteTime(handle, job, now);
    }
    var what =
        switch (job.state()) {
          case JobState.Sending _ -> Optional.of(What.STARTED);
          case JobState.Finished _ -> Optional.of(What.FINISHED);
          case JobState.Cancelled(var run) -> run.map(_ -> What.CANCELLED);
          case JobState.Held _ -> Optional.of(What.HELD);
          case JobState.Missed _ -> Optional.of(What.MISSED);
          case JobState.Draft _, JobState.Scheduled _, JobState.Paused _, JobState.Stopping _ ->
              Optional.<What>empty();
        };
    what.ifPresent(one -> note(handle, job, one, now));
    if (job.state() instanceof JobState.Draft
        || job.state().equals(new JobState.Cancelled(Optional.empty()))) {
      noteEnd(handle, job.id(), now);
    }
    switch (job.state()) {
      case JobState.Held _, JobState.Missed _, JobState.Paused _ -> {}
      case JobState.Draft _,
          JobState.Scheduled _,
          JobState.Sending _,
          JobState.Stopping _,
          JobState.Finished _,
          JobState.Cancelled _ ->
          answered(handle, job.id());
    }
  }

  /** The job is about to be saved in a state in which it does not wait. */
  private static void answered(Handle handle, JobId job) {
    var waited =
        handle
            .createQuery(
                """
                SELECT 1 FROM job
                WHERE id = ? AND (state = 'held' OR state = 'missed' OR state = 'paused')
                """)
            .bind(0, job.value())
            .mapTo(Integer.class)
            .findOne();
    if (waited.isPresent()) {
      NoticeRuns.withdraw(handle, job);
    }
  }

  /** Only if the state changes; a paused job that goes on has not started. */
  private static void note(Handle handle, Job job, What what, Instant now) {
    handle
        .createUpdate(
            """
            INSERT INTO job_news (id, app, job, run, revision, what, at, total, sent, failed, held, skipped)
            SELECT :id, job.app, job.id, :run, job.revision + 1, :what, :now,
              run.total, run.sent, run.failed, run.held, run.skipped
            FROM job LEFT JOIN run ON run.id = :run
            WHERE job.id = :job AND job.state <> :state
              AND NOT (job.state = 'paused' AND :state = 'sending')
            """)
        .bind("id", Id.next().value())
        .bind("run", job.state().runId().map(RunId::value).orElse(null))
        .bind("what", EnumWord.of(what))
        .bind("now", now)
        .bind("job", job.id().value())
        .bind("state", job.state().word())
        .execute();
  }

  /** Only if its time changes. */
  private static void noteTime(Handle handle, Job job, Instant now) {
    var due = job.state().dueTime().orElseThrow().toEpochMilli();
    noteIf("state <> 'scheduled' OR due <> " + due, handle, job.id(), What.SCHEDULED, now);
  }

  /** Only if they were told of it, and it has not begun: it is cancelled, a draft, or deleted. */
  static void noteEnd(Handle handle, JobId job, Instant now) {
    noteIf(TOLD, handle, job, What.CANCELLED, now);
  }

  /** Only if this is so of the job before it is saved, or deleted. */
  private static void noteIf(String condition, Handle handle, JobId job, What what, Instant now) {
    handle
        .createUpdate(
            """
            INSERT INTO job_news (id, app, job, run, revision, what, at)
            SELECT :id, app, id, NULL, revision + 1, :what, :now FROM job
            WHERE id = :job AND (%s)
            """
                .formatted(condition))
        .bind("id", Id.next().value())
        .bind("what", EnumWord.of(what))
        .bind("now", now)
        .bind("job", job.value())
        .execute();
  }

  /** Pauses a run with a question, and notes that somebody has to answer it. */
  public static void ask(Handle handle, Run run, String question, Instant now) {
    Runs.request(handle, run.id(), question, now);
    note(handle, run.job(), What.ASKED, now);
  }

  /** Notes that a paused run does not go on by itself. */
  public static void waits(Handle handle, JobId job, Instant now) {
    note(handle, job, What.ASKED, now);
  }

  /** Notes something about a job that was saved before, or is not changed by it. */
  public static void note(Handle handle, JobId job, What what, Instant now) {
    handle
        .createUpdate(
            """
            INSERT INTO job_news (id, app, job, run, revision, what, at)
            SELECT :id, app, id, run, revision, :what, :now FROM job WHERE id = :job
            """)
        .bind("id", Id.next().value())
        .bind("what", EnumWord.of(what))
        .bind("now", now)
        .bind("job", job.value())
        .execute();
  }

  /** The apps of which there are any that can be taken. */
  public static Set<AppName> apps(Handle handle) {
    return handle
        .createQuery("SELECT DISTINCT app FROM job_news WHERE " + KNOWN)
        .map((row, _) -> new AppName(row.getString("app")))
        .set();
  }

  /** Whether there are any of this app that can be taken. */
  public static boolean any(Handle handle, AppName app) {
    return handle
        .createQuery("SELECT 1 FROM job_news WHERE app = ? AND " + KNOWN + " LIMIT 1")
        .bind(0, app)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Takes the oldest of this app, oldest first, in the transaction of what becomes of them. */
  public static List<JobNews> take(Handle handle, AppName app, int most) {
    return handle
        .createQuery(
            """
            DELETE FROM job_news WHERE id IN (
              SELECT id FROM job_news WHERE app = ? AND %s ORDER BY id LIMIT ?)
            RETURNING id, job, run, revision, what, at, total, sent, failed, held, skipped
            """
                .formatted(KNOWN))
        .bind(0, app)
        .bind(1, most)
        .map((row, _) -> read(row))
        .stream()
        .sorted(Comparator.comparingLong(JobNews::id))
        .toList();
  }

  private static JobNews read(ResultSet row) throws SQLException {
    var number = row.getLong("run");
    var run = row.wasNull() ? Optional.<RunId>empty() : Optional.of(new RunId(number));
    var total = row.getLong("total");
    var counts =
        row.wasNull()
            ? Optional.<Counts>empty()
            : Optional.of(
                new Counts(
                    total,
                    row.getLong("sent"),
                    row.getLong("failed"),
                    row.getLong("held"),
                    row.getLong("skipped")));
    return new JobNews(
        row.getLong("id"),
        new JobId(row.getLong("job")),
        run,
        row.getLong("revision"),
        EnumWord.read(What.class, row.getString("what")),
        Moments.at(row, "at"),
        counts);
  }
}
