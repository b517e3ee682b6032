package belfry.standin.routes;

import belfry.standin.answers.Json;
import belfry.standin.answers.Links;
import belfry.standin.answers.Numbers;
import belfry.standin.wire.Reply;
import belfry.standin.wire.Request;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.function.Function;

/** Pages of a list that does not change, each naming the next in its {@code Link} header. */
final class Slices {
  private static final String AFTER = "after";

  private Slices() {}

  static <T> Reply of(List<T> all, Request request, int max, Function<T, ObjectNode> view) {
    var query = request.query();
    var from = Math.min(all.size(), Numbers.atLeast(0, query, AFTER, 0));
    var to = Math.min(all.size(), from + max);
    var reply = Json.reply(Json.items(all.subList(from, to).stream().map(view).toList()));
    if (to == all.size()) {
      return reply;
    }
    var next = query.with("before", "").with(AFTER, Integer.toString(to));
    return Links.to(reply, Links.absolute(request, next));
  }
}
