package belfry.simulator.oauth;

import java.util.Map;
import java.util.TreeMap;

/** What an integration asks for when it sends a browser to {@code /v1/authorize}. */
public record AuthorizationRequest(
    String clientId,
    String responseType,
    String redirectUri,
    String scope,
    String state,
    String codeChallenge,
    String codeChallengeMethod) {

  public static AuthorizationRequest of(Map<String, String> query) {
    return new AuthorizationRequest(
        query.getOrDefault("client_id", ""),
        query.getOrDefault("response_type", ""),
        query.getOrDefault("redirect_uri", ""),
        query.getOrDefault("scope", ""),
        query.getOrDefault("state", ""),
        query.getOrDefault("code_challenge", ""),
        query.getOrDefault("code_challenge_method", ""));
  }

  /** The same as parameters again, for the forms of the consent page. */
  public Map<String, String> parameters() {
    var parameters = new TreeMap<String, String>();
    parameters.put("client_id", clientId);
    parameters.put("response_type", responseType);
    parameters.put("redirect_uri", redirectUri);
    parameters.put("scope", scope);
    parameters.put("state", state);
    parameters.put("code_challenge", codeChallenge);
    parameters.put("code_challenge_method", codeChallengeMethod);
    parameters.values().removeIf(String::isEmpty);
    return parameters;
  }
}
