package belfry.base;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * A thread that repeats one step, whenever it is woken and whenever the previous step said the next
 * is due. It survives a failed step, and its pulse shows when it is stuck.
 */
public final class Loop {
  private static final Logger LOG = LoggerFactory.getLogger(Loop.class);

  /** Longer than any step that only uses the database, even if the database does not answer. */
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

  /** The repeated work. */
  public interface Step {
    /**
     * Does the work once.
     *
     * @return how long the loop may wait until the next step, unless it is woken
     * @throws InterruptedException if interrupted, which ends the loop
     */
    Duration take() throws InterruptedException;
  }

  /** Does not start the thread. {@code name} is the thread's name, for logs and operators. */
  public Loop(String name, Time time, Step step) {
    this(name, time, LONGEST_STEP, step, () -> {});
  }

  /**
   * Like the other constructor, with two options.
   *
   * @param longest how long a step may take
   * @param last run when the loop ends
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

  /** Makes the next step due now. */
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
        pulse.idle();
        await(rest.toNanos());
      } catch (InterruptedException _) {
        stopped = true;
      }
    }
    last.run();
    pulse.ends();
  }

  /**
   * Waits until it is woken, but no longer than this. Parking can end for no reason: a virtual
   * thread that has slept since it last parked does not park at all the next time (JDK 25). Without
   * this loop it would never rest.
   */
  private void await(long nanos) {
    var end = System.nanoTime() + nanos;
    for (var left = nanos; left > 0 && mayRest(); left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  private boolean mayRest() {
    return !woken && !stopped && !thread.isInterrupted();
  }

  /**
   * Takes a step. Rests after a failed one, so that a loop that is woken constantly does not fail
   * constantly.
   */
  private Duration stepOrRest() throws InterruptedException {
    try {
      return step.take();
    } catch (RuntimeException e) {
      LOG.atLevel(Outage.level(e, Level.ERROR))
          .log("A step of {} failed. Retrying in a second", name, e);
      time.sleep(AFTER_A_FAULT);
      return Duration.ZERO;
    }
  }

  /** Marks progress within a long step. */
  public void goesOn() {
    pulse.begins();
  }

  /** Rests in the middle of a step. The rest does not count as the step taking too long. */
  public void pause(Duration length) throws InterruptedException {
    pulse.idle();
    time.sleep(length);
    pulse.begins();
  }

  /** Lets no further step begin. May be called from any thread, including the loop's own. */
  public void stop() {
    stopped = true;
    wake();
  }

  /** Interrupts whatever the current step is waiting for. */
  public void interrupt() {
    thread.interrupt();
  }

  /** Waits for the end; false if the loop has not ended within {@code patience}. */
  public boolean awaitEnd(Duration patience) {
    try {
      return !thread.isAlive() || thread.join(patience);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
