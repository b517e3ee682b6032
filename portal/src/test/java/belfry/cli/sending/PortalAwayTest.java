package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** What is said while a portal does not answer, and by whoever ends a command in the middle. */
class PortalAwayTest {
  private static final URI NOBODY = URI.create("http://localhost:1");

  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final List<String> said = new CopyOnWriteArrayList<>();

  private PortalApi api(URI portal, Duration patience) {
    var access = new PortalApi.Access(portal, "news", new Secret("token"));
    return new PortalApi(access, patience, time, said::add);
  }

  private static Sender sender(PortalApi api, boolean given) {
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
    return new Sender(api, announcement, consent, new Sender.Key("key-1", given), _ -> {});
  }

  @Test
  void soonAndThenOnceAMinuteItIsSaidThatItIsAskedAgain() {
    try (var api = api(NOBODY, Duration.ofSeconds(150))) {
      var stop = catchThrowableOfType(Stop.class, sender(api, false)::send);
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
  void whatThePortalSaysMeanwhileEndsWithOneFullStop() throws IOException {
    var portal = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    portal.createContext(
        "/",
        exchange -> {
          var body =
              "{\"detail\": \"It is being prepared. Try again in a moment.\"}".getBytes(UTF_8);
          exchange.getResponseHeaders().set("Content-Type", "application/problem+json");
          exchange.sendResponseHeaders(503, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    portal.start();
    var there = URI.create("http://localhost:" + portal.getAddress().getPort());
    try (var api = api(there, Duration.ofSeconds(150))) {
      var calls = new JobCalls(api, "key");

      var stop = catchThrowableOfType(Stop.class, () -> calls.show("0SC1GDXFD7CCP"));

      assertThat(stop.words()).endsWith("Try again in a moment. Nothing was changed");
      assertThat(said).isNotEmpty().allSatisfy(one -> assertThat(one).contains("a moment. It is"));
    } finally {
      portal.stop(0);
    }
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

  @Test
  void underAKeyNobodyKnowsWhatAnEarlierCommandDid() {
    try (var api = api(NOBODY, Duration.ofSeconds(1))) {
      var sender = sender(api, true);
      var stop = catchThrowableOfType(Stop.class, sender::send);
      for (var words : List.of(stop.words(), sender.end())) {
        assertThat(words)
            .contains(
                "This command sent nothing. Whether an earlier one under --idempotency-key key-1"
                    + " did is not known: run the same command again, and it is sent once")
            .doesNotContain("Nothing was sent");
      }
    }
  }

  /** The last question before it is sent is whom the check leaves out. */
  @Test
  void whoeverWasToldThatNothingWasSentIsRight() throws IOException {
    var asked = new CopyOnWriteArrayList<String>();
    var portal = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (var api =
        api(
            URI.create("http://localhost:" + portal.getAddress().getPort()),
            Duration.ofSeconds(10))) {
      var sender = sender(api, true);
      portal.createContext(
          "/",
          exchange -> {
            var path = exchange.getRequestURI().getPath();
            asked.add(path.replaceFirst(".*/jobs/", ""));
            if (path.endsWith("jobs/check")) {
              said.add(sender.end());
            }
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            var body =
                """
                {"id": "0SC1GDXFD7CCP", "state": "draft", "revision": 1, "markdown": "Hello"}
                """
                    .getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            try (var out = exchange.getResponseBody()) {
              out.write(body);
            }
          });
      portal.start();

      var stop = catchThrowableOfType(Stop.class, sender::send);

      assertThat(stop.end()).isEqualTo(End.INTERRUPTED);
      assertThat(said).containsExactly("Nothing was sent. Run the same command again to send it");
      assertThat(asked).contains("edit", "check").doesNotContain("runNow");
    } finally {
      portal.stop(0);
    }
  }

  /** That it is not known would be said of a test that the portal tells of. */
  @Test
  void whoeverWaitsForATestKnowsThatThePortalHasIt() throws IOException {
    var portal = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    try (var api =
        api(
            URI.create("http://localhost:" + portal.getAddress().getPort()),
            Duration.ofSeconds(10))) {
      var sender = sender(api, false);
      var answers = new ArrayDeque<>(List.of("{\"state\": \"sending\"}", "{\"state\": \"sent\"}"));
      portal.createContext(
          "/",
          exchange -> {
            if (answers.size() == 1) {
              said.add(sender.end());
            }
            exchange.getRequestBody().readAllBytes();
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            var body = answers.remove().getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            try (var out = exchange.getResponseBody()) {
              out.write(body);
            }
          });
      portal.start();

      assertThat(sender.test().end()).isEqualTo(End.WELL);

      assertThat(said).containsExactly("The portal has the test, and goes on with it");
    } finally {
      portal.stop(0);
    }
  }
}
