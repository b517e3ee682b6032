package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.testing.ManualTime;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.webserver.ConnectionContext;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Who goes where there is room for no more. */
class SeatsTest {
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final Seats seats = new Seats(200, time);
  private final List<String> closed = Collections.synchronizedList(new ArrayList<>());

  private Optional<Seats.Seat> take(String network) {
    time.pass(Duration.ofMillis(1));
    return seats.take(Optional.of(network), connection(network));
  }

  /** One that can do nothing but be closed. */
  private ConnectionContext connection(String name) {
    var socket = only(HelidonSocket.class, "close", () -> closed.add(name));
    return only(ConnectionContext.class, "serverSocket", () -> socket);
  }

  private static <T> T only(Class<T> type, String name, java.util.function.Supplier<Object> does) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, _) -> {
              if (!method.getName().equals(name)) {
                throw new UnsupportedOperationException(method.getName());
              }
              var result = does.get();
              return method.getReturnType() == void.class ? null : result;
            }));
  }

  private void crowd(String network, int size) {
    IntStream.range(0, size).forEach(_ -> assertThat(take(network)).isPresent());
  }

  private void strangers(int size) {
    IntStream.range(0, size).forEach(i -> assertThat(take("stranger " + i)).isPresent());
  }

  @Test
  void aNetworkHasSoManyAndNoMore() {
    var roomy = new Seats(2_000, time);
    for (var i = 0; i < Seats.MOST_OF_A_NETWORK; i++) {
      assertThat(roomy.take(Optional.of("a"), connection("a"))).isPresent();
    }
    assertThat(roomy.take(Optional.of("a"), connection("a"))).isEmpty();
    assertThat(roomy.take(Optional.of("b"), connection("b"))).isPresent();
    assertThat(roomy.take(Optional.empty(), connection("proxy"))).isPresent();
  }

  @Test
  void whereItIsFullTheLargestCrowdMakesRoomForOthersAndNotForItself() {
    strangers(20);
    crowd("office", 60);
    crowd("hostile", 120);
    assertThat(take("hostile")).isEmpty();
    assertThat(closed).isEmpty();

    assertThat(take("newcomer")).isPresent();

    assertThat(closed).isNotEmpty().containsOnly("hostile");
  }

  @Test
  void amongEqualsWhoeverHasKeptUsWaitingForTheLongestGoes() {
    var worked = take("works").orElseThrow();
    var read = take("reads").orElseThrow();
    strangers(198);
    worked.served();
    read.answered();

    assertThat(take("newcomer")).isPresent();

    assertThat(closed).contains("stranger 0").doesNotContain("works", "reads", "newcomer");
  }

  @Test
  void manyAtOnceFindRoomAndNobodyIsCountedTwice() throws Exception {
    var busy = new Seats(64, Time.system());
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var all =
          IntStream.range(0, 2_000)
              .mapToObj(i ->
                  threads.submit(() -> {
                    var name = "n" + i;
                    try (var seat = busy.take(Optional.of(name), connection(name)).orElseThrow()) {
                      seat.served();
                    }
                  }))
              .toList();
      for (var one : all) {
        one.get();
      }
    }
    assertThat(busy.inUse()).isZero();
  }

  @Test
  void aProxyOfOursGoesLast() {
    seats.take(Optional.empty(), connection("proxy"));
    strangers(199);

    assertThat(take("newcomer")).isPresent();

    assertThat(closed).isNotEmpty().doesNotContain("proxy");
  }

  @Test
  void whoHasGoneLeavesTheirSeat() {
    var first = take("a").orElseThrow();
    strangers(199);
    first.close();
    first.close();

    assertThat(take("b")).isPresent();
    assertThat(closed).isEmpty();
  }

  @Test
  void whereFewFilesMayBeOpenThereAreFewSeats() {
    assertThat(Seats.within(800)).isEqualTo(288);
    assertThat(Seats.within(1_048_576)).isEqualTo(512);
    assertThat(Seats.within(Long.MAX_VALUE)).isEqualTo(512);
    assertThat(Seats.within(0)).isPositive();
  }
}
