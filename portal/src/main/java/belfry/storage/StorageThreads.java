package belfry.storage;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * The threads that ask a database, all of them the system's. A native call would hold the carrier
 * of a virtual thread; and a virtual thread that waits for a socket is woken again for each
 * statement, behind all that came in meanwhile.
 */
final class StorageThreads implements AutoCloseable {
  private final ExecutorService threads;
  private final AtomicInteger begun = new AtomicInteger();

  /**
   * Begins none yet. Unlike a fixed thread pool, this one has another thread begin only while all
   * are busy: what each opens takes a while of every start.
   */
  StorageThreads(String name, int most) {
    threads =
        new ForkJoinPool(
            most,
            pool -> {
              var thread = ForkJoinPool.defaultForkJoinWorkerThreadFactory.newThread(pool);
              thread.setName(name + "-" + begun.incrementAndGet());
              return thread;
            },
            null,
            true,
            most,
            most,
            0,
            null,
            Long.MAX_VALUE,
            TimeUnit.NANOSECONDS);
  }

  /**
   * What {@code question} answers, or throws, on one of these threads.
   *
   * @throws StorageException when they are closed
   */
  <T> T ask(Supplier<T> question) {
    try {
      return CompletableFuture.supplyAsync(question, threads).join();
    } catch (RejectedExecutionException e) {
      throw new StorageException("The database is closed", e);
    } catch (CompletionException e) {
      throw Handles.unwrapped(e);
    }
  }

  /** Waits for what was begun. */
  @Override
  public void close() {
    threads.close();
  }
}
