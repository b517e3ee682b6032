package belfry.simulator.oauth;

import belfry.simulator.base.Time;
import belfry.simulator.directory.Directory;
import belfry.simulator.directory.Person;
import belfry.simulator.directory.Principal;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The authorization server: consents become codes, codes become tokens, once. */
public final class OAuth {
  private static final Duration CODE_LIFE = Duration.ofMinutes(5);
  private static final List<String> HERE = List.of("localhost", "127.0.0.1", "[::1]");

  /** A consent waiting to be exchanged. */
  private record Consent(AuthorizationRequest request, Person person, long expiresMillis) {}

  private final OAuthSettings settings;
  private final Directory directory;
  private final Tokens tokens;
  private final Time time;
  private final SecureRandom random = new SecureRandom();
  private final Map<String, Consent> consents = new ConcurrentHashMap<>();
  private final AtomicLong exchanges = new AtomicLong();

  public OAuth(OAuthSettings settings, Directory directory, Tokens tokens, Time time) {
    this.settings = settings;
    this.directory = directory;
    this.tokens = tokens;
    this.time = time;
  }

  public OAuthSettings settings() {
    return settings;
  }

  /** How often the token endpoint was asked, whatever it answered. */
  public long exchanges() {
    return exchanges.get();
  }

  public void resetCounts() {
    exchanges.set(0);
  }

  public Decision check(AuthorizationRequest request) {
    if (!request.clientId().equals(settings.clientId())) {
      return new Decision.Stop("No integration has the client_id of this request.");
    }
    if (!isRegistered(request.redirectUri())) {
      return new Decision.Stop("The redirect_uri is not registered for this integration.");
    }
    if (!request.responseType().equals("code")) {
      return back(request, "error", "unsupported_response_type");
    }
    var scopes = scopes(request);
    if (scopes.isEmpty() || !settings.scopes().containsAll(scopes)) {
      return back(request, "error", "invalid_scope");
    }
    return new Decision.Ask(request);
  }

  public Decision accept(AuthorizationRequest request, Person person) {
    return switch (check(request)) {
      case Decision.Ask _ -> back(request, "code", code(request, person));
      case Decision.Redirect redirect -> redirect;
      case Decision.Stop stop -> stop;
    };
  }

  public Decision deny(AuthorizationRequest request) {
    return switch (check(request)) {
      case Decision.Ask _ -> back(request, "error", "access_denied");
      case Decision.Redirect redirect -> redirect;
      case Decision.Stop stop -> stop;
    };
  }

  /** A code as if this person had consented, for tests that do not care for the page. */
  public String code(AuthorizationRequest request, Person person) {
    var bytes = new byte[24];
    random.nextBytes(bytes);
    var code = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    var now = time.millis();
    consents.values().removeIf(it -> it.expiresMillis() <= now);
    consents.put(code, new Consent(request, person, now + CODE_LIFE.toMillis()));
    return code;
  }

  /** Both grants of {@code POST /v1/access_token}. */
  public TokenAnswer exchange(Map<String, String> form) {
    exchanges.incrementAndGet();
    if (!settings.clientId().equals(form.get("client_id"))
        || !settings.clientSecret().equals(form.get("client_secret"))) {
      return new TokenAnswer.Refused(
          401, "invalid_client", "The client_id or the client_secret is wrong.");
    }
    return switch (form.getOrDefault("grant_type", "")) {
      case "authorization_code" -> byCode(form);
      case "refresh_token" -> byRefreshToken(form.getOrDefault("refresh_token", ""));
      case "" -> new TokenAnswer.Refused(400, "invalid_request", "grant_type is missing.");
      default ->
          new TokenAnswer.Refused(
              400, "unsupported_grant_type", "This grant_type is not supported.");
    };
  }

  private TokenAnswer byCode(Map<String, String> form) {
    // Taken out before anything is checked: a code works once, even in a request that fails.
    var consent =
        Optional.ofNullable(consents.remove(form.getOrDefault("code", "")))
            .filter(it -> it.expiresMillis() > time.millis());
    if (consent.isEmpty()) {
      return invalidGrant("The authorization code is expired, used or unknown.");
    }
    var request = consent.get().request();
    if (!request.redirectUri().equals(form.get("redirect_uri"))) {
      return invalidGrant("The redirect_uri is not the one of the authorization request.");
    }
    if (!proves(form.getOrDefault("code_verifier", ""), request)) {
      return invalidGrant("The code_verifier does not match the code_challenge.");
    }
    var person = consent.get().person();
    var principal = new Principal.Person(person.index());
    var caller =
        new Caller(
            principal, Set.copyOf(scopes(request)), directory.isAdmin(person), person.email());
    return granted(caller, "");
  }

  private TokenAnswer byRefreshToken(String refreshToken) {
    var caller = tokens.refreshing(refreshToken);
    return caller.isPresent()
        ? granted(caller.get(), refreshToken)
        : invalidGrant("The refresh token provided is expired, revoked, malformed, or invalid.");
  }

  private synchronized TokenAnswer granted(Caller caller, String knownRefreshToken) {
    if (settings.tokenCap() > 0
        && caller.principal() instanceof Principal.Person
        && tokens.liveAccessTokens(caller.principal()) >= settings.tokenCap()) {
      return new TokenAnswer.QuotaExceeded(settings.tokenCapStatus());
    }
    var access = tokens.newAccess(caller);
    if (knownRefreshToken.isEmpty()) {
      return granted(caller, access, tokens.newRefresh(caller));
    }
    tokens.renew(knownRefreshToken);
    return granted(caller, access, knownRefreshToken);
  }

  private static TokenAnswer granted(Caller caller, String access, String refresh) {
    var scope = String.join(" ", caller.scopes().stream().sorted().toList());
    return new TokenAnswer.Granted(access, refresh, scope);
  }

  private static TokenAnswer invalidGrant(String why) {
    return new TokenAnswer.Refused(400, "invalid_grant", why);
  }

  private boolean isRegistered(String redirectUri) {
    if (!settings.redirectUris().isEmpty()) {
      return settings.redirectUris().contains(redirectUri);
    }
    try {
      var uri = URI.create(redirectUri);
      return "http".equals(uri.getScheme())
          && uri.getHost() != null
          && HERE.contains(uri.getHost())
          && uri.getFragment() == null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private static List<String> scopes(AuthorizationRequest request) {
    return request.scope().isBlank() ? List.of() : List.of(request.scope().trim().split("\\s+"));
  }

  private static boolean proves(String verifier, AuthorizationRequest request) {
    if (request.codeChallenge().isEmpty()) {
      return true;
    }
    return request
        .codeChallenge()
        .equals(request.codeChallengeMethod().equals("S256") ? sha256(verifier) : verifier);
  }

  private static String sha256(String verifier) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      var hash = digest.digest(verifier.getBytes(StandardCharsets.US_ASCII));
      return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  private static Decision.Redirect back(AuthorizationRequest request, String name, String value) {
    var location = new StringBuilder(request.redirectUri());
    location.append(request.redirectUri().contains("?") ? '&' : '?');
    location.append(name).append('=').append(value);
    if (!request.state().isEmpty()) {
      location.append("&state=").append(URLEncoder.encode(request.state(), StandardCharsets.UTF_8));
    }
    return new Decision.Redirect(location.toString());
  }
}
