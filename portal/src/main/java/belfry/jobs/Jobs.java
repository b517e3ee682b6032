package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.checking.Check;
import belfry.jobs.checking.Checking;
import belfry.jobs.checking.LastTime;
import belfry.jobs.checking.Promises;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.Actor;
import belfry.jobs.job.Again;
import belfry.jobs.job.Answer;
import belfry.jobs.job.Command;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobChange;
import belfry.jobs.job.JobQuery;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.jobs.job.SendingRules;
import belfry.jobs.notices.Notices;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.reminders.ReminderEnd;
import belfry.jobs.reminders.ReminderStore;
import belfry.jobs.tests.TestReaders;
import belfry.jobs.tests.TestRuns;
import belfry.messages.Attachments;
import belfry.people.People;
import belfry.people.lists.Lists;
import belfry.runs.RecipientList;
import belfry.runs.Run;
import belfry.runs.RunProgress;
import belfry.runs.Runs;
import belfry.runs.Timeline;
import belfry.runs.Wave;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jdbi.v3.core.Handle;

/** What staff may do with announcements. */
public final class Jobs {
  private final Database database;
  private final JobStore store;
  private final Runs runs;
  private final RecipientList recipients;
  private final Timeline timeline;
  private final JobTransactions transactions;
  private final DueJobs due;
  private final RunQuestions questions;
  private final ClosedRuns closed;
  private final RecipientDecisions decisions;
  private final JobFollowUps followUps;
  private final Checking checking;
  private final Attachments attachments;
  private final TestRuns tests;
  private final SendingRules rules;
  private final Sending sending;
  private final SkippedTimes skipped;
  private final Calendar calendar;
  private final JobReminders reminders;
  private final WholeCheck whole;
  private final LastTime lastTime;
  private final Lists lists;
  private final References references;
  private final ExpiredJobs expired;
  private final SeenJobs seen;

  /**
   * Opens the announcements of all apps.
   *
   * @param pages the address of each app's page, for authors who are told that a job waits; empty
   *     if it is not known
   * @param listener receives the app's name after each committed change
   */
  public Jobs(
      Database database,
      Attachments attachments,
      People people,
      Access access,
      Time time,
      Function<AppName, Optional<String>> pages,
      Consumer<AppName> listener) {
    this.database = database;
    this.attachments = attachments;
    store = new JobStore(database);
    runs = new Runs(database);
    recipients = new RecipientList(database);
    timeline = new Timeline(database, time);
    transactions = new JobTransactions(database, access.audit(), time, listener);
    rules = new SendingRules(database, access.audit(), time, transactions::tell);
    var notices = new Notices(runs, pages);
    due = new DueJobs(database, store, runs, access, transactions, notices, time);
    questions = new RunQuestions(runs, access, notices, time);
    closed = new ClosedRuns(runs, access, time);
    decisions = new RecipientDecisions(transactions, runs);
    followUps = new JobFollowUps(transactions, database, people.audiences());
    whole = new WholeCheck(people, time);
    checking = new Checking(attachments, people, whole, time);
    lists = people.lists();
    references = new References(attachments, lists);
    seen = new SeenJobs(database, store, runs);
    expired = new ExpiredJobs(database, transactions, references, access, time);
    tests = new TestRuns(transactions, store, runs, attachments, new TestReaders(people, access));
    sending = new Sending(store, transactions, checking, references, time);
    skipped = new SkippedTimes(transactions);
    calendar = new Calendar(database, rules);
    reminders = new JobReminders(transactions, database);
    lastTime = new LastTime(database, whole, time);
  }

  /** Adds a listener. */
  public void onChange(Consumer<AppName> listener) {
    transactions.alsoTell(listener);
  }

  public Attachments attachments() {
    return attachments;
  }

  public Runs runs() {
    return runs;
  }

  public Timeline timeline() {
    return timeline;
  }

  public RecipientList recipients() {
    return recipients;
  }

  public DueJobs due() {
    return due;
  }

  public RunQuestions questions() {
    return questions;
  }

  public ClosedRuns closed() {
    return closed;
  }

  public RecipientDecisions decisions() {
    return decisions;
  }

  public JobFollowUps followUps() {
    return followUps;
  }

  public Sending sending() {
    return sending;
  }

  public SkippedTimes skipped() {
    return skipped;
  }

  public JobReminders reminders() {
    return reminders;
  }

  public SeenJobs seen() {
    return seen;
  }

  public ExpiredJobs expired() {
    return expired;
  }

  public Calendar calendar() {
    return calendar;
  }

  public WholeCheck whole() {
    return whole;
  }

  public LastTime lastTime() {
    return lastTime;
  }

  public SendingRules rules() {
    return rules;
  }

  public TestRuns tests() {
    return tests;
  }

  public Optional<Job> find(App app, JobId id) {
    return store.find(app.name(), id);
  }

  public JobQuery.Page list(JobQuery query) {
    return store.page(query);
  }

  /** How many jobs of this app are in each state, by {@link JobState#word}. */
  public Map<String, Integer> counts(App app) {
    return store.counts(app.name());
  }

  public Check check(App app, Draft draft) {
    return checking.check(app, draft);
  }

  /**
   * Creates a draft. A repeated request finds the first draft even if the text has grown since:
   * that is an edit, not a second draft.
   */
  public Answer create(Actor actor, Draft draft, Optional<String> requestId) {
    return transactions.change(
        actor, actor.asks("create", requestId), change -> created(change, actor, draft));
  }

