package belfry.jobs.reminders;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.job.Command;
import belfry.jobs.job.EachAlone;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.Occurrence;
import belfry.jobs.job.SendingRules;
import belfry.jobs.job.TimedMoves;
import belfry.jobs.notices.Notices;
import belfry.jobs.schedule.QuietHours;
import belfry.jobs.schedule.Schedule;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.Acknowledgements;
import belfry.runs.LostTime;
import belfry.runs.ReadAnswers;
import belfry.runs.Remarks;
import belfry.runs.Run;
import belfry.runs.RunDeadlines;
import belfry.runs.Runs;
import belfry.runs.followups.CorrectedTexts;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Begins reminders whose time has come, as jobs with runs of their own. The announcement's job is
 * locked, and what remains of its reminders is written in the same transaction, so each time is
 * begun once.
 */
public final class DueReminders {
  /**
   * While its announcement is still being sent, or in quiet hours, which may be changed, or answers
   * cannot be read.
   */
  private static final Duration LOOK_AGAIN = Duration.ofMinutes(1);

  /** While answers are read, which takes moments if all is well. */
  private static final Duration SOON = Duration.ofSeconds(2);

  private static final Logger LOG = LoggerFactory.getLogger(DueReminders.class);

  private static final String RESUMED = "remindersResumed";

  private final Database database;
  private final Runs runs;
  private final Access access;
  private final TimedMoves moves;
  private final Notices notices;
  private final EachAlone<JobId> each;
  private final EachAlone<RunId> ends;

  /**
   * @param pages the address of each app's page, for authors who are told what became of reminders;
   *     empty if it is not known
   */
  public DueReminders(
      Database database, Access access, Function<AppName, Optional<String>> pages, Time time) {
    this.database = database;
    runs = new Runs(database);
    this.access = access;
    moves = new TimedMoves(access);
    notices = new Notices(database, access, pages);
    each = new EachAlone<>(database, time, "job", JobId::value);
    ends = new EachAlone<>(database, time, "run", RunId::value);
  }

  /**
   * The announcement's run has begun; with it, or with the end of quiet hours, the days until its
   * reminders.
   */
  public void begin(Handle handle, Job job, Run run, Instant due, Instant now) {
    var set = job.draft().reminders();
    if (!set.any()) {
      return;
    }
    var name = job.sender().equals(job.author()) ? job.authorName() : "";
    var hours = SendingRules.of(handle, job.app()).quiet().filter(_ -> !run.urgent());
    var waits = hours.flatMap(some -> some.over(now));
    var times = set.after(waits.orElse(now));
    write(
        handle,
        moves,
        job,
        PlannedReminders.of(job, run.id(), job.sender(), name, set, waits, times));
    var agreed = set.after(hours.flatMap(some -> some.over(due)).orElse(due));
    // Sending refuses a message by which nobody would be reminded, but not a later time of it.
    var isNew = times.isEmpty() && job.series().isEmpty() && !job.isSeries();
    if (isNew || times.size() < agreed.size()) {
      notices.remindersTooLate(handle, job, now);
    }
  }

  /**
   * Everybody has got it who gets it for now. It may have been held up for long, or somebody may
   * have got it long after the others: nobody is reminded sooner than so many days after that.
   */
  public static void count(
      Handle handle, TimedMoves moves, Notices notices, Job job, Run run, Instant now) {
    Acknowledgements.lastReached(handle, run.id())
        .ifPresent(last ->
            countable(handle, job, run, last)
                .ifPresent(one -> {
                  var left = one.countedFrom(last, run.created());
                  if (one.ended().isPresent() && left.ended().isPresent()) {
                    ReminderStore.write(handle, left);
                  } else {
                    write(handle, moves, job, left);
                  }
                  resumed(one, left)
                      .ifPresent(first -> moves.record(handle, job, RESUMED, first.toString()));
                  if (left.times().size() < one.times().size()
                      && Acknowledgements.standing(handle, run.id()).silent() > 0) {
                    notices.remindersTooLate(handle, job, now);
                  }
                }));
  }

  /**
   * It does not wait for the end of quiet hours any more. Where one is too early then, they are
   * counted, and its author is told, once everybody has got it.
   */
  public static void hurry(JobChange change, Job job, Run run) {
    var now = change.now();
    countable(change.handle(), job, run, now)
        .filter(one -> one.areCountedAfter(now))
        .ifPresent(one -> {
          var sooner = one.countedFrom(now, run.created());
          if (sooner.times().size() >= one.times().size()) {
            ReminderStore.write(change.handle(), sooner);
            resumed(one, sooner).ifPresent(first -> change.record(RESUMED, job, first.toString()));
          }
        });
  }

  /** The first of those that had ended, and are to come after all. */
  private static Optional<Instant> resumed(PlannedReminders before, PlannedReminders now) {
    return now.times().stream().findFirst().filter(_ -> before.ended().isPresent());
  }

