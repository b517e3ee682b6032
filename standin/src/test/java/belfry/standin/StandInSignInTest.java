package belfry.standin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tokens and codes. */
class StandInSignInTest {
  private static final String HERE = "http://localhost:9000/Hub/news/oauth";

  private final Desk desk = Desk.open();

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void theAdministratorIsSentBackAtOnceWithACodeAndTheState() throws IOException {
    var answer = desk.get("/v1/authorize?" + asked() + "&scope=spark:people_read&state=a%2Fb");

    assertThat(answer.statusCode()).isEqualTo(302);
    assertThat(answer.headers().firstValue("Location").orElseThrow())
        .startsWith(HERE + "?code=")
        .endsWith("&state=a%2Fb");
  }

  @Test
  void noCodeIsGivenWithoutAScope() throws IOException {
    var answer = desk.get("/v1/authorize?" + asked());

    assertThat(answer.headers().firstValue("Location")).contains(HERE + "?error=invalid_scope");
  }

  @Test
  void aCodeIsGoodOnce() throws IOException {
    var code = code();

    var first = desk.token(exchange(code, HERE));
    var second = desk.token(exchange(code, HERE));

    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(Desk.json(first).path("token_type").asText()).isEqualTo("Bearer");
    var me = desk.get(Desk.json(first).path("access_token").asText(), "/v1/people/me");
    assertThat(Desk.json(me).at("/emails/0")).isEqualTo(desk.introduction().at("/admin/email"));
    assertThat(second.statusCode()).isEqualTo(400);
    assertThat(Desk.json(second).path("error").asText()).isEqualTo("invalid_grant");
  }

  @Test
  void aCodeIsGoodOnlyForThePlaceItWasSentTo() throws IOException {
    assertThat(desk.token(exchange(code(), "http://elsewhere.example/")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void aChallengeWantsItsVerifier() throws IOException {
    // The pair of RFC 7636, appendix B.
    var asked =
        asked()
            + "&scope=spark:people_read&code_challenge_method=S256"
            + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    var verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

    var without = desk.token(exchange(codeOf(asked), HERE));
    var with = desk.token(exchange(codeOf(asked), HERE) + "&code_verifier=" + verifier);

    assertThat(without.statusCode()).isEqualTo(400);
    assertThat(with.statusCode()).isEqualTo(200);
  }

  @Test
  void aStrangerGetsNoToken() throws IOException {
    var answer = desk.token("grant_type=refresh_token&client_id=x&client_secret=y&refresh_token=z");

    assertThat(answer.statusCode()).isEqualTo(401);
  }

  @Test
  void theDirectorysTokenReadsGroupsAndABotsDoesNot() throws IOException {
    assertThat(desk.get(desk.directory(), "/v1/groups").statusCode()).isEqualTo(200);
    assertThat(desk.get("/v1/groups").statusCode()).isEqualTo(403);
  }

  @Test
  void anUnknownTokenIsRefusedInThePlatformsWords() throws IOException {
    var answer = desk.get("nobody", "/v1/people/me");

    assertThat(answer.statusCode()).isEqualTo(401);
    var body = Desk.json(answer);
    assertThat(body.path("message").asText()).isNotEmpty();
    assertThat(body.at("/errors/0/description")).isEqualTo(body.path("message"));
    assertThat(answer.headers().firstValue("Trackingid"))
        .contains(body.path("trackingId").asText());
  }

  @Test
  void anUnknownRouteIsRefusedInJson() throws IOException {
    var answer = desk.get("/v1/weather");

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(Desk.json(answer).path("trackingId").asText()).startsWith("ROUTER_");
  }

  @Test
  void tokensHaveTwoUnderscores() {
    assertThat(desk.bot().chars().filter(letter -> letter == '_')).hasSize(2);
  }

  private String asked() {
    return "client_id=%s&response_type=code&redirect_uri=%s"
        .formatted(desk.introduction().path("clientId").asText(), HERE);
  }

  private String code() throws IOException {
    var answer = desk.control("POST", "code", "{\"redirectUri\":\"" + HERE + "\"}");
    return answer.path("code").asText();
  }

  private String codeOf(String query) throws IOException {
    var back = desk.get("/v1/authorize?" + query).headers().firstValue("Location").orElseThrow();
    return back.substring(back.indexOf('=') + 1);
  }

  private String exchange(String code, String redirect) {
    return "grant_type=authorization_code&client_id=%s&client_secret=%s&code=%s&redirect_uri=%s"
        .formatted(
            desk.introduction().path("clientId").asText(),
            desk.introduction().path("clientSecret").asText(),
            code,
            redirect);
  }
}
