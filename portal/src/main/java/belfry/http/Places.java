package belfry.http;

import belfry.base.Phrase;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A limited number of places for something costly, for each person and in total. Nobody can keep
 * others out, and a caller who gets no place is told so.
 */
public final class Places {
  /** The place of something that needs none. */
  static final Place FREE = () -> {};

  private final String what;
  private final int each;
  private final int all;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition left = lock.newCondition();
  private final Map<String, Integer> taken = new HashMap<>();
  private int inAll;

  /** All places free; {@code what} names the things, for people. */
  public Places(String what, int each, int all) {
    this.what = what;
    this.each = each;
    this.all = all;
  }

  /** A place, taken until it is closed. */
  public interface Place extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes a place.
   *
   * @param patience how long to wait for a place
   * @throws Problem.Thrown 429 if this person has too many, 503 if there are too many in total
   */
  public Place take(String holder, Duration patience) {
    return take(holder, 1, patience);
  }

  /** Takes several places at once, or none. */
  public Place take(String holder, int many, Duration patience) {
    lock.lock();
    try {
      var wait = patience.toNanos();
      while (isFull(holder, many) && wait > 0) {
        wait = left.awaitNanos(wait);
      }
      if (isFull(holder, many)) {
        throw problem(holder, many).thrown();
      }
      taken.merge(holder, many, Integer::sum);
      inAll += many;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw problem(holder, many).thrown();
    } finally {
      lock.unlock();
    }
    return new Once(() -> free(holder, many));
  }

  /** Runs work in a place of this person, after a short wait if none is free. */
  public <T> T in(String holder, Duration patience, Supplier<T> work) {
    try (var _ = take(holder, patience)) {
      return work.get();
    }
  }

  private boolean isFull(String holder, int more) {
    return inAll + more > all || hasAll(holder, more);
  }

  private boolean hasAll(String holder, int more) {
    return taken.getOrDefault(holder, 0) + more > each;
  }

  private Problem problem(String holder, int more) {
    return hasAll(holder, more)
        ? Problem.tooMany(
            Phrase.of(
                "places.person",
                "You have as many {{what}} open as one person may have ({{most}}). Close one, or try again in a moment.",
                "what",
                what,
                "most",
                each))
        : Problem.fullHouse(
            Phrase.of(
                "places.all",
                "All {{what}} of this portal are in use ({{most}}). Try again in a moment.",
                "what",
                what,
                "most",
                all));
  }

  private void free(String holder, int many) {
    lock.lock();
    try {
      inAll -= many;
      taken.computeIfPresent(holder, (_, count) -> count == many ? null : count - many);
      left.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** How many places are taken now. */
  int inUse() {
    lock.lock();
    try {
      return inAll;
    } finally {
      lock.unlock();
    }
  }

  /** Frees a place once, however often it is closed. */
  private static final class Once implements Place {
    private final Runnable free;
    private boolean closed;

    Once(Runnable free) {
      this.free = free;
    }

    @Override
    public synchronized void close() {
      if (!closed) {
        closed = true;
        free.run();
      }
    }
  }
}
