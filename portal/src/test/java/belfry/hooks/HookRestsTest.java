package belfry.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import belfry.testing.TestPortal;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HookRestsTest {
  private static final HookId ID = HookId.next();

  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final HookRests rests = new HookRests(time);
  private final Hook failing = hook(Optional.of(time.now()));
  private final Hook anew = hook(Optional.empty());

  private static Hook hook(Optional<Instant> failingSince) {
    return new Hook(
        ID,
        TestPortal.NEWS,
        "Pager",
        URI.create("https://pager.example"),
        Set.of(HookEvent.JOB_HELD),
        Hook.State.ENABLED,
        Instant.EPOCH,
        Optional.empty(),
        failingSince,
        "",
        Optional.empty());
  }

  @Test
  void whateverTakesNothingRestsEverLonger() {
    assertThat(rests.isResting(failing)).isFalse();
    rests.refused(ID);
    assertThat(rests.isResting(failing)).isTrue();
    time.pass(HookRests.LONGEST);
    assertThat(rests.isResting(failing)).isFalse();
    assertThat(rests.isTriedOut(ID)).isTrue();
    for (var i = 0; i < 20; i++) {
      rests.refused(ID);
    }
    time.pass(HookRests.FIRST.multipliedBy(2));
    assertThat(rests.isResting(failing)).isTrue();
    rests.end(ID);
    assertThat(rests.isResting(failing)).isFalse();
    assertThat(rests.isTriedOut(ID)).isFalse();
  }

  @Test
  void whatAnAdministratorHasBegunAnewIsNotLeftAlone() {
    rests.refused(ID);
    assertThat(rests.isResting(anew)).isFalse();
    assertThat(rests.isTriedOut(ID)).isFalse();
  }

  @Test
  void whatWentWrongHereIsLeftAloneWhateverItTook() {
    rests.failed(ID);
    assertThat(rests.isResting(anew)).isTrue();
    time.pass(Duration.ofMinutes(6));
    assertThat(rests.isResting(anew)).isFalse();
  }
}
