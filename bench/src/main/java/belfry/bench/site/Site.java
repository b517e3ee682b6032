package belfry.bench.site;

import belfry.cli.settings.Simulated;
import belfry.platform.wire.File;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** One portal with its data, its database and its platform, made for a trial and swept after it. */
public final class Site implements AutoCloseable {
  /**
   * A program that is killed every few seconds would spend half of them on compiling itself: with
   * C2, and all that the rehearsal for the AOT cache found worth it.
   */
  private static final String FOR_SECONDS =
      "-XX:TieredStopAtLevel=1 -XX:+IgnoreUnrecognizedVMOptions -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining";

  /** The app of trials that need only one. */
  public static final String APP = "news";

  private final Path directory;
  private final Path disk;
  private Path data;
  private final Databases.Server database;
  private final TrialPlatform platform;
  private final double speed;
  private final PortalProcess portal;

  private Site(
      Path disk,
      Databases.Server database,
      TrialPlatform platform,
      double speed,
      List<String> apps,
      int bots)
      throws IOException {
    directory = Files.createTempDirectory("belfry-trial-");
    this.disk = disk;
    data = Files.createTempDirectory(disk, "belfry-data-");
    this.database = database;
    this.platform = platform;
    this.speed = speed;
    configure(apps, bots);
    portal = node("portal", environment());
  }

  /**
   * Starts database and platform; the portal is started by the trial.
   *
   * @param speed by how much the protocol's times are shortened
   */
  public static Site open(Databases kind, SimulatorSettings platform, double speed) {
    return open(kind, platform, speed, 1);
  }

  /** The same with this many bots. */
  public static Site open(Databases kind, SimulatorSettings platform, double speed, int bots) {
    return open(kind, platform, speed, List.of(APP), bots);
  }

  /** The same with several apps, each with a bot of its own. */
  public static Site open(
      Databases kind, SimulatorSettings platform, double speed, List<String> apps) {
    return open(kind, platform, speed, apps, 1);
  }

  /** The same, of which the last has this many bots. */
  public static Site open(
      Databases kind, SimulatorSettings platform, double speed, List<String> apps, int bots) {
    try {
      return new Site(
          Path.of(System.getProperty("java.io.tmpdir")),
          kind.open(),
          simulated(platform.withPopulation(all -> all.withMoreBots(Simulated.NEWS, bots - 1))),
          speed,
          apps,
          bots);
    } catch (IOException e) {
      throw new TrialException("no place for the trial's data", e);
    }
  }

  /** The same with whatever platform, and this many of its bots. */
  public static Site open(Databases kind, TrialPlatform platform, double speed, int bots) {
    try {
      var disk = Path.of(System.getProperty("java.io.tmpdir"));
      return new Site(disk, kind.open(), platform, speed, List.of(APP), bots);
    } catch (IOException e) {
      throw new TrialException("no place for the trial's data", e);
    }
  }

  private static TrialPlatform simulated(SimulatorSettings settings) {
    return new SimulatedPlatform(Simulator.start(settings));
  }

  /** The same on SQLite, with its data on this disk. */
  public static Site on(Path disk, SimulatorSettings platform) {
    try {
      return new Site(disk, Databases.SQLITE.open(), simulated(platform), 1, List.of(APP), 1);
    } catch (IOException e) {
      throw new TrialException("no place for the trial's files", e);
    }
  }

  /** The protocol's times at this speed, for people. */
  public static String times(double speed) {
    return times(speed, false);
  }

  /** The same, where a file goes with the messages. */
  public static String times(double speed, boolean withFile) {
    var patience = withFile ? File.PATIENCE : 1;
    return "quiet time %.2f s, request time-out %.2f s, dispatch deadline %.2f s, lease %.2f s"
        .formatted(patience * 60 / speed, patience * 20 / speed, 2 / speed, 10 / speed);
  }

  private void configure(List<String> apps, int bots) throws IOException {
    var yaml = new StringBuilder("apps:\n");
    for (var i = 0; i < apps.size(); i++) {
      yaml.append(
          """
            %s:
              title: Company News
              bots: ["%s"]
              admins: [%s]
          """
              .formatted(
                  apps.get(i),
                  String.join("\", \"", tokens(i, i == apps.size() - 1 ? bots : 1)),
                  platform.administrator()));
    }
    yaml.append(
        """
        directory:
          refresh-token: "%s"
        """
            .formatted(platform.directoryRefreshToken()));
    Files.writeString(directory.resolve("belfry.yaml"), yaml);
    Files.writeString(directory.resolve("belfry.keys"), "k1:" + "A".repeat(43) + "=\n");
  }

