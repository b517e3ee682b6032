package belfry.cli.sending;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Secret;
import belfry.client.Announcement;
import belfry.client.Consent;
import belfry.client.PortalApi;
import belfry.client.Sender;
import belfry.testing.ManualTime;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** What {@code send} does while the portal reads from the directory. */
class LongReadingTest {
  private static final String READING =
      """
      {"audience": {"reading": [{"name": "All staff", "read": 40000, "counted": false}]}}
      """;

  private static final String LIST_BEING_READ =
      """
      {"items": [], "said": {"code": "directory.listBeingRead", "args": {}}}
      """;
  private static final String NO_SUCH_GROUP =
      """
      {"type": "about:blank", "title": "Not found", "status": 404, "detail": "No such group."}
      """;
  private static final String LISTED =
      """
      {"items": [{"id": "g1", "name": "Staff", "size": 3}]}
      """;

  @Test
  void atOnceAndThenOnceAMinuteItSaysWhatItWaitsForBesideTheJson() throws Exception {
    var asked = new AtomicInteger();
    var said =
        tryOut(
            "everyone",
            path -> path.endsWith("/preview") && asked.incrementAndGet() <= 100 ? READING : "{}");

    var line = "Nothing is sent yet. The portal reads who is in: All staff (40,000 so far)";
    assertThat(said.err.lines()).containsExactly(line, line, line);
    assertThat(new ObjectMapper().readTree(said.out).path("outcome").isTextual()).isTrue();
  }

  @Test
  void aGroupIsLookedForUntilTheListOfGroupsIsRead() throws Exception {
    var asked = new AtomicInteger();
    var said =
        tryOut(
            "group:Staff",
            path ->
                !path.contains("/groups/")
                    ? "{}"
                    : path.endsWith("/members")
                        ? NO_SUCH_GROUP
                        : asked.incrementAndGet() <= 3 ? LIST_BEING_READ : LISTED);

    assertThat(asked).hasValue(4);
    assertThat(said.err.lines())
        .contains(
            "This command has sent nothing yet. The portal reads which groups the directory has");
    assertThat(new ObjectMapper().readTree(said.out).path("exitCode").asInt()).isNotEqualTo(2);
  }

  private record Said(String out, String err) {}

  private static Said tryOut(String to, UnaryOperator<String> answers) throws Exception {
    var portal = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    portal.createContext(
        "/",
        exchange -> {
          var text = answers.apply(exchange.getRequestURI().getPath());
          var isError = text.equals(NO_SUCH_GROUP);
          var body = text.getBytes(UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange
              .getResponseHeaders()
              .set("Content-Type", isError ? "application/problem+json" : "application/json");
          exchange.sendResponseHeaders(isError ? 404 : 200, body.length);
          try (var out = exchange.getResponseBody()) {
            out.write(body);
          }
        });
    portal.start();
    var out = new StringWriter();
    var err = new StringWriter();
    var time = ManualTime.at("2026-11-27T09:00:00Z");
    var view = new ProgressView(new PrintWriter(err), false, time);
    var report = new SendReport(new PrintWriter(out), new PrintWriter(err), true, view, "");
    var address = URI.create("http://localhost:" + portal.getAddress().getPort());
    var access = new PortalApi.Access(address, "news", new Secret("token"));
    var announcement =
        new Announcement(
            "Hello",
            "--markdown",
            List.of(to),
            List.of(),
            false,
            Optional.empty(),
            Optional.empty(),
            "");
    var consent = new Consent(true, OptionalLong.empty());
    var key = new Sender.Key("key", false);
    try (var api = new PortalApi(access, Duration.ofSeconds(10), time, _ -> {})) {
      report.ended(new Sender(api, announcement, consent, key, report::meanwhile).tryOut());
    } finally {
      portal.stop(0);
    }
    return new Said(out.toString(), err.toString());
  }
}