  /** Those that have not ended, or only because it was to go out later than at this moment. */
  private static Optional<PlannedReminders> countable(
      Handle handle, Job job, Run run, Instant moment) {
    return ReminderStore.readable(handle, job.id())
        .filter(one -> one.run().equals(run.id()))
        .filter(one ->
            one.ended().isEmpty()
                || (one.ended().equals(Optional.of(ReminderEnd.OVER))
                    && one.areCountedAfter(moment)
                    && ReminderStore.begun(handle, job.id(), run.id()).isEmpty()));
  }

  private static void write(Handle handle, TimedMoves moves, Job job, PlannedReminders left) {
    ReminderStore.write(handle, left);
    left.ended().ifPresent(why -> moves.record(handle, job, "remindersEnded", why.word()));
  }

  /**
   * Begins those of this app that are due, and stops runs at their end; false if there are none.
   */
  public boolean start(App app, int most, Instant now) {
    ends.aside();
    var over = ends.among(RunDeadlines.over(database, app.name(), now), Integer.MAX_VALUE);
    var some = most + each.aside();
    var due = each.among(ReminderStore.due(database, app.name(), now, some), most);
    if (over.isEmpty() && due.isEmpty()) {
      return false;
    }
    ends.take(app.name(), over, (handle, run) -> stop(handle, app, run, now));
    each.take(app.name(), due, (handle, job) -> startIfDue(handle, app, job, now));
    return true;
  }

  /** Nobody is reminded after the last day, not even who was to be by now. */
  private void stop(Handle handle, App app, RunId id, Instant now) {
    var run = Runs.find(handle, id);
    run.flatMap(one -> JobStore.lock(handle, app.name(), one.job()))
        .filter(job -> moves.move(handle, job, new Command.Cancel(false), now))
        .ifPresent(_ -> {
          var notes = new ArrayList<>(run.orElseThrow().notes());
          notes.add(Remarks.REMINDED_NO_MORE.english());
          runs.note(handle, id, notes);
        });
    Runs.setGate(handle, id, Run.Gate.STOPPING, now);
  }

  private void startIfDue(Handle handle, App app, JobId id, Instant now) {
    var job = JobStore.lock(handle, app.name(), id);
    var reminders = ReminderStore.find(handle, id);
    if (job.isEmpty() || reminders.isEmpty()) {
      ReminderStore.delete(handle, id);
      return;
    }
    if (reminders.get().due().filter(due -> !due.isAfter(now)).isPresent()) {
      write(handle, moves, job.get(), next(handle, app, job.get(), reminders.get(), now));
    }
  }

  /** Begins the newest of those that are due, if somebody is to be reminded; returns the rest. */
  private PlannedReminders next(
      Handle handle, App app, Job job, PlannedReminders reminders, Instant now) {
    if (reminders.set().end().filter(end -> !end.isAfter(now)).isPresent()) {
      return over(handle, job, reminders, now);
    }
    if (access.roleIn(handle, app, reminders.sender()).isEmpty()) {
      return hold(handle, job, reminders, now);
    }
    var run = Runs.find(handle, reminders.run());
    if (run.isEmpty()) {
      return reminders.ended(ReminderEnd.NOBODY);
    }
    var hours = SendingRules.of(handle, app.name()).quiet();
    var quiet = hours.flatMap(some -> some.over(now));
    if (run.get().progress().gate() != Run.Gate.CLOSED || quiet.isPresent()) {
      var again = now.plus(LOOK_AGAIN);
      return reminders.lookedAt(quiet.filter(again::isAfter).orElse(again));
    }
    var standing = Acknowledgements.standing(handle, reminders.run());
    var come = reminders.times().stream().filter(time -> !time.isAfter(now)).toList();
    var left = reminders.times().stream().filter(time -> time.isAfter(now)).toList();
    if (standing.silent() == 0) {
      var why = standing.reached() > 0 ? ReminderEnd.ACKNOWLEDGED : ReminderEnd.NOBODY;
      // Whoever is sent to again may be silent then.
      return standing.isOver() ? reminders.ended(why) : reminders.left(left, why);
    }
    if (come.isEmpty()) {
      return reminders.left(left, ReminderEnd.SENT);
    }
    var planned = come.getLast();
    var leftOut = leftOut(come.subList(0, come.size() - 1), LeftOutReminder.Why.NEWER);
    if (LostTime.mayHaveBegun(handle, planned)) {
      LOG.warn(
          "Job {} of {} has no reminder at {}: it may have gone out after the backup that was restored",
          job.id(),
          job.app(),
          planned);
      leftOut.addAll(leftOut(List.of(planned), LeftOutReminder.Why.RESTORED));
    } else if (isBeingSent(handle, reminders)) {
      LOG.warn(
          "Job {} of {} has no reminder at {}: the one before is still being sent",
          job.id(),
          job.app(),
          planned);
      leftOut = leftOut(come, LeftOutReminder.Why.BEING_SENT);
    } else if (isUnread(handle, job, reminders, hours, now)) {
      return waiting(reminders, now);
    } else {
      start(handle, job, reminders, run.get(), planned, standing.silent(), now);
    }
    leftOut.forEach(one -> moves.record(handle, job, "reminderLeftOut", one.time().toString()));
    return reminders.left(left, ReminderEnd.SENT).leavingOut(leftOut);
  }

