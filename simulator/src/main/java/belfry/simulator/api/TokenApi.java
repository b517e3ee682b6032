package belfry.simulator.api;

import belfry.simulator.base.Operation;
import belfry.simulator.oauth.OAuth;
import belfry.simulator.oauth.OAuthSettings;
import belfry.simulator.oauth.TokenAnswer;
import belfry.simulator.wire.Answer;
import belfry.simulator.wire.Json;
import belfry.simulator.wire.Problem;

/** {@code POST /v1/access_token}: platform-api.md 2.2. */
final class TokenApi {
  /** The phrase the portal must show as it is. */
  private static final String QUOTA = "Token Quota Exceeded";

  private final OAuth oauth;

  TokenApi(OAuth oauth) {
    this.oauth = oauth;
  }

  void addTo(Routes routes) {
    routes.on(Operation.TOKEN_EXCHANGE, this::exchange);
  }

  private Answer.Full exchange(Exchange exchange) {
    return switch (oauth.exchange(exchange.call().fields())) {
      case TokenAnswer.Granted granted -> granted(granted);
      case TokenAnswer.Refused refused -> refused(refused, exchange.call().trackingId());
      case TokenAnswer.QuotaExceeded(var status) ->
          Problem.answer(status, QUOTA, exchange.call().trackingId()).withReason(QUOTA);
    };
  }

  /** The seconds are one short of 14 and 90 days, as the platform sends them. */
  private static Answer.Full granted(TokenAnswer.Granted granted) {
    return Json.answer(
        200,
        json -> {
          json.writeStringField("access_token", granted.accessToken());
          json.writeNumberField("expires_in", 1_209_599);
          json.writeStringField("refresh_token", granted.refreshToken());
          json.writeNumberField("refresh_token_expires_in", 7_775_999);
          json.writeStringField("token_type", "Bearer");
          json.writeStringField("scope", granted.scope());
        });
  }

  private Answer.Full refused(TokenAnswer.Refused refused, String trackingId) {
    if (oauth.settings().errorShape() == OAuthSettings.ErrorShape.WEBEX) {
      return Problem.answer(refused.status(), refused.description(), trackingId);
    }
    return Json.answer(
        refused.status(),
        json -> {
          json.writeStringField("error", refused.error());
          json.writeStringField("error_description", refused.description());
        });
  }
}
