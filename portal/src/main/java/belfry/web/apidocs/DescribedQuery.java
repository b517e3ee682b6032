package belfry.web.apidocs;

import belfry.base.Phrase;
import belfry.http.Problem;
import belfry.http.Request;
import belfry.web.frame.Route;
import belfry.web.page.PageRoutes;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** What may stand behind the question mark of an address: what openapi.yaml describes there. */
public final class DescribedQuery {
  /** Of each route, by its method and pattern; read beside the start, which it would delay. */
  private static final CompletableFuture<Map<String, List<String>>> DESCRIBED =
      CompletableFuture.supplyAsync(DescribedQuery::read, work -> Thread.ofVirtual().start(work));

  private DescribedQuery() {}

  private static Map<String, List<String>> read() {
    var document = new ApiDocument(PageRoutes.text("openapi.yaml"));
    return document.operations().stream()
        .collect(
            Collectors.toUnmodifiableMap(
                one -> key(one.method(), one.path().replaceAll("\\{(\\w+)}", ":$1")),
                one ->
                    ApiDocument.stream(one.node().path("parameters"))
                        .map(document::resolved)
                        .filter(parameter -> parameter.path("in").asText().equals("query"))
                        .map(parameter -> parameter.path("name").asText())
                        .toList()));
  }

  private static String key(String method, String pattern) {
    return method + " " + pattern;
  }

  /**
   * A name that is mistyped would have no effect, which nobody would notice. It is asked where it
   * is known who calls: pages and whatever others call from outside may get more.
   *
   * @throws Problem.Thrown 400 if it is not described
   */
  public static void require(Route route, Request request) {
    if (request.query().isEmpty()) {
      return;
    }
    var known =
        DESCRIBED.join().getOrDefault(key(route.method(), route.pattern().toString()), List.of());
    request.query().keySet().stream()
        .filter(name -> !known.contains(name))
        .findFirst()
        .ifPresent(name -> {
          throw Problem.invalid(name, unknown(known)).thrown();
        });
  }

  private static Phrase unknown(List<String> known) {
    return known.isEmpty()
        ? Phrase.of("query.none", "There is no such parameter. This address has none.")
        : Phrase.of(
            "query.unknown",
            "There is no such parameter. This address has: {{names}}.",
            "names",
            String.join(", ", known));
  }
}
