package belfry.base;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Spreads the news that something changed, by topic. Who is slow misses steps between, never the
 * last one; nothing is queued.
 */
public final class Feed {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition published = lock.newCondition();
  private final Map<String, Long> versions = new HashMap<>();

  public void publish(String topic) {
    lock.lock();
    try {
      versions.merge(topic, 1L, Long::sum);
      published.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Grows with each publication. */
  public long version(String topic) {
    lock.lock();
    try {
      return versions.getOrDefault(topic, 0L);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until the topic is past {@code seen}, at most {@code longest}; its version then. */
  public long await(String topic, long seen, Duration longest) throws InterruptedException {
    lock.lock();
    try {
      var left = longest.toNanos();
      while (versions.getOrDefault(topic, 0L) == seen && left > 0) {
        left = published.awaitNanos(left);
      }
      return versions.getOrDefault(topic, 0L);
    } finally {
      lock.unlock();
    }
  }
}
