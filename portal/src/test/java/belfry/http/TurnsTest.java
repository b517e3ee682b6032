package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Nobody keeps others waiting by asking often. */
class TurnsTest {
  private static final Duration LONG = Duration.ofMinutes(1);

  @Test
  void onesOwnRequestsWaitForOneAnotherAndOthersGoBetween() throws Exception {
    var turns = new Turns(1, 2, 1_000, LONG);
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> turns.in("ana", () -> waiting(begun, end)));
      begun.await();
      List<Future<String>> more =
          IntStream.range(0, 1_000)
              .mapToObj(_ -> threads.submit(() -> turns.in("ana", () -> "late")))
              .toList();

      assertThat(turns.in("kenji", () -> "at once")).isEqualTo("at once");

      assertThat(more).noneMatch(Future::isDone);
      end.countDown();
      assertThat(first.get()).isEqualTo("first");
      for (var one : more) {
        assertThat(one.get()).isEqualTo("late");
      }
    }
    assertThat(turns.people()).isZero();
  }

  @Test
  void whoeverWaitsTooLongIsToldForWhom() throws Exception {
    var turns = new Turns(1, 1, 1, Duration.ZERO);
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> turns.in("ana", () -> waiting(begun, end)));
      begun.await();

      assertThatThrownBy(() -> turns.in("ana", () -> "no"))
          .isInstanceOfSatisfying(
              Problem.Thrown.class, found -> assertThat(found.problem().status()).isEqualTo(429));
      assertThatThrownBy(() -> turns.in("kenji", () -> "no"))
          .isInstanceOfSatisfying(
              Problem.Thrown.class, found -> assertThat(found.problem().status()).isEqualTo(503));
      end.countDown();
      assertThat(first.get()).isEqualTo("first");
    }
    assertThat(turns.in("kenji", () -> "yes")).isEqualTo("yes");
    assertThat(turns.people()).isZero();
  }

  @Test
  void soManyOfOnePersonWaitAndNoMore() throws Exception {
    var turns = new Turns(1, 2, 0, LONG);
    var begun = new CountDownLatch(1);
    var end = new CountDownLatch(1);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> turns.in("ana", () -> waiting(begun, end)));
      begun.await();

      assertThatThrownBy(() -> turns.in("ana", () -> "no"))
          .isInstanceOfSatisfying(
              Problem.Thrown.class, found -> assertThat(found.problem().status()).isEqualTo(429));
      assertThat(turns.in("kenji", () -> "yes")).isEqualTo("yes");
      end.countDown();
      assertThat(first.get()).isEqualTo("first");
    }
    assertThat(turns.in("ana", () -> "again")).isEqualTo("again");
    assertThat(turns.people()).isZero();
  }

  private static String waiting(CountDownLatch begun, CountDownLatch end) {
    begun.countDown();
    try {
      end.await();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return "first";
  }
}
