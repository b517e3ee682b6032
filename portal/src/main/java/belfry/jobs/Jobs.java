package belfry.jobs;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Time;
import belfry.jobs.checking.Check;
import belfry.jobs.checking.Checking;
import belfry.jobs.checking.LastTime;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.Draft;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobQuery;
import belfry.jobs.job.JobState;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.jobs.job.SendingRules;
import belfry.jobs.notices.Notices;
import belfry.jobs.reminders.JobReminders;
import belfry.jobs.tests.TestReaders;
import belfry.jobs.tests.TestRuns;
import belfry.messages.Attachments;
import belfry.people.People;
import belfry.people.lists.Lists;
import belfry.runs.RecipientList;
import belfry.runs.Runs;
import belfry.runs.Timeline;
import belfry.runs.ids.JobId;
import belfry.storage.Database;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

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
  private final Writing writing;
  private final Sending sending;
  private final Stopping stopping;
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
    writing = new Writing(store, transactions, checking, references);
    stopping = new Stopping(transactions, database);
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

  public Writing writing() {
    return writing;
  }

  public Stopping stopping() {
    return stopping;
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

  /** Deletes files that no job and no running run refers to any more, and returns how many. */
  public int forgetFiles() {
    return new UnusedFiles(database, attachments).forget();
  }

  /** Forgets lists of people likewise. */
  public int forgetLists() {
    return new UnusedLists(database, lists).forget();
  }
}
