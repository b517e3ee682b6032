package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.jobs.job.TimedMoves;
import belfry.jobs.reminders.ReminderStore;
import belfry.people.audience.Audience;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Unreadable;
import belfry.storage.UnreadableRows;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes jobs that ended longer ago than their app keeps results, as a person would. Each goes in
 * a transaction of its own, with the reminders that were sent of it.
 */
public final class ExpiredJobs {
  /** How many of an app are deleted in one go; the others follow with the next. */
  private static final int MOST = 500;

  /** How many are looked at together. */
  private static final int AT_ONCE = 50;

  private static final Logger LOG = LoggerFactory.getLogger(ExpiredJobs.class);

  private final JobTransactions transactions;
  private final Database database;
  private final References references;
  private final TimedMoves moves;
  private final Time time;

  public ExpiredJobs(
      JobTransactions transactions,
      Database database,
      References references,
      Access access,
      Time time) {
    this.transactions = transactions;
    this.database = database;
    this.references = references;
    this.time = time;
    moves = new TimedMoves(access);
  }

  /** Deletes some of this app, those that ended first, and returns how many announcements. */
  public int delete(App app) {
    return delete(app, MOST);
  }

  int delete(App app, int most) {
    return app.resultsKept().map(kept -> delete(app.name(), kept, most)).orElse(0);
  }

  /**
   * When this job will be deleted, if nothing happens to it until then; empty while something keeps
   * it, and where everything is kept. A reminder is kept as long as what it reminds of.
   */
  public Optional<Instant> keptUntil(App app, Job job) {
    return app.resultsKept()
        .filter(_ -> JobRemains.isOver(job.state()))
        .flatMap(kept ->
            database
                .read(handle -> ended(handle, announcement(handle, job)))
                .map(end -> end.plus(kept)));
  }

  private static Optional<Instant> ended(Handle handle, Job announcement) {
    var wanted = wanted(handle, announcement.app());
    var ends =
        with(handle, Optional.of(announcement)).stream()
            .map(job -> remains(handle, job, wanted).ended())
            .toList();
    return ends.stream().allMatch(Optional::isPresent)
        ? ends.stream().flatMap(Optional::stream).max(Comparator.naturalOrder())
        : Optional.empty();
  }

  private int delete(AppName app, Duration kept, int most) {
    var now = time.now();
    var before = now.minus(kept);
    var gone = 0;
    var after = Place.FIRST;
    while (gone < most) {
      var from = after;
      var page = database.read(handle -> page(handle, app, before, from));
      if (page.isEmpty()) {
        break;
      }
      var wanted = database.read(handle -> wanted(handle, app));
      var left = most - gone;
      gone +=
          page.stream()
              .map(Place::job)
              .filter(id -> canGo(app, id, wanted, before))
              .limit(left)
              .mapToInt(
                  id -> database.write(handle -> delete(handle, app, id, wanted, before, now)))
              .sum();
      after = page.getLast();
    }
    if (gone > 0) {
      transactions.tell(app);
      LOG.info(
          "App {}: deleted {} messages that ended more than {} days ago (keep-results). Their recipients and texts follow from tomorrow on, a little at a time",
          app,
          gone,
          kept.toDays());
    }
    return gone;
  }

  /** A job's place in the order in which jobs ended, backwards. */
  private record Place(long at, JobId job) {
    static final Place FIRST = new Place(Long.MAX_VALUE, new JobId(Long.MAX_VALUE));
  }

  /** Those that ended and were last changed before this moment, the longest ago first. */
  private static List<Place> page(Handle handle, AppName app, Instant before, Place after) {
    // In the order of lists, so that their index serves it: what is over has the last rank there.
    return handle
        .createQuery(
            """
            SELECT id, list_at FROM job
            WHERE app = :app AND list_rank = 3 AND list_at > :changed AND (list_at, id) < (:at, :id)
              AND state IN ('finished', 'cancelled')
            ORDER BY list_at DESC, id DESC LIMIT :most
            """)
        .bind("app", app)
        .bind("changed", -before.toEpochMilli())
        .bind("at", after.at)
        .bind("id", after.job.value())
        .bind("most", AT_ONCE)
        .map((row, _) -> new Place(row.getLong("list_at"), new JobId(row.getLong("id"))))
        .list();
  }

  /**
   * The jobs to whose recipients a job of this app is still to go.
   *
   * @param unread audiences that cannot be read, which keep every job whose id is in them
   */
  private record Wanted(Set<JobId> jobs, List<String> unread) {
    boolean contains(JobId job) {
      return jobs.contains(job) || unread.stream().anyMatch(json -> json.contains(job.toString()));
    }
  }

  private static Wanted wanted(Handle handle, AppName app) {
    var audiences =
        handle
            .createQuery(
                """
                SELECT id, app, audience FROM job
                WHERE app = ? AND state NOT IN ('finished', 'cancelled') AND audience LIKE '%"recipients"%'
                """)
            .bind(0, app)
            .map((row, context) -> new Later(row.getString("audience"), AUDIENCE.map(row, context)))
            .list();
    return new Wanted(
        audiences.stream()
            .flatMap(one -> one.audience.stream())
            .flatMap(audience -> audience.earlier().stream())
            .flatMap(earlier -> JobId.parse(earlier.job()).stream())
            .collect(Collectors.toSet()),
        audiences.stream().filter(one -> one.audience.isEmpty()).map(Later::json).toList());
  }

