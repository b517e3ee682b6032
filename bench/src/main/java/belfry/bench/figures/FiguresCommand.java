package belfry.bench.figures;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench}: all parts one after the other, or one of them. */
@Command(
    name = "bench",
    description = "Measures the packaged program; without a part, all of them (about an hour).",
    subcommands = {
      DeliveryBench.class,
      SizesBench.class,
      DueBench.class,
      StartBench.class,
      RoutesBench.class,
      PaceBench.class,
      EstimatesBench.class,
      CommandLine.HelpCommand.class
    })
public final class FiguresCommand implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Override
  public void run() {
    spec.subcommands().values().stream()
        .filter(command -> command.getCommand() instanceof Part)
        .forEach(CommandLine::execute);
  }
}
