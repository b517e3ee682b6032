package belfry.bench.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes JSON for a schema: as it should be, or with something wrong in it. */
final class JsonText {
  private static final List<String> ODD =
      List.of(
          "null",
          "true",
          "false",
          "[]",
          "{}",
          "\"\"",
          "0",
          "-0",
          "-1",
          "1.5",
          "1e9",
          "1e400",
          "2147483648",
          "9223372036854775808",
          "NaN",
          "Infinity",
          "01",
          "+1",
          "0x1",
          "'a'",
          "nul",
          "\"",
          "\"\\",
          "\"\\x\"",
          "\"\\ud800\"",
          "\"\\udc00\\ud800\"",
          "\"\\u0000\"",
          "[null]",
          "[[]]",
          "{\"a\":{}}",
          "{\"kind\":null}",
          "{\"\":0}",
          "//",
          "/**/1",
          "\ufeff{}",
          "");

  private final Api api;
  private final Known known;
  private final Dice dice;

  /** Of a hundred values so many are not what they should be. */
  private final int odd;

  JsonText(Api api, Known known, Dice dice, int odd) {
    this.api = api;
    this.known = known;
    this.dice = dice;
    this.odd = odd;
  }

  /**
   * A body for an operation.
   *
   * @param words what stands in its path: its description may say which body goes with them
   */
  String body(Operation operation, JsonNode schema, List<String> words) {
    var json = value("", meant(operation, schema, words));
    return switch (isOdd() ? dice.below(6) : 6) {
      case 0 -> json.substring(0, dice.below(json.length() + 1));
      case 1 -> json + dice.of(ODD);
      case 2 -> dice.of(ODD);
      case 3 -> "[".repeat(dice.length(20_000)) + json;
      case 4 -> "{\"a\":".repeat(dice.length(5_000)) + json;
      default -> json;
    };
  }

  private JsonNode meant(Operation operation, JsonNode schema, List<String> words) {
    for (var word : words) {
      var row = Pattern.compile("`" + Pattern.quote(word) + "` \\| `(\\w+)`");
      var said = row.matcher(operation.description());
      if (said.find() && !isOdd()) {
        return api.schemas().getOrDefault(said.group(1), schema);
      }
    }
    return schema;
  }

  private boolean isOdd() {
    return dice.below(100) < odd;
  }

  private String value(String name, JsonNode reference) {
    var schema = api.resolved(reference);
    if (isOdd()) {
      return dice.oneIn(2) ? dice.of(ODD) : quoted(Texts.odd(dice));
    }
    if (schema.has("anyOf")) {
      return value(name, schema.path("anyOf").path(dice.below(schema.path("anyOf").size())));
    }
    if (schema.has("enum")) {
      return quoted(schema.path("enum").path(dice.below(schema.path("enum").size())).asText());
    }
    return switch (schema.path("type").asText()) {
      case "object" -> object(schema);
      case "array" -> array(name, schema);
      case "integer", "number" -> number(schema);
      case "boolean" -> dice.of("true", "false");
      default -> quoted(text(name));
    };
  }

  private String object(JsonNode schema) {
    var required = new ArrayList<String>();
    schema.path("required").forEach(one -> required.add(one.asText()));
    var fields = new ArrayList<String>();
    for (var property : schema.path("properties").properties()) {
      var wanted = required.contains(property.getKey()) ? !isOdd() : dice.oneIn(2);
      for (var times = wanted ? isOdd() ? 2 : 1 : 0; times > 0; times--) {
        fields.add(quoted(property.getKey()) + ":" + value(property.getKey(), property.getValue()));
      }
    }
    if (schema.path("additionalProperties").isObject()) {
      for (var left = dice.below(3); left > 0; left--) {
        fields.add(
            quoted(dice.of("Day", "Text", ""))
                + ":"
                + value("", schema.path("additionalProperties")));
      }
    }
    if (isOdd()) {
      fields.add(quoted(Texts.odd(dice)) + ":" + dice.of(ODD));
    }
    return "{" + String.join(",", fields) + "}";
  }

  private String array(String name, JsonNode schema) {
    var length = isOdd() ? dice.length(2_000) : 1 + dice.below(3);
    return IntStream.range(0, length)
        .mapToObj(_ -> value(name, schema.path("items")))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private String number(JsonNode schema) {
    var least = schema.path("minimum").asInt(1);
    var most = schema.path("maximum").asInt(least + 2);
    return Integer.toString(least + dice.below(most - least + 1));
  }

  private String text(String name) {
    var values = known.of(name);
    if (!values.isEmpty()) {
      return dice.of(values);
    }
    return dice.oneIn(3) ? dice.of(known.any()) : "Text " + dice.below(1_000);
  }

  private static String quoted(String text) {
    var json = new StringBuilder("\"");
    for (var i = 0; i < text.length(); i++) {
      var c = text.charAt(i);
      if (c < ' ' || c == '"' || c == '\\' || Character.isSurrogate(c)) {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
