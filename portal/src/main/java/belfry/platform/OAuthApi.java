package belfry.platform;

import belfry.base.Secret;
import belfry.base.Time;
import belfry.pace.RetryAfter;
import belfry.platform.wire.Body;
import belfry.platform.wire.Http;
import belfry.platform.wire.PlatformClock;
import belfry.platform.wire.Questions;
import com.fasterxml.jackson.databind.JsonNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.hc.core5.http.ContentType;

/** The token endpoint: {@code POST /v1/access_token} (platform-api.md 2.2). */
public final class OAuthApi {
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration LONGEST_LIFETIME = Duration.ofDays(3_650);
  private static final ContentType FORM =
      ContentType.create("application/x-www-form-urlencoded", StandardCharsets.UTF_8);

  private final Http http;
  private final Questions questions;
  private final Time time;
  private final PlatformClock clock;

  OAuthApi(Http http, Questions questions, Time time, PlatformClock clock) {
    this.http = http;
    this.questions = questions;
    this.time = time;
    this.clock = clock;
  }

  /** Where a browser is sent for authorization. */
  public String authorizationEndpoint() {
    return questions.address("authorize").toString();
  }

  /**
   * Sends the form. A code can be used once, so the form is sent again only after a 429, which
   * means that it was not processed, and only while the {@code Retry-After} pauses add up to at
   * most 5 s.
   */
  public Grant request(Map<String, String> form) {
    var patience = PATIENCE;
    while (true) {
      var body = new Body(encoded(form), FORM);
      switch (http.send("POST", questions.address("access_token"), null, body)) {
        case Http.Broken(var _, var why) -> {
          return new Grant.Failed(why.english());
        }
        case Http.Answered answered -> {
          var asked = RetryAfter.asked(answered.retryAfter(), clock.now());
          if (answered.status() != 429 || asked.isEmpty() || asked.get().compareTo(patience) > 0) {
            return granted(answered);
          }
          var rest = asked.get();
          patience = patience.minus(rest);
          try {
            time.sleep(rest);
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return new Grant.Failed("interrupted");
          }
        }
      }
    }
  }

  private static Grant granted(Http.Answered answered) {
    if (!answered.success()) {
      return new Grant.Declined(answered.status(), answered.reason());
    }
    var json = answered.json();
    var access = json.path("access_token").asText("");
    if (access.isEmpty()) {
      return new Grant.Failed("the answer carries no access_token");
    }
    return new Grant.Granted(
        new Tokens(
            new Secret(access),
            lifetime(json, "expires_in"),
            new Secret(json.path("refresh_token").asText("")),
            lifetime(json, "refresh_token_expires_in")));
  }

  /** Tolerates any value, because a token that may have expired is checked before it is used. */
  private static Duration lifetime(JsonNode json, String field) {
    var seconds = (long) json.path(field).asDouble(0);
    return Duration.ofSeconds(Math.clamp(seconds, 0, LONGEST_LIFETIME.toSeconds()));
  }

  private static byte[] encoded(Map<String, String> form) {
    return new LinkedHashMap<>(form)
        .entrySet().stream()
            .map(field ->
                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
            .collect(Collectors.joining("&"))
            .getBytes(StandardCharsets.US_ASCII);
  }
}
