package belfry.bench.trials;

import belfry.bench.site.DatabaseOption;
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

  @Option(
      names = "--platforms",
      split = ",",
      defaultValue = "simulator,second",
      description = "which of simulator, second (default: both)")
  private List<Strange.Player> players = List.of();

  @Mixin private final DatabaseOption database = new DatabaseOption();

  @Option(
      names = "--seed",
      defaultValue = "2026",
      description = "random seed of the platform (default: 2026)")
  private long seed;

  @Override
  public Integer call() {
    var sound = true;
    for (var player : players) {
      for (var way : ways) {
        var plan = new Answering.Plan(database.chosen(), player, way, kills, people, seed);
        sound &= new Answering(plan, spec.commandLine().getOut()).run().sound();
      }
    }
    return sound ? 0 : 1;
  }
}
