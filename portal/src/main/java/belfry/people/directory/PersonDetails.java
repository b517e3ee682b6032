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
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Finds names and addresses for placeholders. A group's copy contains neither the parts of a name
 * nor addresses, so what is not known yet is requested from the platform and stored. What was
 * requested longer ago than {@link Addresses#TO_SEND} is requested again, as far as it is answered.
 */
public final class PersonDetails {
  /** After old details were not answered; each question may take as long as a time-out. */
  private static final Duration SILENT = Duration.ofMinutes(1);

  private static final Duration HURRIED = Duration.ofSeconds(10);

  /** Enough for a hundred thousand people where an answer takes a quarter of a second. */
  private static final Duration LONGEST = Duration.ofMinutes(5);

  private final PersonStore people;
  private final Platform platform;
  private final Addresses addresses;
  private final OutsidePeople outside;
  private final Renewals renewals;
  private final Time time;

  private static final Known NOTHING = new Known.All(Map.of());

  /** Until when, on our monotonic clock, whoever goes by what is known does not ask again. */
  private final Map<AppName, Long> silent = new ConcurrentHashMap<>();

  /** {@code awaited} is how long somebody at a page waits for newer details. */
  public PersonDetails(
      PersonStore people,
      Platform platform,
      Addresses addresses,
      OutsidePeople outside,
      Duration awaited,
      Time time) {
    this.people = people;
    this.platform = platform;
    this.addresses = addresses;
    this.outside = outside;
    this.time = time;
    renewals = new Renewals(awaited);
  }

  /**
   * One person's details.
   *
   * @param email empty, like the others, if the platform has none
   */
  public record Details(String name, String firstName, String lastName, String email) {
    /** Nothing is known. */
    public static final Details NONE = new Details("", "", "", "");

    static Details of(Profile profile) {
      return new Details(
          profile.displayName(),
          profile.firstName().strip(),
          profile.lastName().strip(),
          Person.address(profile.email()));
    }
  }

  /** For whoever goes through an audience: how long it is asked, in all, what may have changed. */
  public static final class Patience {
    private final boolean trusting;
    private long left;

    private Patience(boolean trusting, Duration most) {
      this.trusting = trusting;
      left = most.toNanos();
    }

    /** What is known from before has to do if it is not told soon. */
    public static Patience trusting() {
      return new Patience(true, HURRIED);
    }

    /** It is asked again later if nothing is answered. */
    public static Patience patient() {
      return new Patience(false, LONGEST);
    }
  }

  /** What is known about some people. */
  public sealed interface Known {
    /** The details of everybody who was asked for. */
    record All(Map<PersonId, Details> byId) implements Known {}

    /** The platform does not answer now; what it has already said is stored. */
    record Unanswered(Phrase why) implements Known {}
  }

  /**
   * The details by the given ids; asks the platform for those that are not known.
   *
   * @param needed without whose details nothing can be said
   * @param newer those of whom older details may do
   */
  public Known of(
      App app, Collection<PersonId> needed, Collection<PersonId> newer, Patience patience) {
    return of(
        app,
        needed,
        newer,
        older -> {
          var begun = time.nanos();
          try {
            return patience.trusting
                ? askUnlessSilent(app, older, patience.left)
                : askAll(app, older, patience.left);
          } finally {
            patience.left -= time.nanos() - begun;
          }
        });
  }

  /** Likewise, for somebody at a page, who does not wait long. */
  public Known of(App app, Collection<PersonId> needed, Collection<PersonId> newer) {
    return of(
        app,
        needed,
        newer,
        older -> {
          renewals.within(app, () -> askUnlessSilent(app, older, LONGEST.toNanos()));
          return NOTHING;
        });
  }

  private Known of(
      App app,
      Collection<PersonId> needed,
      Collection<PersonId> newer,
      Function<List<PersonId>, Known> asking) {
    var ids = new HashSet<>(needed);
    ids.addAll(newer);
    var known = new HashMap<>(people.details(ids));
    var unknown = needed.stream().filter(id -> !known.containsKey(id)).distinct().toList();
    switch (askAll(app, unknown, Long.MAX_VALUE)) {
      case Known.All(var told) -> known.putAll(told);
      case Known.Unanswered unanswered -> {
        return unanswered;
      }
    }
    var older = older(newer);
    if (!older.isEmpty()) {
      if (asking.apply(older) instanceof Known.Unanswered unanswered) {
        return unanswered;
      }
      known.putAll(people.details(older));
    }
    return new Known.All(known);
  }

  private List<PersonId> older(Collection<PersonId> ids) {
    return ids.isEmpty()
        ? List.of()
        : List.copyOf(people.askedBefore(ids, time.now().minus(Addresses.TO_SEND)));
  }

  /** Those of whoever has these addresses outside the organization whose names are known. */
  public Map<String, Person> called(Collection<String> emails) {
    return outside.called(emails);
  }

  /** The addresses by which these people are known to be meant. */
  public Map<String, PersonId> addresses(Collection<PersonId> ids) {
    return addresses.of(ids);
  }

  /** Those of these addresses that need not be asked about before something is sent. */
  public Map<String, PersonId> confirmed(Collection<PersonId> ids) {
    return addresses.of(ids, Addresses.TO_SEND);
  }

  private Known askUnlessSilent(App app, List<PersonId> older, long nanos) {
    var until = silent.get(app.name());
    if (until != null && time.nanos() - until < 0) {
      return NOTHING;
    }
    if (askAll(app, older, nanos) instanceof Known.Unanswered) {
      silent.put(app.name(), time.nanos() + SILENT.toNanos());
    } else {
      silent.remove(app.name());
    }
    return NOTHING;
  }

  /** Asks for no more of them after so many nanoseconds. */
  private Known askAll(App app, List<PersonId> ids, long nanos) {
    var known = new HashMap<PersonId, Details>();
    var begun = time.nanos();
    var left = new ArrayDeque<>(PeopleApi.parts(ids));
    while (!left.isEmpty() && time.nanos() - begun < nanos) {
      var some = left.pop();
      var answer = platform.people().byIds(app.botToken(), some);
      if (answer instanceof Response.Got<List<Profile>>(var profiles)) {
        known.putAll(kept(some, profiles));
      } else if (!PeopleApi.isAboutAnId(answer)) {
        return new Known.Unanswered(answer.trouble());
      } else if (some.size() > 1) {
        // One id that the platform rejects does not hide all the others.
        left.push(some.subList(some.size() / 2, some.size()));
        left.push(some.subList(0, some.size() / 2));
      } else {
        known.putAll(kept(some, List.of()));
      }
    }
    return new Known.All(known);
  }

  private Map<PersonId, Details> kept(List<PersonId> ids, List<Profile> profiles) {
    var told = new HashMap<PersonId, Details>();
    var shown = new HashMap<PersonId, Set<String>>();
    profiles.forEach(profile -> {
      told.put(profile.id(), Details.of(profile));
      shown.put(
          profile.id(), profile.emails().stream().map(Person::address).collect(Collectors.toSet()));
    });
    people.keepDetails(ids, told, shown, time.now());
    // Not stored, because the next answer may include people whom this one omits.
    ids.forEach(id -> told.putIfAbsent(id, Details.NONE));
    return told;
  }
}
