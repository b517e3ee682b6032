package belfry.simulator.oauth;

/** What becomes of an authorization request, or of a consent. */
public sealed interface Decision {
  /** All in order: ask the person. */
  record Ask(AuthorizationRequest request) implements Decision {}

  /** Send the browser back to the integration. */
  record Redirect(String location) implements Decision {}

  /** The integration itself is in doubt, so nobody is sent anywhere. */
  record Stop(String why) implements Decision {}
}
