package belfry.bench.trials;

import belfry.bench.site.PostgresServer;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trial failover}. */
@Command(
    name = "failover",
    description =
        "PostgreSQL is killed in mid run, and its synchronous standby takes over (with Debian's postgresql).")
final class FailoverCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--times",
      defaultValue = "3",
      description = "how often, each time with two new servers (default: 3)")
  private int times;

  @Option(
      names = "--recipients",
      defaultValue = "2000",
      description = "how many people get the message (default: 2000)")
  private int recipients;

  @Option(
      names = "--promote-after",
      defaultValue = "5",
      description = "after how many seconds without a server the standby takes over (default: 5)")
  private int seconds;

  @Override
  public Integer call() {
    if (PostgresServer.programs().isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), "PostgreSQL's server is missing. Debian: apt-get install postgresql");
    }
    var sound = true;
    for (var i = 0; i < times; i++) {
      var failover =
          new Failover(recipients, Duration.ofSeconds(seconds), spec.commandLine().getOut());
      sound &= failover.run().decided();
    }
    return sound ? 0 : 1;
  }
}
