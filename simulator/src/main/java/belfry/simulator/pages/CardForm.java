package belfry.simulator.pages;

import belfry.simulator.messages.Markdown;
import belfry.simulator.wire.Json;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An adaptive card as a form: its words, its fields, and a button for each submit action. */
final class CardForm {
  /** Fields of the form that belong to the card begin like this; no other does. */
  private static final String FIELD = "input.";

  private static final String BUTTON = "button";

  private final List<JsonNode> elements = new ArrayList<>();
  private final List<JsonNode> submits = new ArrayList<>();

  private CardForm(JsonNode card) {
    collect(card);
  }

  static CardForm of(String attachment) {
    return new CardForm(Json.tree(attachment).path("content"));
  }

  /** Whatever nests is walked through in order; layout is not the simulator's business. */
  private void collect(JsonNode node) {
    for (var list : List.of("body", "items", "columns", "inlines", "actions")) {
      for (var child : node.path(list)) {
        elements.add(child);
        if (type(child).equals("Action.Submit")) {
          submits.add(child);
        }
        collect(child);
      }
    }
  }

  /** The form; {@code hidden} are the fields that say who presses what. */
  Html html(Html hidden) {
    return Html.of(
        "<form class=\"adaptive\" method=\"post\" action=\"/inbox/press\">{}{}</form>",
        hidden,
        Html.all(elements.stream().map(this::element).toList()));
  }

  private Html element(JsonNode node) {
    return switch (type(node)) {
      case "TextBlock" -> new Html(Markdown.html(text(node, "text")));
      case "TextRun" -> Html.of("<p>{}</p>", text(node, "text"));
      case "Image" -> Html.of("<p class=\"quiet\">Picture: {}</p>", text(node, "altText"));
      case "Input.Toggle" ->
          Html.of(
              "<label class=\"tick\"><input type=\"checkbox\" name=\"{}\"> {}</label>",
              name(node),
              text(node, "title"));
      case "Input.ChoiceSet" ->
          Html.of(
              "<label>{}<select name=\"{}\">{}</select></label>",
              text(node, "label"),
              name(node),
              Html.all(choices(node)));
      case "Input.Text", "Input.Number", "Input.Date", "Input.Time" ->
          Html.of(
              "<label>{}<input name=\"{}\" value=\"{}\" placeholder=\"{}\"></label>",
              text(node, "label"),
              name(node),
              text(node, "value"),
              text(node, "placeholder"));
      case "Action.Submit" ->
          Html.of(
              "<button name=\"{}\" value=\"{}\">{}</button>",
              BUTTON,
              submits.indexOf(node),
              text(node, "title"));
      case "Action.OpenUrl" ->
          Html.of("<p class=\"quiet\">{}: {}</p>", text(node, "title"), text(node, "url"));
      default -> Html.NOTHING;
    };
  }

  private static List<Html> choices(JsonNode node) {
    var choices = new ArrayList<Html>();
    for (var choice : node.path("choices")) {
      choices.add(
          Html.of(
              "<option value=\"{}\">{}</option>", text(choice, "value"), text(choice, "title")));
    }
    return choices;
  }

  /** What the pressed button sends: its own data, and every field of the card. */
  String inputs(Map<String, String> fields) {
    var inputs = Json.MAPPER.createObjectNode();
    for (var element : elements) {
      if (type(element).startsWith("Input.")) {
        inputs.put(text(element, "id"), value(element, fields.get(name(element))));
      }
    }
    var data = pressed(fields.getOrDefault(BUTTON, "0")).path("data");
    if (data instanceof ObjectNode object) {
      inputs.setAll(object);
    }
    return inputs.toString();
  }

  private static String value(JsonNode element, @Nullable String given) {
    if (!type(element).equals("Input.Toggle")) {
      return given == null ? "" : given;
    }
    return given == null
        ? element.path("valueOff").asText("false")
        : element.path("valueOn").asText("true");
  }

  private JsonNode pressed(String button) {
    return submits.stream()
        .filter(it -> String.valueOf(submits.indexOf(it)).equals(button))
        .findFirst()
        .orElseGet(Json.MAPPER::createObjectNode);
  }

  private static String name(JsonNode element) {
    return FIELD + text(element, "id");
  }

  private static String type(JsonNode node) {
    return text(node, "type");
  }

  private static String text(JsonNode node, String field) {
    return node.path(field).asText("");
  }
}
