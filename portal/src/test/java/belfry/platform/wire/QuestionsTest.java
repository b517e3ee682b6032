package belfry.platform.wire;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.base.Time;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Pages whose links never end, as no sound platform would send them. */
class QuestionsTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  private final Http http = new Http(TIMEOUT, Optional.empty());
  private final AtomicInteger asked = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    http.close();
  }

  @Test
  void aPageThatFollowsItselfIsNoAnswer() {
    assertThat(walk(_ -> "page")).isEqualTo(new Response.Unreadable<>(NoAnswer.CIRCLE));
    assertThat(asked).hasValue(2);
  }

  @Test
  void pagesWithoutAnEndAreNoAnswer() {
    assertThat(walk(page -> "page?cursor=" + page))
        .isEqualTo(new Response.Unreadable<>(NoAnswer.TOO_MANY_PAGES.with("most", 5_000)));
    assertThat(asked).hasValue(5_000);
  }

  @Test
  void pagesWithAnEndAre() {
    assertThat(walk(page -> page < 3 ? "page?cursor=" + page : ""))
        .isEqualTo(new Response.Got<>(true));
    assertThat(asked).hasValue(3);
  }

  /** Walks pages that are all empty; {@code next} tells which follows the so-manieth. */
  private Response<Boolean> walk(IntFunction<String> next) {
    server.createContext(
        "/v1/",
        exchange -> {
          var following = next.apply(asked.incrementAndGet());
          if (!following.isEmpty()) {
            exchange
                .getResponseHeaders()
                .set("Link", "<" + base() + "/v1/" + following + ">; rel=\"next\"");
          }
          var body = "{\"items\":[]}".getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(200, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    var time = Time.system();
    return new Questions(http, base(), new RequestThrottles(time), time, new PlatformClock(time))
        .pages(new Secret("token"), "start", _ -> true);
  }

  private URI base() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** A longer sentence goes on after it. */
  @Test
  void whatThePlatformSaysIsToldWithoutItsFullStop() {
    assertThat(new Response.Denied<>(403, "Not for you.").trouble().english())
        .isEqualTo("Webex refused (403): Not for you");
    assertThat(new Response.Absent<>("No such person.").trouble().english())
        .isEqualTo("Webex cannot find it: No such person");
  }
}
