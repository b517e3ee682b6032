package belfry.delivery;

import belfry.base.Time;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that turns one lane: after each answer, and when the lane says it is time. */
final class LaneRunner {
  private static final Logger LOG = LoggerFactory.getLogger(LaneRunner.class);

  /** Answers that come within this time are settled together. */
  private static final Duration BETWEEN = Duration.ofMillis(3);

  private static final Duration AFTER_A_FAULT = Duration.ofSeconds(1);

  private final String app;
  private final Lane lane;
  private final Time time;
  private final Thread thread;
  private volatile boolean stopped;
  private volatile boolean called;
  private volatile long drainEnds;

  LaneRunner(String app, Lane lane, Time time) {
    this.app = app;
    this.lane = lane;
    this.time = time;
    thread = Thread.ofVirtual().name("lane-" + app).unstarted(this::run);
    lane.onDelivery(this::wake);
  }

  void start() {
    thread.start();
  }

  Lane lane() {
    return lane;
  }

  /** Something came in: the next turn is due. */
  private void wake() {
    called = true;
    LockSupport.unpark(thread);
  }

  private void run() {
    while (!stopped && !lane.drained()) {
      try {
        called = false;
        var next = lane.turn();
        rest(BETWEEN);
        if (!called) {
          LockSupport.parkNanos(next - time.nanos());
        }
      } catch (RuntimeException e) {
        LOG.error("App {}: a turn of its lane failed. It is tried again in a second", app, e);
        rest(AFTER_A_FAULT);
      }
    }
  }

  private void rest(Duration length) {
    try {
      time.rest(length);
    } catch (InterruptedException _) {
      stopped = true;
    }
  }

  /** From now on it begins no new sends, and {@code patience} runs for what is in flight. */
  void drain(Duration patience) {
    drainEnds = time.nanos() + patience.toNanos();
    lane.deliver(new Lane.Event.Drain());
  }

  /** After {@link #drain}: waits for what is in flight while the patience lasts. */
  void stop() {
    try {
      if (!thread.join(Duration.ofNanos(Math.max(1, drainEnds - time.nanos())))) {
        LOG.warn("App {}: some sends had no answer. They are looked for at the next start", app);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    stopped = true;
    wake();
  }
}
