package belfry.jobs;

import belfry.base.Phrase;
import belfry.base.Time;
import belfry.jobs.checking.Checking;
import belfry.jobs.checking.Promise;
import belfry.jobs.checking.Promises;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Command;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.Occurrence;
import belfry.jobs.job.PromiseRows;
import belfry.jobs.job.References;
import belfry.jobs.job.SendingRules;
import belfry.jobs.reminders.DueReminders;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.schedule.Ahead;
import belfry.jobs.schedule.Fault;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.schedule.Schedule;
import belfry.jobs.schedule.ScheduleInput;
import belfry.people.groups.ReadingProgress;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Has jobs sent, now or at their time, as somebody agreed to it. */
public final class Sending {
  /** How long a start can be delayed at most so that it can be undone. */
  public static final Duration LONGEST_UNDO = Duration.ofMinutes(1);

  private static final String URGENT = "urgent";
  private static final String SEND = "send";
  private static final Phrase REPEATS =
      Phrase.of(
          "urgent.repeats",
          "A message that repeats cannot be urgent. Make one of its sendings urgent when it waits.");

  private static final Phrase OTHERS =
      Phrase.of(
          "whom.changed",
          "Who would get it has changed since you looked. Look at who gets it again.");

  private static final Phrase LATER =
      Phrase.of(
          "goesOutAt.changed",
          "By now it would go out at another time than you saw. Look at when it goes out again.");

  /** What a review says stays true for so long. */
  private static final Duration SAME_TIME = Duration.ofMinutes(1);

  private final JobTransactions transactions;
  private final JobStore store;
  private final Checking checking;
  private final References references;
  private final Time time;

  public Sending(
      JobTransactions transactions,
      Database database,
      Checking checking,
      References references,
      Time time) {
    this.transactions = transactions;
    store = new JobStore(database);
    this.checking = checking;
    this.references = references;
    this.time = time;
  }

  /**
   * A message that is made and sent or scheduled at once.
   *
   * @param reference what the program that makes it calls it; may be empty
   * @param when empty if it is sent now
   * @param undo how long it can still be undone before the first message leaves, if it is sent now
   */
  public record Letter(
      Draft draft,
      String reference,
      Consent consent,
      Optional<ParsedSchedule> when,
      Duration undo) {}

  /**
   * What came of sending a letter before, under the same request id.
   *
   * @param wish everything that a repetition shares with the first request
   */
  public Optional<ChangeResult> sentBefore(Actor actor, Optional<String> requestId, String wish) {
    return transactions.again(actor, actor.asks(SEND, requestId, wish));
  }

  /** Makes a job and has it sent or scheduled, or does neither. */
  public ChangeResult send(Actor actor, Letter letter, Optional<String> requestId, String wish) {
    if (letter.when.orElse(null) instanceof ParsedSchedule.Wrong(var fault)) {
      return new ChangeResult.Invalid(List.of(fault));
    }
    var asked = time.now();
    var job = Job.fresh(actor, letter.draft, asked).called(letter.reference);
    var counted = checking.counted(actor.app(), Optional.of(job), letter.consent).orElseThrow();
    return transactions.change(
        actor,
        actor.asks(SEND, requestId, wish),
        change ->
            letter.when.orElse(null) instanceof ParsedSchedule.At at
                ? send(
                    change.as("schedule"),
                    change.create(job, references),
                    new Agreement(actor, letter.consent, counted, at, change.now()))
                : send(
                    change.as("runNow"),
                    change.create(job, references),
                    new Agreement(
                        actor, letter.consent, counted, soon(change, letter.undo), asked)));
  }

  /** Counted from now, not from when it was asked for: counting whom it reaches takes its time. */
  private static ParsedSchedule.At soon(JobChange change, Duration undo) {
    return new ParsedSchedule.At(change.now().plus(undo), Schedule.NONE);
  }

  /**
   * What somebody wants sent.
   *
   * @param draft what it is to say first, and to whom; empty if it stays as it is
   */
  public record Wish(JobId id, Optional<Draft> draft, Consent consent) {}

