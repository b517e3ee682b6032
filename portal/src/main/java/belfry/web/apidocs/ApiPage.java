package belfry.web.apidocs;

import belfry.apps.App;
import belfry.web.frame.Html;
import belfry.web.frame.Route;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The API for readers, as HTML that needs no script: every operation and every schema. */
final class ApiPage {
  private final ApiDocument document;
  private final List<Route> table;

  /**
   * @param table the routes, which say what a token needs
   */
  ApiPage(ApiDocument document, List<Route> table) {
    this.document = document;
    this.table = table;
  }

  /** What the page is made of besides the document. */
  record Frame(String css, String script, String icon) {}

  String html(App app, Frame frame) {
    var title = Html.escaped(app.title());
    return """
    <!doctype html>
    <html lang="en" data-hue="%d">
      <head>
        <meta charset="utf-8">
        <title>API · %s</title>
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <script src="%s"></script>
        <link rel="stylesheet" href="%s">
        <link rel="icon" type="image/svg+xml" href="%s">
      </head>
      <body class="api">
        <a class="api-skip" href="#content">Skip to the content</a>
        <header class="api-top">
          <a href="/Hub/%s/sendMessage.html">%s</a>
          <nav aria-label="The document"><a href="/openapi.yaml">YAML</a> <a href="/openapi.json">JSON</a></nav>
        </header>
        <nav class="api-index" aria-label="Operations">%s</nav>
        <main class="api-main" id="content" tabindex="-1">%s</main>
      </body>
    </html>
    """
        .formatted(
            app.hue(),
            title,
            frame.script,
            frame.css,
            frame.icon,
            Html.escaped(app.name().value()),
            title,
            index(),
            content(app));
  }

  private Map<String, List<ApiDocument.Operation>> byTag() {
    return document.operations().stream()
        .collect(
            Collectors.groupingBy(
                ApiDocument.Operation::tag, LinkedHashMap::new, Collectors.toList()));
  }

  private String index() {
    var sections = new StringBuilder();
    byTag()
        .forEach((tag, operations) ->
            sections.append(
                folded(
                    tag,
                    operations.stream()
                        .map(one ->
                            item(one.anchor(), Html.escaped(one.node().path("summary").asText())))
                        .collect(Collectors.joining()))));
    var told =
        document.webhooks().stream()
            .map(one -> item(one.anchor(), Html.code(one.path())))
            .collect(Collectors.joining());
    sections.append(folded("webhooks", told));
    var schemas =
        document.root().at("/components/schemas").properties().stream()
            .map(one -> item("schema-" + one.getKey(), Html.escaped(one.getKey())))
            .collect(Collectors.joining());
    return sections.append(folded("schemas", schemas)).toString();
  }

  private static String folded(String name, String items) {
    return "<details><summary>%s</summary><ul>%s</ul></details>".formatted(name, items);
  }

  private static String item(String anchor, String words) {
    return "<li><a href=\"#%s\">%s</a></li>".formatted(anchor, words);
  }

  private String content(App app) {
    var info = document.root().path("info");
    var html = new StringBuilder("<h1>API</h1>");
    html.append(Html.blocks(info.path("description").asText()));
    byTag()
        .forEach((tag, operations) -> {
          html.append("<section><h2 id=\"tag-%s\">%s</h2>".formatted(tag, tag));
          operations.forEach(one -> html.append(operation(app, one)));
          html.append("</section>");
        });
    html.append("<section><h2 id=\"webhooks\">webhooks</h2>");
    document.webhooks().forEach(one -> html.append(told(one)));
    html.append("</section><section><h2 id=\"schemas\">schemas</h2>");
    document
        .root()
        .at("/components/schemas")
        .properties()
        .forEach(one -> html.append(schema(one.getKey(), one.getValue())));
    return html.append("</section>").toString();
  }

  private static String schema(String name, JsonNode schema) {
    return "<article class=\"api-one\"><h3 id=\"schema-%s\">%s</h3><p>%s</p>%s%s</article>"
        .formatted(
            name,
            Html.code(name),
            SchemaHtml.type(schema),
            Html.blocks(schema.path("description").asText()),
            SchemaHtml.fields(schema));
  }

  private String operation(App app, ApiDocument.Operation one) {
    var node = one.node();
    return """
    <article class="api-one">
      <h3 id="%s"><span class="api-method">%s</span> %s</h3>
      <p>%s. %s</p>
      %s%s%s%s
    </article>
    """
        .formatted(
            one.anchor(),
            one.method(),
            Html.code(one.path().replace("{app}", app.name().value())),
            Html.line(node.path("summary").asText()),
            needs(one),
            Html.blocks(node.path("description").asText()),
            parameters(node),
            body(node),
            responses(node));
  }

