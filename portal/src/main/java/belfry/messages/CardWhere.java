package belfry.messages;

import belfry.base.Phrase;
import java.util.Map;
import java.util.Optional;

/** Says in words where in a card something is, as whoever wrote it would look for it. */
final class CardWhere {
  private static final Phrase CARD = Phrase.of("card.at.card", "The card");
  private static final Phrase BUTTON = Phrase.of("card.at.button", "Button {{number}}");
  private static final Phrase ELEMENT = Phrase.of("card.at.element", "Element {{number}}");
  private static final Phrase WITHIN = Phrase.of("card.at.within", "{{outer}}, {{inner}}");

  /** The entries of lists within others, by the name of the list. */
  private static final Map<String, Phrase> ENTRIES =
      Map.of(
          "actions", Phrase.of("card.at.innerButton", "button {{number}}"),
          "body", Phrase.of("card.at.innerElement", "element {{number}}"),
          "items", Phrase.of("card.at.innerElement", "element {{number}}"),
          "columns", Phrase.of("card.at.column", "column {{number}}"),
          "facts", Phrase.of("card.at.fact", "fact {{number}}"),
          "choices", Phrase.of("card.at.choice", "choice {{number}}"),
          "images", Phrase.of("card.at.picture", "picture {{number}}"),
          "inlines", Phrase.of("card.at.part", "part {{number}}"),
          "sources", Phrase.of("card.at.source", "source {{number}}"));

  /** Fields whose names say little. */
  private static final Map<String, Phrase> FIELDS =
      Map.of(
          "url", Phrase.of("card.at.address", "address"),
          "iconUrl", Phrase.of("card.at.icon", "address of the icon"),
          "poster", Phrase.of("card.at.poster", "address of the poster"),
          "backgroundImage", Phrase.of("card.at.background", "background picture"),
          "selectAction", Phrase.of("card.at.click", "what a click does"),
          "card", Phrase.of("card.at.inner", "the card behind it"));

  private CardWhere() {}

  /** The place of a JSON pointer. */
  static Phrase of(String pointer) {
    var parts = pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1);
    var place = Optional.<Phrase>empty();
    for (var i = 0; i < parts.length; i++) {
      var name = parts[i].replace("~1", "/").replace("~0", "~");
      var number = i + 1 < parts.length ? number(parts[i + 1]) : Optional.<Integer>empty();
      var isFirst = place.isEmpty();
      var part = number.flatMap(index -> entry(name, index, isFirst)).orElseGet(() -> field(name));
      i += number.isPresent() && ENTRIES.containsKey(name) ? 1 : 0;
      place = Optional.of(place.map(outer -> within(outer, part)).orElse(part));
    }
    return place.orElse(CARD);
  }

  private static Optional<Integer> number(String part) {
    return part.matches("\\d{1,6}") ? Optional.of(Integer.parseInt(part) + 1) : Optional.empty();
  }

  private static Optional<Phrase> entry(String list, int number, boolean first) {
    var phrase =
        first && list.equals("actions")
            ? BUTTON
            : first && list.equals("body") ? ELEMENT : ENTRIES.get(list);
    return Optional.ofNullable(phrase).map(one -> one.with("number", number));
  }

  private static Phrase field(String name) {
    return FIELDS.getOrDefault(name, Phrase.quoted(name));
  }

  private static Phrase within(Phrase outer, Phrase inner) {
    return WITHIN.with("outer", outer, "inner", inner);
  }
}
