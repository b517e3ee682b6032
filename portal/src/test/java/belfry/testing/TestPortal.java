package belfry.testing;

import belfry.answers.AnswerSettings;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.IpRange;
import belfry.base.Secret;
import belfry.base.Time;
import belfry.cli.Portal;
import belfry.cli.settings.Settings;
import belfry.delivery.foundation.Tuning;
import belfry.hooks.HookSettings;
import belfry.http.StrictTransport;
import belfry.http.TrustedProxies;
import belfry.people.directory.DirectorySettings;
import belfry.signin.Integration;
import belfry.signin.SessionPolicy;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.storage.TestPostgres;
import belfry.storage.TestSqlite;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/**
 * The real portal beside the real simulator, in this process, each on a port of its own. Ana Lopez
 * is an administrator of "news"; "alerts" is a second app with Kenji Tanaka as its administrator.
 */
public final class TestPortal implements AutoCloseable {
  public static final AppName NEWS = new AppName("news");
  public static final AppName ALERTS = new AppName("alerts");
  public static final String ADMIN = "ana.lopez@northwind.example";
  public static final Secret METRICS_TOKEN = new Secret("metrics-token-of-tests");
  public static final String OTHER_ADMIN = "kenji.tanaka@northwind.example";

  private static final int FIRST_PORT = 10_000;
  private static final int PORTS = 20_000;

  /** Processes beside each other begin apart. */
  private static final AtomicInteger NEXT_PORT =
      new AtomicInteger(Math.toIntExact(ProcessHandle.current().pid() % 200 * 100));

  private final Simulator simulator;
  private final Portal portal;
  private final Settings settings;

  private TestPortal(Simulator simulator, Settings settings, Time time) {
    this.simulator = simulator;
    this.settings = settings;
    if (settings.databaseUrl().isEmpty()) {
      TestSqlite.prepare(settings.data());
    }
    portal = Portal.start(settings, time);
    awaitWebhooks();
  }

  /** What is pressed before the platform knows whom to tell is never heard of. */
  private void awaitWebhooks() {
    if (settings.answers().publicUrl().isPresent()) {
      Await.until(() -> simulator.webhooks().size() >= 2 * settings.apps().size());
    }
  }

  /** On SQLite in a directory of its own, with a thousand people. */
  public static TestPortal start() {
    return start(SimulatorSettings.defaults().withPeople(1_000));
  }

  public static TestPortal start(SimulatorSettings platform) {
    return start(platform, UnaryOperator.identity());
  }

  public static TestPortal start(SimulatorSettings platform, UnaryOperator<Settings> change) {
    return start(platform, change, Time.system());
  }

  /** The same in this time. */
  public static TestPortal start(
      SimulatorSettings platform, UnaryOperator<Settings> change, Time time) {
    var simulator = Simulator.start(platform);
    return new TestPortal(simulator, change.apply(settings(simulator)), time);
  }

  /** The same in this time. */
  public static TestPortal start(Time time) {
    var simulator = Simulator.start(SimulatorSettings.defaults().withPeople(1_000));
    return new TestPortal(simulator, settings(simulator), time);
  }

  /** A second portal, or the same one again, beside a simulator that runs already. */
  public static TestPortal beside(Simulator simulator, Settings settings) {
    return beside(simulator, settings, Time.system());
  }

  /** Likewise, in this time. */
  public static TestPortal beside(Simulator simulator, Settings settings, Time time) {
    return new TestPortal(simulator, settings, time);
  }

  /** The same settings on a fresh PostgreSQL. */
  public static Settings onPostgres(Settings settings) {
    return on(Optional.of(TestPostgres.freshDatabase()), settings);
  }

