package belfry.bench.figures;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code bench}: all parts one after the other, or one of them. */
@Command(
    name = "bench",
    description = "Measures the packaged program. Without a part, runs all of them (some hours).",
    subcommands = {
      DeliveryBench.class,
      SizesBench.class,
      DueBench.class,
      StartBench.class,
      RoutesBench.class,
      PaceBench.class,
      EstimatesBench.class,
      IdleBench.class,
      AudienceBench.class,
      RecallBench.class,
      SearchBench.class,
      RestartBench.class,
      AgedBench.class,
      DeletingBench.class,
      CommandLine.HelpCommand.class
    })
public final class FiguresCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  /** Measures every part, whatever came of the ones before; 1 when a goal is missed. */
  @Override
  public Integer call() {
    return spec.subcommands().values().stream()
        .filter(command -> command.getCommand() instanceof Part)
        .mapToInt(CommandLine::execute)
        .max()
        .orElse(0);
  }
}
