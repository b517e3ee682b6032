package belfry.delivery.lane;

import belfry.messages.Content;
import belfry.messages.PersonalContent;
import belfry.messages.PersonalValues;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The texts of the simulation's runs. */
public final class SimulatedWords {
  /** From this seed on, the stories are about messages with placeholders. */
  static final long PERSONAL = 1_000_000;

  private static final String WORDS = "Good morning <@all>, x < y & so on:  \nthe belfry rings ";

  private static final List<String> OTHERS =
      List.of(
          "Lunch is served late today because our kitchen has no gas",
          "Tomorrow everybody works from home since all lifts stand still",
          "Please return borrowed umbrellas before Friday noon");

  private static final String DESK = "at {{desk|your desk}} ";

  /** The stories have few texts, and ask for what they say at each message. */
  private static final Map<Content, PersonalContent> READ = new ConcurrentHashMap<>();

  private SimulatedWords() {}

  static String of(long seed) {
    return SimulatedCards.arePersonal(seed) ? WORDS + DESK : WORDS;
  }

  /** Words that nobody takes for those of other runs, another for each number. */
  static String others(int number) {
    return OTHERS.get(number % OTHERS.size());
  }

  /** Whether neither could be shown for the other. */
  static boolean areApart(Content one, Content other) {
    return !one.equals(other) && (isOther(one) || isOther(other));
  }

  private static boolean isOther(Content content) {
    return OTHERS.stream().anyMatch(content.markdown()::startsWith);
  }

  /** Whether these are exactly the words of a run. */
  public static boolean areOurs(String markdown) {
    return markdown.startsWith(WORDS);
  }

  /** Some people share a desk, and some have none. */
  static Map<String, String> valuesOf(String person) {
    var number = Integer.parseInt(person.substring(1));
    return number % 5 == 0 ? Map.of() : Map.of("desk", "room " + number / 2);
  }

  /** The words of a run for this person or space. */
  static Content said(Content content, String target) {
    var read = READ.computeIfAbsent(content, PersonalContent::of);
    if (!read.isPersonal()) {
      return content;
    }
    var values = target.startsWith("p") ? valuesOf(target) : Map.<String, String>of();
    return read.filled(new PersonalValues(values));
  }
}
