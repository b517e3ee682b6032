package belfry.people.directory;

import belfry.apps.App;
import belfry.base.Phrase;
import belfry.base.Secret;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * E-mail addresses by person id. Unknown ones are looked up, because a directory group lists its
 * members by name only. People whom the platform does not know have none.
 */
public final class Emails {
  private final PersonStore people;
  private final Platform platform;

  public Emails(PersonStore people, Platform platform) {
    this.people = people;
    this.platform = platform;
  }

  /**
   * The addresses, and why some are missing.
   *
   * @param rest how long to wait before asking again, if known
   */
  public record Lookup(Map<PersonId, String> byId, Optional<Phrase> trouble, Duration rest) {}

  /** Those that are stored here. */
  public Map<PersonId, String> known(Collection<PersonId> ids) {
    var emails = new HashMap<PersonId, String>();
    if (!ids.isEmpty()) {
      people
          .find(ids)
          .forEach((id, person) -> {
            if (!person.email().isEmpty()) {
              emails.put(id, person.email());
            }
          });
    }
    return emails;
  }

  /** Those of these people, asked for by the app's bot where they are not known. */
  public Lookup of(App app, Collection<PersonId> ids) {
    return of(app.botToken(), ids);
  }

  /** Likewise, asked for with this token. */
  public Lookup of(Secret token, Collection<PersonId> ids) {
    var emails = known(ids);
    var unknown = ids.stream().filter(id -> !emails.containsKey(id)).toList();
    for (var some : PeopleApi.parts(unknown)) {
      var answer = platform.people().byIds(token, some);
      // One invalid id among them must not prevent the others from being answered.
      if (PeopleApi.isAboutAnId(answer)) {
        continue;
      }
      if (!(answer instanceof Response.Got<List<Profile>>(var profiles))) {
        var rest = answer instanceof Response.Throttled<?>(var asked) ? asked : Duration.ZERO;
        return new Lookup(emails, Optional.of(answer.trouble()), rest);
      }
      var found = profiles.stream().map(Person::of).toList();
      people.keep(found);
      found.forEach(person -> emails.put(person.id(), person.email()));
    }
    return new Lookup(emails, Optional.empty(), Duration.ZERO);
  }
}
