package belfry.simulator.oauth;

import belfry.simulator.base.Mix;
import java.util.List;

/**
 * The one integration the simulator knows, and how its token endpoint behaves.
 *
 * @param redirectUris the registered addresses; empty for any on this machine
 * @param scopes what is enabled on the integration
 * @param tokenCap how many live access tokens a person may have; 0 for no cap
 * @param tokenCapStatus the status at the cap, with the reason phrase "Token Quota Exceeded"; no
 *     source says which one the platform uses
 */
public record OAuthSettings(
    String clientId,
    String clientSecret,
    List<String> redirectUris,
    List<String> scopes,
    int tokenCap,
    int tokenCapStatus,
    ErrorShape errorShape) {

  /** The two shapes of error bodies that the token endpoint is known to send. */
  public enum ErrorShape {
    WEBEX,
    OAUTH
  }

  private static final List<String> SCOPES =
      List.of(
          "spark:all",
          "spark:kms",
          "spark:people_read",
          "spark:rooms_read",
          "spark:rooms_write",
          "spark:memberships_read",
          "spark:memberships_write",
          "spark:messages_read",
          "spark:messages_write",
          "spark-admin:people_read",
          "identity:groups_read",
          "identity:groups_rw",
          "identity:people_read",
          "identity:people_rw");

  public OAuthSettings {
    redirectUris = List.copyOf(redirectUris);
    scopes = List.copyOf(scopes);
  }

  public static OAuthSettings defaults(long seed) {
    return new OAuthSettings(
        "C" + hex(seed, 10), hex(seed, 20), List.of(), SCOPES, 750, 429, ErrorShape.WEBEX);
  }

  public OAuthSettings withClient(String id, String secret) {
    return new OAuthSettings(
        id, secret, redirectUris, scopes, tokenCap, tokenCapStatus, errorShape);
  }

  public OAuthSettings withRedirectUris(List<String> uris) {
    return new OAuthSettings(
        clientId, clientSecret, uris, scopes, tokenCap, tokenCapStatus, errorShape);
  }

  public OAuthSettings withTokenCap(int cap, int status) {
    return new OAuthSettings(clientId, clientSecret, redirectUris, scopes, cap, status, errorShape);
  }

  public OAuthSettings withErrorShape(ErrorShape shape) {
    return new OAuthSettings(
        clientId, clientSecret, redirectUris, scopes, tokenCap, tokenCapStatus, shape);
  }

  private static String hex(long seed, int purpose) {
    var digits = new StringBuilder();
    for (var part = 0; part < 4; part++) {
      digits.append("%016x".formatted(Mix.of(seed, purpose, part)));
    }
    return digits.toString();
  }
}
