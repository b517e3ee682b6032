package belfry.base;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A thread that takes one step after another: when it is woken, and when the step before said that
 * the next is due. It outlives a step that fails, and tells when it does not come round any more.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  /** Longer than a step takes that asks the database only, also where that does not answer. */
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);

  private static final Duration AFTER_A_FAULT = Duration.ofSeconds(1);

  private final String name;
  private final Time time;
  private final Step step;
  private final Runnable last;
  private final Pulse pulse;
  private final Thread thread;
  private volatile boolean stopped;
  private volatile boolean woken;

  /** What is done each time. */
  public interface Step {
    /**
     * Does it.
     *
     * @return how long nothing is due unless the loop is woken
     * @throws InterruptedException when it was interrupted: the loop ends
     */
    Duration take() throws InterruptedException;
  }

  /** Starts nothing yet; {@code name} is the thread's, for logs and for who runs the portal. */
  public Loop(String name, Time time, Step step) {
    this(name, time, LONGEST_STEP, step, () -> {});
  }

  /**
   * The same.
   *
   * @param longest how long a step may take
   * @param last done as it ends
   */
  public Loop(String name, Time time, Duration longest, Step step, Runnable last) {
    this.name = name;
    this.time = time;
    this.step = step;
    this.last = last;
    pulse = new Pulse(name, longest, time);
    thread = Thread.ofVirtual().name(name).unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** The next step is due now. */
  public void wake() {
    woken = true;
    LockSupport.unpark(thread);
  }

  public Pulse pulse() {
    return pulse;
  }

  public boolean isStopped() {
    return stopped;
  }

  private void run() {
    while (!stopped) {
      woken = false;
      pulse.begins();
      try {
        var rest = stepOrRest();
        pulse.rests();
        if (!woken && !stopped) {
          LockSupport.parkNanos(rest.toNanos());
        }
      } catch (InterruptedException _) {
        stopped = true;
      }
    }
    last.run();
    pulse.ends();
  }

  /**
   * Takes a step. After one that failed it rests: whoever is woken all the time must not fail as
   * often.
   */
  private Duration stepOrRest() throws InterruptedException {
    try {
      return step.take();
    } catch (RuntimeException e) {
      LOG.error("A step of {} failed. Retrying in a second", name, e);
      time.rest(AFTER_A_FAULT);
      return Duration.ZERO;
    }
  }

  /** The step under way has done a part of what it does, and goes on with the next. */
  public void goesOn() {
    pulse.begins();
  }

  /** Rests in the middle of a step, which is then no longer one that takes too long. */
  public void pause(Duration length) throws InterruptedException {
    pulse.rests();
    time.rest(length);
    pulse.begins();
  }

  /** No step begins after the one under way. From any thread, its own included. */
  public void stop() {
    stopped = true;
    wake();
  }

  /** Breaks off what the step under way waits for. */
  public void interrupt() {
    thread.interrupt();
  }

  /** Waits until it has ended; false where it has not within {@code patience}. */
  public boolean awaitEnd(Duration patience) {
    try {
      return !thread.isAlive() || thread.join(patience);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
