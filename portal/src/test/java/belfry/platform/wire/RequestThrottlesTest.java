package belfry.platform.wire;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.pace.RequestThrottle;
import belfry.testing.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how long it is remembered what went through with a token. */
class RequestThrottlesTest {
  private final ManualTime time = ManualTime.at("2026-11-23T09:00:00Z");
  private final RequestThrottles throttles = new RequestThrottles(time);

  private int others;

  private void others(int many) {
    for (var i = 0; i < many; i++) {
      throttles.of(new Secret("other " + others++), "people");
      time.pass(Duration.ofMillis(20));
    }
  }

  @Test
  void aFewAreRememberedForAMinute() {
    var token = new Secret("mine");
    var mine = throttles.of(token, "people");
    others(50);
    assertThat(throttles.of(token, "people")).isSameAs(mine);

    time.pass(Duration.ofMinutes(2));
    others(1);
    assertThat(throttles.of(token, "people")).isNotSameAs(mine);
  }

  @Test
  void manyAreForgottenAsSoonAsNobodyIsThere() throws InterruptedException {
    var gone = throttles.of(new Secret("gone"), "people");
    var asking = throttles.of(new Secret("asking"), "people");
    assertThat(asking.enter(Duration.ZERO)).isInstanceOf(RequestThrottle.Leave.Granted.class);
    var bot = throttles.of(new Secret("bot"), "people");
    throttles.learned(new Secret("bot"));
    others(1_000);

    assertThat(throttles.of(new Secret("gone"), "people")).isNotSameAs(gone);
    assertThat(throttles.of(new Secret("asking"), "people")).isSameAs(asking);
    assertThat(throttles.of(new Secret("bot"), "people")).isSameAs(bot);
  }
}
