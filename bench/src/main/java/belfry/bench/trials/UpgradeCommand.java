package belfry.bench.trials;

import belfry.bench.site.Program;
import belfry.bench.site.TrialException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code trial upgrade}. */
@Command(
    name = "upgrade",
    description =
        "Two nodes of an earlier program on one PostgreSQL, which are replaced by this one's one after the other while they send.")
final class UpgradeCommand implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  @Option(
      names = "--from",
      required = true,
      description =
          "the earlier program: a clone of its commit in which ./belfry build was run, or its unpacked archive")
  @SuppressWarnings("NullAway.Init")
  private Path from;

  @Option(
      names = "--recipients",
      defaultValue = "2000",
      description = "how many people get each app's message (default: 2000)")
  private int recipients;

  @Override
  public Integer call() {
    try {
      Program.programIn(from);
    } catch (TrialException e) {
      throw new ParameterException(spec.commandLine(), "--from: " + e.getMessage(), e);
    }
    var earlier = from.toAbsolutePath().normalize();
    return new Upgrades(earlier, recipients, spec.commandLine().getOut()).run().sound() ? 0 : 1;
  }
}
