package belfry.web.account;

import static belfry.web.PlatformDouble.bytes;
import static belfry.web.PlatformDouble.granted;
import static belfry.web.PlatformDouble.person;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import belfry.base.Time;
import belfry.cli.Portal;
import belfry.testing.PortalTime;
import belfry.web.PlatformDouble;
import belfry.web.PlatformDouble.Move;
import belfry.web.Setup;
import belfry.web.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** interface.md 4.1, steps 3 to 8: the exchange, byte for byte, and every way in which it fails. */
class ExchangeTest {
  private static final PortalTime time = new PortalTime();
  private static final AtomicInteger codes = new AtomicInteger();
  private static PlatformDouble platform;
  private static Portal portal;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).requestTimeout(Duration.ofMillis(700)).start(time);
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  @BeforeEach
  void begin() {
    platform.token(granted()).profile(person("ana-id", "Ana Lopez")).forget();
    // The limits on exchanges are another test's matter.
    time.pass(Duration.ofMinutes(2));
  }

  private static String freshCode() {
    return "canary-code-" + codes.incrementAndGet();
  }

  private static Wire.Answer callback(String code) {
    return Wire.get(portal.port(), "/Hub/news/oauth?code=" + code);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e400",
        "99999999999999999999",
        "-5",
        "1.5",
        "null",
        "\"soon\"",
        "\"3600\"",
        "[]",
        "{}",
        "true"
      })
  void whatALifetimeSaysDecidesNothing(String lifetime) {
    platform.token(
        bytes(
            " 200 OK",
            """
            {"access_token":"a","expires_in":%1$s,"refresh_token":"r","refresh_token_expires_in":%1$s}\
            """
                .formatted(lifetime)));

    assertThat(callback(freshCode()).status()).isEqualTo(301);
  }

  // What is sent ------------------------------------------------------------------------------

  @Test
  void theFormHasExactlyTheFiveFieldsByteForByte() {
    callback("a%2Bb%20c+%C3%A4%F0%9F%94%94~*'()%26%3D%25");

    assertThat(platform.exchanges())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.line()).isEqualTo("POST /v1/access_token HTTP/1.1");
          assertThat(one.body())
              .isEqualTo(
                  "grant_type=authorization_code"
                      + "&client_id=C0ffee"
                      + "&client_secret=canary-client-secret"
                      + "&code=a%2Bb+c+%C3%A4%F0%9F%94%94%7E*%27%28%29%26%3D%25"
                      + "&redirect_uri=https%3A%2F%2Fportal.example%2FHub%2Fnews%2Foauth");
          assertThat(one.head().lines())
              .filteredOn(line -> line.startsWith("Content-Type:"))
              .containsExactly("Content-Type: application/x-www-form-urlencoded; charset=UTF-8");
          assertThat(one.head()).doesNotContain("Authorization:", "Cookie:", "Expect:");
        });
    assertThat(platform.profiles())
        .singleElement()
        .satisfies(one ->
            assertThat(one.head())
                .startsWith("GET /v1/people/me HTTP/1.1\r\n")
                .contains("\r\nAuthorization: Bearer " + PlatformDouble.ACCESS + "\r\n"));
  }

  @Test
  void successIsA301ToThePageWithTheCookiesAndNoTokenAnywhere() {
    var answer = callback("canary-code");

    assertThat(answer.statusLine()).isEqualTo("HTTP/1.1 301 Moved Permanently");
    assertThat(answer.all("Location")).containsExactly("/Hub/news/sendMessage.html");
    assertThat(answer.header("Cache-Control")).contains("no-store");
    assertThat(answer.body()).isEmpty();
    assertThat(answer.all("Set-Cookie")).hasSize(3);
    assertThat(answer.whole())
        .doesNotContain(
            PlatformDouble.ACCESS, PlatformDouble.REFRESH, Setup.CLIENT_SECRET, "canary-code");
  }

  // What comes back ---------------------------------------------------------------------------

  static Stream<Arguments> brokenExchanges() {
    return Stream.of(
        arguments("a reset", new Move.Reset()),
        arguments("the end of the stream", new Move.Close()),
        arguments("no answer in time", new Move.Hang()),
        arguments("no HTTP", new Move.Bytes("SSH-2.0-OpenSSH_9.9\r\n\r\n")),
        arguments("half an answer", new Move.Bytes("HTTP/1.1 200 OK\r\nContent-Le")),
        arguments(
            "half a body", new Move.Bytes("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"acc")),
        arguments("a sentence", bytes(" 200 OK", "All checks passed.", "Content-Type: text/html")),
        arguments("half an object", bytes(" 200 OK", "{\"access_token\":\"x\"")),
        arguments("an empty object", bytes(" 200 OK", "{}")),
        arguments("an empty token", bytes(" 200 OK", "{\"access_token\":\"\"}")),
        arguments("no token", bytes(" 200 OK", "{\"access_token\":null}")),
        arguments("a list", bytes(" 200 OK", "[\"access_token\"]")),
        arguments("nothing", bytes(" 200 OK", "")),
        arguments("204", new Move.Bytes("HTTP/1.1 204 No Content\r\n\r\n")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenExchanges")
  void anExchangeThatCannotBeCompletedIs502AndIsSentOnce(String how, Move move) {
    platform.token(move, granted());

    var answer = callback(freshCode());

    assertThat(answer.status()).as(how).isEqualTo(502);
    assertThat(answer.header("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(answer.body()).isNotBlank();
    assertThat(answer.all("Set-Cookie")).isEmpty();
    assertThat(platform.exchanges()).hasSize(1);
  }

  @Test
  void aPlatformThatIsNotThereIs502() throws IOException {
    URI nobody;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }
    try (var alone = new Setup(nobody).start(Time.system())) {
      assertThat(Wire.get(alone.port(), "/Hub/news/oauth?code=x").status()).isEqualTo(502);
      assertThat(Wire.get(alone.port(), "/Hub/news/authUrl").status()).isEqualTo(200);
    }
  }

  static Stream<Arguments> declines() {
    return Stream.of(
        arguments(" 401 Unauthorized", "Unauthorized"),
        arguments(" 400 Bad Request", "Bad Request"),
        arguments(" 403 Not on a Friday", "Not on a Friday"),
        arguments(" 429 Token Quota Exceeded", "Token Quota Exceeded"),
        arguments(" 418 Two  blanks", "Two  blanks"),
        arguments(" 400 Überlastet – später", "Überlastet – später"),
        arguments(" 500 Internal Server Error", "Internal Server Error"),
        arguments(" 502 Bad Gateway", "Bad Gateway"),
        arguments(" 503 Service Unavailable", "Service Unavailable"),
        arguments(" 301 Moved Permanently", "Moved Permanently"),
        arguments(" 302 Found", "Found"),
        arguments(" 307 Temporary Redirect", "Temporary Redirect"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("declines")
  void aStatusThatIsNoSuccessIs401WithTheStatusTextAsItCameOverTheWire(String status, String text) {
    var elsewhere = "Location: " + platform.address() + "/v1/elsewhere";
    platform.token(bytes(status, "{\"message\":\"not this\"}", elsewhere), granted());

    var answer = callback(freshCode());

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.header("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(answer.body()).isEqualTo(text);
    assertThat(answer.all("Set-Cookie")).isEmpty();
    assertThat(platform.exchanges()).hasSize(1);
    assertThat(platform.everything())
        .as("redirects are not followed")
        .noneMatch(one -> one.line().contains("elsewhere"));
  }

  @ParameterizedTest(name = "HTTP/1.1{0}")
  @org.junit.jupiter.params.provider.ValueSource(strings = {" 400 ", " 400", " 503 ", " 302"})
  void whereThereIsNoStatusTextAGenericSentenceStandsInForIt(String status) {
    platform.token(bytes(status, "{}"));

    var answer = callback(freshCode());

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.body()).isEqualTo("Webex did not accept the sign-in. Start again.");
  }

  static Stream<Arguments> brokenProfiles() {
    return Stream.of(
        arguments("401", bytes(" 401 Unauthorized", "{\"message\":\"x\"}")),
        arguments("404", bytes(" 404 Not Found", "{}")),
        arguments("500", bytes(" 500 Internal Server Error", "")),
        arguments("a redirect", bytes(" 302 Found", "", "Location: /v1/people/you")),
        arguments("204", new Move.Bytes("HTTP/1.1 204 No Content\r\n\r\n")),
        arguments("a sentence", bytes(" 200 OK", "I am Ana.")),
        arguments("no id", bytes(" 200 OK", "{\"displayName\":\"Ana\"}")),
        arguments("an empty id", bytes(" 200 OK", "{\"id\":\"\",\"displayName\":\"Ana\"}")),
        arguments("no displayName", bytes(" 200 OK", "{\"id\":\"ana-id\"}")),
        arguments("null for displayName", bytes(" 200 OK", "{\"id\":\"a\",\"displayName\":null}")),
        arguments("a reset", new Move.Reset()),
        arguments("the end of the stream", new Move.Close()),
        arguments("no answer in time", new Move.Hang()),
        arguments("a long rest", bytes(" 429 Too Many", "{}", "Retry-After: 60")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("brokenProfiles")
  void aProfileLookupThatFailsIs502(String how, Move move) {
    platform.profile(move);

    var answer = callback(freshCode());

    assertThat(answer.status()).as(how).isEqualTo(502);
    assertThat(answer.header("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(answer.all("Set-Cookie")).isEmpty();
    assertThat(platform.exchanges()).hasSize(1);
    // The gate of this token rests; the next test's token is another one.
    time.pass(Duration.ofMinutes(2));
  }

  // Waiting -----------------------------------------------------------------------------------

  @Test
  void aShortRestIsWaitedOutBecause429SaysThatNothingWasDone() {
    var before = time.rests().size();
    platform.token(bytes(" 429 Too Many Requests", "{}", "Retry-After: 2"), granted());

    assertThat(callback(freshCode()).status()).isEqualTo(301);

    assertThat(platform.exchanges()).hasSize(2);
    assertThat(platform.exchanges().get(1).body()).isEqualTo(platform.exchanges().get(0).body());
    assertThat(time.rests().subList(before, time.rests().size()))
        .containsExactly(Duration.ofSeconds(2));
  }

  @Test
  void restsAreWaitedOutUpTo5SecondsInAllAndThenTheStatusTextIsTheAnswer() {
    var before = time.rests().size();
    platform.token(bytes(" 429 Token Quota Exceeded", "{}", "Retry-After: 3"));

    var answer = callback(freshCode());

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.body()).isEqualTo("Token Quota Exceeded");
    assertThat(platform.exchanges()).hasSize(2);
    assertThat(time.rests().subList(before, time.rests().size()))
        .containsExactly(Duration.ofSeconds(3));
  }

  @ParameterizedTest
  @org.junit.jupiter.params.provider.ValueSource(
      strings = {"Retry-After: 6", "Retry-After: 0", "Retry-After: soon", "X-Nothing: 1"})
  void aLongOrUnreadableRestIsNotWaitedOut(String header) {
    var before = time.rests().size();
    platform.token(bytes(" 429 Token Quota Exceeded", "{}", header), granted());

    assertThat(callback(freshCode()).body()).isEqualTo("Token Quota Exceeded");

    assertThat(platform.exchanges()).hasSize(1);
    assertThat(time.rests()).hasSize(before);
  }

  // Once --------------------------------------------------------------------------------------

  @Test
  void aFailureIsRepeatedForTenMinutesWithoutAskingAgain() {
    platform.token(bytes(" 400 Code expired", "{}"), granted());
    var code = freshCode();
    var first = callback(code);

    time.pass(Duration.ofMinutes(9));
    var second = callback(code);

    assertThat(second.status()).isEqualTo(first.status()).isEqualTo(401);
    assertThat(second.body()).isEqualTo(first.body()).isEqualTo("Code expired");
    assertThat(platform.exchanges()).hasSize(1);

    time.pass(Duration.ofMinutes(2));
    assertThat(callback(code).status()).as("after ten minutes").isEqualTo(301);
    assertThat(platform.exchanges()).hasSize(2);
  }

  @Test
  void aSuccessIsNotRepeatedToAFinderOfTheCode() {
    var code = freshCode();
    assertThat(callback(code).status()).isEqualTo(301);

    var again = callback(code);

    assertThat(again.status()).isEqualTo(401);
    assertThat(again.all("Set-Cookie")).isEmpty();
    assertThat(platform.exchanges()).hasSize(1);
  }

  @Test
  void aSuccessIsRepeatedToTheBrowserThatBeganItAndTheFirstSessionEnds() {
    var start = Wire.get(portal.port(), "/Hub/news/authUrl");
    var state = SignInTest.query(start.body()).get("state");
    var path = "/Hub/news/oauth?code=" + freshCode() + "&state=" + state;
    var first = Wire.get(portal.port(), path, start.cookies());

    var again =
        Wire.get(portal.port(), path, start.cookies() + first.cookies().replace("Cookie:", ";"));

    assertThat(List.of(first.status(), again.status())).containsOnly(301);
    assertThat(platform.exchanges()).hasSize(1);
    assertThat(Wire.get(portal.port(), "/Hub/news/admin/users", first.cookies()).status())
        .isEqualTo(401);
    assertThat(Wire.get(portal.port(), "/Hub/news/admin/users", again.cookies()).status())
        .isEqualTo(200);
  }

  @Test
  void twoRequestsAtOnceWithOneCodeExchangeItOnce() throws Exception {
    var start = Wire.get(portal.port(), "/Hub/news/authUrl");
    var state = SignInTest.query(start.body()).get("state");
    var path = "/Hub/news/oauth?code=" + freshCode() + "&state=" + state;
    var came = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    platform.token(new Move.Held(came, go, granted()));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = threads.submit(() -> Wire.get(portal.port(), path, start.cookies()));
      came.await();
      var second = threads.submit(() -> Wire.get(portal.port(), path, start.cookies()));
      var stranger = threads.submit(() -> Wire.get(portal.port(), path));
      assertThat(stranger.get().status()).as("another browser, at the same time").isEqualTo(400);
      go.countDown();
      assertThat(first.get().status()).isEqualTo(301);
      assertThat(second.get().status()).isEqualTo(301);
      assertThat(first.get().cookie("__Host-Http-belfry"))
          .isNotEqualTo(second.get().cookie("__Host-Http-belfry"));
    }
    assertThat(platform.exchanges()).hasSize(1);
    assertThat(platform.profiles()).hasSize(1);
  }
}
