package belfry.web.frame;

import belfry.access.Access;
import belfry.access.ApiToken;
import belfry.access.ApiTokens;
import belfry.access.Role;
import belfry.apps.App;
import belfry.apps.AppName;
import belfry.apps.Apps;
import belfry.base.Hash;
import belfry.base.Network;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.base.StillAllowed;
import belfry.base.Time;
import belfry.http.Places;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Turns;
import belfry.signin.Session;
import belfry.signin.SignIn;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Admits or refuses a request. Checks the app (404), the request's origin (403), the session or
 * token (401), the token's scope and the role (403), and what stands behind the question mark
 * (400), in this order.
 */
public final class Guard {
  /** The page's header on requests that it makes by itself, without any user action. */
  private static final String UNATTENDED = "belfry-unattended";

  private static final String BEARER = "bearer ";

  /** A browser makes a few requests at once; more would only hold memory. */
  private static final int AT_ONCE = 16;

  /** Somebody who makes endless requests waits behind their own, not before others. */
  private final Turns turns = new Turns(4, Integer.MAX_VALUE, 12, Duration.ofSeconds(5));

  private final Places requests = new Places("requests", AT_ONCE, Integer.MAX_VALUE);
  private final Apps apps;
  private final SignIn signIn;
  private final Access access;
  private final ApiTokens tokens;
  private final TokenPace tokenPace;
  private final BiConsumer<Route, Request> query;
  private final KeptAnswers kept;

  /** {@code query} throws if there is something behind the question mark that the route has not. */
  public Guard(
      Apps apps,
      SignIn signIn,
      Access access,
      ApiTokens tokens,
      BiConsumer<Route, Request> query,
      KeptAnswers kept,
      Time time) {
    this.query = query;
    this.kept = kept;
    this.apps = apps;
    this.tokens = tokens;
    tokenPace = new TokenPace(time);
    this.signIn = signIn;
    this.access = access;
  }

  public Reply answer(Route route, Request request) {
    if (route.handler() instanceof Route.Handler.Public handler) {
      return handler.answer(request);
    }
    var name = request.path("app");
    var app =
        AppName.parse(name)
            .flatMap(apps::find)
            .orElseThrow(() -> Problems.unknownBot(name).thrown());
    var bearer = bearer(request);
    // No browser sends a token by itself, so nobody can be made to send one.
    if (route.changesSomething() && bearer.isEmpty() && !comesFromHere(request)) {
      access
          .refusals()
          .record(
              app, Optional.empty(), "cross-site", route.pattern().toString(), request.address());
      throw Problem.crossSite().thrown();
    }
    return switch (route.handler()) {
      case Route.Handler.Open handler -> handler.answer(app, request);
      case Route.Handler.Personal handler ->
          bearer.isPresent()
              ? program(route, handler, app, request, bearer.get())
              : personal(route, handler, app, request);
      case Route.Handler.Public _ -> throw new IllegalStateException("answered above");
    };
  }

  private Reply personal(Route route, Route.Handler.Personal handler, App app, Request request) {
    var cookies = Cookies.of(request);
    var session = turns.in(asking(request, cookies), () -> session(request, cookies));
    if (session.isEmpty()) {
      return turnedAway(cookies, Problems.signedOut());
    }
    if (!session.get().confirmed() && route.need() != Route.Need.SESSION) {
      return Reply.problem(Problems.unconfirmed());
    }
    var person = session.get().personId();
    request.body().from(person.value());
    return requests.in(
        person.value(),
        Duration.ZERO,
        () -> {
          var known = new Credential.OfSession(session.get());
          var caller = Caller.of(app, known, access.roles(person));
          return permitted(route, handler, caller, request);
        });
  }

  /** The token of RFC 6750, section 2.1; other schemes are a proxy's. */
  private static Optional<Secret> bearer(Request request) {
    return request
        .header("authorization")
        .filter(value -> value.regionMatches(true, 0, BEARER, 0, BEARER.length()))
        .map(value -> new Secret(value.substring(BEARER.length()).strip()));
  }

  /** Cookies that come along with a token count for nothing. */
  private Reply program(
      Route route, Route.Handler.Personal handler, App app, Request request, Secret bearer) {
    var found =
        turns
            .in(Hash.sha256(bearer.reveal()), () -> tokens.find(bearer))
            .filter(one -> signIn.policy().allows(one.organisation()));
    if (found.isEmpty()) {
      return Reply.problem(Problems.badToken());
    }
    var token = found.get();
    var person = token.personId();
    tokenPace
        .take(token.id())
        .ifPresent(wait -> {
          throw Problems.tooFast(wait).thrown();
        });
    request.body().from(person.value());
    return requests.in(
        person.value(),
        Duration.ZERO,
        () -> {
          tokens.used(token, request.address());
          var caller = Caller.of(app, new Credential.OfToken(token), access.roles(person));
          without(route, caller, token)
              .ifPresent(problem -> {
                refused(caller, route);
                throw problem.thrown();
              });
          return permitted(route, handler, caller, request);
        });
  }

  /** What this token lacks for this route. */
  private static Optional<Problem> without(Route route, Caller caller, ApiToken token) {
    if (!token.worksIn(caller.app())) {
      return Optional.of(Problems.otherApp(caller.app().title()));
    }
    if (route.scopes().isEmpty()) {
      return Optional.of(Problems.noToken());
    }
    return route.scopes().stream()
        .filter(scope -> !token.scopes().contains(scope))
        .findFirst()
        .map(Problems::noScope);
  }

