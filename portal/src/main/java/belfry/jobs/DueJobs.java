package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.checking.Promises;
import belfry.jobs.job.Command;
import belfry.jobs.job.EachAlone;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobNews;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.Occurrence;
import belfry.jobs.job.PromiseRows;
import belfry.jobs.job.TimedMoves;
import belfry.jobs.job.Verdict;
import belfry.jobs.notices.Notices;
import belfry.jobs.reminders.DueReminders;
import belfry.jobs.reminders.ReminderStore;
import belfry.jobs.schedule.Recurrence;
import belfry.jobs.schedule.Schedule;
import belfry.runs.LostTime;
import belfry.runs.Run;
import belfry.runs.RunDeadlines;
import belfry.runs.RunWaves;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Changes of jobs that time causes: they start, go on, are held or missed. */
public final class DueJobs {
  /** After a long outage, older times of a recurring job are not listed one by one. */
  private static final int MOST_MISSED = 30;

  private static final Logger LOG = LoggerFactory.getLogger(DueJobs.class);

  private final JobTransactions transactions;
  private final Database database;
  private final JobStore store;
  private final Runs runs;
  private final Access access;
  private final Time time;
  private final TimedMoves moves;
  private final DueReminders reminders;
  private final Notices notices;
  private final HeldJobs held;
  private final EachAlone<JobId> each;
  private final EachAlone<RunId> waves;

  /**
   * @param pages the address of each app's page, for authors who are told that a job waits; empty
   *     if it is not known
   */
  public DueJobs(
      JobTransactions transactions,
      Database database,
      Access access,
      Function<AppName, Optional<String>> pages,
      HeldJobs held,
      DueReminders reminders,
      Time time) {
    this.transactions = transactions;
    this.database = database;
    this.access = access;
    this.time = time;
    store = new JobStore(database);
    runs = new Runs(database);
    notices = new Notices(database, access, pages);
    this.held = held;
    moves = new TimedMoves(access);
    this.reminders = reminders;
    each = new EachAlone<>(database, time, "job", JobId::value);
    waves = new EachAlone<>(database, time, "run", RunId::value);
  }

  /** When the next job or reminder of this app is due, or a run goes on or ends by itself. */
  public static Optional<Instant> next(Handle handle, AppName app) {
    return Stream.of(
            JobStore.nextDue(handle, app),
            RunWaves.next(handle, app),
            ReminderStore.next(handle, app),
            RunDeadlines.next(handle, app))
        .flatMap(Optional::stream)
        .min(Comparator.naturalOrder());
  }

  /**
   * Starts the jobs of this app that are due, and reminders, and continues runs whose waiting time
   * is over. Job and run are written together, and the run's key makes a second start impossible.
   *
   * @return how many were examined; if this equals {@code most}, there may be more
   */
  public int start(App app, int most) {
    goOn(app);
    var now = time.now();
    if (reminders.start(app, most, now)) {
      transactions.tell(app.name());
    }
    var due = each.among(store.due(app.name(), now, most + each.aside()), most);
    if (!due.isEmpty()) {
      each.take(
          app.name(),
          due,
          (handle, id) ->
              JobStore.lock(handle, app.name(), id)
                  .ifPresent(job -> startIfDue(handle, app, job, now)));
      transactions.tell(app.name());
    }
    return due.size();
  }

  private void startIfDue(Handle handle, App app, Job job, Instant now) {
    if (!(job.state() instanceof JobState.Scheduled(var due)) || due.isAfter(now)) {
      return;
    }
    if (access.roleIn(handle, app, job.sender()).isEmpty()) {
      held.ofNobody(handle, job, now);
      return;
    }
    // Also where it was sent in other words only since those that are due were read.
    if (job.isSeries() && JobStore.awaitsChange(handle, job, due, now)) {
      return;
    }
    startDue(handle, app, job, due, waited(handle, job, due, now), now);
  }

  /** Whatever it waited for in vain, it is not late by that. */
  private static Duration waited(Handle handle, Job job, Instant due, Instant now) {
    if (!job.isSeries() || !JobStore.isChanging(handle, job.id())) {
      return Duration.ZERO;
    }
    var longest = Sending.LONGEST_UNDO.plus(JobStore.STARTED);
    var since = Duration.between(due, now);
    return since.compareTo(longest) < 0 ? since : longest;
  }

  /**
   * Starts what is due.
   *
   * @param waited how long it waited for other words, by which it is not late
   */
  private void startDue(
      Handle handle, App app, Job job, Instant due, Duration waited, Instant now) {
    Optional<Recurrence> recurrence;
    try {
      recurrence = job.schedule().recurrence();
    } catch (IllegalArgumentException e) {
      held.hold(handle, job, Notices.NO_TIME.with("why", String.valueOf(e.getMessage())), now);
      return;
    }
    recurrence.ifPresentOrElse(
        times -> startOccurrences(handle, app, job, times, due, waited, now),
        () -> startOrMiss(handle, app, job, due, waited, now));
  }

