package belfry.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Hash;
import belfry.cli.Portal;
import belfry.signin.SessionPolicy;
import belfry.testing.PortalTime;
import belfry.testing.TestDirectory;
import belfry.web.PlatformDouble;
import belfry.web.Setup;
import belfry.web.Wire;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Who is signed in, and for how long. */
class SessionTest {
  private static final String ADMIN_PAGE = "/Hub/news/admin/users";
  private static final String SESSION = "__Host-Http-belfry";
  private static final String SESSIONS = "/Hub/news/sessions";
  private static final Pattern ID = Pattern.compile("\"id\":\"([^\"]+)\"");
  private static final String OURS = "1eb65fdf-9643-417f-9974-ad72cae0e10f";
  private static final String OURS_ENCODED =
      Base64.getUrlEncoder()
          .encodeToString(
              ("ciscospark://us/ORGANIZATION/" + OURS).getBytes(StandardCharsets.US_ASCII));
  private static final PortalTime time = new PortalTime();
  private static final AtomicInteger codes = new AtomicInteger();
  private static final Path data = TestDirectory.fresh();
  private static PlatformDouble platform;
  private static Portal portal;
  private static int port;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).in(data).start(time);
    port = portal.port();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  @BeforeEach
  void begin() {
    time.pass(Duration.ofMinutes(2));
  }

  /** What a browser keeps of a sign-in. */
  private record Jar(String id, String token) {
    String both() {
      return with(id, token);
    }

    static String with(String id, String token) {
      return "Cookie: id=" + id + "; " + SESSION + "=" + token;
    }
  }

  /** Signs in as this person. */
  private static Jar signIn(String id, String... headers) {
    platform.profile(PlatformDouble.person(id, "Somebody"));
    var answer = Wire.get(port, "/Hub/news/oauth?code=session-" + codes.incrementAndGet(), headers);
    assertThat(answer.status()).isEqualTo(301);
    return new Jar(value(answer, "id"), value(answer, SESSION));
  }

  private static String value(Wire.Answer answer, String cookie) {
    return answer.cookie(cookie).orElseThrow().replaceFirst("^[^=]*=", "").replaceFirst(";.*", "");
  }

  private static int status(String... headers) {
    return Wire.get(port, ADMIN_PAGE, headers).status();
  }

  /** Whoever keeps a request open keeps no rights with it. */
  @Test
  void nothingIsDoneOnceTheSessionHasEndedWhileARequestCame() {
    var ana = signIn("ana-id");
    var body = "{\"email\":\"kenji@northwind.example\",\"role\":\"sender\"}";
    try (var wire = Wire.to(port)) {
      wire.write(
          Wire.head("POST", ADMIN_PAGE, ana.both(), "Expect: 100-continue")
              + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                  .formatted(body.length()));
      assertThat(wire.answer().status()).isEqualTo(100);
      assertThat(Wire.post(port, "/Hub/news/logout", "", ana.both()).status()).isEqualTo(204);
      assertThat(wire.write(body).answer().status()).isEqualTo(401);
    }
    assertThat(Wire.get(port, ADMIN_PAGE, signIn("ana-id").both()).body()).doesNotContain("kenji@");
  }

  // What signs in -----------------------------------------------------------------------------

  @Test
  void theSessionAndTheIdTogetherSignIn() {
    assertThat(status(signIn("ana-id").both())).isEqualTo(200);
  }

  @Test
  void neitherCookieAloneNorAForgedOneSignsAnybodyIn() {
    var ana = signIn("ana-id");
    var kenji = signIn("kenji-id");
    var token = ana.token();

    for (var cookies :
        List.of(
            "Cookie: id=ana-id",
            "Cookie: id=ana-id; displayName=Ana",
            "Cookie: " + SESSION + "=" + token,
            Jar.with("kenji-id", token),
            Jar.with("", token),
            Jar.with("ana-id%00", token),
            Jar.with("ANA-ID", token),
            Jar.with("ana-id", kenji.token()),
            Jar.with("ana-id", token.toLowerCase(java.util.Locale.ROOT)),
            Jar.with("ana-id", token + "A"),
            Jar.with("ana-id", Hash.sha256(token)),
            Jar.with("ana-id", ""),
            Jar.with("ana-id", "' OR 1=1 --"),
            "Cookie: id=ana-id; __Host-belfry=" + token,
            "Authorization: Bearer " + token,
            "X-User-Id: ana-id")) {
      assertThat(status(cookies)).as(cookies).isEqualTo(401);
    }
  }

  @Test
  void amongSeveralIdsAndSessionsTheFittingPairCounts() {
    var ana = signIn("ana-id");
    var kenji = signIn("kenji-id");

    assertThat(status("Cookie: id=other; id=ana-id; id=; %s=%s".formatted(SESSION, ana.token())))
        .isEqualTo(200);
    assertThat(status("Cookie: id=ana-id; %s=old; %s=%s".formatted(SESSION, SESSION, ana.token())))
        .isEqualTo(200);
    assertThat(
            status(
                "Cookie: id=ana-id; %s=%s; %s=%s"
                    .formatted(SESSION, kenji.token(), SESSION, ana.token())))
        .isEqualTo(200);
    assertThat(status("Cookie: id=ana-id", "Cookie: " + SESSION + "=" + ana.token()))
        .as("on two lines")
        .isEqualTo(200);
  }

  @Test
  void anIdIsComparedDecoded() {
    var odd = signIn("Y2lz/+=~ä");
    assertThat(odd.id()).isEqualTo("Y2lz%2F%2B%3D~%C3%A4");
    assertThat(Wire.get(port, "/Hub/news/info", odd.both()).body()).contains("\"user\"");
    assertThat(Wire.get(port, "/Hub/news/info", Jar.with("Y2lz/+=~%c3%a4", odd.token())).body())
        .contains("\"user\"");
  }

  @Test
  void whoIsTurnedAwayLosesTheReadableCookiesSoThatThePageCanStartAgain() {
    for (var cookies :
        List.of("Cookie: id=ana-id", "Cookie: displayName=Ana", Jar.with("ana-id", "forged"))) {
      for (var path : List.of(ADMIN_PAGE, "/Hub/news/info")) {
        assertThat(Wire.get(port, path, cookies).all("Set-Cookie"))
            .as(cookies + " at " + path)
            .containsExactlyInAnyOrder(
                "id=; Max-Age=0; Path=/; Secure; SameSite=Lax",
                "displayName=; Max-Age=0; Path=/; Secure; SameSite=Lax");
      }
    }
    assertThat(Wire.get(port, ADMIN_PAGE).all("Set-Cookie")).as("without cookies").isEmpty();
    assertThat(Wire.get(port, ADMIN_PAGE, "Cookie: theme=dark").all("Set-Cookie")).isEmpty();
  }

  // How it ends -------------------------------------------------------------------------------

  @Test
  void aSessionEndsAfter24HoursHoweverMuchItIsUsed() {
    var ana = signIn("ana-id");
    for (var hour = 0; hour < 23; hour++) {
      time.pass(Duration.ofHours(1));
      assertThat(status(ana.both())).as("after %d hours", hour + 1).isEqualTo(200);
    }
    time.pass(Duration.ofHours(1).minusSeconds(1));
    assertThat(status(ana.both())).isEqualTo(200);
    time.pass(Duration.ofSeconds(1));
    assertThat(status(ana.both())).isEqualTo(401);
  }

  @Test
  void whereAnIdleTimeIsSetASessionEndsWhenNobodyUsesIt() {
    var policy = new SessionPolicy(List.of(), Optional.of(Duration.ofMinutes(30)));
    try (var strict = new Setup(platform.address()).sessions(policy).start(time)) {
      var ana = signedInAt(strict, "ana-id", "");
      for (var i = 0; i < 3; i++) {
        time.pass(Duration.ofMinutes(29));
        assertThat(Wire.get(strict.port(), ADMIN_PAGE, ana).status()).isEqualTo(200);
      }

      // What the page asks by itself, every few seconds, is nobody's use of it.
      time.pass(Duration.ofMinutes(20));
      assertThat(Wire.get(strict.port(), ADMIN_PAGE, ana, "Belfry-Unattended: true").status())
          .isEqualTo(200);
      try (var stream = stream(strict.port(), ana)) {
        time.pass(Duration.ofMinutes(10));
        assertThat(stream.rest()).contains("event: end");
      }
      assertThat(Wire.get(strict.port(), ADMIN_PAGE, ana).status()).isEqualTo(401);
    }
  }

  @Test
  void aPersonHasSoManySessionsAndLosesTheOneUsedLeastLately() {
    try (var house = new Setup(platform.address()).start(time)) {
      var first = signedInAt(house, "ana-id", "first");
      var second = signedInAt(house, "ana-id", "second");
      var kenji = signedInAt(house, "kenji-id", "");
      time.pass(Duration.ofMinutes(2));
      assertThat(Wire.get(house.port(), ADMIN_PAGE, first).status()).isEqualTo(200);
      for (var i = 2; i <= 20; i++) {
        signedInAt(house, "ana-id", "browser " + i);
      }

      assertThat(Wire.get(house.port(), ADMIN_PAGE, first).status()).isEqualTo(200);
      assertThat(Wire.get(house.port(), ADMIN_PAGE, second).status()).isEqualTo(401);
      assertThat(Wire.get(house.port(), "/Hub/news/info", kenji).body()).contains("\"user\"");
      assertThat(ids(Wire.get(house.port(), SESSIONS, first))).hasSize(20);
    }
  }

  @Test
  void oneSeesWhereOneIsSignedInAndEndsIt() {
    try (var house = new Setup(platform.address()).start(time)) {
      var here = signedInAt(house, "ana-id", "Firefox");
      time.pass(Duration.ofMinutes(2));
      var elsewhere = signedInAt(house, "ana-id", "Chrome");
      var third = signedInAt(house, "ana-id", "");
      var kenji = signedInAt(house, "kenji-id", "");

      var list = Wire.get(house.port(), SESSIONS, here);
      assertThat(list.body())
          .contains(
              "\"browser\":\"Firefox\"", "\"browser\":\"Chrome\"", "\"address\":\"127.0.0.1\"")
          .containsOnlyOnce("\"current\":true");
      var chromes = sessionOf(list, "Chrome");

      assertThat(delete(house, SESSIONS + "/" + chromes, kenji)).as("another's").isEqualTo(404);
      assertThat(delete(house, SESSIONS + "/" + chromes, here)).isEqualTo(204);
      assertThat(Wire.get(house.port(), ADMIN_PAGE, elsewhere).status()).isEqualTo(401);
      assertThat(delete(house, SESSIONS + "/" + chromes, here)).isEqualTo(404);

      assertThat(delete(house, SESSIONS, here)).isEqualTo(204);
      assertThat(Wire.get(house.port(), ADMIN_PAGE, third).status()).isEqualTo(401);
      assertThat(Wire.get(house.port(), ADMIN_PAGE, here).status()).isEqualTo(200);
      assertThat(Wire.get(house.port(), "/Hub/news/info", kenji).body()).contains("\"user\"");
    }
  }

  @Test
  void administratorsEndTheSessionsOfWhomTheyLetIn() {
    try (var house = new Setup(platform.address()).start(time)) {
      var ana = signedInAt(house, "ana-id", "");
      var lars = signedInAt(house, "lars-id", "Edge");
      var larsAgain = signedInAt(house, "lars-id", "Opera");
      var theirs = ADMIN_PAGE + "/lars-id/sessions";
      assertThat(Wire.get(house.port(), theirs, ana).status()).as("not theirs yet").isEqualTo(404);
      Wire.post(house.port(), ADMIN_PAGE, "{\"id\":\"lars-id\"}", ana);

      var list = Wire.get(house.port(), theirs, ana);
      assertThat(ids(list)).hasSize(2);
      assertThat(delete(house, theirs + "/" + sessionOf(list, "Edge"), ana)).isEqualTo(204);
      assertThat(Wire.get(house.port(), SESSIONS, lars).status()).isEqualTo(401);
      assertThat(delete(house, theirs, ana)).isEqualTo(204);
      assertThat(Wire.get(house.port(), SESSIONS, larsAgain).status()).isEqualTo(401);

      assertThat(delete(house, ADMIN_PAGE + "/ana-id/sessions", ana)).isEqualTo(204);
      assertThat(Wire.get(house.port(), ADMIN_PAGE, ana).status()).as("one's own").isEqualTo(200);
    }
  }

  // Whose people ------------------------------------------------------------------------------

  @Test
  void onlyPeopleOfTheOrganisationsThatAreNamedSignIn() {
    var policy = new SessionPolicy(List.of(OURS), Optional.empty());
    try (var ours = new Setup(platform.address()).sessions(policy).start(time)) {
      platform.profile(PlatformDouble.person("ana-id", "Ana", OURS_ENCODED));
      var ana = Wire.get(ours.port(), "/Hub/news/oauth?code=ours-1");
      assertThat(ana.status()).as("the same id in its other form").isEqualTo(301);

      for (var organisation : List.of("7ff8f2b0-0000-4000-8000-000000000002", "", "no id")) {
        platform.profile(PlatformDouble.person("ana-id", "Ana", organisation));
        var refused = Wire.get(ours.port(), "/Hub/news/oauth?code=ours-" + organisation.length());
        assertThat(refused.status()).as(organisation).isEqualTo(403);
        assertThat(refused.body()).contains("organisation that may not use this portal");
        assertThat(refused.all("Set-Cookie")).isEmpty();
      }
    }
  }

  @Test
  void aNarrowerSettingEndsTheSessionsOfOthers() {
    var directory = TestDirectory.fresh();
    var setup = new Setup(platform.address()).in(directory);
    platform.profile(PlatformDouble.person("ana-id", "Ana", OURS));
    String ana;
    String kenji;
    try (var before = setup.start(time)) {
      ana = Wire.get(before.port(), "/Hub/news/oauth?code=narrow-1").cookies();
      platform.profile(PlatformDouble.person("kenji-id", "Kenji"));
      kenji = Wire.get(before.port(), "/Hub/news/oauth?code=narrow-2").cookies();
    }
    setup.sessions(new SessionPolicy(List.of(OURS), Optional.empty()));
    try (var after = setup.start(time)) {
      assertThat(Wire.get(after.port(), ADMIN_PAGE, ana).status()).isEqualTo(200);
      assertThat(Wire.get(after.port(), SESSIONS, kenji).status()).isEqualTo(401);
    }
  }

  @Test
  void strangersAreNotToldTheVersion() {
    assertThat(Wire.get(port, "/status").body()).doesNotContain("\"version\"");
    assertThat(Wire.get(port, "/status", "Cookie: id=ana-id").body()).doesNotContain("\"version\"");
    assertThat(Wire.get(port, "/status", signIn("ana-id").both()).body()).contains("\"version\"");
  }

  /** Signs in at this portal; the cookies. */
  private static String signedInAt(Portal house, String id, String browser) {
    time.pass(Duration.ofSeconds(10));
    platform.profile(PlatformDouble.person(id, "Somebody"));
    var path = "/Hub/news/oauth?code=at-" + codes.incrementAndGet();
    var cookies =
        browser.isEmpty()
            ? Wire.get(house.port(), path).cookies()
            : Wire.get(house.port(), path, "User-Agent: " + browser).cookies();
    assertThat(Wire.get(house.port(), "/Hub/news/info", cookies).body()).contains("\"user\"");
    return cookies;
  }

  private static int delete(Portal house, String path, String cookies) {
    return Wire.ask(house.port(), Wire.head("DELETE", path, cookies) + "\r\n").status();
  }

  private static List<String> ids(Wire.Answer list) {
    assertThat(list.status()).as(list.body()).isEqualTo(200);
    return ID.matcher(list.body()).results().map(found -> found.group(1)).toList();
  }

  private static String sessionOf(Wire.Answer list, String browser) {
    return Stream.of(list.body().split("\\},\\{", -1))
        .filter(one -> one.contains(browser))
        .map(one -> ID.matcher(one).results().findFirst().orElseThrow().group(1))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void signingInAgainEndsTheSessionThatTheBrowserHad() {
    var first = signIn("ana-id");
    var elsewhere = signIn("ana-id");
    var second = signIn("ana-id", first.both());

    assertThat(status(first.both())).isEqualTo(401);
    assertThat(status(second.both())).isEqualTo(200);
    assertThat(status(elsewhere.both())).as("another browser's stays").isEqualTo(200);
    assertThat(second.token()).isNotEqualTo(first.token());
  }

  @Test
  void aSignInThatFailsEndsNothing() {
    var ana = signIn("ana-id");
    platform.token(PlatformDouble.bytes(" 400 Bad Request", "{}"));
    assertThat(Wire.get(port, "/Hub/news/oauth?code=bad", ana.both()).status()).isEqualTo(401);
    platform.token(PlatformDouble.granted());
    assertThat(status(ana.both())).isEqualTo(200);
  }

  @Test
  void signingOutEndsTheSessionAndTakesTheThreeCookies() {
    var ana = signIn("ana-id");
    var elsewhere = signIn("ana-id");

    var answer = Wire.post(port, "/Hub/news/logout", "", ana.both());
    assertThat(answer.header("Clear-Site-Data")).contains("\"storage\"");

    assertThat(answer.status()).isEqualTo(204);
    assertThat(answer.all("Set-Cookie"))
        .containsExactlyInAnyOrder(
            "id=; Max-Age=0; Path=/; Secure; SameSite=Lax",
            "displayName=; Max-Age=0; Path=/; Secure; SameSite=Lax",
            SESSION + "=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax");
    assertThat(status(ana.both())).isEqualTo(401);
    assertThat(status(elsewhere.both())).isEqualTo(200);
  }

  /** Else the browser could have the code of its last callback repeated into a new session. */
  @Test
  void signingOutAlsoTakesTheBrowsersHalvesOfStates() {
    var ana = signIn("ana-id");
    var name = "__Host-Http-state-abcdefghijkl";

    var answer =
        Wire.post(port, "/Hub/news/logout", "", ana.both() + "; " + name + "=" + "A".repeat(43));

    assertThat(answer.cookie(name))
        .hasValueSatisfying(cookie -> assertThat(cookie).startsWith(name + "=; Max-Age=0;"));
  }

  @Test
  void aSessionOutlivesTheProcess() throws Exception {
    var directory = TestDirectory.fresh();
    var setup = new Setup(platform.address()).in(directory);
    platform.profile(PlatformDouble.person("ana-id", "Ana"));
    String cookies;
    try (var before = setup.start(time)) {
      cookies = Wire.get(before.port(), "/Hub/news/oauth?code=outlive").cookies();
    }
    try (var after = setup.start(time)) {
      assertThat(Wire.get(after.port(), ADMIN_PAGE, cookies).status()).isEqualTo(200);
    }
  }

  // What they may -----------------------------------------------------------------------------

  @Test
  void aRoleCountsForOneAppOnlyAndIsGoneWithTheNextRequest() {
    var ana = signIn("ana-id").both();
    var maija = signIn("maija-id").both();
    assertThat(Wire.get(port, "/Hub/alerts/admin/users", ana).status()).isEqualTo(403);
    assertThat(Wire.get(port, "/Hub/news/jobs/list/all", maija).status()).isEqualTo(403);

    var added = Wire.post(port, ADMIN_PAGE, "{\"id\":\"maija-id\"}", ana);
    assertThat(added.status()).as(added.body()).isEqualTo(201);
    assertThat(Wire.get(port, "/Hub/news/jobs/list/all", maija).status()).isEqualTo(200);
    assertThat(Wire.get(port, "/Hub/alerts/jobs/list/all", maija).status()).isEqualTo(403);
    assertThat(status(maija)).as("a sender administers nothing").isEqualTo(403);

    var removed = Wire.ask(port, Wire.head("DELETE", ADMIN_PAGE + "/maija-id", ana) + "\r\n");
    assertThat(removed.status()).isEqualTo(200);
    assertThat(Wire.get(port, "/Hub/news/jobs/list/all", maija).status()).isEqualTo(403);
  }

  @Test
  void aStreamEndsWhenItsReaderIsRemovedOrSignsOut() {
    var ana = signIn("ana-id").both();
    var lars = signIn("lars-id").both();
    Wire.post(port, ADMIN_PAGE, "{\"id\":\"lars-id\"}", ana);
    try (var removed = stream(port, lars);
        var signedOut = stream(port, ana)) {
      Wire.ask(port, Wire.head("DELETE", ADMIN_PAGE + "/lars-id", ana) + "\r\n");
      Wire.post(port, "/Hub/news/logout", "", ana);
      // Rights are looked at again every two seconds.
      time.pass(Duration.ofSeconds(2));

      assertThat(removed.rest()).contains("event: end\ndata: {}\n\n");
      assertThat(signedOut.rest()).contains("event: end\ndata: {}\n\n");
    }
  }

  /** A stream of which the first view has come. */
  private static Wire stream(int port, String cookies) {
    var wire = Wire.to(port);
    var asked =
        Wire.head(
            "GET",
            "/Hub/news/jobs/list/all",
            cookies,
            "Accept: text/event-stream",
            "Connection: close");
    assertThat(wire.write(asked + "\r\n").until("data: ")).startsWith("HTTP/1.1 200");
    return wire;
  }

  // What is kept ------------------------------------------------------------------------------

  @Test
  void ofATokenOnlyTheHashIsStored() throws IOException {
    var token = signIn("ana-id").token();
    assertThat(token).matches("[A-Za-z0-9_-]{43}");
    var files = new StringBuilder();
    try (var all = Files.walk(data)) {
      for (var file :
          all.filter(one -> one.getFileName().toString().startsWith("belfry.db")).toList()) {
        files.append(Files.readString(file, StandardCharsets.ISO_8859_1));
      }
    }
    assertThat(files).contains(Hash.sha256(token)).doesNotContain(token);
  }
}
