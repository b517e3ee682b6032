package belfry.bench;

import belfry.bench.figures.FiguresCommand;
import belfry.bench.nodes.NodesCommand;
import belfry.bench.trials.TrialCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** The commands that try and measure the packaged program. */
@Command(
    name = "belfry",
    description = "Tests and measures the packaged program beside the simulated platform.",
    mixinStandardHelpOptions = true,
    scope = CommandLine.ScopeType.INHERIT,
    subcommands = {
      TrialCommand.class,
      FiguresCommand.class,
      NodesCommand.class,
      CommandLine.HelpCommand.class
    })
public final class BenchCommand implements Runnable {
  public static void main(String[] arguments) {
    System.exit(
        new CommandLine(new BenchCommand())
            .setCaseInsensitiveEnumValuesAllowed(true)
            .execute(arguments));
  }

  /** Without a command it says which there are. */
  @Override
  public void run() {
    CommandLine.usage(this, System.out);
  }
}
