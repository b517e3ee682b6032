package belfry.web;

import belfry.base.Phrase;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Why a request was not done (RFC 9457).
 *
 * @param type {@code about:blank} or a name of ours
 * @param detail what happened and what to do, for people, in English
 * @param code of the same in the page's catalogues, and {@code args} what to put into it
 * @param errors the fields at fault
 * @param retryAfter seconds after which it may be tried again
 */
record Problem(
    String type,
    String title,
    int status,
    String detail,
    String code,
    Map<String, Object> args,
    List<FieldError> errors,
    @JsonIgnore Optional<Long> retryAfter) {

  private static final String BLANK = "about:blank";

  /** One field and what is wrong with it. */
  record FieldError(String field, String message, String code, Map<String, Object> args) {
    static FieldError of(String field, Phrase phrase) {
      return new FieldError(field, phrase.words(), phrase.code(), phrase.arguments());
    }
  }

  /** Carries a problem from where it is found to where it becomes bytes. */
  static final class Found extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    private Found(Problem problem) {
      super(problem.title + ": " + problem.detail, null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }
  }

  Found thrown() {
    return new Found(this);
  }

  private static Problem of(String type, String title, int status, Phrase phrase) {
    return of(type, title, status, phrase, Optional.empty());
  }

  private static Problem of(
      String type, String title, int status, Phrase phrase, Optional<Long> retryAfter) {
    return new Problem(
        type,
        title,
        status,
        phrase.words(),
        phrase.code(),
        phrase.arguments(),
        List.of(),
        retryAfter);
  }

  static Problem unknownBot(String name) {
    return of(
        "urn:belfry:unknown-bot",
        "Unknown bot",
        404,
        Phrase.of("app.unknown", "There is no app called '{{name}}' here.", "name", name));
  }

  static Problem notFound(Phrase what) {
    return of(BLANK, "Not found", 404, what);
  }

  static Problem nothingHere() {
    return notFound(Phrase.of("address.nothing", "There is nothing at this address."));
  }

  static Problem signedOut() {
    return of(
        "urn:belfry:signed-out",
        "Signed out",
        401,
        Phrase.of("session.signedOut", "Sign in first."));
  }

  static Problem unconfirmed() {
    return of(
        "urn:belfry:confirm",
        "confirm",
        401,
        Phrase.of(
            "session.unconfirmed", "Confirm that it was you who signed in: POST session/confirm."));
  }

  static Problem forbidden(Phrase detail) {
    return of("urn:belfry:forbidden", "Not allowed", 403, detail);
  }

  static Problem crossSite() {
    return of(
        "urn:belfry:cross-site",
        "Not from here",
        403,
        Phrase.of(
            "request.crossSite",
            "Changes are accepted from the portal's own pages and from programs only."));
  }

  static Problem conflict(Phrase detail) {
    return of("urn:belfry:conflict", "Not in this state", 409, detail);
  }

  static Problem stale(Phrase detail) {
    return of("urn:belfry:stale", "Changed meanwhile", 409, detail);
  }

  static Problem method(String allowed) {
    return of(
        BLANK,
        "Method not allowed",
        405,
        Phrase.of("request.method", "Use {{allowed}}.", "allowed", allowed));
  }

  static Problem mediaType() {
    return of(
        BLANK,
        "Unsupported media type",
        415,
        Phrase.of("request.noJson", "Send the body as application/json."));
  }

  static Problem noForm() {
    return of(
        BLANK,
        "Unsupported media type",
        415,
        Phrase.of("request.form", "Send the file itself as the body, not a form with it."));
  }

  static Problem tooLarge(Phrase what) {
    return of(BLANK, "Too large", 413, what);
  }

  static Problem malformed() {
    return of(
        BLANK,
        "Malformed",
        400,
        Phrase.of("body.malformed", "The body is not what its headers say."));
  }

  /** What is no request at all: only the status tells why. */
  static Problem unreadable(int status) {
    return switch (status) {
      case 413 ->
          tooLarge(
              Phrase.of("body.largest", "The body is larger than anything that is accepted here."));
      case 414 ->
          of(
              BLANK,
              "Too long",
              414,
              Phrase.of("address.tooLong", "The address may have 8 KiB at most."));
      case 503 ->
          of(BLANK, "Busy", 503, Phrase.of("server.busy", "Too many requests at once. Try again."));
      case 500 ->
          of(
              BLANK,
              "Something broke on our side",
              500,
              Phrase.of("server.broken", "Try again in a moment."));
      case 505 -> of(BLANK, "HTTP version", 505, Phrase.of("request.version", "Use HTTP/1.1."));
      default ->
          of(
              BLANK,
              "Malformed",
              status,
              Phrase.of(
                  "request.unreadable",
                  "This is no request that HTTP allows, or its headers have more than 16 KiB."));
    };
  }

  static Problem tooSlow() {
    return of(
        BLANK,
        "Too slow",
        408,
        Phrase.of(
            "body.tooSlow",
            "The body did not arrive in time. Send less, or over a faster connection."));
  }

  static Problem invalid(List<FieldError> errors) {
    var said =
        errors.size() == 1
            ? errors.getFirst()
            : FieldError.of(
                "",
                Phrase.of(
                    "field.several",
                    "{{fields, number}} fields need another look.",
                    "fields",
                    errors.size()));
    return new Problem(
        "urn:belfry:invalid",
        "Invalid input",
        400,
        said.message,
        said.code,
        said.args,
        errors,
        Optional.empty());
  }

  static Problem invalid(String field, Phrase phrase) {
    return invalid(List.of(FieldError.of(field, phrase)));
  }

  /** One person has too much of something at once. */
  static Problem tooMany(Phrase detail) {
    return of("urn:belfry:too-many", "Too many at once", 429, detail, Optional.of(2L));
  }

  /** All together have too much of something at once. */
  static Problem fullHouse(Phrase detail) {
    return of("urn:belfry:full-house", "Too many at once", 503, detail, Optional.of(5L));
  }

  static Problem platform(Phrase detail) {
    return of("urn:belfry:platform", "Webex did not answer", 503, detail, Optional.of(10L));
  }

  static Problem storage() {
    return of(
        "urn:belfry:storage",
        "The database does not answer",
        503,
        Phrase.of(
            "server.storage",
            "Nothing is lost: what was sent is written down as soon as it answers again. Try again in a moment."),
        Optional.of(5L));
  }

  static Problem fault(String id) {
    return of(
        BLANK,
        "Something broke on our side",
        500,
        Phrase.of(
            "server.fault",
            "It is in the log under {{id}}. Try again; if it stays, tell the people who run this portal.",
            "id",
            id));
  }
}
