package belfry.delivery;

import belfry.messages.Content;
import belfry.messages.PersonalText;
import belfry.messages.PersonalValues;
import java.util.Map;
import java.util.Optional;

/** What the runs of the stories say. */
final class SimulatedWords {
  /** From here on the stories are of messages that say something else to each. */
  static final long PERSONAL = 1_000_000;

  private static final String WORDS = "Good morning <@all>, x < y & so on:  \nthe belfry rings ";

  private static final String DESK = "at {{desk|your desk}} ";

  private SimulatedWords() {}

  static String of(long seed) {
    return seed >= PERSONAL ? WORDS + DESK : WORDS;
  }

  /** Whether these are the words of a run, to the letter. */
  static boolean areOurs(String markdown) {
    return markdown.startsWith(WORDS);
  }

  /** Some have the same desk as another, and some have none. */
  static Map<String, String> valuesOf(String person) {
    var number = Integer.parseInt(person.substring(1));
    return number % 5 == 0 ? Map.of() : Map.of("desk", "room " + number / 2);
  }

  /** What a run says to this person or space. */
  static Content said(Content content, String target) {
    if (!PersonalText.of(content.markdown()).isPersonal()) {
      return content;
    }
    var values = target.startsWith("p") ? valuesOf(target) : Map.<String, String>of();
    return content.filled(Optional.of(new PersonalValues(values)));
  }
}
