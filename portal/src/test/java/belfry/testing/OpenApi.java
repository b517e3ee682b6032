package belfry.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** docs/api/openapi.yaml as a judge: is this answer one that it promises? */
public final class OpenApi {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNode DOCUMENT = read();
  private static final SchemaRegistry SCHEMAS =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);
  private static final Map<JsonNode, Schema> READ = new ConcurrentHashMap<>();
  private static final Map<String, Pattern> PATTERNS = new ConcurrentHashMap<>();

  private OpenApi() {}

  private static JsonNode read() {
    try {
      // Anchors are resolved by way of plain YAML, which the mapper itself does not do.
      var file = Files.readString(Path.of("../docs/api/openapi.yaml"));
      var plain = new org.yaml.snakeyaml.Yaml().<Object>load(file);
      return JSON.valueToTree(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@code GET /Hub/:app/info} for each operation. */
  public static List<String> operations() {
    var operations = new ArrayList<String>();
    DOCUMENT
        .path("paths")
        .properties()
        .forEach(path ->
            path.getValue()
                .fieldNames()
                .forEachRemaining(method ->
                    operations.add(
                        method.toUpperCase(java.util.Locale.ROOT)
                            + " "
                            + path.getKey().replaceAll("\\{(\\w+)}", ":$1"))));
    return operations;
  }

  /**
   * Fails where the document does not describe this answer.
   *
   * @param path as it was asked, without query
   * @param contentType empty where there was none
   */
  public static void assertDescribed(
      String method, String path, int status, String contentType, String body) {
    var operation = operation(method, path);
    if (operation.isEmpty()) {
      assertThat(status)
          .as("%s %s is not in openapi.yaml, so it must be 404 or 405", method, path)
          .isIn(404, 405);
      return;
    }
    var response = response(operation.get().path("responses"), status);
    assertThat(response.isMissingNode())
        .as("%s %s answered %d, which openapi.yaml does not know: %s", method, path, status, body)
        .isFalse();
    var content = response.path("content");
    var type = contentType.replaceFirst(";.*", "").strip();
    if (content.isMissingNode()) {
      assertThat(body).as("%s %s has no described body", method, path).isEmpty();
      return;
    }
    assertThat(content.has(type))
        .as("%s %s answered %s, described are %s", method, path, type, names(content))
        .isTrue();
    var value = type.endsWith("json") ? json(body) : TextNode.valueOf(body);
    var faults = schema(content.path(type).path("schema")).validate(value);
    assertThat(faults).as("%s %s: %s", method, path, body).isEmpty();
    // Not everybody who asks reads what is streamed.
    if (type.equals("text/csv") && !body.isEmpty()) {
      assertColumns(operation.get().path("description").asText(), body);
    }
  }

  /** Its description names them, and perhaps one that only some files have at the end. */
  private static void assertColumns(String description, String table) {
    var described = Pattern.compile("Its columns are ([^.]+)\\.").matcher(description);
    assertThat(described.find()).as(description).isTrue();
    var last = Pattern.compile("a last column `(\\w+)`").matcher(description);
    var columns = List.of(described.group(1).split(", "));
    var first = table.lines().findFirst().orElse("");
    var there = List.of(first.replaceAll("[\\uFEFF\"]", "").split(","));
    var more =
        there.size() > columns.size() && last.find() ? List.of(last.group(1)) : List.<String>of();
    assertThat(there).isEqualTo(Stream.concat(columns.stream(), more.stream()).toList());
  }

  /** The names of the parameters of an operation, if it is one, for a path as it is asked. */
  public static List<String> parameters(String method, String path) {
    return operation(method, path).stream()
        .flatMap(operation -> operation.path("parameters").valueStream())
        .map(one -> resolved(one).path("name").asText())
        .toList();
  }

  /** The types of events that webhooks are told. */
  public static List<String> events() {
    return names(DOCUMENT.path("webhooks"));
  }

  /** Fails where the document does not describe what a webhook is told. */
  public static void assertTold(String event, String body) {
    var content = DOCUMENT.path("webhooks").path(event).path("post").path("requestBody");
    var faults =
        schema(content.path("content").path("application/json").path("schema"))
            .validate(json(body));
    assertThat(content.isMissingNode()).as(event).isFalse();
    assertThat(faults).as("%s: %s", event, body).isEmpty();
  }

  /** Whether the document has this path, whatever the method. */
  public static boolean hasPath(String path) {
    return DOCUMENT.path("paths").properties().stream()
        .anyMatch(entry -> pattern(entry.getKey()).matcher(path).matches());
  }

  /** What is said of this status; of any other failure, what is said of failures. */
  private static JsonNode response(JsonNode responses, int status) {
    var exactly = responses.path(Integer.toString(status));
    return resolved(exactly.isMissingNode() && status >= 400 ? responses.path("default") : exactly);
  }

  private static List<String> names(JsonNode node) {
    var names = new ArrayList<String>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static Optional<JsonNode> operation(String method, String path) {
    for (var entry : DOCUMENT.path("paths").properties()) {
      var operation = entry.getValue().path(method.toLowerCase(java.util.Locale.ROOT));
      if (pattern(entry.getKey()).matcher(path).matches()
          && !operation.isMissingNode()
          && allowed(operation, entry.getKey(), path)) {
        return Optional.of(operation);
      }
    }
    return Optional.empty();
  }

  private static Pattern pattern(String template) {
    return PATTERNS.computeIfAbsent(
        template,
        it -> Pattern.compile(it.replace("{file}", ".+").replaceAll("\\{\\w+}", "[^/]+")));
  }

  /** A path parameter with an enum describes only those values: others are 404 and no operation. */
  private static boolean allowed(JsonNode operation, String template, String path) {
    var names = template.split("/", -1);
    var values = path.split("/", -1);
    for (var parameter : operation.path("parameters")) {
      var allowed = parameter.path("schema").path("enum");
      var at = List.of(names).indexOf("{" + parameter.path("name").asText() + "}");
      if (allowed.isArray() && at >= 0 && at < values.length) {
        var found = new ArrayList<String>();
        allowed.forEach(value -> found.add(value.asText()));
        if (!found.contains(values[at])) {
          return false;
        }
      }
    }
    return true;
  }

  /** The schema of the JSON that is sent to a path; missing where it takes none. */
  public static JsonNode sent(String path) {
    return resolved(
        resolved(DOCUMENT.path("paths").path(path).path("post").path("requestBody"))
            .path("content")
            .path("application/json")
            .path("schema"));
  }

  /** A part of the document, or what it refers to. */
  public static JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? DOCUMENT.at(node.path("$ref").asText().substring(1)) : node;
  }

  private static Schema schema(JsonNode schema) {
    // The schemas refer to each other by "#/components/…", so they travel with the document's own.
    return READ.computeIfAbsent(
        schema,
        it -> {
          var whole = JSON.createObjectNode();
          whole.set("components", DOCUMENT.path("components"));
          whole.set("allOf", JSON.createArrayNode().add(it));
          return SCHEMAS.getSchema(whole);
        });
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new AssertionError("no JSON: " + body, e);
    }
  }
}
