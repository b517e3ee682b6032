package belfry.metrics;

import belfry.apps.AppName;
import belfry.hooks.Hooks;
import belfry.jobs.DueJobs;
import belfry.runs.Run;
import belfry.runs.Runs;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * What waits in an app, and since when.
 *
 * @param due when its next job is due
 * @param events that webhooks have not taken yet
 * @param oldestEvent since when the first of these waits
 */
public record Backlog(
    List<Run> open, Optional<Instant> due, long events, Optional<Instant> oldestEvent) {

  static Backlog read(Handle handle, AppName app) {
    return new Backlog(
        Runs.open(handle, app),
        DueJobs.next(handle, app),
        Hooks.waiting(handle, app),
        Hooks.oldestWaiting(handle, app));
  }

  /**
   * How many messages, recalls, corrections and reminders are to go out in apps that are not among
   * these.
   */
  public static SortedMap<String, Integer> elsewhere(Handle handle, Collection<AppName> apps) {
    var counts = new TreeMap<String, Integer>();
    handle
        .createQuery(
            """
            SELECT app, COUNT(*) AS n
            FROM (
              SELECT app FROM job WHERE state = 'scheduled'
              UNION ALL
              SELECT app FROM run WHERE gate <> 'closed'
              UNION ALL
              SELECT app FROM follow_up WHERE gate <> 'closed'
              UNION ALL
              SELECT app FROM reminder WHERE ended = ''
            ) AS waiting
            GROUP BY app
            """)
        .map((row, _) -> counts.put(row.getString("app"), row.getInt("n")))
        .list();
    apps.forEach(app -> counts.remove(app.value()));
    return counts;
  }

  /** How many recipients are to be sent to now. */
  public long recipients() {
    return open.stream().filter(Backlog::goesOn).mapToLong(Backlog::toSend).sum();
  }

  /** When the run of the first of these began. */
  public Optional<Instant> oldest() {
    return open.stream()
        .filter(run -> goesOn(run) && toSend(run) > 0)
        .map(Run::created)
        .min(Comparator.naturalOrder());
  }

  private static boolean goesOn(Run run) {
    return run.progress().gate() == Run.Gate.OPEN;
  }

  private static long toSend(Run run) {
    return run.progress().tally().toSend();
  }
}
