package belfry.client;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.Map;

/** The portal has read a request and refused it; the problem says why. */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final int INVALID = 400;
  private static final int SIGNED_OUT = 401;
  private static final int FORBIDDEN = 403;
  private static final int NOT_FOUND = 404;
  private static final int CONFLICT = 409;
  private static final int KEY_USED = 422;

  private final int status;
  private final transient JsonNode problem;

  Refusal(int status, JsonNode problem) {
    super(problem.path("detail").asText());
    this.status = status;
    this.problem = problem;
  }

  /** A sentence in English. */
  String detail() {
    return problem.path("detail").asText();
  }

  /** What is wrong, by the field of the form. */
  Map<String, String> errors() {
    var errors = new LinkedHashMap<String, String>();
    problem
        .path("errors")
        .forEach(one -> errors.put(one.path("field").asText(), one.path("message").asText()));
    return errors;
  }

  /** Whether somebody has changed what it is about since. */
  boolean isStale() {
    return problem.path("type").asText().equals("urn:belfry:stale");
  }

  /** What has to be done about it. */
  enum Kind {
    TOKEN,
    APP,
    /** Something that was there is not any more. */
    GONE,
    KEY_USED,
    /** Nobody knows any more what was asked under the key. */
    KEY_ERASED,
    REQUEST
  }

  Kind kind() {
    return switch (status) {
      case SIGNED_OUT -> Kind.TOKEN;
      case FORBIDDEN -> errors().isEmpty() ? Kind.TOKEN : Kind.REQUEST;
      case NOT_FOUND ->
          problem.path("type").asText().equals("urn:belfry:unknown-bot") ? Kind.APP : Kind.GONE;
      case KEY_USED -> Kind.KEY_USED;
      case CONFLICT ->
          problem.path("code").asText().equals("requestId.erased") ? Kind.KEY_ERASED : Kind.REQUEST;
      default -> Kind.REQUEST;
    };
  }

  /**
   * Whether it says that an earlier request under the same key took no effect: one that did would
   * have been answered like that one.
   */
  boolean isAboutTheRequest() {
    return status == INVALID
        || status == KEY_USED
        || (status == FORBIDDEN && kind() == Kind.REQUEST)
        || (status == CONFLICT && kind() != Kind.KEY_ERASED);
  }
}
