package belfry.runs;

import belfry.base.Time;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** How many messages of a run were delivered and failed, step by step from its start. */
public final class Timeline {
  private static final Duration STEP = Duration.ofSeconds(5);
  private static final int MOST_STEPS = 120;

  /** How many steps the current speed is computed from. */
  private static final int LATELY = 6;

  /** The speed of less is by chance, in seconds. */
  private static final double SHORTEST_SPAN = 1;

  private final Database database;
  private final Time time;

  public Timeline(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /**
   * Deliveries over time.
   *
   * @param step how long each step lasts
   * @param steps from the run's start, without gaps
   */
  public record Steps(Duration step, List<Step> steps) {}

  /** Deliveries and failures within one step. */
  public record Step(long sent, long failed) {
    private Step with(long more, long moreFailed) {
      return new Step(sent + more, failed + moreFailed);
    }
  }

  /** Adds the deliveries and refusals of a transaction. */
  static void add(Handle handle, RunId run, Instant started, Instant now, Tally change) {
    handle.execute(
        """
        INSERT INTO timeline (run, step, sent, failed) VALUES (?, ?, ?, ?)
        ON CONFLICT (run, step) DO UPDATE
          SET sent = timeline.sent + excluded.sent, failed = timeline.failed + excluded.failed
        """,
        run.value(),
        Math.max(0, Duration.between(started, now).dividedBy(STEP)),
        change.sent(),
        change.failed());
  }

  static void delete(Handle handle, RunId run) {
    handle.execute("DELETE FROM timeline WHERE run = ?", run.value());
  }

  /** The steps: at most {@value #MOST_STEPS}, however long the run; none before it began. */
  public Steps of(Run run) {
    var started = run.progress().started();
    if (started.isEmpty()) {
      return new Steps(STEP, List.of());
    }
    var end = run.finished().orElseGet(time::now);
    // The wall clock may have been set back since.
    var count = Math.max(0, Duration.between(started.get(), end).dividedBy(STEP)) + 1;
    var width = Math.toIntExact(Math.ceilDiv(count, (long) MOST_STEPS));
    var steps = new Step[Math.toIntExact(Math.ceilDiv(count, (long) width))];
    Arrays.fill(steps, new Step(0, 0));
    database.read(handle ->
        handle
            .createQuery("SELECT step, sent, failed FROM timeline WHERE run = ?")
            .bind(0, run.id().value())
            .map((row, _) -> {
              var at = Math.min(row.getInt("step") / width, steps.length - 1);
              steps[at] = steps[at].with(row.getLong("sent"), row.getLong("failed"));
              return at;
            })
            .list());
    return new Steps(STEP.multipliedBy(width), List.of(steps));
  }

  /**
   * Deliveries a second over the last half minute of an open run, from the first one in it on: it
   * may have waited before. Of a run that was paused, only full steps after it went on count.
   */
  public double speed(Run run) {
    var started = run.progress().started();
    if (started.isEmpty() || run.finished().isPresent()) {
      return 0;
    }
    var elapsed = Duration.between(started.get(), time.now());
    var lately =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT COALESCE(SUM(sent), 0) AS sent, COALESCE(MIN(step), 0) AS first
                    FROM timeline WHERE run = :run AND sent > 0 AND step >= :from
                      AND step * :length >= COALESCE(
                        (SELECT went_on - started FROM run WHERE id = :run), 0)
                    """)
                .bind("run", run.id().value())
                .bind("from", Math.max(0, elapsed.dividedBy(STEP) - LATELY))
                .bind("length", STEP.toMillis())
                .map((row, _) -> new Lately(row.getLong("sent"), row.getLong("first")))
                .one());
    var span = elapsed.minus(STEP.multipliedBy(lately.first)).toMillis() / 1000.0;
    return lately.sent == 0 ? 0 : lately.sent / Math.max(span, SHORTEST_SPAN);
  }

  /** Whether something became of somebody of an open run in the last seconds. */
  public boolean isMoving(Run run) {
    var now = run.progress().started().map(started -> Duration.between(started, time.now()));
    return now.isPresent()
        && database.read(handle ->
            handle
                .createQuery(
                    "SELECT 1 FROM timeline WHERE run = ? AND step >= ? AND sent + failed > 0 LIMIT 1")
                .bind(0, run.id().value())
                .bind(1, now.get().dividedBy(STEP) - 1)
                .mapTo(Integer.class)
                .findOne()
                .isPresent());
  }

  private record Lately(long sent, long first) {}
}
