package belfry.web.account;

import belfry.access.Access;
import belfry.access.AuditEntry;
import belfry.apps.App;
import belfry.base.Time;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.signin.Callback;
import belfry.signin.Session;
import belfry.signin.Sessions;
import belfry.signin.SignIn;
import belfry.web.frame.Caller;
import belfry.web.frame.Cookies;
import belfry.web.frame.Problems;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Signing in and out: interface.md 4.1, and the session's own two routes. */
public final class SignInRoutes {
  private static final Duration STATE_LIFETIME = Duration.ofMinutes(10);

  /** How many unfinished sign-ins a browser may have; beyond that it loses the oldest. */
  private static final int MOST_STATES = 4;

  private final SignIn signIn;
  private final Access access;
  private final Time time;

  public SignInRoutes(SignIn signIn, Access access, Time time) {
    this.signIn = signIn;
    this.access = access;
    this.time = time;
  }

  public Reply authUrl(App app, Request request) {
    return switch (signIn.start(app)) {
      case SignIn.Start.NotConfigured(var why) -> throw Problems.notConfigured(why).thrown();
      case SignIn.Start.To(var url, var id, var half) -> {
        var reply = Cookies.state(Reply.text(200, url), id, half, STATE_LIFETIME);
        var old = List.copyOf(Cookies.of(request).stateHalves().keySet());
        for (var one : old.subList(0, Math.max(0, old.size() - MOST_STATES + 1))) {
          reply = Cookies.forgetState(reply, one);
        }
        yield reply;
      }
    };
  }

  public Reply callback(App app, Request request) {
    return switch (signIn.finish(app, read(request))) {
      case SignIn.Result.NotConfigured(var words) -> Reply.text(500, words);
      case SignIn.Result.Invalid(var words) -> refused(app, request, 400, words);
      case SignIn.Result.Declined(var words) -> {
        noted(app, request, 401, words);
        yield Reply.text(401, words);
      }
      case SignIn.Result.Foreign(var words) -> refused(app, request, 403, words);
      case SignIn.Result.Broken(var words) -> refused(app, request, 502, words);
      case SignIn.Result.TooMany(var words, var rest) ->
          refused(app, request, 429, words)
              .with("Retry-After", Long.toString(Math.max(1, rest.toSeconds())));
      case SignIn.Result.SignedIn(var profile, var token, var confirmed) -> {
        access.signedIn(profile);
        access
            .audit()
            .record(
                AuditEntry.in(app.name())
                    .by(profile.id())
                    .did("sign-in", profile.displayName())
                    .saying(confirmed ? "" : "unconfirmed"));
        yield Cookies.signedIn(
            Reply.moved(301, "/Hub/" + app.name() + "/sendMessage.html"),
            profile.id().value(),
            profile.displayName(),
            token,
            Sessions.LIFETIME,
            time.now());
      }
    };
  }

  /** Plain text has no links, so the address for starting again is written out. */
  private Reply refused(App app, Request request, int status, String words) {
    noted(app, request, status, words);
    return Reply.text(status, words + "\n\n" + signIn.page(app));
  }

  private void noted(App app, Request request, int status, String words) {
    access
        .refusals()
        .record(app, Optional.empty(), "sign-in", request.address(), status + " " + words);
  }

  private static Callback read(Request request) {
    var cookies = Cookies.of(request);
    return new Callback(
        request.query().getOrDefault("code", List.of()),
        request.query().getOrDefault("state", List.of()),
        request.query("error").filter(error -> !error.isEmpty()),
        cookies.stateHalves(),
        cookies.sessions(),
        visitor(request),
        request.address(),
        request.header("user-agent").orElse(""));
  }

  /** A prefetch is not a visit, although browsers mark it as a navigation. */
  private static Callback.Visitor visitor(Request request) {
    var mode = request.header("sec-fetch-mode");
    var destination = request.header("sec-fetch-dest");
    if (mode.isEmpty() && destination.isEmpty() && request.header("sec-fetch-site").isEmpty()) {
      // Older browsers do not send the kind of request, but they do say that they want a page.
      return request.accepts("text/html") ? Callback.Visitor.NAVIGATION : Callback.Visitor.PROGRAM;
    }
    var ahead = request.header("sec-purpose").filter(purpose -> purpose.contains("prefetch"));
    return ahead.isEmpty()
            && mode.filter("navigate"::equals).isPresent()
            && destination.filter("document"::equals).isPresent()
        ? Callback.Visitor.NAVIGATION
        : Callback.Visitor.SUBRESOURCE;
  }

  /** The answer "yes" to "You are signed in as X. Continue?". */
  public Reply confirm(Caller caller, Request request) {
    signIn.sessions().confirm(caller.session());
    access
        .audit()
        .record(
            AuditEntry.in(caller.app().name())
                .by(caller.acting())
                .did("sign-in.confirm", caller.displayName()));
    return Reply.noContent();
  }

  public Reply logout(Caller caller, Request request) {
    Session session = caller.session();
    signIn.sessions().end(session);
    access
        .audit()
        .record(
            AuditEntry.in(caller.app().name())
                .by(session.personId())
                .did("sign-out", session.displayName()));
    // After a sign-out, nothing that the page stored in the browser may remain, including drafts.
    var reply = Cookies.forgetAll(Reply.noContent()).with("Clear-Site-Data", "\"storage\"");
    // With its half of the state, a browser could repeat its last sign-in.
    for (var id : Cookies.of(request).stateHalves().keySet()) {
      reply = Cookies.forgetState(reply, id);
    }
    return reply;
  }
}
