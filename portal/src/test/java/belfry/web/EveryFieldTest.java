package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.OpenApi;
import belfry.web.drafts.DraftForm;
import com.fasterxml.jackson.databind.JsonNode;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Every field of every form that openapi.yaml describes, with values of another type than its own:
 * each is refused by its name, whatever else the form says. No database is asked for that. All
 * fields of a type are read by the same code, so each meets one of the wrong values, in turn.
 */
@OnEngines(Engine.SQLITE)
class EveryFieldTest extends ApiContract {
  private static final Map<String, List<String>> WRONG =
      Map.of(
          "string",
              List.of(
                  "7", "1e400", "true", "[]", "{}", "\"a\\u0000\"", "\"\\ud800\"", "\"\\udc00a\""),
          "integer",
              List.of(
                  "\"1\"", "1.5", "1e400", "-1e-400", "true", "[]", "{}", "9".repeat(30), "\"\""),
          "boolean", List.of("\"true\"", "1", "0.0", "[]", "{}"),
          "array", List.of("\"a\"", "7", "{}", "true", "1e400"),
          "object", List.of("\"a\"", "7", "[]", "true", "1e400"));

  /** A value that must not be there, in a body with nothing else, and the field that is named. */
  private record Case(String body, String field) {
    Case in(String name) {
      var inner = field.startsWith("[") || field.isEmpty() ? field : "." + field;
      return new Case("{\"%s\": %s}".formatted(name, body), name + inner);
    }

    Case inList() {
      return new Case(
          "[" + body + "]", "[0]" + (field.isEmpty() || field.startsWith("[") ? "" : ".") + field);
    }
  }

  private final Map<String, Integer> turns = new HashMap<>();

  @Test
  void eachIsRefusedByItsName() {
    var before = everything();
    var forms = new LinkedHashMap<String, Integer>();
    for (var operation : OpenApi.operations()) {
      var path = operation.replaceFirst("POST ", "").replaceAll(":(\\w+)", "{$1}");
      var schema = operation.startsWith("POST ") ? OpenApi.sent(path) : OpenApi.sent("");
      // The platform itself sends events, and signs them.
      if (!schema.isMissingNode() && !path.contains("/answers/event")) {
        var cases = cases(schema);
        forms.put(path, cases.size());
        // A form is read before what it is about is looked for.
        var route = path.replace("/Hub/{app}/", "").replaceAll("\\{\\w+}", "0S9X8JYY9CVR3");
        cases.stream()
            .filter(one -> !one.field.isEmpty())
            .forEach(one -> refused(route, one.body, 400, one.field));
        refused(route, "{\"noSuchField\": 1}", 400, "noSuchField");
        notDescribed(schema).forEach(name -> refusedAsUnknown(route, name));
        for (var body : List.of("", "[]", "7", "\"a\"", "null", "{", "{}{}", "[".repeat(5_000))) {
          refused(route, body, 400, "");
        }
      }
    }
    assertThat(forms).containsKeys("/Hub/{app}/jobs/check/names", "/Hub/{app}/templates/fill");
    assertThat(forms.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(500);
    assertThat(everything()).isEqualTo(before);
  }

  /** Fields of a draft that are not described in a form that has others of them. */
  private static List<String> notDescribed(JsonNode schema) {
    var described = OpenApi.resolved(schema).path("properties");
    return described.has("markdown") && described.has("audience")
        ? Arrays.stream(DraftForm.class.getRecordComponents())
            .map(RecordComponent::getName)
            .filter(name -> !described.has(name))
            .toList()
        : List.of();
  }

  private void refusedAsUnknown(String route, String name) {
    assertThat(ana.post(route, "{\"%s\": 1}".formatted(name)).errors())
        .as(route)
        .isEqualTo(Map.of(name, "There is no such field. Remove it."));
  }

  private List<Case> cases(JsonNode reference) {
    var schema = OpenApi.resolved(reference);
    var type = schema.has("enum") ? "string" : schema.path("type").asText();
    var cases = new ArrayList<Case>();
    assertThat(WRONG).containsKey(type);
    var wrong = WRONG.getOrDefault(type, List.of());
    cases.add(new Case(wrong.get(turns.merge(type, 1, Integer::sum) % wrong.size()), ""));
    schema
        .path("properties")
        .properties()
        .forEach(field -> {
          cases.add(new Case("null", "").in(field.getKey()));
          cases(field.getValue()).forEach(one -> cases.add(one.in(field.getKey())));
        });
    if (schema.path("additionalProperties").isObject()) {
      cases(schema.path("additionalProperties")).forEach(one -> cases.add(one.in("a")));
    } else if (type.equals("object")) {
      cases.add(new Case("{\"noSuchField\": null}", "noSuchField"));
    }
    if (schema.has("items")) {
      cases(schema.path("items")).forEach(one -> cases.add(one.inList()));
    }
    return cases;
  }
}
