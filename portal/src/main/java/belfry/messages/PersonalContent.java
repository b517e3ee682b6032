package belfry.messages;

import belfry.base.Bare;
import belfry.base.Phrase;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A content with placeholders in its text and its card, read once to be filled in for many. Pure.
 */
public final class PersonalContent {
  /** Escaped for Markdown or an address, and then for JSON. */
  private static final int MOST_BYTES_OF_A_CHARACTER = 12;

  private final Content content;
  private final PersonalText text;
  private final Optional<PersonalCard> card;
  private final List<PersonalText> texts;
  private final Map<String, String> names;

  private PersonalContent(Content content) {
    this.content = content;
    text = PersonalText.of(content.markdown());
    card = content.card().map(PersonalCard::of);
    texts =
        Stream.concat(Stream.of(text), card.stream().flatMap(one -> one.texts().stream()))
            .filter(PersonalText::isPersonal)
            .toList();
    var all = new LinkedHashMap<String, String>();
    texts.forEach(one -> one.names().forEach(all::putIfAbsent));
    names = Collections.unmodifiableMap(all);
  }

  public static PersonalContent of(Content content) {
    return new PersonalContent(content);
  }

  /** Whether it says something else to each. */
  public boolean isPersonal() {
    return !texts.isEmpty();
  }

  /** What it asks for, as it was written, by {@link PersonalText#key}. */
  public Map<String, String> names() {
    return names;
  }

  /** Of these values, by their names, those that it uses; blank ones are none. */
  public PersonalValues used(Map<String, String> values) {
    var used = new LinkedHashMap<String, String>();
    values.forEach((name, value) -> {
      var key = PersonalText.key(name);
      if (names.containsKey(key) && !Bare.isBlank(value)) {
        used.putIfAbsent(key, Bare.of(value));
      }
    });
    return new PersonalValues(used);
  }

  /** The names of which neither these values nor the content itself say anything. */
  public Set<String> missing(PersonalValues values) {
    var missing = new LinkedHashSet<String>();
    texts.forEach(one -> missing.addAll(one.missing(values)));
    return missing;
  }

  /** Why it cannot be for whoever got this one, of which it may use only what they have. */
  public Optional<Phrase> lacksDefault(PersonalContent got) {
    var none = new PersonalValues(Map.of());
    var known = got.missing(none).stream().map(PersonalText::key).toList();
    return missing(none).stream()
        .filter(name -> got.names.containsKey(PersonalText.key(name)))
        .filter(name -> !known.contains(PersonalText.key(name)))
        .findFirst()
        .map(name ->
            Phrase.of(
                "markdown.lacksDefault",
                "The message has a default for {{name}}, so not everybody has a value. Give it a default here too, as in {{example}}.",
                "name",
                "{{" + name + "}}",
                "example",
                "{{" + name + "|…}}"));
  }

  /** The defaults that stand for what these values do not say, by name. */
  public Map<String, String> defaulted(PersonalValues values) {
    var defaulted = new LinkedHashMap<String, String>();
    texts.forEach(one -> one.defaulted(values).forEach(defaulted::putIfAbsent));
    return defaulted;
  }

  /** Whether with these values, everything that its card links to can be opened. */
  public boolean isLinked(PersonalValues values) {
    return card.stream().allMatch(one -> one.isLinked(values));
  }

  /** How long its text is with these values, in bytes. */
  public int bytes(PersonalValues values) {
    return text.bytes(values);
  }

  /**
   * Whether it is more than the platform accepts. Filling a card takes long, so that is done only
   * if the values could make it too large.
   */
  public boolean isTooLong(PersonalValues values) {
    if (text.mostBytes(values) > MessageText.MOST_BYTES && bytes(values) > MessageText.MOST_BYTES) {
      return true;
    }
    if (card.isEmpty()) {
      return false;
    }
    var longest = values.byKey().values().stream().mapToInt(String::length).sum();
    var room = content.card().stream().mapToInt(one -> Card.MOST_BYTES - one.bytes()).sum();
    return (long) longest * MOST_BYTES_OF_A_CHARACTER * card.get().places() > room
        && filled(values).isTooLong();
  }

  /** The content for who has these values. */
  public Content filled(PersonalValues values) {
    return new Content(
        text.filled(values), content.attachment(), card.map(one -> one.filled(values)));
  }
}
