package belfry.http;

import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/** Somebody who asks another thread all the time, while others begin as quickly as they can. */
final class Asking implements AutoCloseable {
  private final ForkJoinPool readers = new ForkJoinPool(1);
  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger longest = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();
  private final Thread asking = Thread.startVirtualThread(this::ask);

  /** One round. */
  interface Round {
    /** Returns its {@link #longest()}. */
    int run() throws Exception;
  }

  /** The middle one of five rounds: a machine may be busy with something else in some of them. */
  static int usual(Round round) throws Exception {
    var longest = new int[5];
    for (var i = 0; i < longest.length; i++) {
      longest[i] = round.run();
    }
    Arrays.sort(longest);
    return longest[longest.length / 2];
  }

  /** One of the others, who takes about as long as a short answer does. */
  void begin() {
    work();
    begun.incrementAndGet();
  }

  /** The others have ended; returns how many at most began while the answer to one waited. */
  int longest() throws InterruptedException {
    over.set(true);
    asking.join();
    return longest.get();
  }

  private void ask() {
    while (!over.get()) {
      var before =
          CompletableFuture.supplyAsync(
                  () -> {
                    work();
                    return begun.get();
                  },
                  readers)
              .join();
      longest.accumulateAndGet(begun.get() - before, Math::max);
    }
  }

  private static void work() {
    var end = System.nanoTime() + 100_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Override
  public void close() {
    over.set(true);
    readers.close();
  }
}
