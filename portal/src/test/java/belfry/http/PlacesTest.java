package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** So many for each person and in all; whoever finds no place is told why. */
class PlacesTest {
  private final Places places = new Places("previews", 2, 3);

  private Places.Place take(String person) {
    return places.take(person, Duration.ZERO);
  }

  private static int status(Throwable thrown) {
    return ((Problem.Thrown) thrown).problem().status();
  }

  @Test
  void nobodyHasMoreThanTheirShare() {
    take("ana");
    take("ana");

    assertThatThrownBy(() -> take("ana"))
        .satisfies(thrown -> assertThat(status(thrown)).isEqualTo(429))
        .hasMessageContaining("as many previews open as one person may have (2)");
    assertThat(take("ben")).as("others have theirs").isNotNull();
  }

  @Test
  void allTogetherHaveNoMoreThanThereIsRoomFor() {
    take("ana");
    take("ben");
    take("cleo");

    assertThatThrownBy(() -> take("dora"))
        .satisfies(thrown -> assertThat(status(thrown)).isEqualTo(503))
        .hasMessageContaining("of this portal are in use (3)");
  }

  @Test
  void whoNeedsSeveralGetsAllOrNone() {
    try (var _ = places.take("ana", 2, Duration.ZERO)) {
      assertThatThrownBy(() -> take("ana"))
          .satisfies(thrown -> assertThat(status(thrown)).isEqualTo(429));
      assertThatThrownBy(() -> places.take("ben", 2, Duration.ZERO))
          .satisfies(thrown -> assertThat(status(thrown)).isEqualTo(503));
      assertThat(places.inUse()).isEqualTo(2);
    }
    assertThat(places.inUse()).isZero();
  }

  @Test
  void aPlaceIsFreedOnceHoweverOftenItIsClosed() {
    var first = take("ana");
    take("ana");
    first.close();
    first.close();

    assertThat(places.inUse()).isOne();
    take("ana");
    assertThatThrownBy(() -> take("ana")).isInstanceOf(Problem.Thrown.class);
  }

  @Test
  void whoWaitsGetsThePlaceThatSomebodyLeaves() {
    var first = take("ana");
    take("ana");
    var got = new CompletableFuture<String>();
    var waiting =
        Thread.ofVirtual()
            .start(() -> got.complete(places.in("ana", Duration.ofSeconds(60), () -> "done")));
    Await.until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
    first.close();

    assertThat(got).succeedsWithin(Duration.ofSeconds(60)).isEqualTo("done");
  }
}
