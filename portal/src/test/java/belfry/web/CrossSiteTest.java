package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.cli.Portal;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Whether a change is asked for by the portal's own page, by a program, or by somebody else. */
class CrossSiteTest {
  private static PlatformDouble platform;
  private static Portal portal;
  private static String cookies;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
    portal = new Setup(platform.address()).start(Time.system());
    cookies = Wire.get(portal.port(), "/Hub/news/oauth?code=one").cookies();
  }

  @AfterAll
  static void stop() {
    portal.close();
    platform.close();
  }

  @ParameterizedTest(name = "Sec-Fetch-Site {0}, Origin {1}: {2}")
  @CsvSource(
      nullValues = "-",
      value = {
        "-,           -,                           204",
        "same-origin, -,                           204",
        "same-origin, http://localhost,            204",
        "same-origin, https://attacker.example,    204",
        "-,           http://localhost,            204",
        "-,           https://LOCALHOST,           204",
        "same-site,   -,                           403",
        "same-site,   http://localhost,            403",
        "cross-site,  -,                           403",
        "cross-site,  http://localhost,            403",
        "none,        -,                           403",
        "SAME-ORIGIN, -,                           403",
        "'',          -,                           403",
        "-,           http://localhost:8081,       403",
        "-,           https://attacker.example,    403",
        "-,           null,                        403",
        "-,           localhost,                   403",
        "-,           http://localhost.evil,       403",
        "-,           http://evil@localhost,       403",
        "-,           ':// ',                      403",
        "-,           '',                          403"
      })
  void aChangeIsTakenFromOurOwnPageAndFromPrograms(
      @org.jspecify.annotations.Nullable String site,
      @org.jspecify.annotations.Nullable String origin,
      int status) {
    var headers = new ArrayList<>(List.of(cookies));
    if (site != null) {
      headers.add("Sec-Fetch-Site: " + site);
    }
    if (origin != null) {
      headers.add("Origin: " + origin);
    }

    var answer =
        Wire.post(portal.port(), "/Hub/news/session/confirm", "", headers.toArray(String[]::new));

    assertThat(answer.status()).isEqualTo(status);
  }

  /** Others on the way may believe the one that we do not. */
  @ParameterizedTest(name = "{0}, and then {1}: {2}")
  @CsvSource(
      delimiter = '|',
      value = {
        "Origin: http://localhost | Origin: https://attacker.example | 400",
        "Origin: https://attacker.example | Origin: http://localhost | 400",
        "Origin: http://localhost | Origin: http://localhost | 204",
        "Sec-Fetch-Site: same-origin | Sec-Fetch-Site: cross-site | 400",
        "Sec-Fetch-Site: same-origin, cross-site | X-Other: a | 403",
        "Host: localhost | X-Other: a | 400",
        "Host: elsewhere.example | X-Other: a | 400",
        "Authorization: Bearer a | Authorization: Basic YTpi | 400",
        "Content-Type: application/json | Content-Type: text/plain | 400",
        "Idempotency-Key: a | Idempotency-Key: b | 400",
        "X-Other: a | X-Other: b | 204"
      })
  void aHeaderThatIsSingleIsBelievedOnlyIfItIs(String one, String other, int status) {
    var answer =
        Wire.ask(
            portal.port(),
            Wire.head("POST", "/Hub/news/session/confirm", cookies, one, other)
                + "Content-Length: 0\r\n\r\n");

    assertThat(answer.status()).isEqualTo(status);
  }

  @Test
  void itIsRefusedWhoeverAsksAndBeforeTheBodyIsLookedAt() {
    for (var path :
        List.of(
            "jobs/edit",
            "jobs/runNow",
            "admin/users",
            "admin/claim",
            "logout",
            "user/groups/add")) {
      var answer =
          Wire.ask(
              portal.port(),
              Wire.head(
                      "POST",
                      "/Hub/news/" + path,
                      "Sec-Fetch-Site: cross-site",
                      "Content-Type: text/plain")
                  + "Content-Length: 2\r\n\r\n{}");
      assertThat(answer.status()).as(path).isEqualTo(403);
      assertThat(answer.body()).contains("urn:belfry:cross-site");
    }
    assertThat(
            Wire.ask(
                    portal.port(),
                    Wire.head(
                            "DELETE",
                            "/Hub/news/admin/users/x",
                            cookies,
                            "Sec-Fetch-Site: same-site")
                        + "\r\n")
                .status())
        .isEqualTo(403);
  }

  @Test
  void nobodyIsAllowedToReadAnswersFromAnotherOrigin() {
    var preflight =
        Wire.ask(
            portal.port(),
            Wire.head(
                    "OPTIONS",
                    "/Hub/news/jobs/edit",
                    "Origin: https://attacker.example",
                    "Access-Control-Request-Method: POST",
                    "Access-Control-Request-Headers: content-type")
                + "\r\n");
    assertThat(preflight.status()).isEqualTo(405);
    var read = Wire.get(portal.port(), "/Hub/news/info", "Origin: https://attacker.example");
    for (var answer : List.of(preflight, read)) {
      assertThat(answer.headers()).noneMatch(line -> line.startsWith("Access-Control"));
      assertThat(answer.header("Cross-Origin-Resource-Policy")).contains("same-origin");
    }
  }
}