  private static List<LeftOutReminder> leftOut(List<Instant> times, LeftOutReminder.Why why) {
    return times.stream()
        .map(time -> new LeftOutReminder(time, why))
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** Ends them unsent: quiet hours, a pause or an outage lasted until after the last day. */
  private PlannedReminders over(Handle handle, Job job, PlannedReminders reminders, Instant now) {
    if (Acknowledgements.standing(handle, reminders.run()).silent() > 0) {
      notices.remindersOver(handle, job, now);
    }
    return reminders.ended(ReminderEnd.OVER);
  }

  /** Whether somebody may have acknowledged it who is not known to, and it can be waited for. */
  private boolean isUnread(
      Handle handle, Job job, PlannedReminders reminders, Optional<QuietHours> hours, Instant now) {
    var since = asked(reminders, now);
    if (ReadAnswers.are(handle, job.app(), since)) {
      return false;
    }
    var again = now.plus(LOOK_AGAIN);
    var begins = hours.flatMap(some -> some.over(again)).orElse(again);
    var isLast = reminders.set().end().filter(end -> !begins.isBefore(end)).isPresent();
    if (!isLast && Duration.between(since, now).compareTo(ReadAnswers.LONGEST_WAIT) < 0) {
      return true;
    }
    LOG.warn(
        "A reminder of job {} of {} goes out although what was written back since {} is not all read",
        job.id(),
        job.app(),
        since);
    moves.record(handle, job, "remindedUnread", job.title());
    return false;
  }

  /** Since when this one waits; what an earlier version left of another does not count. */
  private static Instant asked(PlannedReminders reminders, Instant now) {
    return reminders
        .asked()
        .filter(since -> reminders.times().stream().anyMatch(time -> !time.isAfter(since)))
        .orElse(now);
  }

  private static PlannedReminders waiting(PlannedReminders reminders, Instant now) {
    var since = asked(reminders, now);
    var isLong = Duration.between(since, now).compareTo(LOOK_AGAIN) >= 0;
    return reminders.asking(since, now.plus(isLong ? LOOK_AGAIN : SOON));
  }

  private static boolean isBeingSent(Handle handle, PlannedReminders reminders) {
    return ReminderStore.begun(handle, reminders.job(), reminders.run()).stream()
        .anyMatch(BegunReminder::isOpen);
  }

  private void start(
      Handle handle,
      Job job,
      PlannedReminders reminders,
      Run reminded,
      Instant planned,
      long silent,
      Instant now) {
    var whom = new Audience.Recipients(job.id().toString(), Audience.Who.SILENT, job.title());
    var texts = CorrectedTexts.of(handle, reminded.id(), reminded.markdown());
    var words = job.draft().reminder(reminders.set(), new Audience(List.of(whom)), texts);
    var zone = reminders.set().zoned();
    var one =
        job.reminder(
            new Occurrence(job.id(), Optional.of(planned)),
            words,
            silent,
            reminders.sender(),
            Schedule.once(LocalDateTime.ofInstant(planned, zone).toString(), zone.getId()),
            now);
    var late = Duration.between(planned, now).compareTo(TimedMoves.ON_TIME) > 0;
    var run = Run.fresh(one.source(), Run.Kind.JOB, one.sender(), late, now);
    if (JobStore.insert(handle, one) && Runs.insert(handle, run, one.audience(), planned)) {
      reminders.set().end().ifPresent(end -> RunDeadlines.set(handle, run.id(), end));
      moves.move(handle, one, new Command.Start(run.id()), now);
    }
  }

  private PlannedReminders hold(Handle handle, Job job, PlannedReminders reminders, Instant now) {
    LOG.warn("The reminders of job {} of {} are held: {}", job.id(), job.app(), ReminderEnd.HELD);
    moves.record(handle, job, "remindersHeld", job.title());
    notices.remindersHeld(handle, job, now);
    return reminders.onHold();
  }

  /** Holds everything that this person had set. */
  public void holdAllBy(App app, PersonId person, Instant now) {
    var ids = ReminderStore.setBy(database, app.name(), person);
    if (ids.isEmpty()) {
      return;
    }
    each.take(
        app.name(),
        ids,
        (handle, id) -> {
          var job = JobStore.lock(handle, app.name(), id);
          var reminders = ReminderStore.find(handle, id).filter(PlannedReminders::goOn);
          if (job.isPresent() && reminders.filter(one -> one.sender().equals(person)).isPresent()) {
            ReminderStore.write(handle, hold(handle, job.get(), reminders.get(), now));
          }
        });
  }
}
