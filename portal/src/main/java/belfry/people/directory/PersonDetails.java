package belfry.people.directory;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds first names, last names and addresses for placeholders. A group's copy contains none of
 * these, so what is not known yet is requested from the platform and stored.
 */
public final class PersonDetails {
  private final PersonStore people;
  private final Platform platform;

  public PersonDetails(PersonStore people, Platform platform) {
    this.people = people;
    this.platform = platform;
  }

  /**
   * One person's details.
   *
   * @param email empty, like the others, if the platform has none
   */
  public record Details(String firstName, String lastName, String email) {
    /** Nothing is known. */
    public static final Details NONE = new Details("", "", "");

    static Details of(Profile profile) {
      return new Details(
          profile.firstName().strip(), profile.lastName().strip(), Person.address(profile.email()));
    }
  }

  /** What is known about some people. */
  public sealed interface Known {
    /** The details of everybody who was asked for. */
    record All(Map<PersonId, Details> byId) implements Known {}

    /** The platform does not answer now; what it has already said is stored. */
    record Unanswered(Phrase why) implements Known {}
  }

  /** The details by the given ids; asks the platform for those that are not known. */
  public Known of(App app, Collection<PersonId> ids) {
    var known = new HashMap<>(people.details(ids));
    var unknown = ids.stream().filter(id -> !known.containsKey(id)).distinct().toList();
    for (var some : PeopleApi.parts(unknown)) {
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
    if (answer instanceof Response.Got<List<Profile>>(var profiles)) {
      var told = new HashMap<PersonId, Details>();
      profiles.forEach(profile -> told.put(profile.id(), Details.of(profile)));
      people.keepDetails(told);
      // Not stored, because the next answer may include people whom this one omits.
      ids.forEach(id -> told.putIfAbsent(id, Details.NONE));
      return new Known.All(told);
    }
    if (PeopleApi.isAboutAnId(answer)) {
      return ids.size() == 1 ? new Known.All(Map.of(ids.getFirst(), Details.NONE)) : each(app, ids);
    }
    return new Known.Unanswered(answer.trouble());
  }

  /** Asks for each separately, so that one id the platform rejects does not hide all the others. */
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
}
