package belfry.bench.site;

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
}
