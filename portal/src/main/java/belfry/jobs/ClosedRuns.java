package belfry.jobs;

import belfry.access.Access;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.job.Command;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.TimedMoves;
import belfry.jobs.notices.Notices;
import belfry.jobs.reminders.DueReminders;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** Closes runs that have nobody left to send to, and records what is found out about them. */
public final class ClosedRuns {
  private final Runs runs;
  private final TimedMoves moves;
  private final Notices notices;
  private final Time time;
  private final List<ReplyListener> listeners = new CopyOnWriteArrayList<>();

  /** Learns of each reply that has ended, in the transaction in which its run closes. */
  @FunctionalInterface
  public interface ReplyListener {
    void ended(Handle handle, AppName app, RunId reply);
  }

  /**
   * @param pages the address of each app's page, for authors who are told of reminders; empty if it
   *     is not known
   */
  public ClosedRuns(
      Database database, Access access, Function<AppName, Optional<String>> pages, Time time) {
    runs = new Runs(database);
    this.time = time;
    moves = new TimedMoves(access);
    notices = new Notices(database, access, pages);
  }

  /** From now on this listener learns of each reply. Called while the portal is wired. */
  public void onReply(ReplyListener listener) {
    listeners.add(listener);
  }

  /** Closes a run without open recipients, and settles its job; false if it has open recipients. */
  public boolean close(Handle handle, Run run) {
    var now = time.now();
    var job = JobStore.lock(handle, run.app(), run.job());
    if (!Runs.close(handle, run.id(), now)) {
      return false;
    }
    switch (run.kind()) {
      case JOB ->
          job.ifPresent(one -> {
            DueReminders.count(handle, moves, notices, one, run, now);
            moves.move(handle, one, new Command.Settle(), now);
          });
      case TEST -> {
        if (runs.progress(handle, run.id()).tally().sent() > 0) {
          JobStore.tested(handle, run);
        }
      }
      case REPLY -> listeners.forEach(listener -> listener.ended(handle, run.app(), run.id()));
      case NOTICE -> {}
    }
    return true;
  }

  /** Writes into the audit trail what Belfry itself found out about a finished run. */
  public void found(Handle handle, Run run, String action, String detail) {
    moves.record(handle, run.app(), run.job(), action, detail);
  }
}
