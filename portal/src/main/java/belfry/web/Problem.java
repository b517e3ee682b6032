package belfry.web;

import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Optional;

/**
 * Why a request was not done (RFC 9457).
 *
 * @param type {@code about:blank} or a name of ours
 * @param detail what happened and what to do, for people
 * @param errors the fields at fault
 * @param retryAfter seconds after which it may be tried again
 */
record Problem(
    String type,
    String title,
    int status,
    String detail,
    List<FieldError> errors,
    @JsonIgnore Optional<Long> retryAfter) {

  /** One field and what is wrong with it. */
  record FieldError(String field, String message) {}

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

  private static Problem of(String type, String title, int status, String detail) {
    return new Problem(type, title, status, detail, List.of(), Optional.empty());
  }

  static Problem unknownBot(String name) {
    return of(
        "urn:belfry:unknown-bot",
        "Unknown bot",
        404,
        "There is no app called '" + name + "' here.");
  }

  static Problem notFound(String what) {
    return of("about:blank", "Not found", 404, what);
  }

  static Problem signedOut() {
    return of("urn:belfry:signed-out", "Signed out", 401, "Sign in first.");
  }

  static Problem unconfirmed() {
    return of(
        "urn:belfry:confirm",
        "confirm",
        401,
        "Confirm that it was you who signed in: POST session/confirm.");
  }

  static Problem forbidden(String detail) {
    return of("urn:belfry:forbidden", "Not allowed", 403, detail);
  }

  static Problem crossSite() {
    return of(
        "urn:belfry:cross-site",
        "Not from here",
        403,
        "Changes are accepted from the portal's own pages and from programs only.");
  }

  static Problem conflict(String detail) {
    return of("urn:belfry:conflict", "Not in this state", 409, detail);
  }

  static Problem stale(String detail) {
    return of("urn:belfry:stale", "Changed meanwhile", 409, detail);
  }

  static Problem method(String allowed) {
    return of("about:blank", "Method not allowed", 405, "Use " + allowed + ".");
  }

  static Problem mediaType() {
    return of("about:blank", "Unsupported media type", 415, "Send the body as application/json.");
  }

  static Problem noForm() {
    return of(
        "about:blank",
        "Unsupported media type",
        415,
        "Send the file itself as the body, not a form with it.");
  }

  static Problem tooLarge(String what) {
    return of("about:blank", "Too large", 413, what);
  }

  static Problem malformed() {
    return of("about:blank", "Malformed", 400, "The body is not what its headers say.");
  }

  /** What is no request at all: only the status tells why. */
  static Problem unreadable(int status) {
    return switch (status) {
      case 413 -> tooLarge("The body is larger than anything that is accepted here.");
      case 414 -> of("about:blank", "Too long", 414, "The address may have 8 KiB at most.");
      case 503 -> of("about:blank", "Busy", 503, "Too many requests at once. Try again.");
      case 500 -> of("about:blank", "Something broke on our side", 500, "Try again in a moment.");
      case 505 -> of("about:blank", "HTTP version", 505, "Use HTTP/1.1.");
      default ->
          of(
              "about:blank",
              "Malformed",
              status,
              "This is no request that HTTP allows, or its headers have more than 16 KiB.");
    };
  }

  static Problem tooSlow() {
    return of(
        "about:blank",
        "Too slow",
        408,
        "The body did not arrive in time. Send less, or over a faster connection.");
  }

  static Problem invalid(List<FieldError> errors) {
    var detail =
        errors.size() == 1
            ? errors.getFirst().message()
            : "%d fields need another look.".formatted(errors.size());
    return new Problem(
        "urn:belfry:invalid", "Invalid input", 400, detail, errors, Optional.empty());
  }

  static Problem invalid(String field, String message) {
    return invalid(List.of(new FieldError(field, message)));
  }

  /** One person has too much of something at once. */
  static Problem tooMany(String detail) {
    return new Problem(
        "urn:belfry:too-many", "Too many at once", 429, detail, List.of(), Optional.of(2L));
  }

  /** All together have too much of something at once. */
  static Problem fullHouse(String detail) {
    return new Problem(
        "urn:belfry:full-house", "Too many at once", 503, detail, List.of(), Optional.of(5L));
  }

  static Problem platform(String detail) {
    return new Problem(
        "urn:belfry:platform", "Webex did not answer", 503, detail, List.of(), Optional.of(10L));
  }

  static Problem storage() {
    return new Problem(
        "urn:belfry:storage",
        "The database does not answer",
        503,
        "Nothing is lost: what was sent is written down as soon as it answers again. Try again in a moment.",
        List.of(),
        Optional.of(5L));
  }

  static Problem fault(String id) {
    return of(
        "about:blank",
        "Something broke on our side",
        500,
        "It is in the log under "
            + id
            + ". Try again; if it stays, tell the people who run this portal.");
  }
}
