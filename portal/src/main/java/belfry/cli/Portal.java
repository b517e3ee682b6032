package belfry.cli;

import belfry.access.Access;
import belfry.access.ApiTokens;
import belfry.access.Languages;
import belfry.answers.Answers;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Feed;
import belfry.base.Time;
import belfry.cli.settings.Keys;
import belfry.cli.settings.Settings;
import belfry.cli.settings.Version;
import belfry.delivery.Delivery;
import belfry.delivery.foundation.Infrastructure;
import belfry.hooks.Hooks;
import belfry.http.Endpoint;
import belfry.jobs.ClosedRuns;
import belfry.jobs.DueJobs;
import belfry.jobs.ExpiredJobs;
import belfry.jobs.HeldJobs;
import belfry.jobs.RunQuestions;
import belfry.jobs.UnusedFiles;
import belfry.jobs.UnusedLists;
import belfry.jobs.job.JobTransactions;
import belfry.jobs.job.References;
import belfry.jobs.job.SendingRules;
import belfry.jobs.reminders.DueReminders;
import belfry.messages.Attachments;
import belfry.metrics.AppGauges;
import belfry.metrics.Metrics;
import belfry.people.PeopleParts;
import belfry.platform.ClockWatch;
import belfry.platform.Platform;
import belfry.runs.RecipientsAgain;
import belfry.signin.SignIn;
import belfry.storage.Database;
import belfry.storage.Databases;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.web.Door;
import belfry.web.Web;
import belfry.web.frame.Facilities;
import belfry.web.frame.Features;
import belfry.web.frame.Installation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The wiring: creates the parts from bottom to top, and closes them from top to bottom. */
public final class Portal implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Portal.class);

  private final Settings settings;
  private final Wired wired;
  private final Deque<Runnable> closing = new ArrayDeque<>();

  private Portal(Settings settings, Time time) {
    this.settings = settings;
    try {
      wired = wire(time);
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  /**
   * Starts everything.
   *
   * @throws belfry.storage.StorageException if the database cannot be used
   */
  public static Portal start(Settings settings, Time time) {
    return new Portal(settings, time);
  }

  /** What is asked for after the start. */
  private record Wired(Apps apps, Access access, Web web) {}

  private Wired wire(Time time) {
    var metrics = new Metrics(Version.current());
    var door =
        opened(
            new Door(
                new Endpoint(
                    settings.host(), settings.port(), settings.proxies(), settings.transport()),
                time));
    Database database = opened(Databases.open(settings.databaseUrl(), settings.data(), door::open));
    database.onCommit(metrics);
    database.risks().forEach(LOG::warn);
    var vault = new Vault(Keys.of(settings, database));
    Platform platform =
        opened(new Platform(settings.platform(), settings.tuning().requestTimeout(), time));
    var feed = new Feed();

    var apps = new Apps(settings.apps(), platform, database);
    var signIn =
        new SignIn(settings.integration(), settings.sessions(), platform, database, vault, time);
    var access = new Access(apps, database, vault, time);
    var tokens = new ApiTokens(database, access.audit(), time);
    var people =
        PeopleParts.wired(
            settings.directory(),
            apps,
            platform,
            database,
            vault,
            new RecipientsAgain(database),
            time);
    var attachments = new Attachments(database, time);
    var transactions = new JobTransactions(database, access, time);
    transactions.onChange(app -> feed.publish(app.value()));
    Function<AppName, Optional<String>> pages = name -> apps.find(name).flatMap(signIn::address);
    var rules = new SendingRules(database, access.audit(), time, transactions::tell);
    var reminders = new DueReminders(database, access, pages, time);
    var held = new HeldJobs(transactions, database, access, pages, reminders, time);
    var closed = new ClosedRuns(database, access, pages, time);
    var delivery =
        new Delivery(
            new Infrastructure(database, platform, settings.tuning(), time, metrics),
            new Delivery.Parts(
                apps,
                people.spaces(),
                people.audiences(),
                people.details(),
                people.emails(),
                attachments,
                rules,
                new DueJobs(transactions, database, access, pages, held, reminders, time),
                new RunQuestions(database, access, pages, time),
                closed),
            feed);
    transactions.onChange(delivery::changed);
    closing.push(delivery::stop);
    var answers =
        opened(
            new Answers(
                settings.answers(),
                new Answers.Ground(database, platform, vault, access.audit(), time),
                apps,
                delivery::owns,
                new Answers.Listeners(delivery::seen, delivery::changed)));
    closed.onReply(answers.replies());
    delivery.start();
    answers.start();
    var hooks =
        opened(
            new Hooks(
                settings.hooks(),
                new Hooks.Ground(database, vault, access.audit(), metrics, time),
                apps,
                delivery::owns));
    answers.store().onNew(hooks.answers());
    var gauges = new AppGauges(apps, database, delivery, time);
    hooks.start();
    var expired =
        new ExpiredJobs(
            transactions, database, new References(attachments, people.lists()), access, time);
    opened(
        new Housekeeping(
            new Housekeeping.Parts(
                apps,
                signIn,
                tokens,
                people.token(),
                people.audiences(),
                expired,
                new UnusedFiles(database, attachments),
                new UnusedLists(database, people.lists()),
                answers,
                hooks,
                new ClockWatch(platform.clock()::aheadOfOurs)),
            database,
            time));

    var web =
        opened(
            new Web(
                door,
                new Features(
                    apps,
                    signIn,
                    access,
                    new Languages(database),
                    tokens,
                    attachments,
                    transactions,
                    rules,
                    held,
                    expired,
                    delivery,
                    answers,
                    hooks),
                people,
                new Facilities(
                    database,
                    vault,
                    feed,
                    time,
                    Version.current(),
                    metrics,
                    gauges,
                    new Installation(
                        settings.data(),
                        Keyring.file(settings.keyFile(), settings.data()),
                        platform.clock()::aheadOfOurs,
                        vault::trouble),
                    settings.metricsToken())));
    settings.advice().forEach(LOG::warn);
    claimCodes(apps, access);
    return new Wired(apps, access, web);
  }

  private <T extends AutoCloseable> T opened(T part) {
    closing.push(() -> {
      try {
        part.close();
      } catch (Exception e) {
        LOG.warn("{} did not close cleanly: {}", part.getClass().getSimpleName(), e.toString());
      }
    });
    return part;
  }

  /** Prints claim codes for apps without an administrator, which only the operator sees. */
  private static void claimCodes(Apps apps, Access access) {
    for (App app : apps.all()) {
      if (!access.hasAdmin(app)) {
        LOG.warn(
            "App {} has no administrator. Sign in at /Hub/{}/sendMessage.html within an hour and enter this code: {}",
            app.name(),
            app.name(),
            access.claims().issue(app).reveal());
      }
    }
  }

  /** One line for each route: method, path, what is required of the caller, and of a token. */
  public List<String> routes() {
    return wired.web.routes();
  }

  Apps apps() {
    return wired.apps;
  }

  Access access() {
    return wired.access;
  }

  public int port() {
    return wired.web.port();
  }

  /** Says that requests should go elsewhere, and goes on with everything. */
  void leave() {
    wired.web.leave();
  }

  /** Sends nothing new, waits for requests in flight, and closes everything. */
  @Override
  public void close() {
    while (!closing.isEmpty()) {
      closing.pop().run();
    }
  }
}
