package belfry.http;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Waits until virtual threads that were started or woken elsewhere have had a turn.
 *
 * <p>The JDK's scheduler of virtual threads drains one queue before the next, and each platform
 * thread that starts or wakes them has its own. Whoever fills a queue as fast as it is drained
 * keeps all others waiting, above all those whom the database has answered.
 */
final class OthersTurn implements AutoCloseable {
  private final ExecutorService outside;
  private final Semaphore turn = new Semaphore(0);

  /** {@code name} is that of the thread from outside. */
  OthersTurn(String name) {
    outside = Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon().name(name).factory());
  }

  /** To be called by one thread, no virtual one. */
  void await() {
    outside.execute(() -> Thread.startVirtualThread(turn::release));
    turn.acquireUninterruptibly();
  }

  @Override
  public void close() {
    outside.shutdown();
  }
}
