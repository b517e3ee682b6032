package belfry.cli.settings;

import belfry.answers.AnswerSettings;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.IpRange;
import belfry.base.Secret;
import belfry.delivery.foundation.Tuning;
import belfry.hooks.HookSettings;
import belfry.http.StrictTransport;
import belfry.http.TrustedProxies;
import belfry.people.directory.DirectorySettings;
import belfry.signin.Integration;
import belfry.signin.SessionPolicy;
import belfry.simulator.Simulator;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings of a portal that uses a simulator in the same process as its platform. */
public final class Simulated {
  public static final String ADMIN = "ana.lopez@northwind.example";

  /** The app that may have several bots: all of this name. */
  public static final String NEWS = "Company News";

  private Simulated() {}

  public static Settings settings(Simulator simulator, int port, Path data) {
    var integration =
        new Integration(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of(callback(port, "{app}")),
            Integration.DEFAULT_SCOPE,
            true,
            true);
    var ana = List.of(ADMIN);
    return new Settings(
        integration,
        simulator.address(),
        "127.0.0.1",
        port,
        data,
        Optional.empty(),
        Optional.empty(),
        TrustedProxies.of(List.of()),
        StrictTransport.HOST,
        new SessionPolicy(List.of(simulator.directory().organizationId()), Optional.empty()),
        Tuning.PRODUCTION,
        List.of(
            new App(
                new AppName("news"),
                NEWS,
                simulator.bots().stream()
                    .filter(bot -> bot.name().equals(NEWS))
                    .map(bot -> new Secret(simulator.botToken(bot.index())))
                    .toList(),
                ana,
                230,
                App.USUAL_DROP,
                Optional.empty()),
            new App(
                new AppName("alerts"), "IT Alerts", new Secret(simulator.botToken(1)), ana, 300),
            new App(
                new AppName("people"), "People Ops", new Secret(simulator.botToken(2)), ana, 205)),
        new DirectorySettings(
            Optional.of(simulator.clientId()),
            Optional.of(new Secret(simulator.clientSecret())),
            Optional.of(new Secret(simulator.directoryRefreshToken()))),
        new AnswerSettings(
            true,
            Optional.of(URI.create("http://localhost:" + port)),
            AnswerSettings.Times.PRODUCTION),
        new HookSettings(IpRange.all(List.of("127.0.0.0/8"))),
        Optional.empty(),
        Duration.ZERO);
  }

  public static String callback(int port, String app) {
    return "http://localhost:" + port + "/Hub/" + app + "/oauth";
  }
}
