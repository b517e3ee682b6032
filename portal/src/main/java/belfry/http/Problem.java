package belfry.http;

import belfry.base.Phrase;
import belfry.base.Said;
import com.fasterxml.jackson.annotation.JsonIgnore;
import java.util.List;
import java.util.Map;

/**
 * Why a request failed (RFC 9457).
 *
 * @param type {@code about:blank} or one of Belfry's own types
 * @param detail what happened and what to do, for people, in English
 * @param code the key of {@code detail} in the page's catalogues; {@code args} are its arguments
 * @param errors the invalid fields
 * @param headers that tell programs the same
 */
public record Problem(
    String type,
    String title,
    int status,
    String detail,
    String code,
    Map<String, Object> args,
    List<FieldError> errors,
    @JsonIgnore List<Reply.Header> headers) {

  private static final String BLANK = "about:blank";

  /** A request id that was used for something else. */
  private static final String USED = "requestId.used";

  /** One field and what is wrong with it. */
  public record FieldError(String field, String message, String code, Map<String, Object> args) {
    public static FieldError of(String field, Phrase phrase) {
      return new FieldError(field, phrase.english(), phrase.code(), Said.args(phrase));
    }
  }

  /** Carries a problem from where it is found to where it is written. */
  public static final class Thrown extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Problem problem;

    private Thrown(Problem problem) {
      super(problem.title + ": " + problem.detail, null, false, false);
      this.problem = problem;
    }

    Problem problem() {
      return problem;
    }

    public int status() {
      return problem.status;
    }

    /**
     * The same problem; 422 if it is that the request's {@code Idempotency-Key} was used for
     * another request, as its draft asks for.
     */
    public Thrown of(Request request) {
      return problem.code.equals(USED) && request.header(IdempotencyKey.NAME).isPresent()
          ? keyUsed().thrown()
          : this;
    }
  }

  private static Problem keyUsed() {
    return of(
        "urn:belfry:idempotency-key",
        "Used for another request",
        422,
        Phrase.of(
            "idempotencyKey.used",
            "The header Idempotency-Key names a request that was different. Send a new key with each new request."));
  }

  public Thrown thrown() {
    return new Thrown(this);
  }

  /** A problem of this type, without invalid fields. */
  public static Problem of(
      String type, String title, int status, Phrase phrase, Reply.Header... headers) {
    return new Problem(
        type,
        title,
        status,
        phrase.english(),
        phrase.code(),
        Said.args(phrase),
        List.of(),
        List.of(headers));
  }

  /** The header that says after how many seconds to try again (RFC 9110, 10.2.3). */
  public static Reply.Header retryAfter(int seconds) {
    return new Reply.Header("Retry-After", Integer.toString(seconds));
  }

  public static Problem notFound(Phrase what) {
    return of(BLANK, "Not found", 404, what);
  }

  public static Problem nothingHere() {
    return notFound(Phrase.of("address.nothing", "There is nothing at this address."));
  }

  public static Problem forbidden(Phrase detail) {
    return of("urn:belfry:forbidden", "Not allowed", 403, detail);
  }

  /** What asks for more than somebody may do is one field. */
  public static Problem forbidden(String field, Phrase detail) {
    var all = forbidden(detail);
    return new Problem(
        all.type,
        all.title,
        all.status,
        all.detail,
        all.code,
        all.args,
        List.of(FieldError.of(field, detail)),
        List.of());
  }

  public static Problem crossSite() {
    return of(
        "urn:belfry:cross-site",
        "Not from here",
        403,
        Phrase.of(
            "request.crossSite",
            "Changes are accepted only from the portal's own pages and from programs."));
  }

  public static Problem conflict(Phrase detail) {
    return of("urn:belfry:conflict", "Not in this state", 409, detail);
  }

  public static Problem stale(Phrase detail) {
    return of("urn:belfry:stale", "Changed meanwhile", 409, detail);
  }

  public static Problem method(List<String> allowed) {
    var methods = String.join(", ", allowed);
    return of(
        BLANK,
        "Method not allowed",
        405,
        Phrase.of("request.method", "Use {{allowed}}.", "allowed", methods),
        new Reply.Header("Allow", methods));
  }

  static Problem mediaType() {
    return of(
        BLANK,
        "Unsupported media type",
        415,
        Phrase.of("request.noJson", "Send the body as application/json."));
  }

  public static Problem noForm() {
    return of(
        BLANK,
        "Unsupported media type",
        415,
        Phrase.of("request.form", "Send the file itself as the body, not inside a form."));
  }

  public static Problem tooLarge(Phrase what) {
    return of(BLANK, "Too large", 413, what);
  }

  static Problem malformed() {
    return of(
        BLANK,
        "Malformed",
        400,
        Phrase.of("body.malformed", "The body does not match its headers."));
  }

  /** Of a header that may be sent once. */
  static Problem twice(String header) {
    return of(
        BLANK,
        "Malformed",
        400,
        Phrase.of(
            "request.twice", "Send the header {{name}} once, with one value.", "name", header));
  }

  /** An invalid request; only the status says why. */
  static Problem unreadable(int status) {
    return switch (status) {
      case 413 ->
          tooLarge(Phrase.of("body.largest", "The body is larger than anything accepted here."));
      case 414 ->
          of(
              BLANK,
              "Too long",
              414,
              Phrase.of("address.tooLong", "The address may have at most 8 KiB."));
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
                  "This is not a valid HTTP request, or its headers exceed 16 KiB."));
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

  public static Problem invalid(List<FieldError> errors) {
    var said =
        errors.size() == 1
            ? errors.getFirst()
            : FieldError.of(
                "",
                Phrase.of(
                    "field.several",
                    "{{fields, number}} fields need correcting.",
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
        List.of());
  }

  public static Problem invalid(String field, Phrase phrase) {
    return invalid(List.of(FieldError.of(field, phrase)));
  }

  /** One person has too much open at once. */
  static Problem tooMany(Phrase detail) {
    return of("urn:belfry:too-many", "Too many at once", 429, detail, retryAfter(2));
  }

  /** Everybody together has too much open at once. */
  static Problem fullHouse(Phrase detail) {
    return of("urn:belfry:full-house", "Too many at once", 503, detail, retryAfter(5));
  }

  /** The database is being changed, so nothing can be asked yet. */
  public static Problem starting() {
    return of(
        "urn:belfry:starting",
        "Belfry is starting",
        503,
        Phrase.of(
            "server.starting",
            "The database is being prepared for this version. Try again in a moment."),
        retryAfter(5));
  }

  static Problem storage() {
    return of(
        "urn:belfry:storage",
        "The database does not answer",
        503,
        Phrase.of(
            "server.storage",
            "Nothing is lost: what was sent is recorded as soon as the database answers again. Try again in a moment."),
        retryAfter(5));
  }

  static Problem unreadable() {
    return of(
        "urn:belfry:unreadable",
        "Something stored cannot be read",
        503,
        Phrase.of(
            "server.unreadable",
            "What is stored of this cannot be read by this version of Belfry. Nothing was changed."
                + " Tell the people who run this portal: it is damaged, or a newer version wrote"
                + " it."),
        retryAfter(60));
  }

  static Problem fault(String id) {
    return of(
        BLANK,
        "Something broke on our side",
        500,
        Phrase.of(
            "server.fault",
            "It is in the log under {{id}}. Try again; if it happens again, tell the people who run this portal.",
            "id",
            id));
  }
}
