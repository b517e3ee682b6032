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
    return hook("https://pager.example", failingSince);
  }

  private static Hook hook(String url, Optional<Instant> failingSince) {
    return new Hook(
        ID,
        TestPortal.NEWS,
        "Pager",
        URI.create(url),
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
    rests.refused(failing, Optional.empty());
    assertThat(rests.isResting(failing)).isTrue();
    time.pass(HookRests.LONGEST);
    assertThat(rests.isResting(failing)).isFalse();
    assertThat(rests.isTriedOut(ID)).isTrue();
    for (var i = 0; i < 20; i++) {
      rests.refused(failing, Optional.empty());
    }
    time.pass(HookRests.FIRST.multipliedBy(2));
    assertThat(rests.isResting(failing)).isTrue();
    rests.end(ID);
    assertThat(rests.isResting(failing)).isFalse();
    assertThat(rests.isTriedOut(ID)).isFalse();
  }

  @Test
  void whatAnAdministratorHasBegunAnewIsNotLeftAlone() {
    rests.refused(failing, Optional.empty());
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

  @Test
  void whateverAsksForARestHasIt() {
    var pause = HookRests.LONGEST.multipliedBy(2);
    rests.refused(failing, Optional.of(pause));
    assertThat(rests.isResting(anew)).as("it took some, or was enabled").isTrue();
    time.pass(pause.minusNanos(1));
    assertThat(rests.isResting(failing)).isTrue();
    time.pass(Duration.ofNanos(1));
    assertThat(rests.isResting(failing)).isFalse();
    assertThat(rests.isTriedOut(ID)).isTrue();
  }

  @Test
  void aShortRestThatItAsksForMakesNoneShorter() {
    rests.refused(failing, Optional.of(Duration.ofSeconds(1)));
    time.pass(HookRests.FIRST.minusNanos(1));
    assertThat(rests.isResting(failing)).isTrue();
  }

  @Test
  void beginningAnewEndsAllButWhatItAskedFor() {
    for (var i = 0; i < 20; i++) {
      rests.refused(failing, Optional.of(Duration.ofSeconds(1)));
    }
    assertThat(rests.isResting(anew)).isTrue();
    time.pass(Duration.ofSeconds(1));
    assertThat(rests.isResting(failing)).isTrue();
    assertThat(rests.isResting(anew)).isFalse();
    assertThat(rests.isTriedOut(ID)).isFalse();
  }

  @Test
  void anotherAddressHasAskedForNothing() {
    rests.refused(failing, Optional.of(Duration.ofHours(1)));
    assertThat(rests.isResting(hook("https://other.example", Optional.empty()))).isFalse();
    assertThat(rests.isTriedOut(ID)).isFalse();
  }
}
