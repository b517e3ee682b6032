package belfry.bench.nodes;

import belfry.bench.site.ChildProcess;
import belfry.bench.site.Pauses;
import belfry.bench.site.PortalProcess;
import belfry.bench.site.PostgresServer;
import belfry.bench.site.Sweeping;
import belfry.bench.site.TrialException;
import belfry.simulator.Simulator;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;

/**
 * Several nodes of this program on one PostgreSQL, behind HAProxy, beside a simulated platform. It
 * says which node sends for which app, who goes on when one ends, and starts that one again.
 */
final class NodesDemo implements AutoCloseable {
  private static final List<String> APPS = List.of("news", "alerts", "people");
  private static final List<String> TITLES = List.of("Company News", "IT Alerts", "People Ops");
  private static final int KEY_BYTES = 32;
  private static final Duration SHARED_WITHIN = Duration.ofSeconds(30);
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);
  private static final Duration LONGEST_STOP = Duration.ofSeconds(15);

  private final Plan plan;
  private final Simulator simulator;
  private final PrintWriter out;
  private final Path directory = directory();
  private final List<DemoNode> nodes = new ArrayList<>();
  private Optional<PostgresServer> database = Optional.empty();
  private Optional<ChildProcess> proxy = Optional.empty();
  private Optional<Watch> watch = Optional.empty();
  private volatile boolean closing;

  /**
   * How the demo is made.
   *
   * @param nodes how many
   * @param port HAProxy's
   * @param staff the addresses of those who may send and administer
   * @param speed by how much the protocol's times are shortened; 1 but in tests
   */
  record Plan(int nodes, int port, List<String> staff, double speed) {
    Plan {
      staff = List.copyOf(staff);
    }
  }

  /** Starts nothing yet; {@code out} is where it tells. */
  NodesDemo(Plan plan, Simulator simulator, PrintWriter out) {
    this.plan = plan;
    this.simulator = simulator;
    this.out = out;
  }

  private static Path directory() {
    try {
      return Files.createTempDirectory("belfry-demo-");
    } catch (IOException e) {
      throw new TrialException("no place for the demo's files", e);
    }
  }

  /** What has to be installed first, and how; empty if nothing. */
  static Optional<String> missing() {
    var names = new ArrayList<String>();
    var packages = new ArrayList<String>();
    if (PostgresServer.programs().isEmpty()) {
      names.add("PostgreSQL's server");
      packages.add("postgresql");
    }
    if (HaProxy.program().isEmpty()) {
      names.add("HAProxy");
      packages.add("haproxy");
    }
    return names.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "several nodes need %s, which %s missing here. Debian: apt-get install %s"
                .formatted(
                    String.join(" and ", names),
                    names.size() == 1 ? "is" : "are",
                    String.join(" ", packages)));
  }

  /**
   * Starts everything, says where it is, and from then on what changes. The calling thread must
   * live until {@link #close}, or the processes end with it.
   *
   * @throws TrialException if something does not start, or {@link #close} is called meanwhile; then
   *     nothing is left behind
   */
  synchronized void start() {
    try {
      startAll();
    } catch (RuntimeException e) {
      close();
      throw e;
    }
  }

  private void startAll() {
    out.printf("Starting PostgreSQL, %d nodes and HAProxy%n", plan.nodes);
    out.flush();
    database = Optional.of(PostgresServer.start());
    var settings = settings(database.orElseThrow());
    for (var number = 1; number <= plan.nodes; number++) {
      nodes.add(DemoNode.of(number, directory, settings));
    }
    nodes.forEach(node -> node.portal().launchApart());
    for (var node : nodes) {
      var portal = node.portal();
      await(node.name(), portal.process(), () -> portal.answer("/status/ready").isPresent());
    }
    var haproxy = HaProxy.program().orElseThrow(() -> new TrialException(missing().orElse("")));
    var before = HaProxy.start(haproxy, directory, plan.port, ports());
    proxy = Optional.of(before);
    var status = URI.create(address() + "/status");
    await("HAProxy", before, () -> PortalProcess.answer(status).isPresent());
    var watching = new Watch(nodes, out);
    watch = Optional.of(watching);
    introduce(awaitShared(watching));
    watching.start();
  }

  private Map<String, String> settings(PostgresServer postgres) {
    var yaml = directory.resolve("belfry.yaml");
    var keys = directory.resolve("belfry.keys");
    var key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    try {
      Files.writeString(yaml, yaml());
      Files.writeString(keys, "k1:" + Base64.getEncoder().encodeToString(key) + "\n");
    } catch (IOException e) {
      throw new TrialException("the settings cannot be written", e);
    }
    var settings = new HashMap<String, String>();
    settings.put("BELFRY_CONFIG", yaml.toString());
    settings.put("BELFRY_KEY_FILE", keys.toString());
    settings.put("BELFRY_TRUSTED_PROXIES", "127.0.0.1");
    settings.put("DATABASE_URL", postgres.url());
    settings.put("MESSAGING_API_URL", simulator.address().toString());
    settings.put("MESSAGING_INTEGRATION_CLIENT_ID", simulator.clientId());
    settings.put("MESSAGING_INTEGRATION_CLIENT_SECRET", simulator.clientSecret());
    settings.put("OAUTH_CALLBACK_URL_TEMPLATE", address() + "/Hub/{app}/oauth");
    settings.put("ALLOWED_ORGS", simulator.directory().organizationId());
    settings.put("PUBLIC_URL", address());
    settings.put("BELFRY_TRIAL_SPEED", Double.toString(plan.speed));
    return settings;
  }

  private String yaml() {
    var yaml = new StringBuilder("apps:\n");
    for (var i = 0; i < APPS.size(); i++) {
      yaml.append(
          "  %s: { title: \"%s\", bot-token: \"%s\", admins: [%s] }%n"
              .formatted(
                  APPS.get(i),
                  TITLES.get(i),
                  simulator.botToken(i),
                  String.join(", ", plan.staff)));
    }
    return yaml.append(
            "directory: { refresh-token: \"%s\" }%n".formatted(simulator.directoryRefreshToken()))
        .toString();
  }

  private String address() {
    return "http://localhost:" + plan.port;
  }

  private List<Integer> ports() {
    return nodes.stream().map(node -> node.portal().port()).toList();
  }

  private void await(String name, ChildProcess process, BooleanSupplier ready) {
    var settled =
        until(() -> ready.getAsBoolean() || !process.isAlive(), PortalProcess.READY_WITHIN);
    if (!settled || !process.isAlive()) {
      throw new TrialException("%s did not start: %s".formatted(name, process.lastWords()));
    }
  }

  /** Waits, but not for ever, until each app has a node, and each node an app where that can be. */
  private Map<String, DemoNode> awaitShared(Watch watch) {
    var busy = Math.min(APPS.size(), nodes.size());
    until(
        () -> {
          var owners = watch.look();
          return owners.size() == APPS.size() && Set.copyOf(owners.values()).size() == busy;
        },
        SHARED_WITHIN);
    return watch.look();
  }

  private boolean until(BooleanSupplier so, Duration longest) {
    return Pauses.until(
        () -> {
          if (closing) {
            throw new TrialException("stopped before everything had started");
          }
          return so.getAsBoolean();
        },
        BETWEEN_LOOKS,
        longest);
  }

  private void introduce(Map<String, DemoNode> owners) {
    out.printf(
        """

        Belfry is ready on %d nodes. Open

            %s/Hub/news/sendMessage.html

        and sign in as Ana Lopez (an administrator) or as anybody else.
        What %,d simulated people receive is at %s

        """,
        plan.nodes, address(), simulator.directory().people(), simulator.address());
    for (var node : nodes) {
      var apps = owners.keySet().stream().filter(app -> node.equals(owners.get(app))).sorted();
      var sends = apps.collect(Collectors.joining(", "));
      out.printf(
          "    %s   process %-8d %s%n",
          node.name(), node.pid(), sends.isEmpty() ? "stands by" : "sends for " + sends);
    }
    out.printf(
        """

        Send a message to many, and kill a node in the middle of it: kill -9 %d
        Here you read who goes on. Nobody is forgotten, and nobody gets it twice.
        What the nodes log is in %s
        Ctrl-C stops everything and removes what was made.

        """,
        owners.getOrDefault(APPS.getFirst(), nodes.getFirst()).pid(), directory);
    out.flush();
  }

  /** Stops everything in order, so that nothing is sent that is not recorded, and removes it. */
  @Override
  public void close() {
    closing = true;
    closeAll();
  }

  private synchronized void closeAll() {
    watch.ifPresent(Watch::close);
    var running = nodes.stream().map(DemoNode::portal).filter(PortalProcess::isAlive).toList();
    // All at once: what one gives up, another would only take over for a moment.
    running.forEach(portal -> portal.process().terminate());
    running.forEach(portal -> portal.process().awaitEndOrKill(LONGEST_STOP));
    proxy.ifPresent(before -> {
      before.terminate();
      before.awaitEndOrKill(LONGEST_STOP);
    });
    database.ifPresent(PostgresServer::close);
    database = Optional.empty();
    if (Files.exists(directory)) {
      Sweeping.away(directory);
    }
  }
}