  private Reply permitted(
      Route route, Route.Handler.Personal handler, Caller caller, Request request) {
    require(route, caller);
    query.accept(route, request);
    if (route.need() == Route.Need.SENDER || route.need() == Route.Need.ADMIN) {
      access.seen(caller.app(), caller.personId());
    }
    Runnable check = () -> requireStill(route, caller);
    request.body().atEnd(check);
    try {
      return StillAllowed.during(
          check, () -> kept.answer(route, caller, request, () -> handler.answer(caller, request)));
    } finally {
      // What is left of it is read and dropped, also after they signed out with it.
      request.body().atEnd(() -> {});
    }
  }

  /** Whoever has a request open while their rights are taken away does nothing with it. */
  private void requireStill(Route route, Caller caller) {
    if (!isLive(caller)) {
      throw (caller.credential() instanceof Credential.OfToken
              ? Problems.badToken()
              : Problems.signedOut())
          .thrown();
    }
    var now = now(caller);
    require(route, now);
    if (!now.role().equals(caller.role())) {
      throw Problem.conflict(Phrase.of("role.changed", "Your rights have just changed. Try again."))
          .thrown();
    }
  }

  private void require(Route route, Caller caller) {
    var app = caller.app();
    var role = caller.role();
    switch (route.need()) {
      case NOTHING, SESSION, PERSON -> {}
      case SENDER, ADMIN -> {
        if (role.isEmpty()) {
          refused(caller, route);
          throw Problem.forbidden(
                  Phrase.of(
                      "role.none",
                      "You may not send as {{app}}. Ask an administrator of it to add you.",
                      "app",
                      app.title()))
              .thrown();
        }
        if (route.need() == Route.Need.ADMIN && role.get() != Role.ADMIN) {
          refused(caller, route);
          throw Problem.forbidden(
                  Phrase.of(
                      "role.administrators",
                      "Only administrators of {{app}} may do this.",
                      "app",
                      app.title()))
              .thrown();
        }
      }
    }
  }

  private void refused(Caller caller, Route route) {
    access
        .refusals()
        .record(
            caller.app(),
            Optional.of(caller.personId()),
            "role",
            route.pattern().toString(),
            caller.role().map(Role::word).orElse(""));
  }

  /** Who makes the request, as far as this is known before any look-up. */
  private static String asking(Request request, Cookies cookies) {
    var tokens = cookies.sessions();
    return tokens.isEmpty()
        ? Network.of(request.address())
        : Hash.sha256(tokens.getFirst().reveal());
  }

  /** Readable cookies without a session would prevent the page from signing in again. */
  private static Reply turnedAway(Cookies cookies, Problem problem) {
    var reply = Reply.problem(problem);
    return cookies.has(Cookies.ID) || cookies.has(Cookies.DISPLAY_NAME)
        ? Cookies.forgetPerson(reply)
        : reply;
  }

  /**
   * The session of this request: its token names an existing session, and an {@code id} cookie
   * matches that session's person. Neither is worth anything without the other.
   */
  public Optional<Session> session(Request request) {
    return session(request, Cookies.of(request));
  }

  private Optional<Session> session(Request request, Cookies cookies) {
    var session =
        cookies.sessions().stream()
            .map(token -> signIn.sessions().find(token))
            .flatMap(Optional::stream)
            .filter(one -> cookies.ids().stream().anyMatch(id -> same(id, one.personId().value())))
            .findFirst();
    session.ifPresent(one -> {
      signIn.seen(one);
      if (isAttended(request)) {
        signIn.sessions().used(one);
      }
    });
    return session;
  }

  /**
   * Requests that the page makes by itself must not keep a session alive after its person has left.
   */
  private static boolean isAttended(Request request) {
    return request.header(UNATTENDED).isEmpty() && !Live.wanted(request);
  }

  /** Somebody with a confirmed session, where everybody is answered and they learn more. */
  public Caller visitor(App app, Session session) {
    return Caller.of(app, new Credential.OfSession(session), access.roles(session.personId()));
  }

  /** Whether they may make messages of the app that they are in urgent. */
  public boolean mayHurry(Caller caller) {
    return access.mayHurry(caller.app(), caller.personId());
  }

  /** Whether a caller who was admitted may still read all that they were shown; for streams. */
  public boolean mayStay(Caller caller) {
    var now = now(caller);
    return isLive(caller) && now.role().isPresent() && now.role().equals(caller.role());
  }

  private boolean isLive(Caller caller) {
    return switch (caller.credential()) {
      case Credential.OfSession(var session) -> signIn.sessions().isLive(session);
      case Credential.OfToken(var token) -> tokens.isLive(caller.app(), token);
    };
  }

  private Caller now(Caller caller) {
    return Caller.of(caller.app(), caller.credential(), access.roles(caller.personId()));
  }

  private static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Whether a change is requested by our own page or by a program. Browsers say so in {@code
   * Sec-Fetch-Site}, older ones in {@code Origin}.
   */
  private static boolean comesFromHere(Request request) {
    var site = request.header("sec-fetch-site");
    if (site.isPresent()) {
      return site.get().equals("same-origin");
    }
    var origin = request.header("origin");
    return origin.isEmpty() || sameAuthority(origin.get(), request.header("host").orElse(""));
  }

  private static boolean sameAuthority(String origin, String host) {
    try {
      return host.equalsIgnoreCase(URI.create(origin).getAuthority());
    } catch (IllegalArgumentException _) {
      return false;
    }
  }
}
