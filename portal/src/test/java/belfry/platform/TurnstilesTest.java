package belfry.platform;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.pace.Turnstile;
import belfry.testing.ManualTime;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how long it is remembered what went through with a token. */
class TurnstilesTest {
  private final ManualTime time = ManualTime.at("2026-11-23T09:00:00Z");
  private final Turnstiles turnstiles = new Turnstiles(time);

  private int others;

  private void others(int many) {
    for (var i = 0; i < many; i++) {
      turnstiles.of(new Secret("other " + others++), "people");
      time.pass(Duration.ofMillis(20));
    }
  }

  @Test
  void aFewAreRememberedForAMinute() {
    var token = new Secret("mine");
    var mine = turnstiles.of(token, "people");
    others(50);
    assertThat(turnstiles.of(token, "people")).isSameAs(mine);

    time.pass(Duration.ofMinutes(2));
    others(1);
    assertThat(turnstiles.of(token, "people")).isNotSameAs(mine);
  }

  @Test
  void manyAreForgottenAsSoonAsNobodyIsThere() throws InterruptedException {
    var gone = turnstiles.of(new Secret("gone"), "people");
    var asking = turnstiles.of(new Secret("asking"), "people");
    assertThat(asking.enter(Duration.ZERO)).isInstanceOf(Turnstile.Leave.Granted.class);
    var bot = turnstiles.of(new Secret("bot"), "people");
    turnstiles.learned(new Secret("bot"));
    others(1_000);

    assertThat(turnstiles.of(new Secret("gone"), "people")).isNotSameAs(gone);
    assertThat(turnstiles.of(new Secret("asking"), "people")).isSameAs(asking);
    assertThat(turnstiles.of(new Secret("bot"), "people")).isSameAs(bot);
  }
}
