package belfry.web;

import belfry.http.Problem;
import belfry.http.Reply;
import belfry.http.Request;
import belfry.http.Site;
import belfry.web.operations.Health;
import java.util.List;
import java.util.Optional;

/**
 * What is answered while the database's schema is changed, before the portal is there: that the
 * process lives, and that nothing can be asked of it yet.
 */
final class Starting implements Site {
  private static final List<String> STATUS = List.of("status");
  private static final List<String> READY = List.of("status", "ready");
  private static final List<String> LIVE = List.of("status", "live");
  private static final String WHY =
      "The database's schema is being brought up to date. This can take minutes; do not stop it.";

  @Override
  public Resource at(List<String> segments) {
    return new Resource() {
      @Override
      public ErrorFormat errors() {
        return segments.getLast().endsWith(".html")
            ? ErrorFormat.PLAIN_TEXT
            : ErrorFormat.PROBLEM_JSON;
      }

      @Override
      public Reply answer(Request request) {
        if (segments.equals(LIVE)) {
          return new Health.Live(true, WHY).reply();
        }
        if (segments.equals(READY)) {
          return new Health.Ready(false, WHY).reply();
        }
        if (segments.equals(STATUS)) {
          return Health.Checks.none(WHY).reply(Optional.empty());
        }
        throw Problem.starting().thrown();
      }
    };
  }
}
