package belfry.jobs.reminders;

import belfry.base.Phrase;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Command;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.jobs.job.ReminderFaults;
import belfry.jobs.job.SendingRules;
import belfry.jobs.job.Verdict;
import belfry.jobs.schedule.Fault;
import belfry.jobs.schedule.QuietHours;
import belfry.messages.Reminders;
import belfry.people.audience.Audience;
import belfry.runs.Acknowledgements;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.followups.CorrectedTexts;
import belfry.runs.followups.FollowUp;
import belfry.runs.followups.FollowUps;
import belfry.runs.ids.JobId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** What staff may do with the reminders of an announcement that has begun. */
public final class JobReminders {
  private static final Phrase NONE_SET =
      Phrase.of("reminders.noneSet", "No reminders are to come, so there is nothing to skip.");

  private static final Phrase NOT_ASKED =
      Phrase.of("reminders.notAskedSent", "The message does not ask to be acknowledged.");

  private static final Phrase OF_REMINDER =
      Phrase.of(
          "reminders.ofReminder", "This is a reminder itself. Set reminders for its message.");

  private static final Phrase BEING_SENT =
      Phrase.of("reminders.cancelFirst", "A reminder of it is being sent. Cancel that first.");

  private static final Phrase NOT_NEXT =
      Phrase.of("reminders.notNext", "This is not the next reminder any more. Load it again.");

  private static final Phrase NOT_SKIPPED =
      Phrase.of(
          "reminders.notSkipped",
          "This is no reminder that is skipped and still to come. Load it again.");

  private final JobTransactions transactions;
  private final Database database;

  public JobReminders(JobTransactions transactions, Database database) {
    this.transactions = transactions;
    this.database = database;
  }

  /**
   * The reminders of a job, and whom they go to.
   *
   * @param skipped those that somebody left out and that can be brought back, in order
   * @param quiet those to come that quiet hours hold
   * @param begun those that have begun, oldest first
   * @param markdown the words of the next one
   */
  public record Seen(
      PlannedReminders reminders,
      List<Instant> skipped,
      List<QuietHours.Held> quiet,
      List<BegunReminder> begun,
      Acknowledgements.Standing standing,
      String markdown) {
    /** The same in words. */
    public Optional<Phrase> endedWords() {
      return ended().map(why -> why.phrase(begun));
    }

    /** Why there are no more; they end for good when the next would be due. */
    public Optional<ReminderEnd> ended() {
      return reminders
          .ended()
          .or(() ->
              standing.reached() > 0 && standing.isOver()
                  ? Optional.of(ReminderEnd.ACKNOWLEDGED)
                  : Optional.empty());
    }
  }

  public Optional<Seen> of(Job job, Instant now) {
    return database.read(handle ->
        ReminderStore.find(handle, job.id())
            .map(reminders -> {
              var begun = ReminderStore.begun(handle, job.id(), reminders.run());
              return new Seen(
                  reminders,
                  skipped(handle, reminders, begun, now),
                  held(reminders.times(), SendingRules.of(handle, job.app()).quiet()),
                  begun,
                  Acknowledgements.standing(handle, reminders.run()),
                  words(handle, job.draft(), reminders));
            }));
  }

  /** The zone of those that were set last, also if there are no more. */
  public Optional<String> zone(JobId job) {
    return database
        .read(handle -> ReminderStore.readable(handle, job))
        .map(one -> one.set().zone());
  }

  private static String words(Handle handle, Draft draft, PlannedReminders reminders) {
    return words(handle, draft, reminders.set(), reminders.run());
  }

  private static String words(Handle handle, Draft draft, Reminders set, RunId reminded) {
    return Runs.find(handle, reminded)
        .map(run -> CorrectedTexts.of(handle, run.id(), run.markdown()))
        .map(texts -> draft.reminder(set, Audience.NOBODY, texts))
        .orElseGet(() -> draft.reminder(set))
        .text()
        .markdown();
  }

  /** The words of the reminders of a draft, for those who have what was sent of it. */
  public Optional<String> words(Job job, Draft draft) {
    return job.state()
        .runId()
        .filter(_ -> draft.reminders().any())
        .map(run -> database.read(handle -> words(handle, draft, draft.reminders(), run)));
  }

  /**
   * The reminders of a draft that goes out at some moment.
   *
   * @param quiet those that quiet hours hold
   * @param markdown their words; empty if none are set
   * @param fault why they cannot be set
   */
  public record Foreseen(
      List<Instant> times, List<QuietHours.Held> quiet, String markdown, Optional<Fault> fault) {}

  public static Foreseen foreseen(Draft draft, Instant start, Optional<QuietHours> quiet) {
    var set = draft.reminders();
    var times = set.after(start);
    var held = held(times, quiet);
    return new Foreseen(
        times,
        held,
        set.any() ? draft.reminder(set).text().markdown() : "",
        ReminderFaults.at(draft, start).or(() -> ReminderFaults.quiet(set, held)));
  }

  private static List<QuietHours.Held> held(List<Instant> times, Optional<QuietHours> quiet) {
    return quiet.map(hours -> hours.holding(times)).orElseGet(List::of);
  }

