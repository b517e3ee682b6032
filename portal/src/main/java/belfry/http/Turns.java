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
 * Lets answers be made a few at a time, and each person's in turn: what an answer is made of stands
 * in the memory until it is made, and thousands may ask at once. Whoever waits holds nothing.
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
   * So many for each person and in all.
   *
   * @param waiting how many of one person's may wait besides
   * @param patience how long one waits for the person's turns, and then for the others'
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
                "You ask for more at once than one person may ({{most}}). Try again in a moment.",
                "most",
                each));
    fullHouse =
        Problem.fullHouse(
            Phrase.of(
                "turns.all",
                "As many answers are being made as this portal has room for ({{most}}). Try again in a moment.",
                "most",
                all));
  }

  /** One person's requests: those beyond their share wait here, and not where all others do. */
  private static final class Queue {
    private final Semaphore free;
    private final AtomicInteger asking = new AtomicInteger();

    Queue(int turns) {
      free = new Semaphore(turns, true);
    }
  }

  /**
   * Does it when it is this person's turn.
   *
   * @throws Problem.Found 429 where their own requests are too many or took too long, 503 where
   *     others' did
   */
  public <T> T in(String asker, Supplier<T> work) {
    var queue = join(asker);
    try {
      if (queue.asking.get() > mostOfOne) {
        throw tooMany.thrown();
      }
      return held(queue.free, tooMany, () -> held(free, fullHouse, work));
    } finally {
      leave(asker);
    }
  }

  private <T> T held(Semaphore free, Problem otherwise, Supplier<T> work) {
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

  /** How many people ask for something now. */
  int people() {
    return queues.size();
  }
}
