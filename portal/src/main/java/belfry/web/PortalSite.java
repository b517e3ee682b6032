package belfry.web;

import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Site;
import belfry.http.Site.ErrorFormat;
import java.util.List;

/** The portal as a {@link Site}: the table of routes, with the guard before each row. */
final class PortalSite implements Site {
  private final Routes routes;
  private final Guard guard;

  PortalSite(Routes routes, Guard guard) {
    this.routes = routes;
    this.guard = guard;
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
      return guard.answer(match.route(), request.with(match.parameters()));
    }

    private Routes.Match row(String method) {
      if (fitting.isEmpty()) {
        throw Problem.nothingHere().thrown();
      }
      return fitting.stream()
          .filter(match -> match.route().method().equals(method))
          .findFirst()
          .orElseThrow(() -> Problem.method(methods()).thrown());
    }

    private List<String> methods() {
      return fitting.stream().map(match -> match.route().method()).distinct().toList();
    }
  }
}
