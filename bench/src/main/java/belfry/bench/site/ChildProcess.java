package belfry.bench.site;

import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A child of this process: it is signalled by its own handle or number, never by a name. */
public final class ChildProcess implements AutoCloseable {
  private final Process process;

  private ChildProcess(Process process) {
    this.process = process;
  }

  /** Starts it; what it says goes to {@code log}. */
  public static ChildProcess start(
      List<String> command, Map<String, String> environment, Path log) {
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")));
    builder.environment().putAll(environment);
    try {
      return new ChildProcess(Children.start(builder));
    } catch (IOException e) {
      throw new TrialException("cannot start " + command.getFirst(), e);
    }
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  public long pid() {
    return process.pid();
  }

  /** {@code SIGKILL}. */
  public void kill() {
    process.destroyForcibly();
    awaitEnd(Duration.ofSeconds(10));
  }

  /** {@code SIGTERM}; how long it took to end. */
  public Duration stop() {
    var began = System.nanoTime();
    process.destroy();
    awaitEnd(Duration.ofSeconds(60));
    return Duration.ofNanos(System.nanoTime() - began);
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
    try {
      if (!process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new TrialException("a child did not end within " + longest.toSeconds() + " s");
      }
      return process.exitValue();
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
