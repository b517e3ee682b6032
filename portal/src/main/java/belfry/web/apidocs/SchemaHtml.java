package belfry.web.apidocs;

import belfry.web.frame.Html;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** A schema of the API as HTML: its type in words, and its fields as a list. */
final class SchemaHtml {
  private SchemaHtml() {}

  /** Fields with their types and what they mean; empty for what has none. */
  static String fields(JsonNode schema) {
    var holder = holder(schema);
    var properties = holder.path("properties");
    if (properties.isEmpty()) {
      return "";
    }
    var required =
        ApiDocument.stream(holder.path("required"))
            .map(JsonNode::asText)
            .collect(Collectors.toSet());
    return properties.properties().stream()
        .map(field -> field(field.getKey(), field.getValue(), required))
        .collect(Collectors.joining("", "<dl class=\"api-fields\">", "</dl>"));
  }

  /** The object that is meant, also if it stands in arrays. */
  private static JsonNode holder(JsonNode schema) {
    return schema.has("items") ? holder(schema.path("items")) : schema;
  }

  private static String field(String name, JsonNode schema, Set<String> required) {
    return "<dt>%s <span class=\"api-type\">%s%s</span></dt><dd>%s%s</dd>"
        .formatted(
            Html.code(name),
            type(schema),
            required.contains(name) ? ", <b>required</b>" : "",
            Html.line(schema.path("description").asText()),
            fields(schema));
  }

  /** Its type in words, with links to schemas that have a name. */
  static String type(JsonNode schema) {
    var name = ApiDocument.referred(schema);
    if (!name.isEmpty()) {
      return "<a href=\"#schema-%s\">%s</a>".formatted(Html.escaped(name), Html.escaped(name));
    }
    if (schema.path("allOf").size() == 1) {
      return type(schema.path("allOf").path(0));
    }
    for (var several : List.of("allOf", "oneOf", "anyOf")) {
      if (schema.has(several)) {
        return ApiDocument.stream(schema.path(several))
            .map(SchemaHtml::type)
            .collect(Collectors.joining(several.equals("allOf") ? " and " : " or "));
      }
    }
    var words = new ArrayList<String>();
    words.add(kind(schema));
    words.add(values(schema));
    words.add(Html.escaped(schema.path("format").asText()));
    words.add(range(schema));
    words.add(
        schema.has("default") ? Html.code(schema.path("default").asText()) + " by default" : "");
    words.add(schema.has("example") ? "like " + Html.code(schema.path("example").asText()) : "");
    return Html.joined(", ", words);
  }

  private static String kind(JsonNode schema) {
    var type = schema.path("type");
    if (type.asText().equals("array")) {
      return schema.has("items") ? "array of " + type(schema.path("items")) : "array";
    }
    if (type.isArray()) {
      return ApiDocument.stream(type).map(JsonNode::asText).collect(Collectors.joining(" or "));
    }
    if (schema.path("additionalProperties").isObject()) {
      return "object of " + type(schema.path("additionalProperties"));
    }
    return Html.escaped(type.asText());
  }

  private static String values(JsonNode schema) {
    if (schema.has("const")) {
      return Html.code(schema.path("const").asText());
    }
    return ApiDocument.stream(schema.path("enum"))
        .map(one -> Html.code(one.asText()))
        .collect(Collectors.joining(" "));
  }

  private static String range(JsonNode schema) {
    var words = new ArrayList<String>();
    words.add(bounds(schema, "minimum", "maximum", ""));
    words.add(bounds(schema, "minLength", "maxLength", " characters"));
    words.add(bounds(schema, "minItems", "maxItems", " items"));
    return Html.joined(", ", words);
  }

  private static String bounds(JsonNode schema, String least, String most, String of) {
    if (schema.has(least) && schema.has(most)) {
      var from = schema.path(least).asText();
      var to = schema.path(most).asText();
      return (from.equals(to) ? from : from + " to " + to) + of;
    }
    if (schema.has(most)) {
      return "at most " + schema.path(most).asText() + of;
    }
    return schema.has(least) ? "at least " + schema.path(least).asText() + of : "";
  }
}
