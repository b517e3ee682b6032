package belfry.testing;

import belfry.base.Time;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Time that a test owns: it passes when it is told to, or when somebody rests. */
public final class ManualTime implements Time {
  private Instant wall;
  private long nanos;
  private final List<Duration> rests = new ArrayList<>();

  private ManualTime(Instant start) {
    wall = start;
  }

  public static ManualTime at(String start) {
    return new ManualTime(Instant.parse(start));
  }

  /** Lets time pass on both clocks. */
  public synchronized void pass(Duration howLong) {
    wall = wall.plus(howLong);
    nanos += howLong.toNanos();
  }

  /** Moves the wall clock alone, as an operator or NTP does. */
  public synchronized void jump(Duration howFar) {
    wall = wall.plus(howFar);
  }

  /** How long whoever rested wanted to. */
  public synchronized List<Duration> rests() {
    return List.copyOf(rests);
  }

  @Override
  public synchronized Instant now() {
    return wall;
  }

  @Override
  public synchronized long nanos() {
    return nanos;
  }

  @Override
  public synchronized void sleep(Duration howLong) {
    if (howLong.isPositive()) {
      rests.add(howLong);
      pass(howLong);
    }
  }
}
