package belfry.simulator;

import static belfry.simulator.Client.json;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.ManualTime;
import belfry.simulator.control.Controls.Consent;
import belfry.simulator.oauth.OAuthSettings.ErrorShape;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Consent and tokens: platform-api.md 2. */
class SignInTest {
  private static final String ANA = "ana.lopez@northwind.example";
  private static final String CALLBACK = "http://localhost:8080/Hub/news/oauth";

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private Simulator simulator = start(SimulatorSettings.defaults());

  private Simulator start(SimulatorSettings settings) {
    return Simulator.start(settings.withPeople(200), time);
  }

  private void restart(SimulatorSettings settings) {
    simulator.close();
    simulator = start(settings);
  }

  @AfterEach
  void close() {
    simulator.close();
  }

  private Client browser() {
    return Client.anonymous(simulator);
  }

  private Map<String, String> request() {
    return new HashMap<>(
        Map.of(
            "client_id", simulator.clientId(),
            "response_type", "code",
            "redirect_uri", CALLBACK,
            "scope", "spark:people_read spark:rooms_read",
            "state", "a b&c/ü"));
  }

  private Client.Reply authorize(Map<String, String> request) {
    return browser().get("/v1/authorize?" + Client.encoded(request));
  }

  private Client.Reply decide(Map<String, String> request, String decision) {
    var form = new HashMap<>(request);
    form.put("person", ANA);
    form.put("decision", decision);
    return browser().form("/v1/authorize", form);
  }

  private static Map<String, String> returned(Client.Reply reply) {
    assertThat(reply.status()).as(reply.body()).isEqualTo(302);
    var query = URI.create(reply.header("Location")).getRawQuery();
    var fields = new HashMap<String, String>();
    for (var field : List.of(query.split("&"))) {
      var cut = field.indexOf('=');
      fields.put(
          field.substring(0, cut),
          URLDecoder.decode(field.substring(cut + 1), StandardCharsets.UTF_8));
    }
    return fields;
  }

  private Map<String, String> grant(String code) {
    return new HashMap<>(
        Map.of(
            "grant_type",
            "authorization_code",
            "client_id",
            simulator.clientId(),
            "client_secret",
            simulator.clientSecret(),
            "code",
            code,
            "redirect_uri",
            CALLBACK));
  }

  private Client.Reply exchange(Map<String, String> form) {
    return browser().form("/v1/access_token", form);
  }

  private String code() {
    return returned(decide(request(), "accept")).getOrDefault("code", "");
  }

  /** 2.1 [R OAUTHSAMPLE]: code and state come back, the state untouched. */
  @Test
  void whoAcceptsComesBackWithACodeAndTheState() {
    var back = decide(request(), "accept");

    assertThat(back.header("Location")).startsWith(CALLBACK + "?code=");
    assertThat(returned(back)).containsEntry("state", "a b&c/ü");
    var granted = exchange(grant(returned(back).getOrDefault("code", "")));
    assertThat(
            Client.of(simulator, granted.text("access_token"))
                .get("/v1/people/me")
                .text("displayName"))
        .isEqualTo("Ana Lopez");
  }

  /** 2.1 [R OAUTHSAMPLE]. */
  @Test
  void whoDeniesComesBackWithAnError() {
    assertThat(returned(decide(request(), "deny")))
        .containsEntry("error", "access_denied")
        .containsEntry("state", "a b&c/ü")
        .doesNotContainKey("code");
  }

