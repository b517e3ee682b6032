package belfry.simulator.oauth;

/** What the token endpoint says. */
public sealed interface TokenAnswer {
  /** Tokens, as in platform-api.md 2.2. */
  record Granted(String accessToken, String refreshToken, String scope) implements TokenAnswer {}

  /** No tokens; {@code error} is the OAuth word for it. */
  record Refused(int status, String error, String description) implements TokenAnswer {}

  /** The person has as many live tokens as the platform allows. */
  record QuotaExceeded(int status) implements TokenAnswer {}
}
