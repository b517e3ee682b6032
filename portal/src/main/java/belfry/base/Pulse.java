package belfry.base;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Shows whether a thread that others depend on still makes progress. May be read from any thread.
 */
public final class Pulse {
  private final String name;
  private final Duration longest;
  private final Time time;
  private volatile @Nullable Thread thread;
  private volatile long began;
  private volatile boolean busy;
  private volatile boolean over;

  /**
   * The pulse of a thread that has not begun yet.
   *
   * @param longest how long one of its steps may take
   */
  public Pulse(String name, Duration longest, Time time) {
    this.name = name;
    this.longest = longest;
    this.time = time;
  }

  /** The thread begins a step. */
  public void begins() {
    began = time.nanos();
    busy = true;
    thread = Thread.currentThread();
  }

  /** The step is finished. */
  public void idle() {
    busy = false;
  }

  /** The thread ends because it was asked to. */
  public void ends() {
    over = true;
  }

  /** What is wrong with the thread, for people; empty if nothing is. */
  public Optional<String> trouble() {
    var living = thread;
    if (over || living == null) {
      return Optional.empty();
    }
    if (!living.isAlive()) {
      return Optional.of(name + " has ended");
    }
    var taken = Duration.ofNanos(time.nanos() - began);
    return busy && taken.compareTo(longest) > 0
        ? Optional.of("%s has been at one step for %d s".formatted(name, taken.toSeconds()))
        : Optional.empty();
  }
}