  /** 2.1: the page is for people at a browser without scripts; it carries the request along. */
  @Test
  void thePageOffersPeopleAndFindsOthers() {
    var page = authorize(request());
    var searched = new HashMap<>(request());
    searched.put("q", "Kenji T");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.header("Content-Type")).isEqualTo("text/html;charset=UTF-8");
    assertThat(page.header("Content-Security-Policy")).contains("default-src 'none'");
    assertThat(page.body())
        .contains("Ana Lopez", "Maija Salo", "spark:rooms_read", "localhost:8080");
    assertThat(page.body()).contains("value=\"a b&amp;c/ü\"").doesNotContain("<script");
    assertThat(authorize(searched).body())
        .contains("kenji.tanaka@northwind.example")
        .doesNotContain("maija.salo@northwind.example");
  }

  /** 2.1 [R]: nobody is sent to an address that is not registered. */
  @Test
  void anApplicationInDoubtGetsNobodyBack() {
    for (var wrong :
        List.of(
            Map.of("client_id", "C00"),
            Map.of("redirect_uri", "https://evil.example/callback"),
            Map.of("redirect_uri", "http://localhost.evil.example/"),
            Map.of("redirect_uri", "javascript:alert(1)"))) {
      var request = request();
      request.putAll(wrong);

      assertThat(authorize(request).status()).isEqualTo(400);
      assertThat(decide(request, "accept").status()).isEqualTo(400);
    }
  }

  /** 2.1 [R WXC]: exactly one of the registered addresses. */
  @Test
  void onlyRegisteredAddressesWorkWhenThereAreAny() {
    restart(SimulatorSettings.defaults().withOAuth(it -> it.withRedirectUris(List.of(CALLBACK))));
    var other = request();
    other.put("redirect_uri", CALLBACK + "/");

    assertThat(authorize(request()).status()).isEqualTo(200);
    assertThat(authorize(other).status()).isEqualTo(400);
  }

  /** 2.1 [R claude-code#84426]: omitting scope fails; scopes must be enabled. */
  @Test
  void aWrongRequestComesBackWithItsError() {
    var noScope = request();
    noScope.remove("scope");
    var unknownScope = request();
    unknownScope.put("scope", "spark:people_read spark:everything_delete");
    var token = request();
    token.put("response_type", "token");

    assertThat(returned(authorize(noScope))).containsEntry("error", "invalid_scope");
    assertThat(returned(authorize(unknownScope))).containsEntry("error", "invalid_scope");
    assertThat(returned(authorize(token))).containsEntry("error", "unsupported_response_type");
  }

  /** 2.2 [R OAUTHSAMPLE]: the fields of the token answer, 14 and 90 days, the form of a token. */
  @Test
  void aCodeIsExchangedForTokens() {
    var granted = exchange(grant(code()));

    assertThat(granted.status()).isEqualTo(200);
    assertThat(granted.json().path("expires_in").asInt()).isEqualTo(1_209_599);
    assertThat(granted.json().path("refresh_token_expires_in").asInt()).isEqualTo(7_775_999);
    assertThat(granted.text("token_type")).isEqualTo("Bearer");
    assertThat(granted.text("scope")).isEqualTo("spark:people_read spark:rooms_read");
    var end = "_PF84_" + simulator.directory().organization();
    assertThat(granted.text("access_token")).matches("[A-Za-z0-9_-]{64}_PF84_.*").endsWith(end);
    assertThat(granted.text("refresh_token")).endsWith(end);
    assertThat(simulator.tokenExchanges()).isEqualTo(1);
  }

  /** The contract, corrected: "real tokens hold exactly two underscores". */
  @Test
  void everyTokenHoldsExactlyTwoUnderscores() {
    var granted = exchange(grant(code()));
    var tokens =
        List.of(
            granted.text("access_token"),
            granted.text("refresh_token"),
            simulator.botToken(0),
            simulator.botToken(1),
            simulator.directoryRefreshToken());

    assertThat(tokens).allSatisfy(it -> assertThat(it.split("_", -1)).hasSize(3));
  }

  /** 2.2: JAVA posts JSON and that works too. */
  @Test
  void theExchangeTakesJsonToo() {
    var grant = grant(code());
    var pairs =
        grant.entrySet().stream()
            .flatMap(it -> Stream.of(it.getKey(), it.getValue()))
            .toArray(String[]::new);

    assertThat(browser().post("/v1/access_token", json(pairs)).status()).isEqualTo(200);
  }

  /** 2.2 [R docs]: single-use and short-lived. */
  @Test
  void aCodeWorksOnceAndNotForLong() {
    var code = code();
    assertThat(exchange(grant(code)).status()).isEqualTo(200);
    assertThat(exchange(grant(code)).status()).isEqualTo(400);
    var old = code();
    time.advance(Duration.ofMinutes(5));

    assertThat(exchange(grant(old)).status()).isEqualTo(400);
    assertThat(exchange(grant("made-up")).status()).isEqualTo(400);
  }

  /** 2.2: what must fit for a code to be taken. */
  @Test
  void theRestOfTheFormMustFit() {
    var elsewhere = grant(code());
    elsewhere.put("redirect_uri", CALLBACK + "2");
    var wrongSecret = grant(code());
    wrongSecret.put("client_secret", "guessed");
    var wrongType = grant(code());
    wrongType.put("grant_type", "password");

    assertThat(exchange(elsewhere).status()).isEqualTo(400);
    assertThat(exchange(wrongSecret).status()).isEqualTo(401);
    assertThat(exchange(wrongType).status()).isEqualTo(400);
    assertThat(exchange(Map.of()).status()).isEqualTo(401);
  }

  /** 2.1: PKCE is the recommended flow for "Login with Webex"; a given challenge must be met. */
  @Test
  void aChallengeMustBeMet() throws Exception {
    var verifier = "a-long-random-verifier-of-forty-three-characters";
    var hash =
        MessageDigest.getInstance("SHA-256").digest(verifier.getBytes(StandardCharsets.US_ASCII));
    var request = request();
    request.put("code_challenge", Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    request.put("code_challenge_method", "S256");

    var without = grant(returned(decide(request, "accept")).getOrDefault("code", ""));
    var wrong = grant(returned(decide(request, "accept")).getOrDefault("code", ""));
    wrong.put("code_verifier", "another");
    var right = grant(returned(decide(request, "accept")).getOrDefault("code", ""));
    right.put("code_verifier", verifier);

    assertThat(exchange(without).status()).isEqualTo(400);
    assertThat(exchange(wrong).status()).isEqualTo(400);
    assertThat(exchange(right).status()).isEqualTo(200);
  }

  /** 2.2: errors in the shape of 1.1, or in OAuth's own. */
  @Test
  void errorsComeInEitherShape() {
    var webex = exchange(grant("made-up"));
    restart(SimulatorSettings.defaults().withOAuth(it -> it.withErrorShape(ErrorShape.OAUTH)));
    var oauth = exchange(grant("made-up"));

    assertThat(webex.message()).isNotEmpty();
    assertThat(webex.text("trackingId")).isNotEmpty();
    assertThat(oauth.text("error")).isEqualTo("invalid_grant");
    assertThat(oauth.text("error_description")).isNotEmpty();
    assertThat(oauth.json().has("message")).isFalse();
  }

  private Client.Reply refresh(String refreshToken) {
    return exchange(
        Map.of(
            "grant_type",
            "refresh_token",
            "client_id",
            simulator.clientId(),
            "client_secret",
            simulator.clientSecret(),
            "refresh_token",
            refreshToken));
  }

  /** 2.2 [R SPEC]: 14 days, 90 days, and use starts the 90 days again. */
  @Test
  void anAccessTokenEndsAndIsRefreshed() {
    var granted = exchange(grant(code()));
    var refreshToken = granted.text("refresh_token");
    var client = Client.of(simulator, granted.text("access_token"));
    time.advance(Duration.ofDays(14));
    assertThat(client.get("/v1/people/me").status()).isEqualTo(401);

    var refreshed = refresh(refreshToken);
    time.advance(Duration.ofDays(80));
    var again = refresh(refreshToken);
    time.advance(Duration.ofDays(91));

    assertThat(refreshed.status()).isEqualTo(200);
    assertThat(refreshed.text("refresh_token")).isEqualTo(refreshToken);
    assertThat(again.status()).isEqualTo(200);
    assertThat(refresh(refreshToken).status()).isEqualTo(400);
    assertThat(refresh(simulator.directoryRefreshToken()).status()).isEqualTo(200);
  }

  /** 2.2: 750 live tokens a person; the words the portal must show as they are. */
  @Test
  void aPersonHasOnlySoManyLiveTokens() {
    restart(SimulatorSettings.defaults().withOAuth(it -> it.withTokenCap(3, 429)));
    for (var token = 0; token < 3; token++) {
      assertThat(exchange(grant(code())).status()).isEqualTo(200);
    }

    assertThat(exchange(grant(code())).status()).isEqualTo(429);
    assertThat(simulator.tokens().liveAccessTokens()).containsEntry(ANA, 3);
    time.advance(Duration.ofDays(14));
    assertThat(exchange(grant(code())).status()).isEqualTo(200);
    assertThat(simulator.tokens().liveAccessTokens()).containsEntry(ANA, 1);
  }

  /** reading-notes.md 2: the status text as it came over the wire. */
  @Test
  void atTheCapTheStatusTextSaysSo() throws Exception {
    restart(SimulatorSettings.defaults().withOAuth(it -> it.withTokenCap(1, 403)));
    exchange(grant(code()));

    try (var call = RawCall.form(simulator, "/v1/access_token", Client.encoded(grant(code())))) {
      var end = call.end();
      assertThat(end.statusLine()).isEqualTo("HTTP/1.1 403 Token Quota Exceeded");
      assertThat(end.body()).contains("\"message\":\"Token Quota Exceeded\"");
    }
  }

  @Test
  void theCapIsSevenHundredAndFiftyAndCanBeSwitchedOff() {
    assertThat(SimulatorSettings.defaults().oauth().tokenCap()).isEqualTo(750);
    restart(SimulatorSettings.defaults().withOAuth(it -> it.withTokenCap(0, 429)));
    for (var token = 0; token < 10; token++) {
      assertThat(exchange(grant(code())).status()).isEqualTo(200);
    }
  }

  /** 9.5: 401 after revocation; others are untouched. */
  @Test
  void revokedTokensAreRefusedUntilRestored() {
    var ana = Client.person(simulator, ANA, "spark:people_read");
    var bot = Client.bot(simulator, 0);

    simulator.controls().revoke("Company News");
    simulator.controls().revoke(ANA);
    assertThat(bot.get("/v1/people/me").status()).isEqualTo(401);
    assertThat(ana.get("/v1/people/me").status()).isEqualTo(401);
    assertThat(Client.bot(simulator, 1).get("/v1/people/me").status()).isEqualTo(200);
    simulator.controls().restore("Company News");
    simulator.controls().restore(ANA);

    assertThat(bot.get("/v1/people/me").status()).isEqualTo(200);
    assertThat(ana.get("/v1/people/me").status()).isEqualTo(200);
  }

  /** 9.1: consent without a page, and access_denied, on demand. */
  @Test
  void consentCanBeGivenInAdvance() {
    simulator.controls().setConsent(new Consent.Accept(ANA));
    assertThat(returned(authorize(request()))).containsKey("code");
    simulator.controls().setConsent(new Consent.Deny());
    assertThat(returned(authorize(request()))).containsEntry("error", "access_denied");
    simulator.controls().setConsent(new Consent.Ask());

    assertThat(authorize(request()).status()).isEqualTo(200);
  }
}
