package belfry.web;

import belfry.base.Time;
import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Site;
import belfry.http.Site.ErrorFormat;
import belfry.metrics.Metrics;
import belfry.web.frame.Guard;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/** The portal as a {@link Site}: the table of routes, with the guard before each row. */
final class PortalSite implements Site {
  private static final int FAULT = 500;

  private final Routes routes;
  private final Guard guard;
  private final Metrics metrics;
  private final Time time;

  PortalSite(Routes routes, Guard guard, Metrics metrics, Time time) {
    this.routes = routes;
    this.guard = guard;
    this.metrics = metrics;
    this.time = time;
  }

  @Override
  public Resource at(List<String> segments) {
    return new Rows(routes.match(segments));
  }

  /** The rows of one address, one for each method. */
  private final class Rows implements Resource {
    private final List<Routes.Match> fitting;

    Rows(List<Routes.Match> fitting) {
      this.fitting = fitting;
    }

    @Override
    public ErrorFormat errors() {
      return fitting.stream().anyMatch(match -> match.route().errors() == ErrorFormat.PLAIN_TEXT)
          ? ErrorFormat.PLAIN_TEXT
          : ErrorFormat.PROBLEM_JSON;
    }

    @Override
    public Reply answer(Request request) {
      var match = row(request.method());
      var began = time.nanos();
      // What is thrown and is no problem is a fault of Belfry's.
      var status = FAULT;
      try {
        var reply = guard.answer(match.route(), request.with(match.parameters()));
        status = reply.status();
        return reply;
      } catch (Problem.Thrown found) {
        var told = found.of(request);
        status = told.status();
        throw told;
      } finally {
        metrics.answered(
            match.route().method(),
            match.route().pattern().toString(),
            status,
            Duration.ofNanos(time.nanos() - began));
      }
    }

    private Routes.Match row(String method) {
      if (fitting.isEmpty()) {
        throw Problem.nothingHere().thrown();
      }
      return fitting.stream()
          .filter(match -> methods(match).anyMatch(method::equals))
          .findFirst()
          .orElseThrow(() ->
              Problem.method(fitting.stream().flatMap(this::methods).distinct().toList()).thrown());
    }

    /** Looking at what signs in with HEAD, as previews of links do, may not use it up. */
    private Stream<String> methods(Routes.Match match) {
      var method = match.route().method();
      return method.equals("GET") && match.route().errors() != ErrorFormat.PLAIN_TEXT
          ? Stream.of(method, "HEAD")
          : Stream.of(method);
    }
  }
}
