package belfry.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.cli.Portal;
import belfry.testing.PortalTime;
import belfry.web.PlatformDouble;
import belfry.web.PlatformDouble.Move;
import belfry.web.Setup;
import belfry.web.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every exchange makes a live token, and a person may have 750: so nobody may make many. */
class SignInLimitsTest {
  private static final PortalTime time = new PortalTime();
  private static final AtomicInteger codes = new AtomicInteger();
  private static PlatformDouble platform;
  private static Portal portal;
  private static int port;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).trusting("127.0.0.1").start(time);
    port = portal.port();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  @BeforeEach
  void begin() {
    platform.token(PlatformDouble.bytes(" 400 No", "{}")).forget();
    time.pass(Duration.ofMinutes(3));
  }

  private static Wire.Answer from(String address, String... headers) {
    var all = new ArrayList<String>();
    all.add("X-Forwarded-For: " + address);
    all.addAll(java.util.List.of(headers));
    return Wire.get(
        port, "/Hub/news/oauth?code=limit-" + codes.incrementAndGet(), all.toArray(String[]::new));
  }

  @Test
  void anAddressHasTenExchangesAMinute() {
    for (var i = 0; i < 10; i++) {
      assertThat(from("192.0.2.1").status()).isEqualTo(401);
      time.pass(Duration.ofSeconds(1));
    }

    var refused = from("192.0.2.1");
    assertThat(refused.status()).isEqualTo(429);
    assertThat(refused.header("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(refused.header("Retry-After")).contains("50");
    assertThat(from("192.0.2.2").status()).as("another address").isEqualTo(401);
    assertThat(platform.exchanges()).hasSize(11);

    time.pass(Duration.ofSeconds(50));
    assertThat(from("192.0.2.1").status()).as("a minute after the first").isEqualTo(401);
    assertThat(from("192.0.2.1").status()).isEqualTo(429);
  }

  @Test
  void whatWasRefusedForItsNumberMayComeAgain() {
    for (var i = 0; i < 10; i++) {
      from("192.0.2.1");
    }
    var path = "/Hub/news/oauth?code=again";
    var address = "X-Forwarded-For: 192.0.2.1";
    assertThat(Wire.get(port, path, address).status()).isEqualTo(429);
    time.pass(Duration.ofMinutes(1));
    assertThat(Wire.get(port, path, address).status()).as("the platform is asked").isEqualTo(401);
  }

  @Test
  void whoHasOneAddressOfIpv6HasAllThatBeginLikeIt() {
    for (var i = 0; i < 10; i++) {
      assertThat(from("2001:db8:1:2::" + i).status()).isEqualTo(401);
    }
    assertThat(from("2001:db8:1:2:ffff::1").status()).isEqualTo(429);
    assertThat(from("2001:db8:1:3::1").status()).as("another network").isEqualTo(401);
  }

  @Test
  void inventedCodesLeaveRoomForWhoBeganHere() throws Exception {
    for (var i = 0; i < 120; i++) {
      assertThat(from("192.0.2." + i).status()).isEqualTo(401);
    }
    assertThat(from("192.0.2.1").status()).isEqualTo(429);

    platform.token(PlatformDouble.granted());
    for (var i = 0; i < 30; i++) {
      assertThat(begunHere("192.0.2.1").status()).as("person %d of an office", i).isEqualTo(301);
    }
  }

  @Test
  void slowExchangesOfInventedCodesDoNotHoldUpWhoBeganHere() throws Exception {
    var came = new CountDownLatch(8);
    var go = new CountDownLatch(1);
    platform.token(new Move.Held(came, go, PlatformDouble.granted()));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 8; i++) {
        var address = "192.0.2." + i;
        var _ = threads.submit(() -> from(address));
      }
      came.await();
      assertThat(from("198.51.100.1").status()).as("one more of them").isEqualTo(429);

      var begun = threads.submit(() -> begunHere("198.51.100.1"));
      go.countDown();
      assertThat(begun.get().status()).isEqualTo(301);
    }
  }

  /** A sign-in as a browser does it: with the state, and the half of it that its cookie holds. */
  private static Wire.Answer begunHere(String address) {
    var forwarded = "X-Forwarded-For: " + address;
    var begun = Wire.get(port, "/Hub/news/authUrl", forwarded);
    var state = SignInTest.query(begun.body()).getOrDefault("state", "");
    var path = "/Hub/news/oauth?code=limit-%d&state=%s".formatted(codes.incrementAndGet(), state);
    return Wire.get(port, path, forwarded, begun.cookies());
  }

  @Test
  void allTogetherHave120ExchangesAMinute() {
    for (var i = 0; i < 120; i++) {
      assertThat(from("192.0.2." + i).status()).isEqualTo(401);
    }
    assertThat(from("198.51.100.1").status()).isEqualTo(429);
    assertThat(platform.exchanges()).hasSize(120);
    time.pass(Duration.ofMinutes(1));
    assertThat(from("198.51.100.1").status()).isEqualTo(401);
  }

  @Test
  void eightExchangesMayBeUnderWayAtOnce() throws Exception {
    var came = new CountDownLatch(8);
    var go = new CountDownLatch(1);
    platform.token(new Move.Held(came, go, PlatformDouble.granted()));

    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var under = new ArrayList<Future<Wire.Answer>>();
      for (var i = 0; i < 8; i++) {
        var address = "192.0.2." + i;
        under.add(threads.submit(() -> from(address)));
      }
      came.await();

      var ninth = from("198.51.100.1");
      assertThat(ninth.status()).isEqualTo(429);
      assertThat(ninth.header("Retry-After")).contains("2");
      go.countDown();
      for (var one : under) {
        assertThat(one.get().status()).isEqualTo(301);
      }
    }
    assertThat(from("198.51.100.1").status()).as("places are given back").isEqualTo(301);
  }

  @Test
  void whatIsRefusedEarlierCountsForNothing() {
    for (var i = 0; i < 20; i++) {
      assertThat(Wire.get(port, "/Hub/news/oauth", "X-Forwarded-For: 192.0.2.1").status())
          .isEqualTo(400);
      assertThat(from("192.0.2.1", "Sec-Fetch-Dest: image").status()).isEqualTo(400);
    }
    assertThat(from("192.0.2.1").status()).isEqualTo(401);
  }

  // Sessions that do not stick ----------------------------------------------------------------

  @Test
  void aBrowserThatLosesEverySessionIsStoppedAndToldWhy() {
    platform.token(PlatformDouble.granted());
    var agent = "User-Agent: Forgetful/1";
    for (var i = 0; i < 3; i++) {
      assertThat(from("192.0.2.1", agent).status()).isEqualTo(301);
    }

    var stopped = from("192.0.2.1", agent);

    assertThat(stopped.status()).isEqualTo(429);
    assertThat(stopped.body()).contains("cookies", "https");
    assertThat(stopped.header("Retry-After")).contains("120");
    assertThat(platform.exchanges()).hasSize(3);
    assertThat(from("192.0.2.1", "User-Agent: Another/1").status())
        .as("another browser at this address")
        .isEqualTo(301);

    time.pass(Duration.ofMinutes(2));
    assertThat(from("192.0.2.1", agent).status()).as("after two minutes").isEqualTo(301);
  }

  @Test
  void aSessionThatIsUsedSoonShowsThatCookiesWorkThere() {
    platform.token(PlatformDouble.granted());
    for (var i = 0; i < 9; i++) {
      var answer = from("192.0.2.1");
      assertThat(answer.status()).as("sign-in %d", i).isEqualTo(301);
      if (i % 3 == 2) {
        time.pass(Duration.ofSeconds(9));
        assertThat(Wire.get(port, "/Hub/news/info", answer.cookies()).status()).isEqualTo(200);
      }
    }
  }

  @Test
  void aSessionThatIsUsedOnlyMuchLaterDoesNot() {
    platform.token(PlatformDouble.granted());
    var answers = new ArrayList<Wire.Answer>();
    for (var i = 0; i < 3; i++) {
      answers.add(from("192.0.2.1"));
    }
    time.pass(Duration.ofSeconds(11));
    Wire.get(port, "/Hub/news/info", answers.getLast().cookies());
    assertThat(from("192.0.2.1").status()).isEqualTo(429);
  }
}
