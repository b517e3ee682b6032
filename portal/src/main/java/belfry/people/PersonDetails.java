package belfry.people;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.platform.Answer;
import belfry.platform.PeopleApi;
import belfry.platform.PersonId;
import belfry.platform.Platform;
import belfry.platform.Profile;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a message may say of anybody: the parts of a name, and the address. A group's copy knows
 * neither, so whoever is not known yet is asked for, and kept.
 */
public final class PersonDetails {
  private final PersonStore people;
  private final Platform platform;

  PersonDetails(PersonStore people, Platform platform) {
    this.people = people;
    this.platform = platform;
  }

  /**
   * One person's.
   *
   * @param email empty, like the others, where the platform has none
   */
  public record Details(String firstName, String lastName, String email) {
    /** Nothing is known. */
    public static final Details NONE = new Details("", "", "");

    static Details of(Profile profile) {
      return new Details(
          profile.firstName().strip(), profile.lastName().strip(), Person.address(profile.email()));
    }
  }

  /** What is known of some people. */
  public sealed interface Known {
    /** Of all that were asked for. */
    record All(Map<PersonId, Details> byId) implements Known {}

    /** The platform does not say just now; what it has said is kept. */
    record Unanswered(Phrase why) implements Known {}
  }

  /** Asks the platform for those of these who are not known; by the ids that were asked for. */
  public Known of(App app, Collection<PersonId> ids) {
    var known = new HashMap<>(people.details(ids));
    var unknown = ids.stream().filter(id -> !known.containsKey(id)).distinct().toList();
    for (var from = 0; from < unknown.size(); from += PeopleApi.MOST_IDS) {
      var some = unknown.subList(from, Math.min(unknown.size(), from + PeopleApi.MOST_IDS));
      switch (ask(app, some)) {
        case Known.All(var told) -> known.putAll(told);
        case Known.Unanswered unanswered -> {
          return unanswered;
        }
      }
    }
    return new Known.All(known);
  }

  private Known ask(App app, List<PersonId> ids) {
    var answer = platform.people().byIds(app.botToken(), ids);
    if (answer instanceof Answer.Got<List<Profile>>(var profiles)) {
      var told = new HashMap<PersonId, Details>();
      profiles.forEach(profile -> told.put(profile.id(), Details.of(profile)));
      people.keepDetails(told);
      // Whoever was left out of this answer may be in the next one.
      ids.forEach(id -> told.putIfAbsent(id, Details.NONE));
      return new Known.All(told);
    }
    if (isNoSuchPerson(answer)) {
      return ids.size() == 1 ? new Known.All(Map.of(ids.getFirst(), Details.NONE)) : each(app, ids);
    }
    return new Known.Unanswered(answer.trouble());
  }

  /** One id among them that the platform takes for none must not hide all the others. */
  private Known each(App app, List<PersonId> ids) {
    var told = new HashMap<PersonId, Details>();
    for (var id : new ArrayList<>(ids)) {
      switch (ask(app, List.of(id))) {
        case Known.All(var one) -> told.putAll(one);
        case Known.Unanswered unanswered -> {
          return unanswered;
        }
      }
    }
    return new Known.All(told);
  }

  private static boolean isNoSuchPerson(Answer<?> answer) {
    return answer instanceof Answer.Absent
        || (answer instanceof Answer.Denied<?>(var status, _) && status == 400);
  }
}
