package belfry.http;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whose connections are begun where more come than can be. */
class RushTest {
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final Rush rush = new Rush(time);

  private long admitted(int connections, String network) {
    return IntStream.range(0, connections).filter(_ -> rush.admits(Optional.of(network))).count();
  }

  @Test
  void aloneANetworkHasAsManyAsAreCalm() {
    assertThat(admitted(1_000, "office")).isEqualTo(Rush.CALM);
  }

  @Test
  void inARushEachHasItsShareWhoeverCameBefore() {
    admitted(1_000, "crowd");

    assertThat(admitted(1_000, "office")).isEqualTo(Rush.SHARE);
    assertThat(admitted(1, "home")).isEqualTo(1);
    assertThat(admitted(1, "crowd")).isZero();
  }

  @Test
  void whoIsTurnedAwayHasATurnSoon() {
    admitted(1_000, "crowd");
    assertThat(admitted(1, "crowd")).isZero();

    time.pass(Rush.SPAN);

    assertThat(admitted(1_000, "crowd")).isEqualTo(Rush.CALM);
  }

  @Test
  void aProxyBringsEverybody() {
    admitted(1_000, "crowd");

    assertThat(IntStream.range(0, 1_000).allMatch(_ -> rush.admits(Optional.empty()))).isTrue();
  }
}
