package belfry.people.directory;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.wire.Response;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Finds people whom the platform no longer knows. */
public final class DeletedPeople {
  public static final Phrase NOT_KNOWN =
      Phrase.of("person.notKnown", "Webex no longer knows this person");

  /** How many people one count may ask about; somebody waits for it. */
  private static final int MOST_ASKED = 4 * PeopleApi.MOST_IDS;

  private static final int MOST_KEPT = 20_000;
  private static final Duration FRESH = Duration.ofMinutes(10);

  /** While the platform does not answer, each count would wait for it again. */
  private static final Duration REST = Duration.ofSeconds(30);

  private final Platform platform;
  private final Addresses addresses;
  private final Time time;
  private final Map<Key, Seen> kept = new ConcurrentHashMap<>();
  private final Map<AppName, Long> failed = new ConcurrentHashMap<>();

  private record Key(AppName app, PersonId id) {}

  private record Seen(boolean exists, long nanos) {}

  public DeletedPeople(Platform platform, Addresses addresses, Time time) {
    this.platform = platform;
    this.addresses = addresses;
    this.time = time;
  }

  /** Those of these people who certainly no longer exist. */
  public Set<PersonId> among(App app, Collection<PersonId> ids) {
    var unknown =
        ids.stream()
            .distinct()
            .filter(id -> !isFresh(kept.get(new Key(app.name(), id))))
            .limit(MOST_ASKED)
            .toList();
    for (var some : PeopleApi.parts(unknown)) {
      if (!rests(app)) {
        ask(app, some);
      }
    }
    return ids.stream()
        .filter(id -> {
          var seen = kept.get(new Key(app.name(), id));
          return seen != null && isFresh(seen) && !seen.exists;
        })
        .collect(Collectors.toSet());
  }

  private void ask(App app, List<PersonId> ids) {
    switch (platform.people().byIds(app.botToken(), ids)) {
      case Response.Got<List<Profile>>(var profiles) ->
          keep(app, ids, profiles.stream().map(Profile::id).collect(Collectors.toSet()));
      case Response.Absent<List<Profile>> _ when ids.size() == 1 -> keep(app, ids, Set.of());
      case Response<List<Profile>> answer when PeopleApi.isAboutAnId(answer) -> {}
      case Response<List<Profile>> _ -> failed.put(app.name(), time.nanos());
    }
  }

  private void keep(App app, List<PersonId> ids, Set<PersonId> found) {
    if (found.isEmpty() && addresses.distrust(app).isPresent()) {
      failed.put(app.name(), time.nanos());
      return;
    }
    if (kept.size() > MOST_KEPT) {
      kept.clear();
    }
    var now = time.nanos();
    ids.forEach(id -> kept.put(new Key(app.name(), id), new Seen(found.contains(id), now)));
  }

  private boolean isFresh(@Nullable Seen seen) {
    return seen != null && time.nanos() - seen.nanos < FRESH.toNanos();
  }

  private boolean rests(App app) {
    var since = failed.get(app.name());
    return since != null && time.nanos() - since < REST.toNanos();
  }
}
