package belfry.bench.site;

import picocli.CommandLine.Option;

/** The option of all commands that run on either database. */
public final class DatabaseOption {
  @Option(
      names = "--database",
      defaultValue = "sqlite",
      description = "sqlite or postgresql (default: sqlite)")
  @SuppressWarnings("NullAway.Init")
  private Databases chosen;

  public Databases chosen() {
    return chosen;
  }
}
