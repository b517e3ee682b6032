package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import io.helidon.common.socket.SocketOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.RepeatedTest;

/** Connections that come as quickly as they are begun let others have their turn. */
class FairAcceptTest {
  private static final int COMING = 4_000;

  /** As many are begun, and not over. */
  private static final int AT_ONCE = 640;

  private final AtomicInteger begun = new AtomicInteger();
  private final AtomicInteger longest = new AtomicInteger();
  private final AtomicBoolean over = new AtomicBoolean();

  @RepeatedTest(5)
  void whoAsksAnotherThreadIsWokenBetweenThem() throws Exception {
    try (var accept = new FairAccept(SocketOptions.builder().build(), _ -> true, Time.system());
        var listening =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var socket = SocketChannel.open(listening.getLocalAddress());
        var readers = new ForkJoinPool(1)) {
      var accepting = Thread.ofPlatform().start(() -> comeAllTheTime(accept, socket));
      var asking = Thread.startVirtualThread(() -> askAllTheTime(readers));
      accepting.join();
      asking.join();
    }
    // It was nearly all of them, more often than not.
    assertThat(longest).as("begun while one waited").hasValueLessThan(COMING / 2);
  }

  private void comeAllTheTime(FairAccept accept, SocketChannel socket) {
    var room = new Semaphore(AT_ONCE);
    for (var i = 0; i < COMING; i++) {
      room.acquireUninterruptibly();
      accept.configureSocket(socket);
      Thread.startVirtualThread(() -> {
        work();
        begun.incrementAndGet();
        room.release();
      });
    }
    room.acquireUninterruptibly(AT_ONCE);
    over.set(true);
  }

  private void askAllTheTime(ForkJoinPool readers) {
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

  /** About as long as a short answer takes. */
  private static void work() {
    var end = System.nanoTime() + 100_000;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }
}
