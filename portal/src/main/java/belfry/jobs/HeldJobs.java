package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.job.Command;
import belfry.jobs.job.EachAlone;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobNews;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.TimedMoves;
import belfry.jobs.notices.Notices;
import belfry.jobs.reminders.DueReminders;
import belfry.platform.ids.PersonId;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds jobs that may not go out by themselves, until somebody decides, and tells their authors; so
 * it does where one may go out, but not as urgent.
 */
public final class HeldJobs {
  private static final Logger LOG = LoggerFactory.getLogger(HeldJobs.class);
  private static final int AT_ONCE = 200;

  private final JobTransactions transactions;
  private final JobStore store;
  private final Notices notices;
  private final Access access;
  private final TimedMoves moves;
  private final DueReminders reminders;
  private final EachAlone<JobId> each;
  private final Time time;

  /**
   * @param pages the address of each app's page, for authors who are told that a job waits; empty
   *     if it is not known
   */
  public HeldJobs(
      JobTransactions transactions,
      Database database,
      Access access,
      Function<AppName, Optional<String>> pages,
      DueReminders reminders,
      Time time) {
    this.transactions = transactions;
    this.time = time;
    store = new JobStore(database);
    notices = new Notices(database, access, pages);
    this.access = access;
    moves = new TimedMoves(access);
    this.reminders = reminders;
    each = new EachAlone<>(database, time, "job", JobId::value);
  }

  /** Holds everything of this person, who may not send any more, that nobody has yet. */
  public void allBy(App app, PersonId person) {
    var now = time.now();
    reminders.holdAllBy(app, person, now);
    var theirs = store.notBegunBy(app.name(), person);
    all(
        app,
        theirs,
        job -> job.sender().equals(person),
        (handle, job) -> ofNobody(handle, job, now));
    urgentBy(app, person);
  }

  /** Lets everything take its turn that this person, who may not hurry any more, made urgent. */
  public void urgentBy(App app, PersonId person) {
    var now = time.now();
    var theirs = store.urgentOf(app.name(), person);
    all(
        app,
        theirs,
        job -> job.hurriedBy().equals(person),
        (handle, job) -> asAllowed(handle, app, job, now));
  }

  /** So many at a time, that nobody else waits long; what begins meanwhile is asked then. */
  private void all(
      App app, List<JobId> theirs, Predicate<Job> isTheirs, BiConsumer<Handle, Job> step) {
    for (var from = 0; from < theirs.size(); from += AT_ONCE) {
      each.take(
          app.name(),
          theirs.subList(from, Math.min(theirs.size(), from + AT_ONCE)),
          (handle, id) ->
              JobStore.lock(handle, app.name(), id)
                  .filter(isTheirs)
                  .ifPresent(job -> step.accept(handle, job)));
    }
    transactions.tell(app.name());
  }

  /** The job as it may go out by now; its author is told if it is urgent no more. */
  Job asAllowed(Handle handle, App app, Job job, Instant now) {
    if (job.schedule().urgent().isEmpty() || access.mayHurry(handle, app, job.hurriedBy())) {
      return job;
    }
    notices.notUrgent(handle, job, now);
    LOG.warn(
        "Job {} of {} is not urgent any more: whoever made it so may not do that",
        job.id(),
        job.app());
    return moves.takeTurn(handle, job, now);
  }

  /**
   * Holds what belongs to somebody who may not send any more, and changes nothing else for them.
   */
  void ofNobody(Handle handle, Job job, Instant now) {
    if (job.state() instanceof JobState.Sending(var run)) {
      holdRun(handle, job, run, now);
      return;
    }
    hold(handle, job, job.changesSeries() ? Notices.MAY_NOT_CHANGE : Notices.MAY_NOT_SEND, now);
  }

  /** It was due, and whatever kept it from being sent to anybody may end at any moment. */
  private void holdRun(Handle handle, Job job, RunId run, Instant now) {
    var why = Notices.MAY_NOT_SEND;
    if (Runs.requestBefore(handle, run, why.english(), now)
        && moves.move(handle, job, new Command.Pause(), now)) {
      JobNews.waits(handle, job.id(), now);
      told(handle, job, why, now);
    }
  }

  void hold(Handle handle, Job job, Phrase why, Instant now) {
    if (moves.move(handle, job, new Command.Hold(), now)) {
      told(handle, job, why, now);
    }
  }

  private void told(Handle handle, Job job, Phrase why, Instant now) {
    notices.held(handle, job, why, now);
    LOG.warn(
        "Job {} of {} is held: {} Somebody must send, schedule or cancel it",
        job.id(),
        job.app(),
        why.english());
  }
}
