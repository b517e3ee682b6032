package belfry.bench.trials;

import belfry.bench.site.BotsOption;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.SeedOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trial restore}. */
@Command(
    name = "restore",
    description =
        "A backup in the middle of sending, kill -9 some time later, and a restore at an empty place, where sending goes on.")
final class RestoreCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--recipients",
      defaultValue = "3000",
      description = "how many people get the message (default: 3000)")
  private int recipients;

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Mixin private final BotsOption bots = new BotsOption();

  @Mixin private final SeedOption seed = new SeedOption();

  @Override
  public Integer call() {
    var plan = new Restores.Plan(database.chosen(), bots.chosen(), recipients, seed.chosen());
    return new Restores(plan, spec.commandLine().getOut()).run().sound() ? 0 : 1;
  }
}
