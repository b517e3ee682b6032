package belfry.simulator.wire;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which handler answers which method and path; earlier routes win. */
public final class Router {
  /** Turns a call into an answer. */
  public interface Handler {
    Answer handle(Call call);
  }

  /** One route; a part of the path in braces matches anything. */
  private record Route(String method, List<String> path, Handler handler) {
    boolean matches(List<String> parts) {
      if (parts.size() != path.size()) {
        return false;
      }
      for (var place = 0; place < parts.size(); place++) {
        if (!isParameter(path.get(place)) && !path.get(place).equalsIgnoreCase(parts.get(place))) {
          return false;
        }
      }
      return true;
    }

    Map<String, String> parameters(List<String> parts) {
      var parameters = new HashMap<String, String>();
      for (var place = 0; place < parts.size(); place++) {
        if (isParameter(path.get(place))) {
          var name = path.get(place).substring(1, path.get(place).length() - 1);
          parameters.put(name, parts.get(place));
        }
      }
      return parameters;
    }

    private static boolean isParameter(String part) {
      return part.startsWith("{");
    }
  }

  /** A route found: its handler and the parts of the path it names. */
  record Match(Handler handler, Map<String, String> parameters) {}

  private final List<Route> routes = new ArrayList<>();

  public Router on(String method, String path, Handler handler) {
    routes.add(new Route(method, parts(path), handler));
    return this;
  }

  Match find(String method, String path) {
    var parts = parts(path);
    var known = false;
    for (var route : routes) {
      if (route.matches(parts)) {
        if (route.method().equals(method)) {
          return new Match(route.handler(), route.parameters(parts));
        }
        known = true;
      }
    }
    throw known
        ? new Problem(405, "The method %s is not allowed here.".formatted(method))
        : new Problem(404, "The requested resource could not be found.");
  }

  private static List<String> parts(String path) {
    var parts = new ArrayList<String>();
    for (var from = 1; from <= path.length(); ) {
      var slash = path.indexOf('/', from);
      var end = slash < 0 ? path.length() : slash;
      if (end > from) {
        parts.add(path.substring(from, end));
      }
      from = end + 1;
    }
    return parts;
  }
}
