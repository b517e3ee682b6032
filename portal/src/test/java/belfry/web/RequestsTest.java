package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import belfry.cli.Portal;
import belfry.http.StrictTransport;
import belfry.testing.Await;
import belfry.testing.PortalTime;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a request may be at all, and what every answer carries. */
class RequestsTest {
  private static final PortalTime time = new PortalTime();
  private static final List<String> JSON = List.of("Content-Type: application/json");
  private static final Path OPEN_FILES = Path.of("/proc/self/fd");
  private static PlatformDouble platform;
  private static Portal portal;
  private static int port;
  private static String cookies;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).trusting("127.0.0.1").start(time);
    port = portal.port();
    cookies = Wire.get(port, "/Hub/news/oauth?code=one").cookies();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  // Limits ------------------------------------------------------------------------------------

  @Test
  void aRequestLineHas8KiBAtMost() {
    var rest = "/Hub/news/info?x=".length() + "GET  HTTP/1.1".length();
    assertThat(Wire.get(port, "/Hub/news/info?x=" + "a".repeat(8 * 1024 - 1 - rest)).status())
        .isEqualTo(200);
    assertThat(Wire.get(port, "/Hub/news/info?x=" + "a".repeat(8 * 1024)).status()).isEqualTo(414);
  }

  @Test
  void allHeadersTogetherHave16KiBAtMost() {
    assertThat(Wire.get(port, "/Hub/news/info", "X: " + "a".repeat(16_000)).status())
        .isEqualTo(200);
    assertThat(Wire.get(port, "/Hub/news/info", "X: " + "a".repeat(16_400)).status())
        .isEqualTo(400);
  }

  @Test
  void aBodyHas1MiBAtMost() {
    var around = "{\"markdown\":\"\"}".length();
    var most = "{\"markdown\":\"" + "x".repeat(1024 * 1024 - around) + "\"}";

    var within = Wire.post(port, "/Hub/news/jobs/edit", most, cookies);
    assertThat(within.status()).as("too long for a message, not for a body").isEqualTo(400);
    assertThat(within.body()).contains("\"field\":\"markdown\"");

    var above = Wire.post(port, "/Hub/news/jobs/edit", most + " ", cookies);
    assertThat(above.status()).isEqualTo(413);
    assertThat(above.header("Connection")).contains("close");
  }

  @Test
  void aChunkedBodyIsCountedAsItComes() {
    try (var wire = Wire.to(port)) {
      wire.write(
          Wire.head(
                  "POST",
                  "/Hub/news/jobs/edit",
                  cookies,
                  JSON.getFirst(),
                  "Transfer-Encoding: chunked")
              + "\r\n");
      var chunk = "1000\r\n" + " ".repeat(0x1000) + "\r\n";
      for (var sent = 0; sent <= 1024 * 1024; sent += 0x1000) {
        wire.write(chunk);
      }
      assertThat(wire.answer().status()).isEqualTo(413);
    }
  }

  /** Where the process is killed, nobody could find it any more to erase what is in it. */
  @ParameterizedTest
  @ValueSource(strings = {"user/lists/add?name=a.csv", "jobs/attach?name=a.txt"})
  void aFileThatArrivesIsOnDiskWithoutAName(String path) {
    assumeThat(OPEN_FILES).isDirectory();
    try (var wire = Wire.to(port)) {
      wire.write(
          Wire.head(
                  "POST",
                  "/Hub/news/" + path,
                  cookies,
                  "Content-Type: text/plain",
                  "Transfer-Encoding: chunked")
              + "\r\n");
      wire.write("8000\r\n" + "ana@x.example\r\n\n".repeat(0x800) + "\r\n");

      assertThat(Await.until(RequestsTest::arriving, some -> !some.isEmpty()))
          .allMatch(file -> file.endsWith(" (deleted)"));

      assertThat(wire.write("0\r\n\r\n").answer().status()).isEqualTo(201);
    }
    assertThat(Await.until(RequestsTest::arriving, List::isEmpty)).isEmpty();
  }

  /** Files in the directory for temporary ones that are open and have something in them. */
  private static List<String> arriving() {
    var directory = Path.of(System.getProperty("java.io.tmpdir"));
    var files = new ArrayList<String>();
    try (var open = Files.list(OPEN_FILES)) {
      for (var one : open.toList()) {
        // Others are closed meanwhile.
        if (Files.exists(one)) {
          var file = Files.readSymbolicLink(one);
          if (directory.equals(file.getParent()) && Files.size(one) > 0) {
            files.add(file.toString());
          }
        }
      }
    } catch (NoSuchFileException _) {
      return arriving();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  @Test
  void aBodyThatNobodyWantsDoesNotDisturbTheNextRequest() {
    try (var wire = Wire.to(port)) {
      wire.write(
          Wire.head("POST", "/Hub/news/logout", "Content-Length: 5")
              + "\r\nGET /"
              + Wire.head("GET", "/Hub/news/info")
              + "\r\n");
      assertThat(wire.answer().status()).isEqualTo(401);
      assertThat(wire.answer().status()).isEqualTo(200);
    }
  }

  @Test
  void aBodyThatNobodyWantsAndThatIsTooLongEndsTheConnection() {
    try (var wire = Wire.to(port)) {
      wire.write(Wire.head("POST", "/Hub/news/logout", "Content-Length: 100000000000") + "\r\nGET");
      var answer = wire.answer();
      assertThat(answer.status()).isEqualTo(401);
      assertThat(answer.header("Connection")).contains("close");
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void whoAsksBeforeSendingABodyIsNotToldToSendItInVain() {
    try (var wire = Wire.to(port)) {
      wire.write(
          Wire.head("POST", "/Hub/news/logout", "Content-Length: 500", "Expect: 100-continue")
              + "\r\n");
      assertThat(wire.answer().status()).isEqualTo(401);
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void whoAsksForTheLastAnswerSeesTheEndOfTheConnection() {
    try (var wire = Wire.to(port)) {
      wire.write(Wire.head("GET", "/Hub/news/info", "Connection: close") + "\r\n");
      assertThat(wire.answer().status()).isEqualTo(200);
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void anAnswerToHeadHasNoBodyThatCouldBeTakenForTheNextAnswer() {
    try (var wire = Wire.to(port)) {
      for (var path : List.of("/Hub/news/info", "/status", "/openapi.yaml", "/", "/nothing")) {
        wire.write(Wire.head("HEAD", path) + "\r\n" + Wire.head("GET", path) + "\r\n");
        var looked = wire.answerToHead();
        var answer = wire.answer();
        assertThat(looked.status()).as(path).isEqualTo(answer.status());
        assertThat(looked.header("Content-Length"))
            .as(path)
            .isEqualTo(answer.header("Content-Length"));
      }
    }
  }

  @Test
  void neitherHasOneToAHeadThatIsNone() {
    try (var wire = Wire.to(port)) {
      wire.write("HEAD /nothing HTTP/1.1\r\nHost: a b\r\n\r\n");
      assertThat(wire.answerToHead().status()).isEqualTo(400);
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void headersHave10SecondsToArrive() {
    try (var slow = Wire.to(port);
        var slower = Wire.to(port)) {
      slow.write("GET /Hub/news/info HTTP/1.1\r\nHost: localhost\r\n");
      slower.write("GET /Hub/news/info HTTP/1.1\r\nHost: localhost\r\n");
      time.pass(Duration.ofSeconds(9));
      assertThat(slow.write("\r\n").answer().status()).isEqualTo(200);

      var steps = 0;
      while (!slower.hasEnded() && steps++ < 60) {
        time.pass(Duration.ofSeconds(2));
      }
      assertThat(slower.hasEnded()).isTrue();
    }
  }

  @Test
  void aBodyThatDripsIsGivenUpAfter20Seconds() {
    try (var wire = beginningABody()) {
      time.pass(Duration.ofSeconds(21));
      var answer = wire.write("{").answer();
      assertThat(answer.status()).isEqualTo(408);
      assertThat(answer.header("Connection")).contains("close");
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void aBodyThatStopsComingEndsTheConnectionAfter30Seconds() {
    try (var wire = beginningABody()) {
      time.pass(Duration.ofSeconds(31));
      assertThat(wire.rest()).isEmpty();
    }
  }

  @Test
  void onePersonFillsTheMemoryWithBodiesNoMoreThanSoFar() {
    try (var _ = beginningABody(1_000_000);
        var _ = beginningABody(1_000_000)) {
      var third = Wire.post(port, "/Hub/news/jobs/edit", " ".repeat(200_000), cookies);
      assertThat(third.status()).isEqualTo(429);
      assertThat(third.body()).contains("KiB of requests and answers");
      assertThat(Wire.post(port, "/Hub/news/jobs/edit", "{}", cookies).status()).isEqualTo(201);
    }
  }

  /** Somebody who is told to go on with a body: so it is being waited for. */
  private static Wire beginningABody() {
    return beginningABody(99);
  }

  private static Wire beginningABody(int length) {
    var wire = Wire.to(port);
    wire.write(
        Wire.head(
                "POST",
                "/Hub/news/jobs/edit",
                cookies,
                JSON.getFirst(),
                "Content-Length: " + length,
                "Expect: 100-continue")
            + "\r\n");
    assertThat(wire.answer().status()).isEqualTo(100);
    return wire;
  }

  @Test
  void aSenderWhoLeavesIsNoFaultOfOurs() {
    var heard = heard();
    try {
      try (var wire = Wire.to(port)) {
        wire.write(
            Wire.head("POST", "/Hub/news/jobs/edit", cookies, JSON.getFirst(), "Content-Length: 99")
                + "\r\n{");
      }
      var bad =
          Wire.ask(
              port,
              Wire.head(
                      "POST",
                      "/Hub/news/jobs/edit",
                      cookies,
                      JSON.getFirst(),
                      "Transfer-Encoding: chunked")
                  + "\r\nzz\r\n");
      assertThat(bad.status()).isEqualTo(400);
      assertThat(heard.list).isEmpty();
    } finally {
      unheard(heard);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"G(", "\u0001\u0002", "=", "GET:"})
  void aMethodThatIsNoneIsRefusedWithoutALine(String method) {
    var heard = heard();
    try {
      var answer = Wire.ask(port, method + " /status HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(answer.status()).isEqualTo(400);
      assertThat(answer.body()).contains("This is not a valid HTTP request");
      assertThat(heard.list).isEmpty();
    } finally {
      unheard(heard);
    }
  }

  @Test
  void whoLeavesInTheMiddleOfAHeadIsNoFaultOfOurs() {
    var heard = heard();
    try (var wire = Wire.to(port)) {
      wire.write("GET /status HTTP/1.1\r\nHost: loc").end();
      assertThat(wire.rest()).isEmpty();
      assertThat(heard.list).isEmpty();
    } finally {
      unheard(heard);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"+2\r\n{}\r\n", "2\r\n{}ab", "0x2\r\n{}\r\n", "zz\r\n{}\r\n"})
  void aChunkThatIsNotToTheLetterIsRefusedReadOrUnread(String chunk) {
    var heard = heard();
    try {
      for (var path : List.of("/Hub/news/jobs/edit", "/Hub/news/jobs/nothing", "/status")) {
        try (var wire = Wire.to(port)) {
          wire.write(
              Wire.head("POST", path, cookies, JSON.getFirst(), "Transfer-Encoding: chunked")
                  + "\r\n"
                  + chunk
                  + "0\r\n\r\n"
                  + Wire.head("GET", "/status")
                  + "\r\n");
          assertThat(wire.answer().status()).as(path).isIn(400, 404, 405);
          assertThat(wire.rest()).as(path).isEmpty();
        }
      }
      assertThat(heard.list).isEmpty();
    } finally {
      unheard(heard);
    }
  }

  /** All that is said, by whomever, but what the lanes learn of their bots at the same time. */
  private static ListAppender<ILoggingEvent> heard() {
    var heard =
        new ListAppender<ILoggingEvent>() {
          @Override
          protected void append(ILoggingEvent line) {
            if (!line.getLoggerName().startsWith("belfry.delivery.")) {
              super.append(line);
            }
          }
        };
    heard.list = new CopyOnWriteArrayList<>();
    heard.start();
    root().addAppender(heard);
    return heard;
  }

  private static void unheard(ListAppender<ILoggingEvent> heard) {
    root().detachAppender(heard);
  }

  private static ch.qos.logback.classic.Logger root() {
    return (ch.qos.logback.classic.Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Connection: keep-alive, close", "Connection: a\r\nConnection: Close"})
  void whoAsksForTheLastAnswerAmongOtherThingsSeesTheEndOfTheConnection(String lines) {
    try (var wire = Wire.to(port)) {
      wire.write(
          Wire.head("GET", "/Hub/news/info", lines)
              + "\r\n"
              + Wire.head("GET", "/Hub/news/info")
              + "\r\n");
      assertThat(wire.answer().header("Connection")).contains("close");
      assertThat(wire.rest()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
        "application/json; charset=utf-16",
        "application/problem+json",
        "text/json",
        ""
      })
  void aBodyOfAnyOtherTypeThanJsonIsRefused(String type) {
    var answer =
        Wire.ask(
            port,
            Wire.head("POST", "/Hub/news/jobs/edit", cookies, "Content-Type: " + type)
                + "Content-Length: 2\r\n\r\n{}");
    assertThat(answer.status()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json", "Application/JSON", "application/json; charset=\"UTF-8\""})
  void jsonIsTakenHoweverItIsWritten(String type) {
    var answer =
        Wire.ask(
            port,
            Wire.head("POST", "/Hub/news/jobs/edit", cookies, "Content-Type: " + type)
                + "Content-Length: 2\r\n\r\n{}");
    assertThat(answer.status()).isEqualTo(201);
  }

  // What every answer carries -----------------------------------------------------------------

  @Test
  void everyKindOfAnswerCarriesTheSameHeaders() {
    var kinds = new LinkedHashMap<String, Wire.Answer>();
    kinds.put("200 of JSON", Wire.get(port, "/Hub/news/info"));
    kinds.put("200 of text", Wire.get(port, "/Hub/news/authUrl"));
    kinds.put("200 of the page", Wire.get(port, "/Hub/news/sendMessage.html"));
    kinds.put("200 of a file", Wire.get(port, asset()));
    kinds.put("200 of the API's file", Wire.get(port, "/openapi.yaml"));
    kinds.put("204", Wire.post(port, "/Hub/news/session/confirm", "", cookies));
    kinds.put("301", Wire.get(port, "/Hub/news/oauth?code=two"));
    kinds.put("302", Wire.get(port, "/Hub/news"));
    kinds.put("400 of text", Wire.get(port, "/Hub/news/oauth"));
    kinds.put("400 of JSON", Wire.post(port, "/Hub/news/jobs/edit", "[", cookies));
    kinds.put("400 of what is no request", Wire.get(port, "/Hub/%zz/info"));
    kinds.put("401", Wire.get(port, "/Hub/news/admin/users"));
    kinds.put("403", Wire.get(port, "/Hub/alerts/admin/users", cookies));
    kinds.put("404", Wire.get(port, "/nothing"));
    kinds.put("404 of an unknown app", Wire.get(port, "/Hub/nobody/info"));
    kinds.put("405", Wire.post(port, "/Hub/news/info", "{}"));
    kinds.put("414", Wire.get(port, "/" + "a".repeat(9_000)));

    kinds.forEach((kind, answer) -> {
      assertThat(answer.all("X-Content-Type-Options")).as(kind).containsExactly("nosniff");
      assertThat(answer.all("Referrer-Policy")).as(kind).containsExactly("no-referrer");
      assertThat(answer.all("Cross-Origin-Opener-Policy")).as(kind).containsExactly("same-origin");
      assertThat(answer.all("Cross-Origin-Resource-Policy"))
          .as(kind)
          .containsExactly("same-origin");
      assertThat(answer.header("Content-Security-Policy").orElse(""))
          .as(kind)
          .contains("default-src 'none'")
          .contains("frame-ancestors 'none'")
          .doesNotContain("unsafe-");
      assertThat(answer.header("Strict-Transport-Security")).as(kind).isEmpty();
      assertThat(answer.headers())
          .as(kind)
          .noneMatch(line -> line.startsWith("Access-Control-") || line.startsWith("Server:"));
      assertThat(answer.all("Cache-Control")).as(kind).hasSize(1);
      if (!kind.contains("page") && !kind.contains("file")) {
        assertThat(answer.header("Cache-Control")).as(kind).contains("no-store");
      }
    });
    assertThat(kinds.get("200 of the page").header("Content-Security-Policy").orElse(""))
        .contains("require-trusted-types-for 'script'")
        .contains("base-uri 'none'")
        .contains("form-action 'none'");
    assertThat(kinds.get("200 of the page").header("Cache-Control")).contains("no-cache");
  }

  private static String asset() {
    return Wire.get(port, "/favicon.ico").header("Location").orElseThrow();
  }

  @Test
  void browsersAreToldToStayOnHttpsOnlyWhenTheyCameThatWay() {
    assertThat(
            Wire.get(port, "/Hub/news/info", "X-Forwarded-Proto: https")
                .header("Strict-Transport-Security"))
        .contains("max-age=31536000");
    assertThat(
            Wire.get(port, "/Hub/news/info", "X-Forwarded-Proto: http")
                .header("Strict-Transport-Security"))
        .isEmpty();
  }

  @Test
  void theOperatorDecidesForWhichHostsThatIsSaid() {
    var said = "Strict-Transport-Security";
    var secure = "X-Forwarded-Proto: https";
    var setup = new Setup(platform.address()).trusting("127.0.0.1");
    try (var wide = setup.transport(StrictTransport.SUBDOMAINS).start(time)) {
      assertThat(Wire.get(wide.port(), "/Hub/news/info", secure).header(said))
          .contains("max-age=31536000; includeSubDomains");
    }
    try (var silent = setup.transport(StrictTransport.OFF).start(time)) {
      assertThat(Wire.get(silent.port(), "/Hub/news/info", secure).header(said)).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/Hub/news/oauth?code=%zz, text/plain; charset=utf-8",
    "/Hub/news/authUrl?%zz, text/plain; charset=utf-8",
    "/Hub/news/info?%zz, application/problem+json"
  })
  void whatIsNoRequestIsAnsweredInTheWordsOfItsRoute(String path, String type) {
    var answer = Wire.get(port, path);
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).contains(type);
    assertThat(answer.body()).isNotEmpty();
  }

  @Test
  void anotherMethodIsRefusedWithTheOnesThatAreThere() {
    for (var ask :
        Map.of(
                "POST /Hub/news/oauth", "text/plain; charset=utf-8",
                "DELETE /Hub/news/authUrl", "text/plain; charset=utf-8",
                "PUT /Hub/news/info", "application/problem+json",
                "OPTIONS /Hub/news/info", "application/problem+json",
                "TRACE /status", "application/problem+json")
            .entrySet()) {
      var line = ask.getKey().split(" ", -1);
      var answer = Wire.ask(port, Wire.head(line[0], line[1]) + "\r\n");
      assertThat(answer.status()).as(ask.getKey()).isEqualTo(405);
      var type = ask.getValue();
      assertThat(answer.header("Allow"))
          .as(ask.getKey())
          .contains(type.startsWith("text") ? "GET" : "GET, HEAD");
      assertThat(answer.header("Content-Type")).as(ask.getKey()).contains(type);
    }
  }
}
