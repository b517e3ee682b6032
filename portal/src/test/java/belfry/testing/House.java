package belfry.testing;

import belfry.access.Access;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.delivery.expansion.Expander;
import belfry.delivery.foundation.Infrastructure;
import belfry.delivery.foundation.Tuning;
import belfry.jobs.ClosedRuns;
import belfry.jobs.DueJobs;
import belfry.jobs.HeldJobs;
import belfry.jobs.RunQuestions;
import belfry.jobs.Sending;
import belfry.jobs.Stopping;
import belfry.jobs.Writing;
import belfry.jobs.checking.Checking;
import belfry.jobs.checking.WholeCheck;
import belfry.jobs.job.Actor;
import belfry.jobs.job.ChangeResult;
import belfry.jobs.job.Consent;
import belfry.jobs.job.Job;
import belfry.jobs.job.JobStore;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.jobs.job.SendingRules;
import belfry.jobs.reminders.DueReminders;
import belfry.jobs.schedule.ParsedSchedule;
import belfry.jobs.tests.MessageTests;
import belfry.messages.Attachments;
import belfry.people.PeopleParts;
import belfry.people.directory.DirectorySettings;
import belfry.people.groups.Group;
import belfry.platform.Platform;
import belfry.runs.RecipientsAgain;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.runs.ids.JobId;
import belfry.simulator.Simulator;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Everything up to jobs, without delivery and web, on a time that the test owns: for tests that ask
 * a feature directly.
 */
public final class House implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Database database;
  private final Platform platform;
  private final App app;
  private final Apps apps;
  private final Access access;
  private final PeopleParts people;
  private final Attachments attachments;
  private final JobTransactions transactions;
  private final SendingRules rules;
  private final HeldJobs held;
  private final DueJobs due;
  private final Time time;

  public House(Database database, Simulator simulator, Path data, Time time) {
    this(
        database,
        new Platform(simulator.address(), PATIENCE, time),
        new Secret(simulator.botToken(0)),
        new DirectorySettings(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of(new Secret(simulator.directoryRefreshToken())),
            Duration.ofMinutes(2)),
        data,
        time);
  }

  /** For tests that ask nothing of the platform: its address is one that would refuse. */
  public static House withoutPlatform(Database database, Path data, Time time) {
    return new House(
        database,
        new Platform(URI.create("http://127.0.0.1:1"), PATIENCE, time),
        new Secret("token"),
        new DirectorySettings(Optional.empty(), Optional.empty(), Optional.empty()),
        data,
        time);
  }

  private House(
      Database database,
      Platform platform,
      Secret botToken,
      DirectorySettings directory,
      Path data,
      Time time) {
    this.database = database;
    this.platform = platform;
    app = new App(TestPortal.NEWS, "Company News", botToken, List.of(TestPortal.ADMIN), 230);
    apps = new Apps(List.of(app), platform, database);
    var vault = new Vault(Keyring.open(Optional.empty(), data, true));
    access = new Access(apps, database, vault, time);
    people =
        PeopleParts.wired(
            directory, apps, platform, database, vault, new RecipientsAgain(database), time);
    attachments = new Attachments(database, time);
    transactions = new JobTransactions(database, access, time);
    rules = new SendingRules(database, access.audit(), time, transactions::tell);
    var reminders = new DueReminders(database, access, House::page, time);
    held = new HeldJobs(transactions, database, access, House::page, reminders, time);
    due = new DueJobs(transactions, database, access, House::page, held, reminders, time);
    this.time = time;
  }

  private static Optional<String> page(AppName app) {
    return Optional.of("https://portal.example/Hub/" + app + "/sendMessage.html");
  }

  public App app() {
    return app;
  }

  public Apps apps() {
    return apps;
  }

  /** When something of the app is due next. */
  public Optional<Instant> nextDue() {
    return database.read(handle -> DueJobs.next(handle, app.name()));
  }

  public Access access() {
    return access;
  }

  public PeopleParts people() {
    return people;
  }

  public Attachments attachments() {
    return attachments;
  }

  public JobTransactions transactions() {
    return transactions;
  }

  public SendingRules rules() {
    return rules;
  }

  public HeldJobs held() {
    return held;
  }

  public JobStore jobs() {
    return new JobStore(database);
  }

  public WholeCheck whole() {
    return new WholeCheck(people.audiences(), people.stored(), people.details(), time);
  }

  public Checking checking() {
    return new Checking(
        attachments, people.audiences(), people.sample(), people.details(), whole(), time);
  }

  public References references() {
    return new References(attachments, people.lists());
  }

  public Writing writing() {
    return new Writing(transactions, database, checking(), references());
  }

  public Sending sending() {
    return new Sending(transactions, database, checking(), references(), time);
  }

  /** Sends it as it is kept. */
  public ChangeResult runNow(
      Actor actor, JobId id, Consent consent, Duration undo, Optional<String> requestId) {
    var wish = new Sending.Wish(id, Optional.empty(), consent);
    return sending().runNow(actor, wish, undo, requestId);
  }

  /** Schedules it as it is kept. */
  public ChangeResult schedule(
      Actor actor, JobId id, Consent consent, ParsedSchedule when, Optional<String> requestId) {
    return sending()
        .schedule(actor, new Sending.Wish(id, Optional.empty(), consent), when, requestId);
  }

  public Stopping stopping() {
    return new Stopping(transactions, database);
  }

  public MessageTests tests() {
    return new MessageTests(
        transactions,
        database,
        attachments,
        people.audiences(),
        people.members(),
        people.details(),
        access);
  }

  /** {@code done} receives the app after each run that may now begin. */
  public Expander expander(Consumer<AppName> done) {
    var below = new Infrastructure(database, platform, Tuning.PRODUCTION, time);
    return new Expander(
        below, apps, people.spaces(), people.audiences(), people.details(), questions(), done);
  }

  public Runs runs() {
    return new Runs(database);
  }

  public RunQuestions questions() {
    return new RunQuestions(database, access, House::page, time);
  }

  public ClosedRuns closed() {
    return new ClosedRuns(database, access, House::page, time);
  }

  public Database database() {
    return database;
  }

  public Platform platform() {
    return platform;
  }

  /** The group of this name that the app sees. */
  public Group group(String name) {
    return people.groups().list(app).groups().stream()
        .filter(group -> group.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Starts what is due; how much that was. */
  public int startDue() {
    return due.start(app, 10);
  }

  /** What has become of the job. */
  public Job now(Job job) {
    return jobs().find(app.name(), job.id()).orElseThrow();
  }

  /** The job's run as it is now. */
  public Run run(Job job) {
    return runs().find(now(job).state().runId().orElseThrow()).orElseThrow();
  }

  @Override
  public void close() {
    platform.close();
    database.close();
  }
}
