package belfry.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Hash;
import belfry.base.Time;
import belfry.cli.Portal;
import belfry.testing.PortalTime;
import belfry.web.PlatformDouble;
import belfry.web.Setup;
import belfry.web.Wire;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The table of design/signin.md: whose sign-in a callback finishes, and how far it counts. */
class StateTest {
  private static final String[] NAVIGATION = {
    "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"
  };

  private static final PortalTime time = new PortalTime();
  private static final AtomicInteger codes = new AtomicInteger();
  private static PlatformDouble platform;
  private static Portal portal;
  private static int port;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).start(time);
    port = portal.port();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  @BeforeEach
  void begin() {
    platform.forget();
    time.pass(Duration.ofMinutes(2));
  }

  /** A sign-in under way: the state in the address, and the browser's half in its cookie. */
  private record Begun(String state, String cookies) {
    static Begun at(int port, String app, String... headers) {
      var answer = Wire.get(port, "/Hub/" + app + "/authUrl", headers);
      return new Begun(SignInTest.query(answer.body()).getOrDefault("state", ""), answer.cookies());
    }
  }

  private static String path(String app, String state) {
    return "/Hub/%s/oauth?code=c%d%s"
        .formatted(app, codes.incrementAndGet(), state.isEmpty() ? "" : "&state=" + state);
  }

  private static Wire.Answer callback(String state, String... headers) {
    return Wire.get(port, path("news", state), headers);
  }

  private static String[] with(String one, String... more) {
    var all = new ArrayList<>(List.of(more));
    all.add(one);
    return all.toArray(String[]::new);
  }

  /** 200 for a session that counts, 401 for one that must be confirmed first. */
  private static int use(Wire.Answer signedIn) {
    return Wire.get(port, "/Hub/news/admin/users", signedIn.cookies()).status();
  }

  private static void assertRefused(Wire.Answer answer) {
    assertThat(answer.status()).isEqualTo(400);
    assertThat(answer.header("Content-Type")).contains("text/plain; charset=utf-8");
    assertThat(answer.body()).contains("Start again");
    assertThat(answer.all("Set-Cookie")).isEmpty();
    assertThat(platform.exchanges()).as("nothing is exchanged").isEmpty();
  }

  // Present and right -------------------------------------------------------------------------

  @Test
  void aStateOfThisBrowserGivesAFullSessionToAnybody() {
    var program = Begun.at(port, "news");
    assertThat(use(callback(program.state, program.cookies))).isEqualTo(200);

    var browser = Begun.at(port, "news");
    assertThat(use(callback(browser.state, with(browser.cookies, NAVIGATION)))).isEqualTo(200);
  }

  @Test
  void twoTabsCanSignInAtOnce() {
    var first = Begun.at(port, "news");
    var second = Begun.at(port, "news", first.cookies);
    var jar = first.cookies + second.cookies.replace("Cookie:", ";");

    assertThat(use(callback(first.state, with(jar, NAVIGATION)))).isEqualTo(200);
    assertThat(use(callback(second.state, with(jar, NAVIGATION)))).isEqualTo(200);
  }

  @Test
  void onlyTheLastFourUnfinishedSignInsOfABrowserAreKept() {
    var jar = "Cookie: a=b";
    for (var i = 0; i < 4; i++) {
      jar += Begun.at(port, "news", jar).cookies.replace("Cookie:", ";");
    }
    var fifth = Wire.get(port, "/Hub/news/authUrl", jar);
    var oldest = jar.split("; ", -1)[1].replaceFirst("=.*", "");
    assertThat(fifth.all("Set-Cookie"))
        .hasSize(2)
        .contains(oldest + "=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax");
  }

  // Present and wrong -------------------------------------------------------------------------

  @ParameterizedTest
  @ValueSource(
      strings = {"x", "a.b.c", "...", "a.1.b", "AAAAAAAAAAAA.9999999999.k1.x", "%00", ".99.", "🔔"})
  void aStateThatIsNotOursIsRefused(String state) {
    var begun = Begun.at(port, "news");
    var encoded = java.net.URLEncoder.encode(state, java.nio.charset.StandardCharsets.UTF_8);
    assertRefused(callback(encoded, begun.cookies));
    assertRefused(callback(encoded, with(begun.cookies, NAVIGATION)));
    assertRefused(callback(encoded));
  }

  @Test
  void aStateOfWhichOneCharacterWasChangedIsRefused() {
    var begun = Begun.at(port, "news");
    for (var at = 0; at < begun.state.length(); at += 3) {
      var other = begun.state.charAt(at) == 'A' ? 'B' : 'A';
      var changed = begun.state.substring(0, at) + other + begun.state.substring(at + 1);
      assertRefused(callback(changed, begun.cookies));
    }
    assertThat(use(callback(begun.state, begun.cookies))).isEqualTo(200);
  }

  @Test
  void aStateOfAnotherBrowserIsRefused() {
    var attacker = Begun.at(port, "news");
    var victim = Begun.at(port, "news");

    assertRefused(callback(attacker.state, with(victim.cookies, NAVIGATION)));
    assertRefused(callback(attacker.state, NAVIGATION));
    assertRefused(callback(attacker.state));

    var names = victim.cookies.replaceFirst("=.*", "");
    var planted = attacker.cookies.replaceFirst("^[^=]*", names);
    assertRefused(callback(attacker.state, planted));
  }

  @Test
  void aStateOfAnotherAppIsRefused() {
    var begun = Begun.at(port, "alerts");
    assertRefused(callback(begun.state, begun.cookies));
  }

  @Test
  void aStateEndsAfterTenMinutes() {
    var intime = Begun.at(port, "news");
    time.pass(Duration.ofMinutes(10).minusSeconds(1));
    assertThat(use(callback(intime.state, intime.cookies))).isEqualTo(200);

    var late = Begun.at(port, "news");
    platform.forget();
    time.pass(Duration.ofMinutes(10).plusSeconds(1));
    assertRefused(callback(late.state, late.cookies));
  }

  @Test
  void aStateIsUsedOnce() {
    var begun = Begun.at(port, "news");
    assertThat(callback(begun.state, begun.cookies).status()).isEqualTo(301);
    platform.forget();

    assertRefused(callback(begun.state, begun.cookies));
  }

  @Test
  void aStateIsUsedUpByAFailureToo() {
    platform.token(PlatformDouble.bytes(" 400 Bad Request", "{}"), PlatformDouble.granted());
    var begun = Begun.at(port, "news");
    assertThat(callback(begun.state, begun.cookies).status()).isEqualTo(401);
    platform.forget();

    assertRefused(callback(begun.state, begun.cookies));
  }

  @Test
  void aStateThatComesTwiceInOneAddressIsRefused() {
    var begun = Begun.at(port, "news");
    assertRefused(callback(begun.state + "&state=" + begun.state, begun.cookies));
    assertRefused(callback(begun.state + "&state=", begun.cookies));
  }

  // Absent ------------------------------------------------------------------------------------

  @Test
  void theBareCallbackOfTheSpecificationGivesAProgramAFullSession() {
    assertThat(use(callback(""))).isEqualTo(200);
    assertThat(use(Wire.get(port, path("news", "") + "&state="))).isEqualTo(200);
  }

  @Test
  void aBrowserThatComesWithoutAStateMustConfirmThatItWasThem() {
    var answer = callback("", NAVIGATION);
    assertThat(answer.status()).isEqualTo(301);
    assertThat(answer.header("Location")).contains("/Hub/news/sendMessage.html");
    assertThat(answer.cookie("id")).isPresent();
    assertThat(answer.cookie("displayName")).isPresent();

    var refused = Wire.get(port, "/Hub/news/admin/users", answer.cookies());
    assertThat(refused.status()).isEqualTo(401);
    assertThat(refused.body()).contains("\"title\":\"confirm\"", "\"type\":\"urn:belfry:confirm\"");
    assertThat(refused.all("Set-Cookie")).as("the cookies stay").isEmpty();

    var info = Wire.get(port, "/Hub/news/info", answer.cookies());
    assertThat(info.body())
        .contains("\"displayName\":\"Ana Lopez\"", "\"confirmed\":false")
        .doesNotContain("\"role\"", "\"pace\"");
    assertThat(
            Wire.post(port, "/Hub/news/admin/claim", "{\"code\":\"x\"}", answer.cookies()).body())
        .as("nor may it make somebody an administrator")
        .contains("\"title\":\"confirm\"");

    var confirm =
        Wire.post(
            port, "/Hub/news/session/confirm", "", answer.cookies(), "Sec-Fetch-Site: same-origin");
    assertThat(confirm.status()).isEqualTo(204);
    assertThat(use(answer)).isEqualTo(200);
  }

  @Test
  void anotherSiteCannotConfirmInSomebodysPlace() {
    var answer = callback("", NAVIGATION);
    for (var site : List.of("cross-site", "same-site", "none")) {
      var confirm =
          Wire.post(
              port,
              "/Hub/news/session/confirm",
              "",
              answer.cookies(),
              "Sec-Fetch-Site: " + site,
              "Origin: https://attacker.example");
      assertThat(confirm.status()).as(site).isEqualTo(403);
    }
    assertThat(use(answer)).isEqualTo(401);
  }

  @Test
  void whoDoesNotConfirmCanLeave() {
    var answer = callback("", NAVIGATION);
    assertThat(Wire.post(port, "/Hub/news/logout", "", answer.cookies()).status()).isEqualTo(204);
    assertThat(Wire.post(port, "/Hub/news/session/confirm", "", answer.cookies()).status())
        .isEqualTo(401);
  }

  // Not a page --------------------------------------------------------------------------------

  @ParameterizedTest(name = "{0}, {1}, {2}, {3}")
  @CsvSource(
      nullValues = "-",
      value = {
        "cross-site, no-cors, image, -",
        "same-origin, no-cors, image, -",
        "cross-site, navigate, iframe, -",
        "same-origin, navigate, iframe, -",
        "same-origin, cors, empty, -",
        "cross-site, cors, empty, -",
        "cross-site, no-cors, empty, -",
        "none, navigate, document, prefetch",
        "cross-site, navigate, document, prefetch;prerender",
        "same-origin, no-cors, script, -",
        "same-origin, navigate, object, -",
        "same-origin, navigate, embed, -",
        "same-origin, websocket, websocket, -",
        "same-origin, -, -, -",
        "-, navigate, -, -",
        "-, -, document, -"
      })
  void whatIsNoPageIsRefusedEvenWithAStateThatIsRight(
      String site, String mode, String destination, String purpose) {
    var begun = Begun.at(port, "news");
    var headers = new ArrayList<String>();
    headers.add(begun.cookies);
    addIf(headers, "Sec-Fetch-Site", site);
    addIf(headers, "Sec-Fetch-Mode", mode);
    addIf(headers, "Sec-Fetch-Dest", destination);
    addIf(headers, "Sec-Purpose", purpose);

    assertRefused(callback(begun.state, headers.toArray(String[]::new)));
    assertRefused(callback("", headers.toArray(String[]::new)));

    assertThat(use(callback(begun.state, with(begun.cookies, NAVIGATION))))
        .as("the state is not used up by it")
        .isEqualTo(200);
  }

  private static void addIf(
      List<String> headers, String name, @org.jspecify.annotations.Nullable String value) {
    if (value != null) {
      headers.add(name + ": " + value);
    }
  }

  // Settings ----------------------------------------------------------------------------------

  @Test
  void aStateCanBeRequired() {
    try (var strict = new Setup(platform.address()).stateRequired().start(Time.system())) {
      assertThat(Wire.get(strict.port(), path("news", "")).status()).isEqualTo(400);
      assertThat(Wire.get(strict.port(), path("news", ""), NAVIGATION).status()).isEqualTo(400);
      assertThat(Wire.get(strict.port(), path("news", "") + "&state=").status()).isEqualTo(400);
      assertThat(platform.exchanges()).isEmpty();

      var begun = Begun.at(strict.port(), "news");
      assertThat(Wire.get(strict.port(), path("news", begun.state), begun.cookies).status())
          .isEqualTo(301);
    }
  }

  @Test
  void withPkceTheExchangeProvesThatItIsOursToFinish() {
    try (var proving = new Setup(platform.address()).pkce().start(Time.system())) {
      var answer = Wire.get(proving.port(), "/Hub/news/authUrl");
      var query = SignInTest.query(answer.body());
      assertThat(query).containsEntry("code_challenge_method", "S256");

      var path = path("news", query.getOrDefault("state", ""));
      assertThat(Wire.get(proving.port(), path, answer.cookies()).status()).isEqualTo(301);

      var form = platform.exchanges().getFirst().body();
      var verifier = form.replaceFirst(".*&code_verifier=", "");
      assertThat(verifier).matches("[A-Za-z0-9_.~-]{43,128}");
      assertThat(Hash.sha256(verifier)).isEqualTo(query.get("code_challenge"));
      assertThat(form)
          .matches(
              "grant_type=.*&client_id=.*&client_secret=.*&code=.*&redirect_uri=[^&]*&code_verifier=[^&]*");

      assertThat(Wire.get(proving.port(), path("news", "")).status())
          .as("without a state there is nothing to prove it with")
          .isEqualTo(301);
      assertThat(platform.exchanges().get(1).body()).doesNotContain("code_verifier");
    }
  }
}