  /**
   * Sends it now; a recurring job once more, in addition to its schedule.
   *
   * @param undo how long it can still be undone before the first message leaves
   */
  public ChangeResult runNow(Actor actor, Wish wish, Duration undo, Optional<String> requestId) {
    var asked = time.now();
    var counted = counted(actor, wish);
    if (counted.isEmpty()) {
      return new ChangeResult.Missing();
    }
    var id = wish.id;
    return transactions.change(
        actor,
        wish.draft
            .map(draft -> actor.asks("runNow", requestId, id, undo, draft.wish()))
            .orElseGet(() -> actor.asks("runNow", requestId, id, undo)),
        change -> {
          var job = change.own(id);
          var at = soon(change, undo);
          var agreed = new Agreement(actor, wish.consent, counted.get(), at, asked, wish.draft);
          return job.isSeries() ? sendBesides(change, job, agreed) : send(change, job, agreed);
        });
  }

  private Optional<Checking.Counted> counted(Actor actor, Wish wish) {
    var seen = store.find(actor.app().name(), wish.id);
    return checking.counted(
        actor.app(), seen.map(job -> wish.draft.map(job::with).orElse(job)), wish.consent);
  }

  /** Schedules it, once or repeating; {@code when} was read by {@link ScheduleInput#read}. */
  public ChangeResult schedule(
      Actor actor, Wish wish, ParsedSchedule when, Optional<String> requestId) {
    return switch (when) {
      case ParsedSchedule.Wrong(var fault) -> new ChangeResult.Invalid(List.of(fault));
      case ParsedSchedule.At at -> {
        var schedule = at.schedule();
        // If the request is repeated a day later, a recurring job has another next time, but the
        // request is the same.
        var due = schedule.rule().isEmpty() ? at.due().toString() : "";
        var id = wish.id;
        var times = schedule.skipping(List.of());
        var request =
            wish.draft
                .map(draft -> actor.asks("schedule", requestId, id, due, times, draft.wish()))
                .orElseGet(() -> actor.asks("schedule", requestId, id, due, times));
        var counted = counted(actor, wish);
        yield counted.isEmpty()
            ? new ChangeResult.Missing()
            : transactions.change(
                actor,
                request,
                change ->
                    send(
                        change,
                        change.own(id),
                        new Agreement(
                            actor, wish.consent, counted.get(), at, change.now(), wish.draft)));
      }
    };
  }

  /**
   * Who wants it sent, what they were shown, and what was counted and read since.
   *
   * @param asked since when the time until it begins moves on, while it is counted
   * @param draft what it says from now on; empty if that stays as it is
   */
  private record Agreement(
      Actor actor,
      Consent consent,
      Checking.Counted counted,
      ParsedSchedule.At at,
      Instant asked,
      Optional<Draft> draft) {
    Agreement(
        Actor actor,
        Consent consent,
        Checking.Counted counted,
        ParsedSchedule.At at,
        Instant asked) {
      this(actor, consent, counted, at, asked, Optional.empty());
    }

    /** The job as it was counted. */
    Job of(Job job) {
      return draft.map(job::with).orElse(job);
    }

    boolean changes(Job job) {
      return draft.filter(words -> !words.equals(job.draft())).isPresent();
    }
  }

