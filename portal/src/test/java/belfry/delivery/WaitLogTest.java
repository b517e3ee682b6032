package belfry.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.base.Wait;
import belfry.testing.Heard;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the log says for what something waits. */
class WaitLogTest {
  private static final AppName NEWS = new AppName("news");

  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final WaitLog log = new WaitLog(time);
  private final Heard heard = Heard.whole(WaitLog.class.getName());

  @AfterEach
  void close() {
    heard.close();
  }

  /** Looks every second, as the dispatcher does. */
  private void waits(int seconds, Wait... whys) {
    for (var second = 0; second < seconds; second++) {
      log.waits(NEWS, List.of(whys).stream().map(why -> new Waits.Many(why, 2, 300)).toList());
      time.pass(Duration.ofSeconds(1));
    }
  }

  @Test
  void itIsSaidOnceForWhatAndUntilWhenSomethingWaits() {
    var quiet = Wait.For.QUIET_HOURS.until(time.now().plusSeconds(600));

    waits(5, quiet);
    assertThat(heard.words()).isEmpty();
    waits(600, quiet);

    assertThat(heard.words())
        .containsExactly(
            "App news: Waiting for the end of quiet hours, until 2026-11-27T09:10:00Z (runs: 2, recipients: 300)");
  }

  @Test
  void whatIsOverInAMomentIsNotSaid() {
    for (var i = 0; i < 10; i++) {
      waits(4, Wait.For.RECORD.open());
      waits(7);
    }
    waits(100, Wait.For.TURN.open(), Wait.For.ANSWER.open());

    assertThat(heard.words()).isEmpty();
  }

  @Test
  void restsThatFollowOneAnotherAreOne() {
    for (var i = 0; i < 20; i++) {
      waits(15, Wait.For.LIMIT.open());
      waits(8);
    }
    assertThat(heard.words()).hasSize(1);

    waits(601);
    waits(6, Wait.For.LIMIT.open());
    assertThat(heard.words()).hasSize(2);
  }
}
