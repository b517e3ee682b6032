package belfry.base;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Announces that something changed, by topic. A slow reader may miss intermediate changes, but
 * never the last one. Nothing is queued.
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

  /** The topic's version, which grows with each publication. */
  public long version(String topic) {
    lock.lock();
    try {
      return versions.getOrDefault(topic, 0L);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits at most {@code longest} until the topic's version exceeds {@code seen}, and returns its
   * version.
   */
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