  private ChangeResult send(JobChange change, Job job, Agreement agreed) {
    var at = agreed.at;
    var counted = agreed.counted;
    var consent = agreed.consent;
    var to = change.decide(job, new Command.Schedule(at.due()));
    change.expect(job, Optional.of(counted.revision()));
    // Until another time, nobody could change the series that it changes.
    JobChange.refuseIf(job.changesSeries() && !at.schedule().local().isEmpty(), JobState.STARTING);
    var faults = new ArrayList<>(counted.check().faults());
    if (JobStore.hasOccurrence(change.handle(), job.id(), at.due())) {
      faults.add(
          new Fault(
              "at",
              Phrase.of(
                  "at.alreadySent", "It has already gone out at that time. Choose a later one.")));
    }
    if (!consent.urgent().isEmpty() && !at.schedule().rule().isEmpty()) {
      faults.add(new Fault("urgentReason", REPEATS));
    }
    faults.addAll(faults(change, agreed.of(job), agreed));
    change.require(faults);
    var edited = edited(change, job, agreed);
    change.recordReminders(edited, job.draft().reminders());
    if (agreed.changes(job)) {
      change.record("edit", job, job.title());
    }
    change.hurry(job, consent.urgent(), "urgentReason");
    var schedule =
        at.schedule()
            .urgent(consent.urgent())
            .aheadOf(
                at.schedule().local().isEmpty() ? ahead(change, job, agreed) : Optional.empty());
    var sent = edited.sentBy(agreed.actor.personId()).with(schedule);
    if (!agreed.changes(job) && isAsBefore(change, job, consent, schedule)) {
      return change.save(job, sent, to);
    }
    Promises.write(change.handle(), job.id(), promise(change, agreed));
    return change.save(job, sent.counted(counted.check().count()), to);
  }

  /** Changed, where it is to be, in the same transaction. */
  private Job edited(JobChange change, Job job, Agreement agreed) {
    if (!agreed.changes(job)) {
      return job;
    }
    var seen = Optional.of(agreed.counted.revision());
    return change.edited(job, seen, agreed.draft.orElseThrow(), references);
  }

  /** Sets aside what undoing puts back; nothing of what was on no schedule. */
  private static Optional<Ahead> ahead(JobChange change, Job job, Agreement agreed) {
    if (job.isStarting()) {
      return job.schedule().ahead();
    }
    if (!(job.state() instanceof JobState.Scheduled(var due))) {
      return Optional.empty();
    }
    PromiseRows.setAside(change.handle(), job.id());
    var before = new Ahead.Agreed(job.sender(), job.people(), job.spaces());
    return Optional.of(
        new Ahead(Optional.of(due), job.schedule(), agreed.changes(job), Optional.of(before)));
  }

  private static List<Fault> faults(JobChange change, Job job, Agreement agreed) {
    return Stream.of(
            reminders(change, job, agreed), another(job, agreed), anotherTime(change, agreed))
        .flatMap(Optional::stream)
        .toList();
  }

  /**
   * Whether a draft is only put back on the schedule that it was taken off, by somebody who was not
   * shown whom it reaches: then what was agreed to before is still what was agreed to.
   */
  private static boolean isAsBefore(JobChange change, Job job, Consent consent, Schedule schedule) {
    return job.state() instanceof JobState.Draft
        && consent.recipients().isEmpty()
        && consent.whom().isEmpty()
        && !schedule.local().isEmpty()
        && schedule.skipping(List.of()).equals(job.schedule().skipping(List.of()))
        && Promises.isKept(change.handle(), job);
  }

  private ChangeResult sendBesides(JobChange change, Job series, Agreement agreed) {
    var due = agreed.at.due();
    var counted = agreed.counted;
    var consent = agreed.consent;
    change.expect(series, Optional.of(counted.revision()));
    var _ = change.decide(series, new Command.SendBesides());
    var faults = new ArrayList<>(counted.check().faults());
    faults.addAll(faults(change, agreed.of(series), agreed));
    change.require(faults);
    var changes = agreed.changes(series);
    var one =
        edited(change, series, agreed)
            .counted(counted.check().count())
            .occurrence(
                new Occurrence(series.id(), Optional.empty()),
                new JobState.Scheduled(due),
                agreed.actor.personId(),
                Schedule.NONE
                    .urgent(consent.urgent())
                    .aheadOf(Optional.of(Ahead.OF_SERIES).filter(_ -> changes)),
                change.now());
    JobStore.insert(change.handle(), one);
    // Otherwise it would be sent twice by two who answer one question.
    JobStore.save(change.handle(), series, change.now());
    Promises.write(change.handle(), one.id(), promise(change, agreed));
    change.recordReminders(one, series.draft().reminders());
    change.record(one, one.title());
    change.hurry(one, consent.urgent(), "urgentReason");
    return new ChangeResult.Agreed(one);
  }

