package belfry.web.account;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.web.PlatformDouble;
import belfry.web.Setup;
import belfry.web.Wire;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** interface.md 4.1 and 7: what authUrl and oauth answer before anything is exchanged. */
class SignInTest {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static PlatformDouble platform;

  @BeforeAll
  static void start() {
    platform = new PlatformDouble();
  }

  @AfterAll
  static void stop() {
    platform.close();
  }

  @Test
  void authUrlIsThePlatformsAddressAndNothingElse() {
    try (var portal = new Setup(platform.address()).start(Time.system())) {
      var answer = Wire.get(portal.port(), "/Hub/news/authUrl");

      assertThat(answer.status()).isEqualTo(200);
      assertThat(answer.header("Content-Type")).contains(TEXT);
      assertThat(answer.header("Cache-Control")).contains("no-store");
      assertThat(answer.body()).startsWith(platform.address() + "/v1/authorize?");
      assertThat(query(answer.body()))
          .containsEntry("client_id", Setup.CLIENT)
          .containsEntry("response_type", "code")
          .containsEntry("redirect_uri", "https://portal.example/Hub/news/oauth")
          .containsEntry("scope", "spark:people_read")
          .containsOnlyKeys("client_id", "response_type", "redirect_uri", "scope", "state");
      assertThat(answer.all("Set-Cookie"))
          .singleElement()
          .asString()
          .matches(
              "__Host-Http-state-[A-Za-z0-9_-]{12}=[A-Za-z0-9_-]{43};"
                  + " Max-Age=600; Path=/; Secure; HttpOnly; SameSite=Lax");
    }
  }

  static Map<String, String> query(String address) {
    var query = new TreeMap<String, String>();
    for (var pair : URI.create(address).getRawQuery().split("&", -1)) {
      var parts = pair.split("=", 2);
      query.put(parts[0], URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
    }
    return query;
  }

  @ParameterizedTest(name = "id {0}, secret {1}, template {2}: authUrl {3}, oauth {4}")
  @CsvSource({
    "true,  true,  true,  200, 400",
    "true,  false, true,  200, 500",
    "false, true,  true,  500, 500",
    "true,  true,  false, 500, 500",
    "false, false, false, 500, 500"
  })
  void whatIsNotConfiguredIs500BeforeAnythingElseIsLookedAt(
      boolean id, boolean secret, boolean template, int authUrl, int oauth) {
    var setup =
        new Setup(platform.address())
            .client(
                id ? Optional.of(Setup.CLIENT) : Optional.empty(),
                secret ? Optional.of(Setup.CLIENT_SECRET) : Optional.empty())
            .template(template ? Optional.of("https://portal.example/{app}") : Optional.empty());
    platform.forget();
    try (var portal = setup.start(Time.system())) {
      var start = Wire.get(portal.port(), "/Hub/news/authUrl");
      assertThat(start.status()).isEqualTo(authUrl);
      if (authUrl == 500) {
        assertThat(start.header("Content-Type")).contains(TEXT);
        assertThat(start.body())
            .contains("MESSAGING_INTEGRATION_CLIENT_ID", "OAUTH_CALLBACK_URL_TEMPLATE")
            .doesNotContain("SECRET");
        assertThat(start.all("Set-Cookie")).isEmpty();
        assertThat(start.header("Belfry-Said"))
            .contains("{\"code\":\"signIn.notConfigured\",\"args\":{}}");
      }

      var end = Wire.get(portal.port(), "/Hub/news/oauth");
      assertThat(end.status()).as("without a code").isEqualTo(oauth);
      assertThat(end.header("Content-Type")).contains(TEXT);
      if (oauth == 500) {
        assertThat(Wire.get(portal.port(), "/Hub/news/oauth?code=x").status()).isEqualTo(500);
        assertThat(Wire.get(portal.port(), "/Hub/news/oauth?code=x&state=bad").status())
            .isEqualTo(500);
      }
      assertThat(Wire.get(portal.port(), "/Hub/nob%C3%B6dy/authUrl"))
          .returns(404, Wire.Answer::status)
          .returns(
              Optional.of("{\"code\":\"app.unknown\",\"args\":{\"name\":\"nob\\u00F6dy\"}}"),
              answer -> answer.header("Belfry-Said"));
      assertThat(Wire.get(portal.port(), "/Hub/nobody/oauth").status())
          .as("an unknown bot comes before what is not configured")
          .isEqualTo(404);
    }
    assertThat(platform.exchanges()).isEmpty();
  }

  @Test
  void whatIsNoCodeIs400BeforeTheStateIsLookedAtAndNothingIsExchanged() {
    platform.forget();
    try (var portal = new Setup(platform.address()).start(Time.system())) {
      for (var query :
          List.of(
              "",
              "?",
              "?code",
              "?code=",
              "?state=bad",
              "?code=&state=bad",
              "?code=&code=",
              "?code=a&code=b",
              "?code=a&code=",
              "?code=" + "a".repeat(2_049),
              "?Code=a",
              "?error=access_denied",
              "?error=invalid_scope&state=bad")) {
        var answer = Wire.get(portal.port(), "/Hub/news/oauth" + query);
        assertThat(answer.status()).as(query).isEqualTo(400);
        assertThat(answer.header("Content-Type")).as(query).contains(TEXT);
        assertThat(answer.body()).as(query).isNotBlank();
        assertThat(answer.all("Set-Cookie")).as(query).isEmpty();
      }
      assertThat(Wire.get(portal.port(), "/Hub/news/oauth?error=access_denied").body())
          .contains("nobody is signed in");
      assertThat(Wire.get(portal.port(), "/Hub/news/oauth?error=%3Cscript%3E").body())
          .doesNotContain("<script>");
      assertThat(Wire.get(portal.port(), "/Hub/news/oauth?code=" + "a".repeat(2_048)).status())
          .as("as long as a code may be")
          .isEqualTo(301);
    }
    assertThat(platform.exchanges()).hasSize(1);
  }

  @Test
  void anUnknownBotIs404InTheWordsOfItsRoute() {
    try (var portal = new Setup(platform.address()).start(Time.system())) {
      for (var route : List.of("authUrl", "oauth?code=x")) {
        var answer = Wire.get(portal.port(), "/Hub/nobody/" + route);
        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.header("Content-Type")).contains(TEXT);
        assertThat(answer.body()).contains("nobody");
      }
      for (var route : List.of("info", "sendMessage.html", "admin/users", "jobs/list/all")) {
        var answer = Wire.get(portal.port(), "/Hub/nobody/" + route);
        assertThat(answer.status()).as(route).isEqualTo(404);
        assertThat(answer.header("Content-Type")).as(route).contains("application/problem+json");
      }
    }
  }

