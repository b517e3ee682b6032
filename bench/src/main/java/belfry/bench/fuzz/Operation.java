package belfry.bench.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * One method at one path of the API, as the document has it.
 *
 * @param path with names in braces
 * @param isOfSessions whether it begins or ends a session
 * @param description what it says to people; it may tell which body goes with which word
 * @param bodies the schema of each media type that it takes
 * @param answers by status, or {@code default}
 */
record Operation(
    String method,
    String path,
    boolean isOfSessions,
    String description,
    List<Parameter> parameters,
    Map<String, JsonNode> bodies,
    SortedMap<String, JsonNode> answers) {

  /** How many things it does: a path of a few words is as many operations. */
  int weight() {
    return parameters.stream()
        .filter(one -> one.place() == Parameter.Place.PATH)
        .mapToInt(one -> Math.max(1, one.schema().path("enum").size()))
        .reduce(1, (a, b) -> a * b);
  }

  /** Whether it is said what this status means here. */
  boolean names(int status) {
    return answers.containsKey(Integer.toString(status));
  }

  /** Whether this may be what an answer with this status is written in. */
  boolean speaks(int status, String mediaType) {
    var answer = answers.get(names(status) ? Integer.toString(status) : "default");
    return answer == null || !answer.has("content") || answer.path("content").has(mediaType);
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
