package belfry.standin;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicReference;

/** Time that goes on when a test says so. */
final class OwnTime implements InstantSource {
  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-03-02T09:15:27.345Z"));

  @Override
  public Instant instant() {
    return now.get();
  }

  void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }
}
