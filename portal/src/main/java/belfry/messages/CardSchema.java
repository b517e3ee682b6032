package belfry.messages;

import belfry.base.Phrase;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * What is wrong with a card that somebody wrote, and where: no JSON, or not as cards of version 1.3
 * are made, as far as Webex shows them.
 */
final class CardSchema {
  /** Nobody reads more at a time. */
  private static final int MOST = 10;

  private CardSchema() {}

  /** Loaded only when somebody writes a card. */
  private static final class Loaded {
    private static final Schema SCHEMA = load();

    private static Schema load() {
      try (var in = CardSchema.class.getResourceAsStream("card.schema.json")) {
        return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Card.MAPPER.readTree(Objects.requireNonNull(in)));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  static List<Phrase> mistakes(String json) {
    try {
      return mistakes(Card.MAPPER.readTree(json));
    } catch (StreamConstraintsException _) {
      return List.of(
          Phrase.of(
              "card.own.tooDeep",
              "The card is nested too deeply; {{most}} levels can be sent. Use fewer.",
              "most",
              Card.DEEPEST));
    } catch (NumberFormatException _) {
      return List.of(
          Phrase.of(
              "card.own.number", "A number in the card is far too large or small. Correct it."));
    } catch (JsonProcessingException e) {
      return List.of(
          Phrase.of(
              "card.own.noJson",
              "This is not valid JSON. Correct it at line {{line}}, column {{column}}.",
              "line",
              e.getLocation() == null ? 1 : e.getLocation().getLineNr(),
              "column",
              e.getLocation() == null ? 1 : e.getLocation().getColumnNr()));
    }
  }

  private static List<Phrase> mistakes(JsonNode card) {
    var found = Loaded.SCHEMA.validate(card);
    var mistakes = new ArrayList<Phrase>();
    found.stream().map(CardSchema::phrase).forEach(mistakes::add);
    CardAddresses.check(
        card,
        (pointer, why) ->
            mistakes.add(
                Phrase.of(
                    "card.own.at",
                    "{{place}}: {{why}}",
                    "place",
                    CardWhere.of(pointer),
                    "why",
                    why)));
    if (mistakes.size() > MOST) {
      var more = mistakes.size() - MOST;
      mistakes.subList(MOST, mistakes.size()).clear();
      mistakes.add(Phrase.of("card.own.more", "More mistakes: {{count}}.", "count", more));
    }
    return mistakes;
  }

  private static Phrase phrase(Error mistake) {
    var place = CardWhere.of(mistake.getInstanceLocation().toString());
    return switch (mistake.getKeyword()) {
      case "required" ->
          Phrase.of(
              "card.own.missing",
              "{{place}}: {{name}} is missing. Add it.",
              "place",
              place,
              "name",
              String.valueOf(mistake.getProperty()));
      case "additionalProperties" ->
          Phrase.of(
              "card.own.unknown",
              "{{place}}: there is no field {{name}} here. Remove it.",
              "place",
              place,
              "name",
              String.valueOf(mistake.getProperty()));
      case "enum", "const" ->
          Phrase.of(
              "card.own.oneOf",
              "{{place}}: this must be one of {{known}}.",
              "place",
              place,
              "known",
              known(mistake.getSchemaNode()));
      case "type" ->
          Phrase.of(
              "card.own.type",
              "{{place}}: this must be of the JSON type {{type}}.",
              "place",
              place,
              "type",
              known(mistake.getSchemaNode()));
      case "maxItems" ->
          Phrase.of(
              "card.own.tooMany",
              "{{place}}: Webex shows at most {{most}}. Remove some.",
              "place",
              place,
              "most",
              mistake.getSchemaNode().asText());
      case "pattern" ->
          Phrase.of(
              "card.own.pixels", "{{place}}: give a number of pixels, like 50px.", "place", place);
      default ->
          Phrase.of(
              "card.own.wrong",
              "{{place}}: this value cannot stand here. Change or remove it.",
              "place",
              place);
    };
  }

  /** Cards take most words in two spellings; one is enough to be told. */
  private static String known(JsonNode words) {
    return words.isArray()
        ? StreamSupport.stream(words.spliterator(), false)
            .map(JsonNode::asText)
            .collect(
                Collectors.toMap(
                    word -> word.toLowerCase(Locale.ROOT),
                    word -> word,
                    (first, _) -> first,
                    LinkedHashMap::new))
            .values()
            .stream()
            .collect(Collectors.joining(", "))
        : words.asText();
  }
}