  /** What a webhook is told, and how it may answer. */
  private String told(ApiDocument.Operation one) {
    var node = one.node();
    return """
    <article class="api-one">
      <h3 id="%s"><span class="api-method">%s</span> %s</h3>
      <p>%s.</p>
      %s%s%s
    </article>
    """
        .formatted(
            one.anchor(),
            one.method(),
            Html.code(one.path()),
            Html.line(node.path("summary").asText()),
            parameters(node),
            body(node),
            responses(node));
  }

  /** What a token must have for it. */
  private String needs(ApiDocument.Operation one) {
    var segments =
        List.of(one.path().replaceFirst("^/", "").replace("{file}", "one").split("/", -1));
    return table.stream()
        .filter(route -> route.method().equals(one.method()))
        .filter(route -> route.pattern().match(segments).isPresent())
        .findFirst()
        .map(ApiPage::needs)
        .orElse("");
  }

  private static String needs(Route route) {
    var scopes =
        route.scopes().stream()
            .map(scope -> "<code>%s</code>".formatted(scope.word()))
            .collect(Collectors.joining(" and "));
    return switch (route.scopes().size()) {
      case 0 ->
          route.need() == Route.Need.NOTHING
              ? "Open to everybody."
              : "On the page only, not with a token.";
      case 1 -> "A token needs the scope %s.".formatted(scopes);
      default -> "A token needs the scopes %s.".formatted(scopes);
    };
  }

  private String parameters(JsonNode node) {
    var all = new ArrayList<String>();
    for (var reference : node.path("parameters")) {
      var one = document.resolved(reference);
      if (!one.path("name").asText().equals("app")) {
        all.add(
            "<dt>%s <span class=\"api-type\">%s, in the %s%s</span></dt><dd>%s</dd>"
                .formatted(
                    Html.code(one.path("name").asText()),
                    SchemaHtml.type(one.path("schema")),
                    Html.escaped(one.path("in").asText()),
                    one.path("required").asBoolean() ? ", <b>required</b>" : "",
                    Html.line(one.path("description").asText())));
      }
    }
    return all.isEmpty()
        ? ""
        : "<h4>Parameters</h4><dl class=\"api-fields\">%s</dl>".formatted(String.join("", all));
  }

  private String body(JsonNode node) {
    var content = document.resolved(node.path("requestBody")).path("content").properties();
    return content.stream()
        .map(one ->
            "<h4>Body <span class=\"api-type\">%s, %s</span></h4>%s"
                .formatted(
                    Html.escaped(one.getKey().equals("*/*") ? "any type" : one.getKey()),
                    SchemaHtml.type(one.getValue().path("schema")),
                    SchemaHtml.fields(one.getValue().path("schema"))))
        .collect(Collectors.joining());
  }

  private String responses(JsonNode node) {
    var good = new ArrayList<String>();
    var problems = new ArrayList<String>();
    for (var entry : node.path("responses").properties()) {
      var status = entry.getKey();
      if (ApiDocument.referred(entry.getValue()).equals("Problem")) {
        problems.add(status.equals("default") ? "any other" : status);
      } else {
        good.add(response(status, document.resolved(entry.getValue())));
      }
    }
    if (!problems.isEmpty()) {
      good.add(
          "<dt>%s</dt><dd>%s</dd>"
              .formatted(
                  String.join(", ", problems),
                  "<a href=\"#schema-Problem\">Problem</a> (application/problem+json)"));
    }
    return "<h4>Answers</h4><dl class=\"api-fields\">%s</dl>".formatted(String.join("", good));
  }

  private static String response(String status, JsonNode response) {
    var types =
        response.path("content").properties().stream()
            .map(one ->
                Html.joined(
                    ", ",
                    List.of(
                        Html.escaped(one.getKey()),
                        SchemaHtml.type(one.getValue().path("schema")))))
            .collect(Collectors.joining("; "));
    var fields =
        response.path("content").properties().stream()
            .map(one -> SchemaHtml.fields(one.getValue().path("schema")))
            .collect(Collectors.joining());
    return "<dt>%s <span class=\"api-type\">%s</span></dt><dd>%s%s</dd>"
        .formatted(
            status.equals("default") ? "any other" : status,
            types,
            Html.line(response.path("description").asText()),
            fields);
  }
}
