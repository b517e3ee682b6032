package belfry.bench.figures;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** One part of the bench: measures, prints its table, writes its file; 1 when a goal is missed. */
abstract class Part implements Callable<Integer> {
  @Spec
  @SuppressWarnings("NullAway.Init")
  private CommandSpec spec;

  abstract Report measure();

  @Override
  public final Integer call() {
    var report = measure();
    report.print(out());
    out().printf("  written to %s%n", report.write());
    out().flush();
    return report.met() ? 0 : 1;
  }

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final void say(String line) {
    out().println(line);
    out().flush();
  }
}