  /** An audience of a job that is still to go; empty if it cannot be read. */
  private record Later(String json, Optional<Audience> audience) {}

  private static final RowMapper<Optional<Audience>> AUDIENCE =
      UnreadableRows.part("job", row -> Json.read(row.getString("audience"), Audience.class));

  private boolean canGo(AppName app, JobId id, Wanted wanted, Instant before) {
    try {
      return database.read(handle -> canGo(handle, app, id, wanted, before));
    } catch (Unreadable _) {
      // It is kept, and keeps no other.
      return false;
    }
  }

  private boolean canGo(Handle handle, AppName app, JobId id, Wanted wanted, Instant before) {
    var jobs = with(handle, JobStore.find(handle, app, id));
    return !jobs.isEmpty()
        && jobs.stream().allMatch(job -> remains(handle, job, wanted).canGo(before));
  }

  /** Another node may have deleted it, and a person may have changed it since it was looked at. */
  private int delete(
      Handle handle, AppName app, JobId id, Wanted wanted, Instant before, Instant now) {
    // Locked as by a person who deletes it, in this order.
    with(handle, JobStore.lock(handle, app, id))
        .forEach(job -> JobStore.lock(handle, app, job.id()));
    if (!canGo(handle, app, id, wanted, before)) {
      return 0;
    }
    var jobs = with(handle, JobStore.find(handle, app, id));
    for (var job : jobs) {
      references.delete(handle, job, now);
      moves.record(handle, job, "expired", job.title());
    }
    ReminderStore.delete(handle, id);
    return 1;
  }

  /** An announcement and the reminders that were sent of it; empty if it is such a reminder. */
  private static List<Job> with(Handle handle, Optional<Job> found) {
    if (found.isEmpty() || belongsToAnother(handle, found.get())) {
      return List.of();
    }
    var job = found.get();
    var jobs = new ArrayList<>(List.of(job));
    ReminderStore.run(handle, job.id()).stream()
        .flatMap(run -> ReminderStore.begun(handle, job.id(), run).stream())
        .flatMap(one -> JobStore.find(handle, job.app(), one.job()).stream())
        .forEach(jobs::add);
    return jobs;
  }

  private static boolean belongsToAnother(Handle handle, Job job) {
    return !announcement(handle, job).id().equals(job.id());
  }

  /** What this job reminds of, if it is a reminder and that is still there; or else itself. */
  private static Job announcement(Handle handle, Job job) {
    return job.series().isPresent()
        ? job
        : job.occurrence()
            .flatMap(one -> JobStore.find(handle, job.app(), one.series()))
            .orElse(job);
  }

  private static JobRemains remains(Handle handle, Job job, Wanted wanted) {
    var followUps = job.state().runId().map(run -> FollowUps.of(handle, run)).orElse(List.of());
    var last =
        Stream.of(
                Stream.of(job.changed()),
                lastOfRuns(handle, job.id()).stream(),
                followUps.stream().flatMap(one -> one.finished().stream()))
            .flatMap(times -> times)
            .max(Comparator.naturalOrder())
            .orElseThrow();
    return new JobRemains(
        job.state(),
        last,
        isUnsettled(handle, job.id()),
        followUps.stream().anyMatch(FollowUp::isOpen),
        ReminderStore.isOpen(handle, job.id()),
        wanted.contains(job.id()) || isCompared(handle, job));
  }

  private static Optional<Instant> lastOfRuns(Handle handle, JobId job) {
    return handle
        .createQuery(
            "SELECT finished FROM run WHERE job = ? AND finished IS NOT NULL ORDER BY finished DESC LIMIT 1")
        .bind(0, job.value())
        .mapTo(Instant.class)
        .findOne();
  }

  private static boolean isUnsettled(Handle handle, JobId job) {
    return handle
        .createQuery(
            "SELECT 1 FROM run WHERE job = ? AND (gate <> 'closed' OR (held > 0 AND kind <> 'test'"
                + " AND notice = 0)) LIMIT 1")
        .bind(0, job.value())
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /** Whether the next time of a recurring job will be compared with this one. */
  private static boolean isCompared(Handle handle, Job job) {
    return job.state() instanceof JobState.Finished
        && job.series()
            .flatMap(series -> JobStore.find(handle, job.app(), series))
            .filter(Job::isSeries)
            .filter(series -> isNewest(handle, series, job))
            .isPresent();
  }

  private static boolean isNewest(Handle handle, Job series, Job job) {
    return handle
        .createQuery(
            "SELECT 1 FROM job WHERE series = ? AND state = 'finished' AND run > ? LIMIT 1")
        .bind(0, series.id().value())
        .bind(1, job.state().runId().orElseThrow().value())
        .mapTo(Integer.class)
        .findOne()
        .isEmpty();
  }
}
