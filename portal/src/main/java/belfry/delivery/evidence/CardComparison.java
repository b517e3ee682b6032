package belfry.delivery.evidence;

import belfry.messages.Card;
import belfry.platform.ids.Likeness;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Decides whether a card that the platform shows is the card that was sent: by what it says and
 * where, whatever the order of its fields, how its numbers are written, and what was added that
 * nobody sees. A card that is changed in any other way is not recognized, and only one that clearly
 * says something else is another. Pure.
 */
final class CardComparison {
  /** What people read in a card, or are led to by it. */
  private static final Set<String> SAYING =
      Set.of("text", "title", "value", "label", "placeholder", "altText", "speak", "url");

  /** Says where the form of cards is described, and nothing of this one. */
  private static final String SCHEMA = "$schema";

  private final JsonNode ours;
  private final String words;

  CardComparison(Card ours) {
    this.ours = ours.tree();
    words = plainText(this.ours);
  }

  /** What it says, as one text. */
  String plainText() {
    return words;
  }

  /** Compares with what is shown in JSON; nothing shown tells nothing. */
  Likeness with(String shown) {
    var card = Card.tree(shown);
    if (!card.isObject()) {
      return Likeness.UNCLEAR;
    }
    if (isSame(ours, card)) {
      return Likeness.SAME;
    }
    var others = plainText(card);
    var readable =
        card.path("type").asText().equals("AdaptiveCard") && ContentComparison.isWriting(others);
    return readable && !ContentComparison.isRelated(words, others)
        ? Likeness.OTHER
        : Likeness.UNCLEAR;
  }

  /** Whether two cards that the platform shows are the same. */
  static boolean isSame(String one, String other) {
    var card = Card.tree(one);
    return card.isObject() && isSame(card, Card.tree(other));
  }

  private static boolean isSame(JsonNode one, JsonNode other) {
    if (one.isObject()) {
      return other.isObject() && haveSameFields(one, other);
    }
    if (one.isArray()) {
      return other.isArray() && haveSameEntries(one, other);
    }
    if (one.isTextual()) {
      return other.isTextual()
          && ContentComparison.canonical(one.textValue())
              .equals(ContentComparison.canonical(other.textValue()));
    }
    if (one.isNumber()) {
      return other.isNumber() && one.decimalValue().compareTo(other.decimalValue()) == 0;
    }
    return one.equals(other);
  }

  private static boolean haveSameFields(JsonNode one, JsonNode other) {
    return one.properties().stream()
            .filter(field -> !field.getKey().equals(SCHEMA) && !field.getValue().isNull())
            .allMatch(field -> isSame(field.getValue(), other.path(field.getKey())))
        && other.properties().stream()
            .filter(field -> !one.hasNonNull(field.getKey()))
            .allMatch(field ->
                field.getValue().isValueNode()
                    && (field.getValue().isNull() || !SAYING.contains(field.getKey())));
  }

  private static boolean haveSameEntries(JsonNode one, JsonNode other) {
    if (one.size() != other.size()) {
      return false;
    }
    for (var i = 0; i < one.size(); i++) {
      if (!isSame(one.get(i), other.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** What a card that is shown says. */
  static String plainText(String shown) {
    return plainText(Card.tree(shown));
  }

  private static String plainText(JsonNode card) {
    var words = new ArrayList<String>();
    collect(card, words);
    return String.join(" ", words);
  }

  private static void collect(JsonNode node, List<String> words) {
    node.properties()
        .forEach(field -> {
          if (field.getValue().isTextual() && SAYING.contains(field.getKey())) {
            words.add(field.getValue().textValue());
          }
        });
    node.forEach(child -> collect(child, words));
  }
}
