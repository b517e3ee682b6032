package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import io.helidon.common.socket.SocketOptions;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Connections that come as quickly as they are begun let others have their turn. */
class FairAcceptTest {
  private static final int COMING = 4_000;

  /** As many are begun, and not over. */
  private static final int AT_ONCE = 640;

  @Test
  void whoAsksAnotherThreadIsWokenBetweenThem() throws Exception {
    // It was nearly all of them, more often than not.
    assertThat(Asking.usual(FairAcceptTest::longest))
        .as("begun while one waited")
        .isLessThan(COMING / 2);
  }

  private static int longest() throws Exception {
    try (var accept = new FairAccept(SocketOptions.builder().build(), _ -> true, Time.system());
        var listening =
            ServerSocketChannel.open()
                .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        var socket = SocketChannel.open(listening.getLocalAddress());
        var asking = new Asking()) {
      Thread.ofPlatform().start(() -> comeAllTheTime(accept, socket, asking)).join();
      return asking.longest();
    }
  }

  private static void comeAllTheTime(FairAccept accept, SocketChannel socket, Asking asking) {
    var room = new Semaphore(AT_ONCE);
    for (var i = 0; i < COMING; i++) {
      room.acquireUninterruptibly();
      accept.configureSocket(socket);
      Thread.startVirtualThread(() -> {
        asking.begin();
        room.release();
      });
    }
    room.acquireUninterruptibly(AT_ONCE);
  }
}
