package belfry.people;

import belfry.apps.App;
import belfry.people.audience.Audience;
import belfry.people.audience.AudienceId;
import belfry.people.audience.EarlierRecipients;
import belfry.people.audience.SavedAudience;
import belfry.people.audience.SavedAudiences;
import belfry.people.directory.Person;
import belfry.people.directory.PersonStore;
import belfry.people.directory.Spaces;
import belfry.people.groups.Group;
import belfry.people.groups.Groups;
import belfry.people.lists.ListId;
import belfry.people.lists.Lists;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.platform.wire.Response;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes an audience's entries from ids, with the names of what they mean. */
public final class AudienceEntries {
  private final People people;
  private final PersonStore persons;
  private final Groups groups;
  private final Spaces spaces;
  private final Lists lists;
  private final SavedAudiences saved;
  private final EarlierRecipients earlier;

  AudienceEntries(
      People people,
      PersonStore persons,
      Groups groups,
      Spaces spaces,
      Lists lists,
      SavedAudiences saved,
      EarlierRecipients earlier) {
    this.people = people;
    this.persons = persons;
    this.groups = groups;
    this.spaces = spaces;
    this.lists = lists;
    this.saved = saved;
    this.earlier = earlier;
  }

  /**
   * This group as an audience entry; empty if the app has no group with this id. While the
   * directory does not answer, the caller is believed.
   */
  public Optional<Audience.Entry> group(App app, String id, String given) {
    return groups
        .get(app, id)
        .map(Group::name)
        .or(() -> {
          var listing = groups.list(app);
          return groups
              .get(app, id)
              .map(Group::name)
              .or(() ->
                  listing
                      .trouble()
                      .filter(_ -> !Groups.isOwn(id))
                      .map(_ -> given.isEmpty() ? id : given));
        })
        .map(name -> new Audience.Group(id, name));
  }

  /** This saved audience as an audience's entry; empty when the app has none of this id. */
  public Optional<Audience.Entry> saved(App app, String id) {
    return AudienceId.parse(id).flatMap(known -> saved.find(app, known)).map(SavedAudience::entry);
  }

  /**
   * The recipients of this message as an audience's entry; empty when the app sent none such.
   *
   * @param recall those of this recall only; empty for those of all
   */
  public Optional<Audience.Entry> recipients(App app, String job, Audience.Who who, String recall) {
    return earlier.title(app, job).map(title -> new Audience.Recipients(job, who, title, recall));
  }

  /** Whether this is a recall of this message. */
  public boolean isRecall(App app, String job, String recall) {
    return earlier.isRecall(app, job, recall);
  }

  /** This list as an audience's entry; empty when the app has none of this id. */
  public Optional<Audience.Entry> list(App app, String id) {
    return ListId.parse(id)
        .flatMap(known -> lists.find(app, known))
        .map(list -> new Audience.FromFile(list.id().toString(), list.name()));
  }

  /** What is known of these spaces. */
  public Map<SpaceId, Spaces.Sought> spaces(App app, Collection<SpaceId> ids) {
    if (ids.isEmpty()) {
      return Map.of();
    }
    var listing = spaces.list(app);
    var sought = new HashMap<SpaceId, Spaces.Sought>();
    var others = new ArrayList<SpaceId>();
    for (var id : ids) {
      var shown = listing.choice(id);
      if (shown.isPresent() || listing.trouble().isPresent()) {
        sought.put(id, new Spaces.Sought(shown, listing.trouble()));
      } else {
        others.add(id);
      }
    }
    sought.putAll(spaces.choices(app, others));
    return sought;
  }

  /**
   * This space as an audience entry; empty if the bot is not in it. While that is not known, the
   * caller is believed.
   */
  public static Optional<Audience.Entry> space(Spaces.Sought sought, SpaceId id, String given) {
    return sought
        .found()
        .<Audience.Entry>map(room -> new Audience.Space(id, room.title()))
        .or(() ->
            sought
                .trouble()
                .map(_ -> new Audience.Space(id, given.isEmpty() ? id.value() : given)));
  }

  /**
   * This person as an audience entry; empty if the platform knows nobody. While it does not answer,
   * the caller is believed.
   */
  public Optional<Audience.Entry> person(App app, PersonId id, String given) {
    var known = people.known(app, id);
    if (known.isPresent() || id.address().isPresent()) {
      return known.<Audience.Entry>map(one -> new Audience.Person(one.id(), one.name()));
    }
    return switch (people.lookUp(app, Optional.of(id), Optional.empty())) {
      case Response.Got<Optional<Profile>>(var profile) -> {
        profile.ifPresent(one -> persons.keep(List.of(Person.of(one))));
        yield profile.map(one -> new Audience.Person(id, one.displayName()));
      }
      case Response.Absent<Optional<Profile>> _, Response.Denied<Optional<Profile>> _ ->
          Optional.empty();
      case Response<Optional<Profile>> _ ->
          Optional.of(new Audience.Person(id, given.isEmpty() ? id.value() : given));
    };
  }
}
