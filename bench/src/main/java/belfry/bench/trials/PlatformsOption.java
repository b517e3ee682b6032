package belfry.bench.trials;

import java.util.List;
import picocli.CommandLine.Option;

/** The option of all trials beside either stand-in for the platform. */
final class PlatformsOption {
  @Option(
      names = "--platforms",
      split = ",",
      defaultValue = "simulator,second",
      description = "which of simulator, second (default: both)")
  private List<Strange.Player> chosen = List.of();

  List<Strange.Player> chosen() {
    return chosen;
  }
}
