package belfry.cli;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.base.Time;
import belfry.cli.settings.Mistakes;
import belfry.cli.settings.Simulated;
import belfry.demo.NodesDemo;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.simulator.Simulator;
import belfry.simulator.SimulatorSettings;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import belfry.storage.DirectoryLock;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the portal beside a simulated platform of ten thousand people. */
@Command(
    name = "demo",
    description = "Runs the portal with a simulated platform. Nothing leaves this machine.")
final class DemoCommand implements Callable<Integer> {
  private static final int PORTS_TRIED = 20;
  private static final int MOST_NODES = 9;
  private static final int LAST_PORT = 65_535;

  /** Those of Ana's colleagues who may send too. */
  private static final List<String> COLLEAGUES =
      List.of(
          "kenji.tanaka@northwind.example",
          "maija.salo@northwind.example",
          "zoe.muller@northwind.example");

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--port",
      defaultValue = "8080",
      description = "the portal's port (default: 8080)")
  private int port;

  @Option(
      names = "--simulator-port",
      defaultValue = "8700",
      description = "the simulated platform's port (default: 8700)")
  private int simulatorPort;

  @Option(
      names = "--people",
      defaultValue = "10000",
      description = "how many people the simulated company has (default: 10000)")
  private int people;

  @Option(
      names = "--data",
      defaultValue = "data/demo",
      description = "the data directory; emptied at each start (default: data/demo)")
  @SuppressWarnings("NullAway.Init")
  private Path data;

  @Option(
      names = "--nodes",
      description =
          "runs so many nodes on a PostgreSQL of their own, behind HAProxy, in place of one portal on SQLite; kill one and watch")
  private Optional<Integer> nodes = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (nodes.isPresent()) {
      return severalNodes(nodes.get());
    }
    try {
      empty(data);
    } catch (IOException e) {
      throw mistake("--data", data + " cannot be emptied: " + e);
    }
    var platformPort = free(simulatorPort, "--simulator-port");
    var simulator =
        Simulator.start(SimulatorSettings.defaults().withPort(platformPort).withPeople(people));
    var portal =
        Portal.start(Simulated.settings(simulator, free(port, "--port"), data), Time.system());
    addColleagues(portal, simulator.directory());
    var out = spec.commandLine().getOut();
    out.printf(
        """

        Belfry is ready. Open

            http://localhost:%d/Hub/news/sendMessage.html

        and sign in as Ana Lopez (an administrator) or as anybody else.
        What %,d simulated people receive is at %s
        Ctrl-C stops it; the next start begins anew.

        """,
        portal.port(), people, simulator.address());
    out.flush();
    ServeCommand.untilStopped(() -> {
      portal.close();
      simulator.close();
    });
    return 0;
  }

  private int severalNodes(int count) throws IOException, InterruptedException {
    if (count < 1 || count > MOST_NODES) {
      throw mistake("--nodes", count + " is not possible. Choose 1 to " + MOST_NODES + ".");
    }
    if (spec.commandLine().getParseResult().hasMatchedOption("--data")) {
      throw mistake("--data", "with --nodes all data is in temporary directories. Leave it out.");
    }
    var missing = NodesDemo.missing();
    if (missing.isPresent()) {
      throw mistake("--nodes", missing.get());
    }
    var simulator =
        Simulator.start(
            SimulatorSettings.defaults()
                .withPort(free(simulatorPort, "--simulator-port"))
                .withPeople(people));
    var staff = Stream.concat(Stream.of(Simulated.ADMIN), COLLEAGUES.stream()).toList();
    var plan = new NodesDemo.Plan(count, free(port, "--port"), staff, 1);
    var demo = new NodesDemo(plan, simulator, spec.commandLine().getOut());
    var stopped =
        ServeCommand.onStop(() -> {
          demo.close();
          simulator.close();
        });
    demo.start();
    stopped.await();
    return 0;
  }

  /** Others who may send, so that Ana has somebody to test with. */
  static void addColleagues(Portal portal, Directory directory) {
    var ana = directory.personByEmail(Simulated.ADMIN).map(DemoCommand::profile).orElseThrow();
    for (var email : COLLEAGUES) {
      var colleague = directory.personByEmail(email).map(DemoCommand::profile).orElseThrow();
      portal
          .apps()
          .all()
          .forEach(
              app -> portal.access().add(app, colleague, Role.SENDER, new ActingPerson(ana.id())));
    }
  }

  private static Profile profile(Person person) {
    return new Profile(new PersonId(person.id()), person.displayName(), person.email(), "");
  }

  /** Somebody who only tries the demo need not care which ports are taken: the next one will do. */
  private int free(int wanted, String option) throws IOException {
    var last = Math.min(wanted + PORTS_TRIED - 1, LAST_PORT);
    for (var port = Math.max(wanted, 0); port <= last; port++) {
      try (var socket = new ServerSocket()) {
        socket.setReuseAddress(true);
        socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        if (wanted == 0) {
          return socket.getLocalPort();
        }
        if (port != wanted) {
          spec.commandLine()
              .getErr()
              .printf(
                  "Port %d is in use, so %d is taken. Choose another with %s.%n",
                  wanted, port, option);
        }
        return port;
      } catch (BindException _) {
        // Taken; perhaps the next one is free.
      }
    }
    throw mistake(option, "no port from " + wanted + " on is free. Choose another.");
  }

  private static Mistakes.SettingsException mistake(String option, String what) {
    return new Mistakes.SettingsException(List.of(option + ": " + what));
  }

  /**
   * The simulated platform forgets everything when its process ends, so the portal starts empty
   * too.
   */
  private static void empty(Path data) throws IOException {
    var mark = data.resolve("made-by-demo");
    if (Files.exists(data)) {
      if (!Files.exists(mark)) {
        try (var content = Files.list(data)) {
          if (content.findAny().isPresent()) {
            throw mistake(
                "--data", data + " holds something that the demo did not make. Choose another.");
          }
        }
      }
      // A demo that is still running would lose its database.
      DirectoryLock.take(data, "--data").close();
      try (var files = Files.walk(data)) {
        for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
    Files.createDirectories(data);
    Files.createFile(mark);
  }
}
