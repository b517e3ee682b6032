package belfry.web;

import belfry.base.Phrase;
import belfry.http.Problem;

/** Problems that are specific to the portal, not to HTTP. */
final class Problems {
  private Problems() {}

  static Problem unknownBot(String name) {
    return Problem.of(
        "urn:belfry:unknown-bot",
        "Unknown bot",
        404,
        Phrase.of("app.unknown", "There is no app called '{{name}}' here.", "name", name));
  }

  static Problem signedOut() {
    return Problem.of(
        "urn:belfry:signed-out",
        "Signed out",
        401,
        Phrase.of("session.signedOut", "Sign in first."));
  }

  static Problem unconfirmed() {
    return Problem.of(
        "urn:belfry:confirm",
        "confirm",
        401,
        Phrase.of(
            "session.unconfirmed", "Confirm that it was you who signed in: POST session/confirm."));
  }

  static Problem notConfigured(Phrase detail) {
    return Problem.of("about:blank", "Not configured", 500, detail);
  }

  static Problem platform(Phrase detail) {
    return Problem.of(
        "urn:belfry:platform", "Webex did not answer", 503, detail, Problem.retryAfter(10));
  }
}
