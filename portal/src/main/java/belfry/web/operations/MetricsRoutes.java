package belfry.web.operations;

import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.metrics.Metrics;
import java.util.Optional;

/**
 * {@code /metrics} for whoever watches Belfry. It names apps and how much they send, so it is given
 * only to those who hold the token that the operator chose; without a token, it does not exist.
 */
public final class MetricsRoutes {
  private static final String BEARER = "Bearer ";

  private final Metrics metrics;
  private final Optional<Secret> token;

  public MetricsRoutes(Metrics metrics, Optional<Secret> token) {
    this.metrics = metrics;
    this.token = token;
  }

  public Reply scrape(Request request) {
    var wanted = token.orElseThrow(() -> Problem.nothingHere().thrown());
    var shown =
        request
            .header("authorization")
            .filter(value -> value.startsWith(BEARER))
            .map(value -> new Secret(value.substring(BEARER.length()).strip()));
    if (shown.filter(wanted::equals).isEmpty()) {
      throw Problem.of(
              "urn:belfry:metrics-token",
              "Not for everybody",
              401,
              Phrase.of(
                  "metrics.token",
                  "Send the token of BELFRY_METRICS_TOKEN as Authorization: Bearer."),
              new Reply.Header("WWW-Authenticate", "Bearer"))
          .thrown();
    }
    return Reply.bytes(Metrics.CONTENT_TYPE, metrics.text());
  }
}
