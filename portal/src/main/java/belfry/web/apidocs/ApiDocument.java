package belfry.web.apidocs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** docs/api/openapi.yaml, read. */
final class ApiDocument {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> METHODS = Set.of("get", "post", "put", "delete");
  private static final String LOCAL = "#/";

  private final JsonNode root;

  /** Jackson's own reader of YAML does not follow aliases. */
  ApiDocument(String yaml) {
    root = JSON.valueToTree(new Yaml(new SafeConstructor(new LoaderOptions())).load(yaml));
  }

  /** One method of one path. */
  record Operation(String method, String path, JsonNode node) {
    /** Its anchor on the page. */
    String anchor() {
      return "op-" + node.path("operationId").asText();
    }

    String tag() {
      return node.path("tags").path(0).asText();
    }
  }

  JsonNode root() {
    return root;
  }

  byte[] json() {
    try {
      return JSON.writeValueAsString(root).getBytes(StandardCharsets.UTF_8);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** In the order of the document. */
  List<Operation> operations() {
    return operations("paths");
  }

  /** What programs of others are told; the path is the type of the event. */
  List<Operation> webhooks() {
    return operations("webhooks");
  }

  private List<Operation> operations(String part) {
    var operations = new ArrayList<Operation>();
    root.path(part)
        .properties()
        .forEach(path ->
            path.getValue()
                .properties()
                .forEach(one -> {
                  if (METHODS.contains(one.getKey())) {
                    operations.add(
                        new Operation(
                            one.getKey().toUpperCase(Locale.ROOT), path.getKey(), one.getValue()));
                  }
                }));
    return operations;
  }

  /** What a reference stands for; anything else stands for itself. */
  JsonNode resolved(JsonNode node) {
    var to = node.path("$ref").asText();
    return to.startsWith(LOCAL) ? resolved(root.at(to.substring(1))) : node;
  }

  /** The last part of a reference; empty if it is none. */
  static String referred(JsonNode node) {
    var to = node.path("$ref").asText();
    return to.substring(to.lastIndexOf('/') + 1);
  }

  static Stream<JsonNode> stream(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false);
  }
}