  /**
   * Whoever saw another number has not agreed to this one, unless it is fewer by what would not be
   * asked about later either. Whoever saw others has not agreed at all.
   */
  private static Optional<Fault> another(Job job, Agreement agreed) {
    var counted = agreed.counted;
    var consent = agreed.consent;
    var uncounted = counted.check().count().uncounted();
    if (uncounted.isPresent() && consent.isOfRecipients()) {
      return uncounted.map(group -> beingRead("recipients", group));
    }
    var reached = counted.promise().reached();
    return consent
        .recipients()
        .filter(seen ->
            reached > seen
                || (reached < seen && Promises.isTooFew(agreed.actor.app(), job, seen, reached)))
        .map(seen ->
            new Fault(
                "recipients",
                Phrase.of(
                    "recipients.changed",
                    "You confirmed {{seen, number}}, and it would go to {{now, number}}. Look at who gets it again.",
                    "seen",
                    seen,
                    "now",
                    reached)))
        .or(() ->
            consent
                .whom()
                .filter(seen -> !seen.equals(counted.check().whom()))
                .map(_ -> new Fault("whom", OTHERS)));
  }

  /** Quiet hours may have begun or ended since, and the time that was shown first have passed. */
  private static Optional<Fault> anotherTime(JobChange change, Agreement agreed) {
    return agreed
        .consent
        .goesOutAt()
        .filter(seen -> {
          var begins = begins(change, agreed);
          var counting = Duration.between(agreed.asked, change.now());
          return Duration.between(seen, begins).abs().compareTo(SAME_TIME.plus(counting)) > 0;
        })
        .map(_ -> new Fault("goesOutAt", LATER));
  }

  /**
   * Whether reminders would be sent for nothing, or be held by quiet hours until it is too late.
   */
  private static Optional<Fault> reminders(JobChange change, Job job, Agreement agreed) {
    var quiet = SendingRules.of(change.handle(), agreed.actor.app().name()).quiet();
    return JobReminders.foreseen(job.draft(), begins(change, agreed), quiet).fault();
  }

  /** What quiet hours hold up goes to whoever is named when they end, like what is scheduled. */
  private static Promise promise(JobChange change, Agreement agreed) {
    var shown = agreed.counted.promise().shown(agreed.consent.recipients());
    return begins(change, agreed).equals(agreed.at.due()) ? shown : shown.comparing("");
  }

  private static Instant begins(JobChange change, Agreement agreed) {
    var due = agreed.at.due();
    var quiet = SendingRules.of(change.handle(), agreed.actor.app().name()).quiet();
    return agreed.at.schedule().urgent(agreed.consent.urgent()).held(due, quiet).orElse(due);
  }

  /** Nobody can have agreed to the number of a group that is not known. */
  static Fault beingRead(String field, ReadingProgress group) {
    return new Fault(
        field,
        Phrase.of(
            "recipients.beingRead",
            "{{group}} is still being read from the directory, {{read, number}} so far, so nobody knows its number. Look again in a moment.",
            "group",
            group.name(),
            "read",
            group.read()));
  }

  /** Has a job that has not gone out to everybody also sent during quiet hours. */
  public ChangeResult hurry(Actor actor, JobId id, String why, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks(URGENT, requestId, id, why),
        change -> {
          var job = change.own(id);
          var _ = change.decide(job, new Command.Hurry());
          if (job.isSeries()) {
            throw new JobChange.Refusal(new ChangeResult.Refused(REPEATS));
          }
          change.hurry(job, why, "reason");
          job.state()
              .runId()
              .flatMap(run -> Runs.find(change.handle(), run))
              .ifPresent(run -> {
                Runs.setUrgent(change.handle(), run.id(), true);
                DueReminders.hurry(change, job, run);
              });
          // Who sends it stays: they are asked when it starts, and what it says is theirs.
          var hurried = job.with(job.schedule().urgent(why, actor.personId()));
          return new ChangeResult.Agreed(JobStore.save(change.handle(), hurried, change.now()));
        });
  }
}