  /** The same, but another draft under the same id is refused; the page's may have grown. */
  public Answer createExactly(
      Actor actor, Draft draft, String reference, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("create", requestId, draft.wish() + reference),
        change -> {
          var fresh = Job.fresh(actor, draft, change.now()).called(reference);
          return new Answer.Agreed(change.create(fresh, references));
        });
  }

  private Answer created(JobChange change, Actor actor, Draft draft) {
    return new Answer.Agreed(change.create(Job.fresh(actor, draft, change.now()), references));
  }

  /** Changes text, file or audience of a job that has not begun. */
  public Answer edit(
      Actor actor, JobId id, long revision, Draft draft, Optional<String> requestId) {
    var request = actor.asks("edit", requestId, id, revision, draft.wish());
    var recounted = checking.recounted(actor.app(), find(actor.app(), id), draft);
    return transactions.change(
        actor,
        request,
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Edit());
          JobChange.refuseIf(job.isStarting(), JobState.STARTING);
          change.expect(job, Optional.of(revision));
          change.require(references.begin(change.handle(), job.app(), draft));
          if (job.state() instanceof JobState.Scheduled) {
            change.require(Checking.firstWave(draft).stream().toList());
          }
          references.end(change.handle(), job.app(), job.draft());
          var edited = change.tested(job.sentBy(actor.personId()).with(draft));
          change.recordReminders(edited, job.draft().reminders());
          recounted.ifPresent(one -> Promises.write(change.handle(), id, one.promise()));
          return change.save(
              job, recounted.map(one -> edited.counted(one.count())).orElse(edited), to);
        });
  }

  /** A draft with the same content; with {@code again}, for these of those who got it. */
  public Answer duplicate(
      Actor actor, JobId id, Optional<Again> again, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("duplicate", requestId, id, again.map(Again::asked).orElse("")),
        change -> created(change, actor, change.copied(id, again)));
  }

  /** Deletes a job that is not being sent, or that cannot be read. */
  public Answer delete(Actor actor, JobId id, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("delete", requestId, id),
        change -> change.canRead(id) ? deleted(change, id) : removed(change, id));
  }

  private Answer deleted(JobChange change, JobId id) {
    var job = change.own(id);
    var _ = change.decide(job, new Command.Delete());
    change.refuseWhileFollowedUp(job);
    JobReminders.delete(change, job, references);
    change.delete(job, references);
    return new Answer.Deleted(id);
  }

  /** Nobody could stop it first. */
  private static Answer removed(JobChange change, JobId id) {
    var job = change.unread(id);
    ReminderStore.delete(change.handle(), id);
    Runs.giveUp(change.handle(), id, change.now());
    References.remove(change.handle(), job, change.now());
    change.record(job, job.title());
    return new Answer.Deleted(id);
  }

  /** Deletes files that no job and no running run refers to any more, and returns how many. */
  public int forgetFiles() {
    return new UnusedFiles(database, attachments).forget();
  }

  /** Forgets lists of people likewise. */
  public int forgetLists() {
    return new UnusedLists(database, lists).forget();
  }

  /**
   * Cancels it. Sends in flight are awaited; nothing new is sent after this returns.
   *
   * @param keepDraft whether a job that has not begun becomes a draft again
   */
  public Stopped cancel(Actor actor, JobId id, boolean keepDraft, Optional<String> requestId) {
    var applied =
        transactions.<Found>apply(
            actor,
            actor.asks("cancel", requestId, id, keepDraft),
            change -> {
              var job = change.own(id);
              var to = change.decide(job, new Command.Cancel(keepDraft));
              JobReminders.end(change, job, ReminderEnd.CANCELLED);
              change.gate(job, Run.Gate.STOPPING);
              var progress = progress(change.handle(), job);
              var found = new Found(progress, job.people() + job.spaces());
              return new JobTransactions.Applied<>(change.save(job, to), Optional.of(found));
            });
    var answer = applied.answer();
    return applied
        .found()
        .map(found -> Stopped.of(answer, found.progress, found.counted))
        .orElseGet(() ->
            answer instanceof Answer.Agreed(var job)
                // For a repetition, the figures are the current ones.
                ? Stopped.of(answer, progress(job), job.people() + job.spaces())
                : Stopped.of(answer, Optional.empty(), 0));
  }

  /** How far a cancelled job had come, and how many people and spaces were counted for it. */
  private record Found(Optional<RunProgress> progress, long counted) {}

  private Optional<RunProgress> progress(Handle handle, Job job) {
    return job.state().runId().map(run -> runs.progress(handle, run));
  }

  private Optional<RunProgress> progress(Job job) {
    return job.state().runId().flatMap(runs::find).map(Run::progress);
  }

  public Answer pause(Actor actor, JobId id, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("pause", requestId, id),
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Pause());
          var goesOn =
              progress(change.handle(), job).flatMap(RunProgress::wave).flatMap(Wave::goesOn);
          change.gate(job, Run.Gate.PAUSED);
          // It is already paused, but would have continued by itself.
          return change.save(job, to.or(() -> goesOn.map(_ -> job.state())));
        });
  }

  /**
   * Resumes it, which also answers its question, if it has one.
   *
   * @param revision the revision the caller has seen: a caller who has not seen the question must
   *     not answer it
   */
  public Answer resume(Actor actor, JobId id, Optional<Long> revision, Optional<String> requestId) {
    return transactions.change(
        actor,
        actor.asks("resume", requestId, id),
        change -> {
          var job = change.own(id);
          var to = change.decide(job, new Command.Resume());
          if (to.isPresent()) {
            change.expect(job, revision);
            change.require(change.toNobody(job));
          }
          change.gate(job, Run.Gate.OPEN);
          return change.save(job, to);
        });
  }
}
