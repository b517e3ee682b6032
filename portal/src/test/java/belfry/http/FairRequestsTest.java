package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests that come as quickly as they are answered let others have their turn. */
class FairRequestsTest {
  private static final int CONNECTIONS = 40;
  private static final int EACH = 200;

  @Test
  void whoAsksAnotherThreadIsWokenBetweenThem() throws Exception {
    // Without the others' turns it was most of them.
    assertThat(Asking.usual(FairRequestsTest::longest))
        .as("begun while one waited")
        .isLessThan(CONNECTIONS * EACH / 8);
  }

  private static int longest() throws Exception {
    try (var requests = new FairRequests();
        var asking = new Asking()) {
      var connections = new ArrayList<Thread>();
      for (var i = 0; i < CONNECTIONS; i++) {
        connections.add(Thread.startVirtualThread(() -> comeAllTheTime(requests, asking)));
      }
      for (var one : connections) {
        one.join();
      }
      return asking.longest();
    }
  }

  private static void comeAllTheTime(FairRequests requests, Asking asking) {
    for (var i = 0; i < EACH; i++) {
      requests.await("127.0.0.2");
      asking.begin();
    }
  }

  @Test
  void eachNetworkHasItsTurn() throws Exception {
    var others = new Semaphore(0);
    try (var requests = new FairRequests(others::acquireUninterruptibly, () -> {})) {
      for (var i = 0; i < FairRequests.IN_A_ROW; i++) {
        requests.await("first");
      }
      // Now it is the others' turn, for as long as the test wants.
      var many = IntStream.range(0, CONNECTIONS).mapToObj(_ -> waiting(requests, "many")).toList();
      var one = waiting(requests, "one");
      others.release();

      assertThat(one.join(Duration.ofMinutes(1))).isTrue();

      assertThat(many).filteredOn(Thread::isAlive).hasSizeGreaterThan(CONNECTIONS / 2);
      others.release(CONNECTIONS);
      for (var each : many) {
        each.join();
      }
    }
  }

  private static Thread waiting(FairRequests requests, String network) {
    var thread = Thread.ofPlatform().start(() -> requests.await(network));
    while (thread.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    return thread;
  }
}