  /** From when the days are counted; empty until everybody has it who gets it. */
  public Optional<Instant> counted(Job job) {
    return database.read(handle ->
        job.state()
            .runId()
            .flatMap(id -> Runs.find(handle, id))
            .flatMap(run -> {
              var reminders = ReminderStore.readable(handle, job.id());
              return counted(handle, run, reminders.flatMap(PlannedReminders::counted));
            }));
  }

  private static Optional<Instant> counted(Handle handle, Run run, Optional<Instant> before) {
    return run.progress().gate() == Run.Gate.CLOSED
        ? Acknowledgements.lastReached(handle, run.id())
            .map(last -> PlannedReminders.counted(last, before, run.created()))
        : Optional.empty();
  }

  /**
   * Sets or replaces them; those to come are counted from when the last recipient got the message,
   * while it is being sent from when that began. What somebody has skipped stays so as long as the
   * times are the same.
   */
  public ChangeResult set(
      Actor actor, JobId id, Optional<Long> revision, Reminders set, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("remind", requestId, id, Json.write(set)),
        change -> {
          var job = change.own(id);
          var run = run(change, job);
          change.expect(job, revision);
          var before = ReminderStore.readable(change.handle(), id);
          var earlier = before.flatMap(PlannedReminders::counted);
          var counted = counted(change.handle(), run, earlier).or(() -> earlier);
          var from = counted.orElse(run.created());
          var waiting = before.map(one -> one.waiting(set, from, change.now())).orElseGet(List::of);
          var ahead =
              notBegun(
                  ReminderStore.begun(change.handle(), job.id(), run.id()),
                  set,
                  set.after(from, change.now()));
          var times =
              Stream.concat(
                      waiting.stream(),
                      ahead.stream()
                          .filter(time -> before.filter(one -> one.leavesOut(set, time)).isEmpty()))
                  .toList();
          var quiet = SendingRules.of(change.handle(), job.app()).quiet();
          change.require(faults(job, set, times, held(times, quiet)));
          var reminders =
              PlannedReminders.of(
                      job, run.id(), actor.personId(), actor.name(), set, counted, times)
                  .leavingOut(before.map(PlannedReminders::leftOut).orElseGet(List::of));
          return saved(change, job, reminders, set.summary());
        });
  }

  /** An hour that comes twice, because clocks are put back, has each of its times once. */
  private static List<Instant> notBegun(
      List<BegunReminder> begun, Reminders set, List<Instant> times) {
    var planned =
        begun.stream().map(one -> one.planned().atZone(set.zoned()).toLocalDateTime()).toList();
    return times.stream()
        .filter(time -> !planned.contains(time.atZone(set.zoned()).toLocalDateTime()))
        .toList();
  }

  private static List<Fault> faults(
      Job job, Reminders set, List<Instant> times, List<QuietHours.Held> held) {
    var asked = job.acknowledge().map(one -> one.with(set));
    var faults = new ArrayList<>(ReminderFaults.of(job.draft().asking(asked)));
    if (times.isEmpty()) {
      faults.add(ReminderFaults.NONE);
    }
    ReminderFaults.quiet(set, held).ifPresent(faults::add);
    return faults.stream()
        .map(one -> new Fault(one.field().replace("acknowledge.", ""), one.phrase()))
        .toList();
  }

  /** The run whose silent recipients can be reminded. */
  private static Run run(JobChange change, Job job) {
    var run = job.state().runId().flatMap(id -> Runs.find(change.handle(), id));
    JobChange.refuseIf(run.isEmpty(), JobState.NOT_GONE_OUT);
    JobChange.refuseIf(
        job.state() instanceof JobState.Stopping || job.state() instanceof JobState.Cancelled,
        ReminderEnd.CANCELLED.phrase());
    JobChange.refuseIf(
        FollowUps.of(change.handle(), run.orElseThrow().id()).stream()
            .anyMatch(one -> one.kind() == FollowUp.Kind.RECALL && one.isOfAll()),
        ReminderEnd.RECALLED.phrase());
    JobChange.refuseIf(job.acknowledge().isEmpty(), NOT_ASKED);
    JobChange.refuseIf(job.reminded().isPresent(), OF_REMINDER);
    return run.orElseThrow();
  }

  /**
   * Leaves out the next one.
   *
   * @param planned the time that the caller takes for the next, so that a request that comes late
   *     does not leave out another
   */
  public ChangeResult skip(Actor actor, JobId id, Instant planned, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("skipReminder", requestId, id, planned),
        change -> {
          var job = change.own(id);
          var found = ReminderStore.find(change.handle(), id).filter(one -> one.ended().isEmpty());
          JobChange.refuseIf(found.isEmpty(), NONE_SET);
          var reminders = found.orElseThrow();
          if (!reminders.times().getFirst().equals(planned)) {
            change.require(List.of(new Fault("time", NOT_NEXT)));
          }
          var rest = reminders.times().subList(1, reminders.times().size());
          var left = reminders.left(rest, ReminderEnd.STOPPED);
          var stillHeld = reminders.held() && left.ended().isEmpty();
          var now = (stillHeld ? left.onHold() : left).skipped(planned, change.now());
          return saved(change, job, now, planned.toString());
        });
  }

  /** Of what is not to come, what somebody left out: whoever stopped them meant all. */
  private static List<Instant> skipped(
      Handle handle, PlannedReminders reminders, List<BegunReminder> begun, Instant now) {
    if (!reminders.canHaveSkipped()) {
      return List.of();
    }
    var set = reminders.set();
    var ahead =
        reminders
            .counted()
            .or(() -> Runs.find(handle, reminders.run()).map(Run::created))
            .map(from -> set.after(from, reminders.justUndone(now) ? lastBegun(begun, from) : now))
            .orElseGet(List::of);
    var first = reminders.times().stream().findFirst().orElse(Instant.MAX);
    var open = notBegun(begun, set, ahead).stream().filter(first::isAfter).toList();
    // Where it was sent to more people later, one that has gone out lies ahead once more.
    var most = Math.max(0, set.times().size() - reminders.times().size() - begun.size());
    return open.subList(Math.max(0, open.size() - most), open.size());
  }

  private static Instant lastBegun(List<BegunReminder> begun, Instant otherwise) {
    return begun.isEmpty() ? otherwise : begun.getLast().planned();
  }

  /** Brings back one that was left out, and with it those after it. */
  public ChangeResult unskip(Actor actor, JobId id, Instant planned, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("unskipReminder", requestId, id, planned),
        change -> {
          var job = change.own(id);
          run(change, job);
          var reminders = ReminderStore.find(change.handle(), id);
          var skipped =
              reminders
                  .map(one -> skipped(change.handle(), one, begun(change, job), change.now()))
                  .orElseGet(List::of);
          change.require(
              skipped.contains(planned) ? List.of() : List.of(new Fault("time", NOT_SKIPPED)));
          var back = skipped.stream().filter(time -> !time.isBefore(planned)).toList();
          return saved(change, job, reminders.orElseThrow().with(back), planned.toString());
        });
  }

  /** No more are sent; one that is being sent goes on. */
  public ChangeResult stop(Actor actor, JobId id, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("stopReminders", requestId, id),
        change -> {
          var job = change.own(id);
          ReminderStore.stopped(change.handle(), id, change.now());
          if (!ReminderStore.end(change.handle(), id, ReminderEnd.STOPPED)) {
            return new ChangeResult.Agreed(job);
          }
          change.record(job, job.title());
          return new ChangeResult.Agreed(JobStore.save(change.handle(), job, change.now()));
        });
  }

  private static ChangeResult saved(
      JobChange change, Job job, PlannedReminders reminders, String detail) {
    ReminderStore.write(change.handle(), reminders);
    change.record(job, detail);
    return new ChangeResult.Agreed(JobStore.save(change.handle(), job, change.now()));
  }

  /** Ends them with their announcement, and stops one that is being sent. */
  public static void end(JobChange change, Job job, ReminderEnd why) {
    // Before the announcement's run is changed: a lane that reminds locks both in this order.
    begun(change, job).stream()
        .filter(BegunReminder::isOpen)
        .flatMap(one -> JobStore.lock(change.handle(), job.app(), one.job()).stream())
        .forEach(one -> stop(change, one));
    if (ReminderStore.end(change.handle(), job.id(), why)) {
      change.record("remindersEnded", job, why.word());
    }
  }

  /** Those that have begun, which repeat what their announcement says. */
  public static List<BegunReminder> begun(JobChange change, Job job) {
    return ReminderStore.run(change.handle(), job.id())
        .map(run -> ReminderStore.begun(change.handle(), job.id(), run))
        .orElseGet(List::of);
  }

  /** What is being sent goes on in the words that it began with. */
  public static void refuseWhileSent(JobChange change, Job job) {
    JobChange.refuseIf(begun(change, job).stream().anyMatch(BegunReminder::isOpen), BEING_SENT);
  }

  private static void stop(JobChange change, Job reminder) {
    if (JobState.decide(reminder.state(), new Command.Cancel(false))
        instanceof Verdict.Moved(var to)) {
      change.gate(reminder, Run.Gate.STOPPING);
      change.record("cancel", reminder, reminder.title());
      JobStore.save(change.handle(), reminder.with(to), change.now());
    }
  }

  /** Deletes them with their announcement, also those that were sent. */
  public static void delete(JobChange change, Job job, References references) {
    var handle = change.handle();
    refuseWhileSent(change, job);
    begun(change, job)
        .forEach(one -> {
          JobStore.lock(handle, job.app(), one.job())
              .ifPresent(reminder -> {
                change.refuseWhileFollowedUp(reminder);
                change.delete(reminder, references);
              });
        });
    drop(change, job);
  }

  /** Deletes those to come, also what cannot be read. */
  public static void drop(JobChange change, Job job) {
    if (ReminderStore.isOpen(change.handle(), job.id())) {
      change.record("remindersEnded", job, "deleted");
    }
    ReminderStore.delete(change.handle(), job.id());
  }
}
