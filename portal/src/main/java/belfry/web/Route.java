package belfry.web;

import belfry.apps.App;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One row of the table of routes.
 *
 * @param pattern segments; {@code :name} takes any one segment, a last {@code *name} all that
 *     follow
 * @param need what the caller must be
 * @param errors how this route says what went wrong
 */
record Route(String method, String pattern, Need need, Errors errors, Handler handler) {

  /** What a caller must be to use a route. */
  enum Need {
    NOTHING,
    /** A session, also one of which nobody has said yet that it was them. */
    SESSION,
    /** A session that counts, whatever they may do with this app. */
    PERSON,
    SENDER,
    ADMIN
  }

  /** How errors are written. */
  enum Errors {
    PROBLEM_JSON,
    /** The sign-in routes, as interface.md 7 has it. */
    PLAIN_TEXT
  }

  /** What answers. */
  sealed interface Handler {
    /** Answers without an app. */
    non-sealed interface Public extends Handler {
      Reply answer(Request request);
    }

    /** Answers for an app, whoever asks. */
    non-sealed interface Open extends Handler {
      Reply answer(App app, Request request);
    }

    /** Answers somebody whose rights are settled. */
    non-sealed interface Personal extends Handler {
      Reply answer(Caller caller, Request request);
    }
  }

  static Route everybody(String method, String pattern, Handler.Public handler) {
    return new Route(method, pattern, Need.NOTHING, Errors.PROBLEM_JSON, handler);
  }

  static Route open(String method, String pattern, Handler.Open handler) {
    return new Route(method, pattern, Need.NOTHING, Errors.PROBLEM_JSON, handler);
  }

  static Route signIn(String method, String pattern, Handler.Open handler) {
    return new Route(method, pattern, Need.NOTHING, Errors.PLAIN_TEXT, handler);
  }

  static Route signedIn(String method, String pattern, Handler.Personal handler) {
    return new Route(method, pattern, Need.SESSION, Errors.PROBLEM_JSON, handler);
  }

  static Route person(String method, String pattern, Handler.Personal handler) {
    return new Route(method, pattern, Need.PERSON, Errors.PROBLEM_JSON, handler);
  }

  static Route sender(String method, String pattern, Handler.Personal handler) {
    return new Route(method, pattern, Need.SENDER, Errors.PROBLEM_JSON, handler);
  }

  static Route admin(String method, String pattern, Handler.Personal handler) {
    return new Route(method, pattern, Need.ADMIN, Errors.PROBLEM_JSON, handler);
  }

  /** The parameters where this pattern fits these decoded segments. */
  Optional<Map<String, String>> match(List<String> segments) {
    var parts = parts();
    var parameters = new HashMap<String, String>();
    for (var i = 0; i < parts.size(); i++) {
      var part = parts.get(i);
      if (i >= segments.size()) {
        return Optional.empty();
      } else if (part.startsWith("*")) {
        parameters.put(part.substring(1), String.join("/", segments.subList(i, segments.size())));
        return Optional.of(parameters);
      } else if (part.startsWith(":")) {
        parameters.put(part.substring(1), segments.get(i));
      } else if (!part.equals(segments.get(i))) {
        return Optional.empty();
      }
    }
    return parts.size() == segments.size() ? Optional.of(parameters) : Optional.empty();
  }

  private List<String> parts() {
    var parts = new ArrayList<>(List.of(pattern.split("/", -1)));
    parts.removeFirst();
    return parts;
  }

  boolean changesSomething() {
    return !method.equals("GET");
  }
}
