package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnsaidRestTest {
  private static final Optional<Duration> NOTHING = Optional.empty();

  private final UnsaidRest rest = new UnsaidRest();
  private long now;

  /** Refused again as soon as each rest is over. */
  private List<Long> refusals(int count) {
    var lengths = new ArrayList<Long>();
    for (var i = 0; i < count; i++) {
      var length = rest.refused(NOTHING, now);
      lengths.add(length.toSeconds());
      now += length.toNanos();
    }
    return lengths;
  }

  @Test
  void growsWhileSuchRefusalsFollowOneAnother() {
    assertThat(refusals(7)).containsExactly(1L, 2L, 4L, 8L, 15L, 15L, 15L);
  }

  @Test
  void fallsWithEachSuccess() {
    refusals(6);
    rest.passed();
    rest.passed();
    assertThat(refusals(1)).containsExactly(4L);
    for (var i = 0; i < 20; i++) {
      rest.passed();
    }
    assertThat(refusals(2)).containsExactly(1L, 2L);
  }

  @Test
  void thoseInFlightTogetherAreOne() {
    refusals(2);
    assertThat(rest.refused(NOTHING, now)).isEqualTo(Duration.ofSeconds(4));
    now += Duration.ofSeconds(1).toNanos();
    assertThat(rest.refused(NOTHING, now)).isEqualTo(Duration.ofSeconds(3));
    now += Duration.ofSeconds(3).toNanos();
    assertThat(refusals(1)).containsExactly(8L);
  }

  @Test
  void whatIsAskedForIsKeptToAndTeachesNothing() {
    assertThat(rest.refused(Optional.of(Duration.ofSeconds(50)), now))
        .isEqualTo(Duration.ofSeconds(50));
    assertThat(refusals(1)).containsExactly(1L);
  }
}
