package belfry.cli;

import belfry.access.ActingPerson;
import belfry.access.Role;
import belfry.base.Time;
import belfry.cli.settings.Simulated;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import belfry.storage.DirectoryLock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the portal beside a simulated platform of ten thousand people. */
@Command(
    name = "demo",
    description = "Runs the portal with a simulated platform. Nothing leaves this machine.")
final class DemoCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private final DemoOptions options = new DemoOptions();

  @Option(
      names = "--data",
      defaultValue = "data/demo",
      description = "the data directory; emptied at each start (default: data/demo)")
  @SuppressWarnings("NullAway.Init")
  private Path data;

  /** For whoever has read of it and is not in a clone, whose launcher answers it. */
  @Option(names = "--nodes", hidden = true)
  private Optional<String> nodes = Optional.empty();

  @Override
  public Integer call() throws Exception {
    if (nodes.isPresent()) {
      throw DemoOptions.mistake(
          "--nodes",
          "several nodes are tried in a clone of the sources, with a JDK 25: ./belfry demo --nodes 3");
    }
    try {
      empty(data);
    } catch (IOException e) {
      throw DemoOptions.mistake("--data", data + " cannot be emptied: " + e);
    }
    var simulator = options.simulator();
    var portal = Portal.start(Simulated.settings(simulator, options.port(), data), Time.system());
    addColleagues(portal, simulator.directory());
    var out = spec.commandLine().getOut();
    out.printf(
        """

        Belfry is ready. Open

            http://localhost:%d/Hub/news/sendMessage.html

        and sign in as Ana Lopez (an administrator) or as anybody else.
        Company News has %s, and IT Alerts one: each is limited by Webex alone.
        What %,d simulated people receive is at %s
        Ctrl-C stops it; the next start begins anew.

        """,
        portal.port(),
        options.bots() == 1 ? "one bot" : options.bots() + " bots",
        simulator.directory().people(),
        simulator.address());
    out.flush();
    ServeCommand.untilStopped(() -> {
      portal.close();
      simulator.close();
    });
    return 0;
  }

  /** Others who may send, so that Ana has somebody to test with. */
  static void addColleagues(Portal portal, Directory directory) {
    var ana = directory.personByEmail(Simulated.ADMIN).map(DemoCommand::profile).orElseThrow();
    for (var email : DemoOptions.COLLEAGUES) {
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
            throw DemoOptions.mistake(
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
