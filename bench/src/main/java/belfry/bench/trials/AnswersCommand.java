package belfry.bench.trials;

import belfry.bench.site.BotsOption;
import belfry.bench.site.DatabaseOption;
import belfry.bench.site.SeedOption;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code trial answers}. */
@Command(
    name = "answers",
    description =
        "kill -9 again and again while people answer, and their answers are told of badly or not at all.")
final class AnswersCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--kills",
      defaultValue = "10",
      description = "how often the program is killed in each round (default: 10)")
  private int kills;

  @Option(
      names = "--people",
      defaultValue = "400",
      description = "how many got the message and answer it (default: 400)")
  private int people;

  @Option(
      names = "--ways",
      split = ",",
      defaultValue = "webhooks,poll",
      description = "whether the platform can reach the program: webhooks, poll (default: both)")
  private List<Answering.Way> ways = List.of();

  @Mixin private final PlatformsOption platforms = new PlatformsOption();

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Mixin private final BotsOption bots = new BotsOption();

  @Mixin private final SeedOption seed = new SeedOption();

  @Override
  public Integer call() {
    var sound = true;
    for (var player : platforms.chosen()) {
      for (var way : ways) {
        var plan =
            new Answering.Plan(
                database.chosen(), bots.chosen(), player, way, kills, people, seed.chosen());
        sound &= new Answering(plan, spec.commandLine().getOut()).run().sound();
      }
    }
    return sound ? 0 : 1;
  }
}