  @Test
  void lookingOnlyWithHeadIsRefusedAndExchangesNothing() {
    platform.forget();
    try (var portal = new Setup(platform.address()).start(Time.system());
        var wire = Wire.to(portal.port())) {
      wire.write(Wire.head("HEAD", "/Hub/news/oauth?code=head") + "\r\n");
      var answer = wire.answerToHead();
      assertThat(answer.status()).isEqualTo(405);
      assertThat(answer.header("Allow")).contains("GET");
      assertThat(answer.all("Set-Cookie")).isEmpty();
    }
    assertThat(platform.exchanges()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://portal.example/Hub/{app}/oauth",
        "https://portal.example/Hub/:app/oauth",
        "https://portal.example/Hub/%s/oauth",
        "https://portal.example/Hub/news/oauth"
      })
  void theCallbackAddressIsTheSameInTheQuestionAndInTheExchange(String template) {
    platform.forget();
    var setup = new Setup(platform.address()).template(Optional.of(template));
    try (var portal = setup.start(Time.system())) {
      var asked = query(Wire.get(portal.port(), "/Hub/news/authUrl").body()).get("redirect_uri");
      assertThat(asked).isEqualTo("https://portal.example/Hub/news/oauth");
      assertThat(Wire.get(portal.port(), "/Hub/news/oauth?code=x").status()).isEqualTo(301);
      assertThat(platform.exchanges())
          .singleElement()
          .satisfies(one ->
              assertThat(one.body())
                  .endsWith("&redirect_uri=https%3A%2F%2Fportal.example%2FHub%2Fnews%2Foauth"));
    }
  }
}
