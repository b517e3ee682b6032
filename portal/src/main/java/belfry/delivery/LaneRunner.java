package belfry.delivery;

import belfry.base.Loop;
import belfry.base.Pulse;
import belfry.base.Time;
import belfry.delivery.foundation.LaneId;
import belfry.delivery.lane.Lane;
import belfry.delivery.lane.LaneEvent;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The thread that runs a lane's turns: after each answer, and whenever the lane is due. */
final class LaneRunner {
  private static final Logger LOG = LoggerFactory.getLogger(LaneRunner.class);

  /** Answers that arrive within this time are settled together. */
  private static final Duration BETWEEN = Duration.ofMillis(3);

  private final LaneId id;
  private final Lane lane;
  private final Time time;
  private final Loop loop;
  private volatile long drainEnds;

  LaneRunner(LaneId id, Lane lane, Time time) {
    this.id = id;
    this.lane = lane;
    this.time = time;
    loop = new Loop("lane-" + id.value(), time, this::turn);
    lane.onDelivery(loop::wake);
  }

  void start() {
    loop.start();
  }

  Pulse pulse() {
    return loop.pulse();
  }

  Lane lane() {
    return lane;
  }

  private Duration turn() throws InterruptedException {
    var next = lane.turn();
    if (lane.drained()) {
      loop.stop();
    }
    loop.pause(BETWEEN);
    return Duration.ofNanos(next - time.nanos());
  }

  /** Begins no new sends from now on; {@code patience} is the time for requests in flight. */
  void drain(Duration patience) {
    drainEnds = time.nanos() + patience.toNanos();
    lane.deliver(new LaneEvent.Drain());
  }

  /** After {@link #drain}: waits for requests in flight while the patience lasts. */
  void stop() {
    if (!loop.awaitEnd(Duration.ofNanos(Math.max(1, drainEnds - time.nanos())))) {
      LOG.warn("App {}: some sends got no answer. They are looked up at the next start", id);
    }
    loop.stop();
  }
}
