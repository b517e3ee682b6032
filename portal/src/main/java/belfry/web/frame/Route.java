package belfry.web.frame;

import belfry.access.Scope;
import belfry.apps.App;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Site.ErrorFormat;
import java.util.List;

/**
 * A row of the route table.
 *
 * @param need what is required of the caller
 * @param scopes the scopes that a token needs, all of them; empty where none may be used
 * @param errors the error format of this route
 * @param asks whether it changes nothing though it is a POST
 * @param kept whether {@link KeptAnswers} remembers its requests; otherwise it does so itself
 * @param repeatable whether doing it twice is as good as once, so that what was broken off may be
 *     done again under its key
 */
public record Route(
    String method,
    PathPattern pattern,
    Need need,
    List<Scope> scopes,
    ErrorFormat errors,
    Handler handler,
    boolean asks,
    boolean kept,
    boolean repeatable) {

  private Route(
      String method,
      PathPattern pattern,
      Need need,
      List<Scope> scopes,
      ErrorFormat errors,
      Handler handler) {
    this(method, pattern, need, scopes, errors, handler, false, false, false);
  }

  /** What is required of a caller to use a route. */
  public enum Need {
    NOTHING,
    /** A session, even one that its person has not confirmed yet. */
    SESSION,
    /** A confirmed session, whatever its rights in this app. */
    PERSON,
    SENDER,
    ADMIN
  }

  /** The handler of a route. */
  public sealed interface Handler {
    /** Answers without an app. */
    non-sealed interface Public extends Handler {
      Reply answer(Request request);
    }

    /** Answers for an app, to anybody. */
    non-sealed interface Open extends Handler {
      Reply answer(App app, Request request);
    }

    /** Answers a caller whose rights have been checked. */
    non-sealed interface Personal extends Handler {
      Reply answer(Caller caller, Request request);
    }
  }

  public static Route everybody(String method, String pattern, Handler.Public handler) {
    return of(method, pattern, Need.NOTHING, handler);
  }

  public static Route open(String method, String pattern, Handler.Open handler) {
    return of(method, pattern, Need.NOTHING, handler);
  }

  /** A route whose errors are plain text (interface.md 7). */
  public static Route signIn(String method, String pattern, Handler.Open handler) {
    return new Route(
        method, new PathPattern(pattern), Need.NOTHING, List.of(), ErrorFormat.PLAIN_TEXT, handler);
  }

  public static Route signedIn(String method, String pattern, Handler.Personal handler) {
    return of(method, pattern, Need.SESSION, handler);
  }

  public static Route person(String method, String pattern, Handler.Personal handler) {
    return of(method, pattern, Need.PERSON, handler);
  }

  public static Route sender(String method, String pattern, Handler.Personal handler) {
    var scope = method.equals("GET") ? Scope.READ : Scope.SEND;
    return of(method, pattern, Need.SENDER, handler, scope);
  }

  /** A question that is too long for an address: it changes nothing. */
  public static Route question(String pattern, Handler.Personal handler) {
    return new Route(
        "POST",
        new PathPattern(pattern),
        Need.SENDER,
        List.of(Scope.READ),
        ErrorFormat.PROBLEM_JSON,
        handler,
        true,
        false,
        false);
  }

  public static Route admin(String method, String pattern, Handler.Personal handler) {
    return of(method, pattern, Need.ADMIN, handler, Scope.ADMINISTER);
  }

  private static Route of(
      String method, String pattern, Need need, Handler handler, Scope... scopes) {
    return new Route(
        method, new PathPattern(pattern), need, List.of(scopes), ErrorFormat.PROBLEM_JSON, handler);
  }

  /** The same, where the answer says what somebody else wrote, so that a token must also read. */
  public Route showing() {
    var both = List.of(scopes.getFirst(), Scope.READ);
    return new Route(method, pattern, need, both, errors, handler, asks, kept, repeatable);
  }

  /** The same; a request with a key is done once, though its handler remembers none. */
  public Route once() {
    return new Route(method, pattern, need, scopes, errors, handler, asks, true, false);
  }

  /** The same, where a second time changes nothing. */
  public Route onceOrAgain() {
    return new Route(method, pattern, need, scopes, errors, handler, asks, true, true);
  }

  /** Whether a request may carry a key, by which a repetition is recognized. */
  boolean takesKey() {
    return changesSomething() && !asks && handler instanceof Handler.Personal;
  }

  boolean changesSomething() {
    return !method.equals("GET");
  }
}