  /**
   * Each time that is due becomes a job of its own, except the last of all, which is the recurring
   * job itself. Only the newest may start.
   */
  private void startOccurrences(
      Handle handle,
      App app,
      Job series,
      Recurrence recurrence,
      Instant due,
      Duration waited,
      Instant now) {
    var come = recurrence.from(due).takeWhile(time -> !time.isAfter(now)).toList();
    var newest = come.getLast();
    var next = recurrence.from(newest).filter(time -> time.isAfter(now)).findFirst();
    if (come.size() > MOST_MISSED) {
      LOG.warn(
          "Job {} of {} missed {} of its times; only the last {} are listed for a decision",
          series.id(),
          series.app(),
          come.size(),
          MOST_MISSED);
    }
    come.stream()
        .skip(Math.max(0, come.size() - MOST_MISSED))
        .filter(at -> !at.equals(newest))
        .forEach(at ->
            occurrence(handle, series, recurrence, at, now)
                .ifPresent(one -> miss(handle, one, at, now)));
    if (next.isEmpty()) {
      startOrMiss(handle, app, series.with(new JobState.Scheduled(newest)), newest, waited, now);
    } else {
      occurrence(handle, series, recurrence, newest, now)
          .ifPresent(one -> startOrMiss(handle, app, one, newest, waited, now));
      JobStore.goOn(handle, series, now, next.get());
    }
  }

  /** Writes an occurrence; empty if that time already has its job. */
  private static Optional<Job> occurrence(
      Handle handle, Job series, Recurrence recurrence, Instant at, Instant now) {
    var schedule = series.schedule();
    var one =
        series.occurrence(
            new Occurrence(series.id(), Optional.of(at)),
            new JobState.Scheduled(at),
            series.sender(),
            new Schedule(recurrence.local(at).toString(), schedule.zone(), "", schedule.grace()),
            now);
    return JobStore.insert(handle, one) ? Optional.of(one) : Optional.empty();
  }

  private void startOrMiss(
      Handle handle, App app, Job asked, Instant due, Duration waited, Instant now) {
    takeOver(handle, app, asked, due, now);
    var lateness = Duration.between(due, now).minus(waited);
    if (LostTime.mayHaveBegun(handle, due) || lateness.compareTo(asked.schedule().grace()) > 0) {
      miss(handle, asked, due, now);
      return;
    }
    var job = held.asAllowed(handle, app, asked, now);
    var late = lateness.compareTo(TimedMoves.ON_TIME) > 0;
    var run = Run.fresh(job.source(), Run.Kind.JOB, job.sender(), late, now);
    if (Runs.insert(handle, run, job.audience(), due)) {
      move(handle, job, new Command.Start(run.id()), now);
      reminders.begin(handle, job, run, due, now);
    }
  }

  /**
   * Its series says from now on what it was changed to with this one, and a time of it that came
   * meanwhile goes out with it, however soon it would be missed.
   */
  private void takeOver(Handle handle, App app, Job one, Instant due, Instant now) {
    Optional.of(one)
        .filter(Job::changesSeries)
        .flatMap(Job::series)
        .flatMap(id -> JobStore.lock(handle, one.app(), id))
        .filter(
            series -> JobState.decide(series.state(), new Command.Edit()) instanceof Verdict.Moved)
        .ifPresent(series -> {
          Promises.of(handle, one)
              .ifPresentOrElse(
                  promise -> Promises.write(handle, series.id(), promise),
                  () -> PromiseRows.delete(handle, series.id()));
          startMeanwhile(handle, app, moves.takeOver(handle, series, one, now), one, due, now);
        });
  }

  private void startMeanwhile(
      Handle handle, App app, Job series, Job one, Instant until, Instant now) {
    if (series.state() instanceof JobState.Scheduled(var due) && !due.isAfter(now)) {
      var from = due.isAfter(one.created()) ? due : one.created();
      var waited = from.isBefore(until) ? Duration.between(from, until) : Duration.ZERO;
      startDue(handle, app, series, due, waited, now);
    }
  }

  private boolean move(Handle handle, Job job, Command command, Instant now) {
    return moves.move(handle, job, command, now);
  }

  private void miss(Handle handle, Job job, Instant due, Instant now) {
    if (LostTime.mayHaveBegun(handle, due)) {
      held.hold(handle, job, Notices.MAY_HAVE_GONE_OUT, now);
    } else if (move(handle, job, new Command.Miss(), now)) {
      notices.missed(handle, job, now);
      LOG.warn(
          "Job {} of {} was due at {} but could not start in time. Somebody must send or"
              + " cancel it",
          job.id(),
          job.app(),
          due);
    }
  }

  /** Continues runs of this app whose first wave went well and whose waiting time is over. */
  private void goOn(App app) {
    var now = time.now();
    waves.aside();
    var runsDue = waves.among(RunWaves.goingOn(database, app.name(), now), Integer.MAX_VALUE);
    if (runsDue.isEmpty()) {
      return;
    }
    waves.take(app.name(), runsDue, (handle, run) -> goOn(handle, app, run, now));
    transactions.tell(app.name());
  }

  /** Reads the current rows, because a person may have paused it for good, or answered already. */
  private void goOn(Handle handle, App app, RunId id, Instant now) {
    var job = Runs.find(handle, id).flatMap(run -> JobStore.lock(handle, app.name(), run.job()));
    var wave = runs.progress(handle, id).wave();
    if (job.isEmpty() || wave.filter(one -> one.goesOn(now)).isEmpty()) {
      return;
    }
    if (access.roleIn(handle, app, job.get().sender()).isEmpty()) {
      Runs.setGate(handle, id, Run.Gate.PAUSED, now);
      JobNews.waits(handle, job.get().id(), now);
      notices.held(handle, job.get(), Notices.MAY_NOT_SEND, now);
      LOG.warn(
          "Job {} of {} does not go on by itself: {}",
          job.get().id(),
          app.name(),
          Notices.MAY_NOT_SEND.english());
    } else if (move(handle, job.get(), new Command.Resume(), now)) {
      Runs.setGate(handle, id, Run.Gate.OPEN, now);
    }
  }
}
