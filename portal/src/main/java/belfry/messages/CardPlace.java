package belfry.messages;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Set;

/** What a text of a card is for its readers, which says what a value must not do in it. */
enum CardPlace {
  /** In the subset of Markdown that cards know. */
  MARKDOWN,
  WORDS,
  ADDRESS;

  private static final Set<String> ADDRESSES =
      Set.of("url", "iconUrl", "backgroundImage", "poster");

  /** Of the field {@code name} of an object. */
  static CardPlace of(JsonNode object, String name) {
    if (ADDRESSES.contains(name)) {
      return ADDRESS;
    }
    var type = object.path("type").asText();
    var isMarkdown =
        switch (name) {
          case "text" -> type.equals("TextBlock");
          case "label", "errorMessage" -> true;
          // The entries of a FactSet have no type.
          case "title", "value" -> type.isEmpty();
          default -> false;
        };
    return isMarkdown ? MARKDOWN : WORDS;
  }
}
