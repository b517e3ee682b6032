package belfry.web;

import belfry.apps.App;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Site.ErrorFormat;

/**
 * One row of the table of routes.
 *
 * @param need what the caller must be
 * @param errors how this route says what went wrong
 */
record Route(String method, PathPattern pattern, Need need, ErrorFormat errors, Handler handler) {

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
    return new Route(
        method, new PathPattern(pattern), Need.NOTHING, ErrorFormat.PROBLEM_JSON, handler);
  }

  static Route open(String method, String pattern, Handler.Open handler) {
    return new Route(
        method, new PathPattern(pattern), Need.NOTHING, ErrorFormat.PROBLEM_JSON, handler);
  }

  /** Its errors are plain text, as interface.md 7 has it. */
  static Route signIn(String method, String pattern, Handler.Open handler) {
    return new Route(
        method, new PathPattern(pattern), Need.NOTHING, ErrorFormat.PLAIN_TEXT, handler);
  }

  static Route signedIn(String method, String pattern, Handler.Personal handler) {
    return new Route(
        method, new PathPattern(pattern), Need.SESSION, ErrorFormat.PROBLEM_JSON, handler);
  }

  static Route person(String method, String pattern, Handler.Personal handler) {
    return new Route(
        method, new PathPattern(pattern), Need.PERSON, ErrorFormat.PROBLEM_JSON, handler);
  }

  static Route sender(String method, String pattern, Handler.Personal handler) {
    return new Route(
        method, new PathPattern(pattern), Need.SENDER, ErrorFormat.PROBLEM_JSON, handler);
  }

  static Route admin(String method, String pattern, Handler.Personal handler) {
    return new Route(
        method, new PathPattern(pattern), Need.ADMIN, ErrorFormat.PROBLEM_JSON, handler);
  }

  boolean changesSomething() {
    return !method.equals("GET");
  }
}
