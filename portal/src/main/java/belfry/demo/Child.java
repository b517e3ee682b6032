package belfry.demo;

import belfry.base.Shortened;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

/**
 * A process that ends with this one, however that ends. It has a session of its own, so that Ctrl-C
 * reaches only this one, which then ends all others in their order.
 */
final class Child {
  /**
   * Of util-linux, which every Debian has. The kernel looks at the thread that starts the child.
   */
  private static final List<String> ENDS_WITH_US = List.of("setpriv", "--pdeathsig", "KILL");

  /** The operator's own settings are for another portal; how much is logged may be wanted here. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(OAUTH|MESSAGING|DATABASE|ALLOWED|PUBLIC)_.*|BELFRY_(?!LOG).*|(PORT|HOST)(_FILE)?");

  private static final Duration LONGEST_RUN = Duration.ofSeconds(60);
  private static final Duration LONGEST_KILL = Duration.ofSeconds(10);
  private static final int WORDS_OF_A_FAILURE = 500;

  private final Process process;

  private Child(Process process) {
    this.process = process;
  }

  /**
   * Starts it from a thread that lives as long as it should.
   *
   * @param user options of setpriv(1) that make it another user's; empty for ours
   * @param environment its variables, beside ours that are no settings of a portal
   * @param log where its output is appended
   * @throws DemoException if there is no such program
   */
  static Child start(
      List<String> user, List<String> command, Map<String, String> environment, Path log) {
    var whole = new ArrayList<>(ENDS_WITH_US);
    whole.addAll(user);
    whole.add("setsid");
    whole.addAll(command);
    var builder =
        new ProcessBuilder(whole)
            .redirectErrorStream(true)
            .redirectInput(new File("/dev/null"))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> SETTING.matcher(name).matches());
    builder.environment().putAll(environment);
    try {
      return new Child(builder.start());
    } catch (IOException e) {
      throw new DemoException(command.getFirst() + " cannot be started", e);
    }
  }

  /**
   * Runs a command to its end.
   *
   * @throws DemoException if it fails; with its last words
   */
  static void run(List<String> user, List<String> command, Path log) {
    var child = start(user, command, Map.of(), log);
    if (!child.endsWithin(LONGEST_RUN) || child.process.exitValue() != 0) {
      child.process.destroyForcibly();
      throw new DemoException(
          "%s failed: %s".formatted(command.getFirst(), lastWords(log).strip()));
    }
  }

  /** The end of what it has said. */
  static String lastWords(Path log) {
    try {
      return Shortened.toEnd(Files.readString(log), WORDS_OF_A_FAILURE);
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  long pid() {
    return process.pid();
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /** Signals it, without waiting. */
  void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name, Long.toString(pid())).start().waitFor();
    } catch (IOException e) {
      throw new DemoException("kill cannot be started", e);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for its end, and kills it if that takes too long. */
  void awaitEnd(Duration longest) {
    if (!endsWithin(longest)) {
      process.destroyForcibly();
      endsWithin(LONGEST_KILL);
    }
  }

  private boolean endsWithin(Duration longest) {
    try {
      return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
