package belfry.bench.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** What a card says, as one line, worked out without any code of the program. */
final class CardSaid {
  private CardSaid() {}

  /** Of a card as the platform holds it. */
  static String of(JsonNode card) {
    var texts = new ArrayList<String>();
    card.path("body").forEach(block -> texts.add(block.path("text").asText()));
    var buttons = new ArrayList<String>();
    card.path("actions")
        .forEach(one -> buttons.add(one.path("title").asText() + " " + one.path("url").asText()));
    return of(texts, buttons);
  }

  static String of(List<String> texts, List<String> buttons) {
    return "\n[card] " + String.join(" / ", texts) + " -> " + String.join(", ", buttons);
  }
}
