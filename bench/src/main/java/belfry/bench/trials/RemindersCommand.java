package belfry.bench.trials;

import belfry.bench.site.BotsOption;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.SeedOption;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trial reminders}. */
@Command(
    name = "reminders",
    description =
        "kill -9 again and again while people acknowledge a message and reminders of it are due; on postgresql one of two nodes.")
final class RemindersCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--kills",
      defaultValue = "10",
      description = "how often the program, or the node that sends, is killed (default: 10)")
  private int kills;

  @Option(
      names = "--people",
      defaultValue = "600",
      description = "how many got the message; two of three acknowledge it (default: 600)")
  private int people;

  @Option(
      names = "--reminders",
      defaultValue = "8",
      description = "how many reminders are set, at most 10 (default: 8)")
  private int reminders;

  @Option(
      names = "--spacing",
      defaultValue = "12",
      description = "how many seconds are between two of them (default: 12)")
  private int spacing;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Mixin private final BotsOption bots = new BotsOption();

  @Mixin private final SeedOption seed = new SeedOption();

  @Override
  public Integer call() {
    var plan =
        new Reminding.Plan(
            database.chosen(),
            bots.chosen(),
            kills,
            people,
            reminders,
            Duration.ofSeconds(spacing),
            seed.chosen());
    return new Reminding(plan, spec.commandLine().getOut()).run().sound() ? 0 : 1;
  }
}
