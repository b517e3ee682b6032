package belfry.bench.fuzz;

import belfry.bench.site.Program;
import belfry.bench.site.TrialException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.yaml.snakeyaml.Yaml;

/** {@code docs/api/openapi.yaml}: what may be asked, and what may be answered. */
final class Api {
  private final JsonNode document;
  private final List<Operation> operations = new ArrayList<>();

  Api() {
    var file = Program.repository().resolve("docs/api/openapi.yaml");
    try {
      // Anchors are resolved by way of plain YAML, which Jackson itself does not do.
      var plain = new Yaml().<Object>load(Files.readString(file));
      document = new ObjectMapper().valueToTree(plain);
    } catch (IOException e) {
      throw new TrialException("the API's description cannot be read", e);
    }
    for (var path : document.path("paths").properties()) {
      for (var method : path.getValue().properties()) {
        var name = method.getKey().toUpperCase(Locale.ROOT);
        operations.add(operation(name, path.getKey(), method.getValue()));
      }
    }
  }

  private Operation operation(String method, String path, JsonNode node) {
    var parameters = new ArrayList<Parameter>();
    node.path("parameters").forEach(one -> parameters.add(parameter(resolved(one))));
    var bodies = new LinkedHashMap<String, JsonNode>();
    for (var body : resolved(node.path("requestBody")).path("content").properties()) {
      bodies.put(body.getKey(), body.getValue().path("schema"));
    }
    var answers = new TreeMap<String, JsonNode>();
    for (var answer : node.path("responses").properties()) {
      answers.put(answer.getKey(), resolved(answer.getValue()));
    }
    var isOfSessions = node.path("tags").path(0).asText().equals("sign-in");
    var description = node.path("description").asText();
    return new Operation(method, path, isOfSessions, description, parameters, bodies, answers);
  }

  private static Parameter parameter(JsonNode node) {
    return new Parameter(
        node.path("name").asText(),
        Parameter.Place.valueOf(node.path("in").asText().toUpperCase(Locale.ROOT)),
        node.path("required").asBoolean(),
        node.path("schema"));
  }

  List<Operation> operations() {
    return operations;
  }

  /** Itself, or what it refers to. */
  JsonNode resolved(JsonNode node) {
    return node.has("$ref") ? document.at(node.path("$ref").asText().substring(1)) : node;
  }

  /** The schemas that have a name. */
  Map<String, JsonNode> schemas() {
    var schemas = new TreeMap<String, JsonNode>();
    document
        .path("components")
        .path("schemas")
        .properties()
        .forEach(one -> schemas.put(one.getKey(), one.getValue()));
    return schemas;
  }
}
