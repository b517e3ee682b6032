package belfry.bench.site;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Compares what the platform holds with what the portal reports.
 *
 * @param recipients how large the audience was
 * @param messages how many messages the platform holds
 * @param lost those who should have a message and have none
 * @param givenUp those whom the platform refuses for good, according to the portal, and who have
 *     none
 * @param doubled those who have more than one
 * @param untrue those about whom the platform contradicts the portal, and those with another
 *     recipient's words
 * @param reasons how many recipients wait for a person's decision, by the reason given
 */
public record Judgement(
    int recipients,
    int messages,
    List<String> lost,
    List<String> givenUp,
    List<String> doubled,
    List<String> untrue,
    Map<String, Integer> reasons) {
  private static final int MOST_NAMED = 20;

  /** Of how many it says that a person must decide. */
  public int held() {
    return reasons.values().stream().mapToInt(Integer::intValue).sum();
  }

  /** Whether nobody was left to people either. */
  public boolean decided() {
    return sound() && reasons.isEmpty();
  }

  public boolean sound() {
    return honest() && givenUp.isEmpty();
  }

  /** Whether all that it says is so, and nobody was forgotten. */
  public boolean honest() {
    return lost.isEmpty() && doubled.isEmpty() && untrue.isEmpty();
  }

  /**
   * Compares every recipient the portal lists with every message the platform accepted, and every
   * message with what its recipient should read.
   *
   * @param expected how many people the audience has
   */
  public static Judgement of(
      Staff staff, String job, TrialPlatform platform, Wording wording, int expected) {
    var held = platform.held(wording.words());
    var listed = staff.recipients(job);
    var people = new HashMap<String, TrialPlatform.Person>();
    platform.people().forEach(person -> people.put(person.id(), person));
    return of(
        listed,
        held,
        id -> wording.read(people.getOrDefault(id, TrialPlatform.Person.space(id))),
        expected);
  }

  /**
   * Compares the portal's list with what each recipient has.
   *
   * @param wording what each recipient should read, by id
   */
  static Judgement of(
      List<JsonNode> listed,
      Map<String, List<String>> held,
      UnaryOperator<String> wording,
      int expected) {
    var count = new Count(held);
    listed.forEach(count::add);
    count.read(wording);
    return count.judged(expected);
  }

  /** Takes in the recipients that the portal lists, one after the other. */
  private static final class Count {
    /** The messages each person has at the platform. */
    private final Map<String, List<String>> messages;

    private final Set<String> listed = new HashSet<>();
    private final Map<String, Integer> reasons = new TreeMap<>();
    private final List<String> lost = new ArrayList<>();
    private final List<String> givenUp = new ArrayList<>();
    private final List<String> untrue = new ArrayList<>();
    private int recipients;

    Count(Map<String, List<String>> messages) {
      this.messages = messages;
    }

    void add(JsonNode recipient) {
      var id = recipient.path("id").asText();
      var holds = messages.containsKey(id);
      recipients++;
      listed.add(id);
      switch (recipient.path("state").asText()) {
        case "sent" -> {
          if (!holds) {
            lost.add(id);
          }
        }
        case "failed", "skipped" -> (holds ? untrue : givenUp).add(id);
        // Told truly: nobody but a person can know.
        case "held" -> reasons.merge(recipient.path("reason").asText(), 1, Integer::sum);
        case String open -> lost.add(id + " is still " + open);
      }
    }

    /** Collects what each recipient should read, by id. */
    void read(UnaryOperator<String> wording) {
      messages.forEach((id, texts) -> {
        var theirs = wording.apply(id);
        texts.stream()
            .filter(text -> !text.equals(theirs))
            .forEach(text ->
                untrue.add("%s is to read \"%s\" and reads \"%s\"".formatted(id, theirs, text)));
      });
    }

    Judgement judged(int expected) {
      if (recipients != expected) {
        lost.add("of %d people %d are in the job".formatted(expected, recipients));
      }
      var strangers = new HashSet<>(messages.keySet());
      strangers.removeAll(listed);
      strangers.forEach(id -> untrue.add(id + " is not in the job"));
      var doubled =
          messages.entrySet().stream()
              .filter(one -> one.getValue().size() > 1)
              .map(Map.Entry::getKey)
              .toList();
      var all = messages.values().stream().mapToInt(List::size).sum();
      return new Judgement(recipients, all, lost, givenUp, doubled, untrue, reasons);
    }
  }

  @Override
  public String toString() {
    var words =
        "%,d recipients, %,d messages at the platform, %d lost, %d doubled, %d told wrongly, %d left to people"
            .formatted(recipients, messages, lost.size(), doubled.size(), untrue.size(), held());
    words += givenUp.isEmpty() ? "" : ", %d given up".formatted(givenUp.size());
    var named = Stream.of(lost, doubled, untrue).flatMap(List::stream).limit(MOST_NAMED).toList();
    var whom = honest() ? "" : " " + named;
    return words + (reasons.isEmpty() ? "" : " " + reasons) + whom;
  }
}
