package belfry.bench.site;

import belfry.base.Shortened;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A child of this process: it is signalled by its own handle or number, never by a name. */
public final class ChildProcess implements AutoCloseable {
  /** The operator's own settings are for another portal; how much is logged may be wanted here. */
  private static final Pattern SETTING =
      Pattern.compile(
          "(OAUTH|MESSAGING|DATABASE|ALLOWED|PUBLIC)_.*|BELFRY_(?!LOG).*|(PORT|HOST)(_FILE)?");

  /**
   * Of util-linux, which every Debian has. The kernel looks at the thread that starts the child.
   */
  private static final List<String> ENDS_WITH_US = List.of("setpriv", "--pdeathsig", "KILL");

  private static final int LAST_WORDS = 500;

  private final Process process;
  private final Path log;

  private ChildProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * Starts it.
   *
   * @param environment its variables, beside ours that are no settings of a portal
   * @param log where what it says is appended
   */
  public static ChildProcess start(
      List<String> command, Map<String, String> environment, Path log) {
    var builder = builder(command, environment, log);
    try {
      return new ChildProcess(Children.start(builder), log);
    } catch (IOException e) {
      throw new TrialException("cannot start " + command.getFirst(), e);
    }
  }

  /**
   * The same for one that this process stops in its turn before it ends. So it has a session of its
   * own, where Ctrl-C does not reach it, and is none of {@link Children}, which are killed at once.
   * If this process is killed itself, the kernel kills the child: whoever starts it does so from a
   * thread that lives as long as the child should.
   *
   * @param user options of setpriv(1) that make it another user's; empty for ours
   */
  public static ChildProcess startApart(
      List<String> user, List<String> command, Map<String, String> environment, Path log) {
    var whole =
        Stream.of(ENDS_WITH_US, user, List.of("setsid"), command).flatMap(List::stream).toList();
    try {
      return new ChildProcess(builder(whole, environment, log).start(), log);
    } catch (IOException e) {
      throw new TrialException("cannot start " + command.getFirst(), e);
    }
  }

  private static ProcessBuilder builder(
      List<String> command, Map<String, String> environment, Path log) {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().keySet().removeIf(name -> SETTING.matcher(name).matches());
    builder.environment().putAll(environment);
    return builder;
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** The end of what it has said. */
  public String lastWords() {
    try {
      return Shortened.toEnd(Files.readString(log), LAST_WORDS).strip();
    } catch (IOException e) {
      return "its log cannot be read: " + e.getMessage();
    }
  }

  /** {@code SIGKILL}. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(10));
  }

  /** {@code SIGTERM}; how long it took to end. */
  public Duration stop() {
    var began = System.nanoTime();
    terminate();
    awaitEnd(Duration.ofSeconds(60));
    return Duration.ofNanos(System.nanoTime() - began);
  }

  /** {@code SIGTERM}, without waiting. */
  public void terminate() {
    process.destroy();
  }

  /** {@code SIGINT}, without waiting. */
  public void interrupt() {
    signal("INT");
  }

  /** {@code SIGSTOP}: it does nothing more until {@link #thaw}. */
  public void freeze() {
    signal("STOP");
  }

  /** {@code SIGCONT}. */
  public void thaw() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      var kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
      if (kill.waitFor() != 0) {
        throw new TrialException("the signal " + name + " could not be sent");
      }
    } catch (IOException e) {
      throw new TrialException("the signal " + name + " could not be sent", e);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** Waits for it to end by itself; its exit code. */
  public int awaitEnd(Duration longest) {
    if (!endsWithin(longest)) {
      throw new TrialException("a child did not end within " + longest.toSeconds() + " s");
    }
    return process.exitValue();
  }

  /** Waits for it to end by itself, and kills it if that takes too long. */
  public void awaitEndOrKill(Duration longest) {
    if (!endsWithin(longest)) {
      kill();
    }
  }

  private boolean endsWithin(Duration longest) {
    try {
      return process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new TrialException("interrupted", e);
    }
  }

  /** What the operating system counts for it. */
  public Usage usage() {
    return Usage.of(process.pid());
  }

  @Override
  public void close() {
    if (isAlive()) {
      kill();
    }
  }
}
