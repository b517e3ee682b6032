package belfry.http;

import belfry.base.Phrase;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Lets a few answers be built at a time, with a fair turn for each person. The data of an answer
 * occupies memory until the answer is built, and thousands may ask at once. Waiting requests hold
 * nothing.
 */
public final class Turns {
  private final int mostOfOne;
  private final int each;
  private final Duration patience;
  private final Semaphore free;
  private final Problem tooMany;
  private final Problem fullHouse;
  private final ConcurrentMap<String, Queue> queues = new ConcurrentHashMap<>();

  /**
   * Limits for each person and in total.
   *
   * @param waiting how many more requests of one person may wait
   * @param patience how long to wait for the person's own turn, and then for the others'
   */
  public Turns(int each, int all, int waiting, Duration patience) {
    this.each = each;
    mostOfOne = each + waiting;
    this.patience = patience;
    free = new Semaphore(all, true);
    tooMany =
        Problem.tooMany(
            Phrase.of(
                "turns.person",
                "You are asking for more at once than one person may ({{most}}). Try again in a moment.",
                "most",
                each));
    fullHouse =
        Problem.fullHouse(
            Phrase.of(
                "turns.all",
                "This portal is already preparing as many answers as it can ({{most}}). Try again in a moment.",
                "most",
                all));
  }

  /** One person's requests. Those beyond their share wait here, not in everybody's queue. */
  private static final class Queue {
    private final Semaphore free;
    private final AtomicInteger asking = new AtomicInteger();

    Queue(int turns) {
      free = new Semaphore(turns, true);
    }
  }

  /**
   * Runs the work when it is this person's turn.
   *
   * @throws Problem.Thrown 429 if their own requests are too many or took too long, 503 if others'
   *     did
   */
  public <T> T in(String asker, Supplier<T> work) {
    var queue = join(asker);
    try {
      if (queue.asking.get() > mostOfOne) {
        throw tooMany.thrown();
      }
      return withPermit(queue.free, tooMany, () -> withPermit(free, fullHouse, work));
    } finally {
      leave(asker);
    }
  }

  private <T> T withPermit(Semaphore free, Problem otherwise, Supplier<T> work) {
    try {
      if (!free.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS)) {
        throw otherwise.thrown();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw otherwise.thrown();
    }
    try {
      return work.get();
    } finally {
      free.release();
    }
  }

  private Queue join(String asker) {
    return queues.compute(
        asker,
        (_, queue) -> {
          var mine = queue == null ? new Queue(each) : queue;
          mine.asking.incrementAndGet();
          return mine;
        });
  }

  private void leave(String asker) {
    queues.computeIfPresent(
        asker, (_, queue) -> queue.asking.decrementAndGet() == 0 ? null : queue);
  }

  /** How many people have requests now. */
  int people() {
    return queues.size();
  }
}
