package belfry.bench.site;

import belfry.simulator.SimulatorSettings;
import java.util.Collections;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The option of trials that may send through several bots. */
public final class BotsOption {
  @Option(
      names = "--bots",
      defaultValue = "1",
      description = "how many bots the app sends through (default: 1)")
  private int chosen;

  public int chosen() {
    return chosen;
  }

  /** The same platform with more bots than it has anyway. */
  static SimulatorSettings more(SimulatorSettings platform, int more) {
    return platform.withPopulation(all ->
        all.withBots(
            Stream.concat(all.bots().stream(), Collections.nCopies(more, "Company News").stream())
                .toList()));
  }
}
