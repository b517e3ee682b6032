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
 * The platform threads that query a database. On a virtual thread, a native call would block the
 * carrier, and waiting for a socket would put each statement in the queue behind everything that
 * came in meanwhile.
 */
final class StorageThreads implements AutoCloseable {
  private final ExecutorService threads;
  private final AtomicInteger begun = new AtomicInteger();

  /**
   * Starts no thread yet. Unlike a fixed thread pool, this one adds a thread only while all are
   * busy, because opening each thread's connection would slow down every start.
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
   * Runs {@code question} on one of these threads and returns its result.
   *
   * @throws StorageException if they are closed
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

  /** Waits for running queries. */
  @Override
  public void close() {
    threads.close();
  }
}