  /** The same settings with the keys that all nodes share, on this PostgreSQL, or else SQLite. */
  public static Settings on(Optional<Secret> database, Settings settings) {
    try {
      var keys = settings.data().resolve("shared.keys");
      Files.createDirectories(settings.data());
      Files.writeString(keys, "k1:" + "A".repeat(43) + "=\n");
      return at(settings, database, Optional.of(keys), settings.answers());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Settings at(
      Settings settings, Optional<Secret> database, Optional<Path> keys, AnswerSettings answers) {
    return with(settings, settings.directory(), database, keys, answers);
  }

  /** The same settings, but nobody waits for a group that is being read. */
  public static Settings impatient(Settings settings) {
    return awaiting(settings, Duration.ZERO);
  }

  /** The same settings, but whoever asks waits so long for groups that are being read. */
  public static Settings awaiting(Settings settings, Duration awaited) {
    var directory = settings.directory();
    return with(
        settings,
        new DirectorySettings(
            directory.clientId(), directory.clientSecret(), directory.refreshToken(), awaited),
        settings.databaseUrl(),
        settings.keyFile(),
        settings.answers());
  }

  private static Settings with(
      Settings settings,
      DirectorySettings directory,
      Optional<Secret> database,
      Optional<Path> keys,
      AnswerSettings answers) {
    return new Settings(
        settings.integration(),
        settings.platform(),
        settings.host(),
        settings.port(),
        settings.data(),
        database,
        keys,
        settings.proxies(),
        settings.transport(),
        settings.sessions(),
        settings.tuning(),
        settings.apps(),
        directory,
        answers,
        settings.hooks(),
        settings.metricsToken(),
        settings.draining());
  }

  /** The same settings, but a request to the platform may take so long. */
  public static Settings patient(Settings settings, Duration requestTimeout) {
    var times = settings.tuning();
    return new Settings(
        settings.integration(),
        settings.platform(),
        settings.host(),
        settings.port(),
        settings.data(),
        settings.databaseUrl(),
        settings.keyFile(),
        settings.proxies(),
        settings.transport(),
        settings.sessions(),
        new Tuning(
            requestTimeout,
            times.dispatchDeadline(),
            times.leaseTtl(),
            times.firstLook(),
            times.secondLook(),
            times.quiet(),
            times.longestQuiet(),
            times.listingPatience(),
            times.betweenProbes(),
            times.doubleCheckAfter(),
            times.drain()),
        settings.apps(),
        settings.directory(),
        settings.answers(),
        settings.hooks(),
        settings.metricsToken(),
        settings.draining());
  }

  /** One more node on the same PostgreSQL, beside the same simulator. */
  public TestPortal anotherNode() {
    return anotherNode(Time.system());
  }

  /** Likewise, in this time. */
  public TestPortal anotherNode(Time time) {
    var fresh = settings(simulator);
    var own = at(fresh, settings.databaseUrl(), settings.keyFile(), fresh.answers());
    return new TestPortal(simulator, withApps(own, settings.apps()), time);
  }

  /** Waits until this node sends through so many of all bots. */
  public void awaitLanes(int count, int all) {
    var client = client("news");
    Await.until(
        () ->
            client
                .call("GET", "/status", Optional.empty())
                .json()
                .at("/checks/lanes/detail")
                .asText(),
        "%d of %d are sent from here.".formatted(count, all)::equals);
  }

  /** What a portal beside this simulator is told. */
  public static Settings settings(Simulator simulator) {
    var port = freePort();
    return new Settings(
        new Integration(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of("http://localhost:" + port + "/Hub/{app}/oauth"),
            Integration.DEFAULT_SCOPE,
            false,
            false),
        simulator.address(),
        "127.0.0.1",
        port,
        TestDirectory.fresh(),
        Optional.empty(),
        Optional.empty(),
        // A test may come from elsewhere, as X-Forwarded-For tells, and has its own limits there.
        TrustedProxies.of(List.of("127.0.0.1")),
        StrictTransport.HOST,
        SessionPolicy.OPEN,
        tuning(),
        List.of(
            new App(NEWS, "Company News", new Secret(simulator.botToken(0)), List.of(ADMIN), 230),
            new App(
                ALERTS, "IT Alerts", new Secret(simulator.botToken(1)), List.of(OTHER_ADMIN), 300)),
        new DirectorySettings(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of(new Secret(simulator.directoryRefreshToken())),
            Duration.ofMinutes(2)),
        AnswerSettings.OFF,
        new HookSettings(IpRange.all(List.of("127.0.0.0/8"))),
        Optional.of(METRICS_TOKEN),
        Duration.ZERO);
  }

  /** The same settings, and answers are read: told of by webhooks, unless nobody can reach it. */
  public static Settings readingAnswers(Settings settings, boolean reachable) {
    return readingAnswers(
        settings,
        new AnswerSettings(
            true,
            reachable
                ? Optional.of(URI.create("http://localhost:" + settings.port()))
                : Optional.empty(),
            AnswerSettings.Times.PRODUCTION.shortened(100)));
  }

  /** The same settings, and answers are read in this way. */
  public static Settings readingAnswers(Settings settings, AnswerSettings answers) {
    return at(settings, settings.databaseUrl(), settings.keyFile(), answers);
  }

  /** The same settings, but these are the tokens of the first app's bots. */
  public static Settings withBots(Settings settings, List<String> tokens) {
    var apps = new ArrayList<>(settings.apps());
    var news = apps.getFirst();
    apps.set(
        0,
        new App(
            news.name(),
            news.title(),
            tokens.stream().map(Secret::new).toList(),
            news.admins(),
            news.hue(),
            news.largestDrop(),
            news.resultsKept()));
    return withApps(settings, apps);
  }

  /** The same settings, and each app keeps results as long. */
  public static Settings keepingResults(Settings settings, Duration kept) {
    return withApps(
        settings,
        settings.apps().stream()
            .map(app ->
                new App(
                    app.name(),
                    app.title(),
                    app.botTokens(),
                    app.admins(),
                    app.hue(),
                    app.largestDrop(),
                    Optional.of(kept)))
            .toList());
  }

  /** The same settings, but with these apps. */
  public static Settings withApps(Settings settings, List<App> apps) {
    return new Settings(
        settings.integration(),
        settings.platform(),
        settings.host(),
        settings.port(),
        settings.data(),
        settings.databaseUrl(),
        settings.keyFile(),
        settings.proxies(),
        settings.transport(),
        settings.sessions(),
        settings.tuning(),
        apps,
        settings.directory(),
        settings.answers(),
        settings.hooks(),
        settings.metricsToken(),
        settings.draining());
  }

  /**
   * As in a trial; what no later message tells of is waited for twice the quiet time only, and the
   * audit follows the end of a run at once.
   */
  private static Tuning tuning() {
    var trial = Tuning.PRODUCTION.shortened(20);
    return new Tuning(
        trial.requestTimeout(),
        trial.dispatchDeadline(),
        trial.leaseTtl(),
        trial.firstLook(),
        trial.secondLook(),
        trial.quiet(),
        trial.quiet().multipliedBy(2),
        trial.listingPatience(),
        trial.betweenProbes(),
        Duration.ofSeconds(1),
        trial.drain());
  }

  /**
   * None that the machine gives to a connection that goes out: it would be taken before it is used.
   */
  public static int freePort() {
    while (true) {
      var port = FIRST_PORT + NEXT_PORT.getAndIncrement() % PORTS;
      try (var _ = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
        return port;
      } catch (IOException _) {
        // The next one may be free.
      }
    }
  }

  public Simulator simulator() {
    return simulator;
  }

  /** Where its database can be reached beside it, which waits while the portal writes. */
  public String databaseAddress() {
    return settings
        .databaseUrl()
        .map(Secret::reveal)
        .orElseGet(
            () -> "jdbc:sqlite:" + settings.data().resolve("belfry.db") + "?busy_timeout=60000");
  }

  public Settings settings() {
    return settings;
  }

  /** As a browser would open it: cookies marked Secure work on localhost. */
  public URI address() {
    return URI.create("http://localhost:" + portal.port());
  }

  /** Somebody who has not signed in. */
  public Client client(String app) {
    return new Client(address(), app);
  }

  /** Somebody signed in at this app. */
  public Client signedIn(String app, String email) {
    var client = client(app);
    var answer = client.signIn(this, email);
    for (var again = 0; answer.status() == 502 && again < 5; again++) {
      // The simulator was too slow, on a machine at its limit.
      answer = client.signIn(this, email);
    }
    if (answer.status() != 301) {
      throw new AssertionError("sign-in answered " + answer.status() + ": " + answer.body());
    }
    return client;
  }

  public Portal portal() {
    return portal;
  }

  @Override
  public void close() {
    portal.close();
    simulator.close();
  }
}
