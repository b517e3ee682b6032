package belfry.cli.settings;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** A command that knows how the program was called, and prints; it returns the exit code. */
@SuppressWarnings("NullAway.Init")
public abstract class InvokedCommand implements Callable<Integer> {
  @Spec protected CommandSpec spec;
  @ParentCommand protected Invocation invocation;

  protected final Settings settings() {
    return invocation.settings();
  }

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
