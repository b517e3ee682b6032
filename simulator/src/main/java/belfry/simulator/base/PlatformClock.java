package belfry.simulator.base;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The time given, with a wall clock that can be made to jump. What is measured never jumps. */
public final class PlatformClock implements Time {
  /** A jump that is still to come. */
  private record Jump(long atNanos, long byMillis) {}

  private final Time time;
  private final List<Jump> coming = new CopyOnWriteArrayList<>();
  private volatile long shiftMillis;

  public PlatformClock(Time time) {
    this.time = time;
  }

  @Override
  public long millis() {
    return time.millis() + shiftMillis();
  }

  @Override
  public long unmovedMillis() {
    return time.millis();
  }

  @Override
  public long nanos() {
    return time.nanos();
  }

  @Override
  public void rest(Duration duration) throws InterruptedException {
    time.rest(duration);
  }

  @Override
  public long shiftMillis() {
    if (!coming.isEmpty()) {
      take();
    }
    return shiftMillis;
  }

  /** Moves the clock, back if {@code by} is negative; after so long, or at once for zero. */
  public void jump(Duration by, Duration after) {
    coming.add(new Jump(time.nanos() + after.toNanos(), by.toMillis()));
  }

  private synchronized void take() {
    var now = time.nanos();
    var due = coming.stream().filter(it -> it.atNanos() - now <= 0).toList();
    shiftMillis += due.stream().mapToLong(Jump::byMillis).sum();
    coming.removeAll(due);
  }
}
