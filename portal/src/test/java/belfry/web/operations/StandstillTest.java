package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Client;
import belfry.testing.DeadlyTime;
import belfry.testing.TestPortal;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * No thread that jobs depend on dies silently: whoever ends the process hears of it, and the portal
 * says so as long as it runs. Each is killed in turn.
 */
@Tag("whole")
class StandstillTest {
  private record Death(Thread thread, Throwable of) {}

  private final LinkedBlockingQueue<Death> deaths = new LinkedBlockingQueue<>();
  private final DeadlyTime time = new DeadlyTime();
  private Thread.UncaughtExceptionHandler before;
  private TestPortal portal;

  @BeforeEach
  void start() {
    before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler(
        (thread, thrown) -> deaths.add(new Death(thread, thrown)));
    portal = TestPortal.start(time);
  }

  @AfterEach
  void stop() {
    portal.close();
    Thread.setDefaultUncaughtExceptionHandler(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dispatcher", "lane-news", "lane-alerts", "auditor", "read-memory"})
  void aThreadThatDiesIsSaid(String thread) throws Exception {
    var ana = portal.signedIn("news", TestPortal.ADMIN);
    assertThat(status("/status").status()).isEqualTo(200);
    assertThat(status("/status/live").status()).isEqualTo(200);
    assertThat(ana.get("info").json().path("standsStill").asBoolean()).isFalse();

    time.kill(thread);

    var death = deaths.poll(10, TimeUnit.MINUTES);
    assertThat(death).as("whoever ends the process hears of it").isNotNull();
    assertThat(death.thread.getName()).isEqualTo(thread);
    assertThat(death.of).isInstanceOf(OutOfMemoryError.class);
    // It tells of its death while it still lives.
    death.thread.join();
    var status = status("/status");
    assertThat(status.status()).isEqualTo(503);
    assertThat(status.json().path("checks").path("work").path("detail").asText())
        .contains(thread + " has ended")
        .contains("Restart Belfry");
    assertThat(status("/status/ready").status()).isEqualTo(503);
    var live = status("/status/live");
    assertThat(live.status()).isEqualTo(503);
    assertThat(live.json().path("detail").asText()).contains(thread + " has ended");
    assertThat(ana.get("info").json().path("standsStill").asBoolean()).isTrue();
  }

  private Client.Answer status(String path) {
    return portal.client("news").call("GET", path, Optional.empty());
  }
}
