package belfry.bench.fuzz;

import java.util.List;
import java.util.Map;

/**
 * Values that mean something to this portal, by the name of the field or parameter that takes them.
 *
 * @param values of each name; names that are not here get whatever fits their schema
 */
record Known(Map<String, List<String>> values) {
  List<String> of(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** All of them, for fields that want something else. */
  List<String> any() {
    return values.values().stream().flatMap(List::stream).toList();
  }
}
