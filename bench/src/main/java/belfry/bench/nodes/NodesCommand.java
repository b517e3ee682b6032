package belfry.bench.nodes;

import belfry.bench.site.TrialException;
import belfry.cli.DemoOptions;
import belfry.cli.settings.Mistakes;
import belfry.cli.settings.Simulated;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo --nodes}. */
@Command(
    name = "demo",
    description =
        "Runs several nodes of the portal with a simulated platform. Nothing leaves this machine.")
public final class NodesCommand implements Callable<Integer> {
  private static final int MOST_NODES = 9;

  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Mixin private final DemoOptions options = new DemoOptions();

  @Option(
      names = "--nodes",
      required = true,
      description =
          "how many nodes run on a PostgreSQL of their own, behind HAProxy; kill one and watch")
  private int nodes;

  /** That of one node has it. */
  @Option(names = "--data", hidden = true)
  private Optional<String> data = Optional.empty();

  @Override
  public Integer call() throws IOException, InterruptedException {
    try {
      runUntilStopped();
      return ExitCode.OK;
    } catch (Mistakes.SettingsException | TrialException e) {
      // It says everything; a stack trace would bury it.
      var cause = Optional.ofNullable(e.getCause()).map(why -> ": " + why.getMessage()).orElse("");
      spec.commandLine().getErr().println(e.getMessage() + cause);
      return ExitCode.USAGE;
    }
  }

  private void runUntilStopped() throws IOException, InterruptedException {
    if (nodes < 1 || nodes > MOST_NODES) {
      throw DemoOptions.mistake(
          "--nodes", nodes + " is not possible. Choose 1 to " + MOST_NODES + ".");
    }
    if (data.isPresent()) {
      throw DemoOptions.mistake(
          "--data", "with --nodes all data is in temporary directories. Leave it out.");
    }
    var missing = NodesDemo.missing();
    if (missing.isPresent()) {
      throw DemoOptions.mistake("--nodes", missing.get());
    }
    var simulator = options.simulator();
    var staff = Stream.concat(Stream.of(Simulated.ADMIN), DemoOptions.COLLEAGUES.stream()).toList();
    var plan = new NodesDemo.Plan(nodes, options.port(), staff, 1);
    var demo = new NodesDemo(plan, simulator, spec.commandLine().getOut());
    var stopped = new CountDownLatch(1);
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  tell("Stopping: nothing new is sent; waiting for requests in flight");
                  demo.close();
                  simulator.close();
                  tell("Stopped");
                  stopped.countDown();
                },
                "stop"));
    demo.start();
    stopped.await();
  }

  private void tell(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }
}
