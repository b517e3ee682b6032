package belfry.metrics;

import belfry.apps.AppName;
import belfry.hooks.Hooks;
import belfry.jobs.DueJobs;
import belfry.runs.Run;
import belfry.runs.Runs;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What waits in an app, and since when.
 *
 * @param due when its next job is due
 * @param events that webhooks have not taken yet
 * @param oldestEvent since when the first of these waits
 */
public record Waiting(
    List<Run> open, Optional<Instant> due, long events, Optional<Instant> oldestEvent) {

  static Waiting read(Handle handle, AppName app) {
    return new Waiting(
        Runs.open(handle, app),
        DueJobs.next(handle, app),
        Hooks.waiting(handle, app),
        Hooks.oldestWaiting(handle, app));
  }

  /** How many recipients are to be sent to now. */
  public long recipients() {
    return open.stream().filter(Waiting::goesOn).mapToLong(Waiting::toSend).sum();
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
