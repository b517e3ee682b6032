package belfry.web.frame;

import belfry.access.Scope;
import belfry.base.Phrase;
import belfry.http.Problem;
import belfry.http.Reply;
import java.time.Duration;

/** Problems that are specific to the portal, not to HTTP. */
public final class Problems {
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

  /** RFC 6750, section 3.1. */
  static Problem badToken() {
    return Problem.of(
        "urn:belfry:bad-token",
        "Not a valid token",
        401,
        Phrase.of(
            "token.invalid",
            "This token does not exist, or was revoked, or has expired. Make a new one on the page, under your name."),
        new Reply.Header("WWW-Authenticate", "Bearer error=\"invalid_token\""));
  }

  static Problem noToken() {
    return Problem.of(
        "urn:belfry:no-token",
        "Not with a token",
        403,
        Phrase.of("token.notHere", "This is done on the page, not with a token."),
        insufficient(""));
  }

  static Problem otherApp(String title) {
    return Problem.of(
        "urn:belfry:forbidden",
        "Not allowed",
        403,
        Phrase.of("token.otherApp", "This token may not be used in {{app}}.", "app", title),
        insufficient(""));
  }

  static Problem noScope(Scope needed) {
    return Problem.of(
        "urn:belfry:forbidden",
        "Not allowed",
        403,
        Phrase.of("token.scope", "This token lacks the scope '{{scope}}'.", "scope", needed.word()),
        insufficient(", scope=\"%s\"".formatted(needed.word())));
  }

  /** The challenge of RFC 6750, section 3.1, for a token that may not do this. */
  private static Reply.Header insufficient(String more) {
    return new Reply.Header("WWW-Authenticate", "Bearer error=\"insufficient_scope\"" + more);
  }

  /** With what draft-ietf-httpapi-ratelimit-headers-10 says of quotas beside it. */
  static Problem tooFast(Duration wait) {
    var seconds = Math.toIntExact(wait.plusMillis(999).toSeconds());
    return Problem.of(
        "urn:belfry:too-fast",
        "Too fast",
        429,
        Phrase.of(
            "token.tooFast",
            "A token may make {{most}} requests a minute, of which {{together}} may come together. Wait, and try again.",
            "most",
            TokenPace.A_MINUTE,
            "together",
            TokenPace.AT_ONCE),
        Problem.retryAfter(seconds),
        new Reply.Header("RateLimit-Policy", "\"token\";q=%d;w=60".formatted(TokenPace.A_MINUTE)),
        new Reply.Header("RateLimit", "\"token\";r=0;t=%d".formatted(seconds)));
  }

  public static Problem notConfigured(Phrase detail) {
    return Problem.of("about:blank", "Not configured", 500, detail);
  }

  public static Problem platform(Phrase detail) {
    return Problem.of(
        "urn:belfry:platform", "Webex did not answer", 503, detail, Problem.retryAfter(10));
  }
}
