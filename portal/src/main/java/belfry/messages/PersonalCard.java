package belfry.messages;

import belfry.base.Phrase;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;

/**
 * A card with placeholders in its texts, which each person's values fill in. Where a value stands
 * says what it must not do there; nothing in it can change the card itself. Pure.
 */
final class PersonalCard {
  private final Card card;
  private final JsonNode tree;

  /** The texts with placeholders, by their nodes: each is there once. */
  private final IdentityHashMap<JsonNode, PersonalText> texts = new IdentityHashMap<>();

  private final List<PersonalText> addresses = new ArrayList<>();
  private final List<Phrase> faults = new ArrayList<>();

  private PersonalCard(Card card) {
    this.card = card;
    tree = card.tree();
  }

  static PersonalCard of(Card card) {
    var personal = new PersonalCard(card);
    if (card.json().contains("{{")) {
      personal.read(personal.tree, PersonalText.Markup.NONE);
    }
    return personal;
  }

  private void read(JsonNode node, PersonalText.Markup markup) {
    if (node.isTextual()) {
      var text = PersonalText.of(node.textValue(), markup);
      text.fault().ifPresent(faults::add);
      if (text.isPersonal()) {
        texts.put(node, text);
        if (markup == PersonalText.Markup.ADDRESS) {
          addresses.add(text);
        }
      }
    } else if (node.isObject()) {
      node.properties()
          .forEach(field -> read(field.getValue(), markup(CardPlace.of(node, field.getKey()))));
    } else {
      node.forEach(entry -> read(entry, PersonalText.Markup.NONE));
    }
  }

  private static PersonalText.Markup markup(CardPlace place) {
    return switch (place) {
      case MARKDOWN -> PersonalText.Markup.CARD;
      case WORDS -> PersonalText.Markup.NONE;
      case ADDRESS -> PersonalText.Markup.ADDRESS;
    };
  }

  Collection<PersonalText> texts() {
    return texts.values();
  }

  /** What is wrong with those of its texts that look as if they had placeholders. */
  List<Phrase> faults() {
    return faults;
  }

  /** How many placeholders it has. */
  int places() {
    return texts.values().stream().mapToInt(PersonalText::places).sum();
  }

  /** Whether these values make addresses of all that must be one. */
  boolean isLinked(PersonalValues values) {
    return addresses.stream().allMatch(one -> Card.isAddress(one.filled(values)));
  }

  /** The card for who has these values. */
  Card filled(PersonalValues values) {
    return texts.isEmpty() ? card : new Card(filled(tree, values).toString());
  }

  private JsonNode filled(JsonNode node, PersonalValues values) {
    if (node.isObject()) {
      var object = JsonNodeFactory.instance.objectNode();
      node.properties()
          .forEach(field -> object.set(field.getKey(), filled(field.getValue(), values)));
      return object;
    }
    if (node.isArray()) {
      var array = JsonNodeFactory.instance.arrayNode(node.size());
      node.forEach(entry -> array.add(filled(entry, values)));
      return array;
    }
    var text = texts.get(node);
    return text == null ? node : TextNode.valueOf(text.filled(values));
  }
}