  /** The last app has its further bots after the bots of all apps. */
  private List<String> tokens(int place, int bots) {
    return IntStream.range(place, place + bots).mapToObj(platform::botToken).toList();
  }

  private PortalProcess node(String name, Map<String, String> environment) {
    return new PortalProcess(environment, directory.resolve(name + ".log"));
  }

  /** One more portal on the same PostgreSQL and platform; not started yet. */
  public CabledNode cabledNode(String name) {
    var toDatabase = new Cable(database.port());
    var toPlatform = new Cable(platform.address().getPort());
    var environment = environment();
    environment.put(
        "DATABASE_URL",
        database.url().orElseThrow().replace(":" + database.port(), ":" + toDatabase.port()));
    environment.put("MESSAGING_API_URL", "http://127.0.0.1:" + toPlatform.port());
    // As on a machine of its own: no other can see whether it still runs.
    environment.put("BELFRY_DATA", data.resolve(name).toString());
    return new CabledNode(node(name, environment), toDatabase, toPlatform);
  }

  private Map<String, String> environment() {
    var environment = new HashMap<String, String>();
    environment.put("BELFRY_CONFIG", directory.resolve("belfry.yaml").toString());
    environment.put("BELFRY_DATA", data.toString());
    environment.put("BELFRY_KEY_FILE", directory.resolve("belfry.keys").toString());
    environment.put("BELFRY_TRIAL_SPEED", Double.toString(speed));
    // Only a trial of answers wants what reading them costs.
    environment.put("BELFRY_ANSWERS", "off");
    if (speed > 1 || Boolean.getBoolean("belfry.trial.brief")) {
      environment.put("JDK_JAVA_OPTIONS", FOR_SECONDS);
    }
    environment.put("MESSAGING_API_URL", platform.address().toString());
    environment.put("MESSAGING_INTEGRATION_CLIENT_ID", platform.clientId());
    environment.put("MESSAGING_INTEGRATION_CLIENT_SECRET", platform.clientSecret());
    database.url().ifPresent(url -> environment.put("DATABASE_URL", url));
    return environment;
  }

  public TrialPlatform platform() {
    return platform;
  }

  /** The platform, where it is the simulator. */
  public Simulator simulator() {
    return switch (platform) {
      case SimulatedPlatform(var simulator) -> simulator;
      case SecondTrialPlatform _ -> throw new TrialException("this platform is no simulator");
    };
  }

  /** From its next start on the portal's bot is the one at this place. */
  public void useBot(int place) {
    configure(before ->
        before.replaceFirst(
            "bot-token: \"[^\"]*\"", "bot-token: \"" + platform.botToken(place) + "\""));
  }

  /** From the portal's next start on, each app keeps its messages for so many days. */
  public void keepResults(int days) {
    configure(before -> before.replaceAll("(?m)^( +)admins:", "$1keep-results: " + days + "\n$0"));
  }

  private void configure(UnaryOperator<String> change) {
    var yaml = directory.resolve("belfry.yaml");
    try {
      Files.writeString(yaml, change.apply(Files.readString(yaml)));
    } catch (IOException e) {
      throw new TrialException("the configuration cannot be changed", e);
    }
  }

  /** From its next start on, the portal is at a place where nothing is yet, with the same keys. */
  public void moveToAnEmptyPlace() {
    Sweeping.away(data);
    try {
      data = Files.createTempDirectory(disk, "belfry-data-");
    } catch (IOException e) {
      throw new TrialException("no place for the trial's data", e);
    }
    portal.set("BELFRY_DATA", data.toString());
    database.useNew("restored");
    database.url().ifPresent(url -> portal.set("DATABASE_URL", url));
  }

  public PortalProcess portal() {
    return portal;
  }

  public Databases.Server database() {
    return database;
  }

  /** The portal's {@code BELFRY_DATA}. */
  public Path data() {
    return data;
  }

  /** A file that is swept with the site. */
  public Path file(String name) {
    return directory.resolve(name);
  }

  @Override
  public void close() {
    portal.close();
    platform.close();
    database.close();
    Sweeping.away(data);
    Sweeping.away(directory);
  }
}
