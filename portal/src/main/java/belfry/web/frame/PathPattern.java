package belfry.web.frame;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The paths of a route: {@code :name} matches any single segment, a final {@code *name} all that
 * follow.
 */
public final class PathPattern {
  private final String text;
  private final List<String> parts;

  /** {@code text} begins with a slash. */
  PathPattern(String text) {
    this.text = text;
    parts = List.of(text.substring(1).split("/", -1));
  }

  /** The parameters, if these decoded segments match. */
  public Optional<Map<String, String>> match(List<String> segments) {
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

  @Override
  public String toString() {
    return text;
  }
}
