package belfry.bench.site;

import picocli.CommandLine.Option;

/** The option of all trials that can be repeated as they were. */
public final class SeedOption {
  @Option(
      names = "--seed",
      defaultValue = "2026",
      description = "random seed of the platform (default: 2026)")
  private long chosen;

  public long chosen() {
    return chosen;
  }
}
