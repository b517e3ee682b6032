package belfry.cli.sending;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import belfry.base.Secret;
import belfry.client.Announcement;
import belfry.client.Consent;
import belfry.client.End;
import belfry.client.JobCalls;
import belfry.client.PortalApi;
import belfry.client.Sender;
import belfry.client.Stop;
import belfry.testing.ManualTime;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What is said while a portal does not answer. */
class PortalAwayTest {
  private static final URI NOBODY = URI.create("http://localhost:1");

  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final List<String> said = new CopyOnWriteArrayList<>();

  private PortalApi api(URI portal, Duration patience) {
    var access = new PortalApi.Access(portal, "news", new Secret("token"));
    return new PortalApi(access, patience, time, said::add);
  }

  private static Sender sender(PortalApi api) {
    var announcement =
        new Announcement(
            "Hello",
            "--markdown",
            List.of("lars@northwind.example"),
            List.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            "");
    var consent = new Consent(true, OptionalLong.empty());
    return new Sender(api, announcement, consent, new Sender.Key("key-1", false), _ -> {});
  }

  @Test
  void soonAndThenOnceAMinuteItIsSaidThatItIsAskedAgain() {
    try (var api = api(NOBODY, Duration.ofSeconds(150))) {
      var stop = catchThrowableOfType(Stop.class, sender(api)::send);
      assertThat(stop.end()).isEqualTo(End.NO_ANSWER);
      assertThat(stop.words()).contains("Nothing was sent. Check the address");
    }
    assertThat(said).hasSize(3);
    assertThat(said.getFirst())
        .matches(
            "--portal http://localhost:1: it cannot be connected to."
                + " It is asked again, for 14\\d s at most");
  }

  @Test
  void whoeverFollowsWaitsNoLongerThanTheySaidAlsoForAPortalThatIsAway() {
    try (var api = api(NOBODY, Duration.ofMinutes(10))) {
      var calls = new JobCalls(api, "key");
      var begun = time.nanos();
      var stop =
          catchThrowableOfType(
              Stop.class, () -> calls.follow("0SC1GDXFD7CCP", Duration.ofSeconds(30), _ -> {}));
      assertThat(stop.end()).isEqualTo(End.NO_ANSWER);
      assertThat(Duration.ofNanos(time.nanos() - begun)).isLessThan(Duration.ofSeconds(31));
    }
  }
}
