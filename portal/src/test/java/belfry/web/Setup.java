package belfry.web;

import belfry.answers.AnswerSettings;
import belfry.apps.App;
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
import belfry.testing.TestDirectory;
import belfry.testing.TestPortal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What a portal under test is told. Each method changes one thing. */
public final class Setup {
  public static final String CLIENT = "C0ffee";
  public static final String CLIENT_SECRET = "canary-client-secret";

  private final URI platform;
  private Optional<String> clientId = Optional.of(CLIENT);
  private Optional<String> clientSecret = Optional.of(CLIENT_SECRET);
  private Optional<String> template = Optional.of("https://portal.example/Hub/{app}/oauth");
  private boolean pkce;
  private boolean stateRequired;
  private List<String> proxies = List.of();
  private StrictTransport transport = StrictTransport.HOST;
  private SessionPolicy sessions = SessionPolicy.OPEN;
  private Duration requestTimeout = Duration.ofSeconds(5);
  private Path data = TestDirectory.fresh();
  private Optional<Secret> database = Optional.empty();
  private Optional<Path> keyFile = Optional.empty();
  private List<String> admins = List.of("ana-id");

  public Setup(URI platform) {
    this.platform = platform;
  }

  public Setup client(Optional<String> id, Optional<String> secret) {
    clientId = id;
    clientSecret = secret;
    return this;
  }

  public Setup template(Optional<String> callback) {
    template = callback;
    return this;
  }

  public Setup pkce() {
    pkce = true;
    return this;
  }

  public Setup stateRequired() {
    stateRequired = true;
    return this;
  }

  public Setup trusting(String... addresses) {
    proxies = List.of(addresses);
    return this;
  }

  Setup transport(StrictTransport said) {
    transport = said;
    return this;
  }

  public Setup sessions(SessionPolicy policy) {
    sessions = policy;
    return this;
  }

  public Setup requestTimeout(Duration timeout) {
    requestTimeout = timeout;
    return this;
  }

  /** Of the app "news"; nobody is one of "alerts" by the configuration. */
  Setup admins(String... people) {
    admins = List.of(people);
    return this;
  }

  public Setup in(Path directory) {
    data = directory;
    return this;
  }

  Setup on(Secret postgres, Path keys) {
    database = Optional.of(postgres);
    keyFile = Optional.of(keys);
    return this;
  }

  Settings settings() {
    return new Settings(
        new Integration(
            clientId,
            clientSecret.map(Secret::new),
            template,
            Integration.DEFAULT_SCOPE,
            pkce,
            stateRequired),
        platform,
        "127.0.0.1",
        0,
        data,
        database,
        keyFile,
        TrustedProxies.of(proxies),
        transport,
        sessions,
        tuning(),
        List.of(
            new App(TestPortal.NEWS, "Company News", new Secret("bot-token-1"), admins, 230),
            new App(
                TestPortal.ALERTS,
                "IT Alerts",
                new Secret("bot-token-2"),
                List.of("kenji-id"),
                300)),
        new DirectorySettings(Optional.empty(), Optional.empty(), Optional.empty()),
        AnswerSettings.OFF,
        HookSettings.PUBLIC,
        Optional.empty(),
        Duration.ZERO);
  }

  private Tuning tuning() {
    var shortened = Tuning.PRODUCTION.shortened(20);
    return new Tuning(
        requestTimeout,
        shortened.dispatchDeadline(),
        shortened.leaseTtl(),
        shortened.firstLook(),
        shortened.secondLook(),
        shortened.quiet(),
        shortened.longestQuiet(),
        shortened.listingPatience(),
        shortened.betweenProbes(),
        shortened.doubleCheckAfter(),
        shortened.drain());
  }

  public Portal start(Time time) {
    return Portal.start(settings(), time);
  }
}
