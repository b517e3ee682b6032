package belfry.people;

import belfry.apps.App;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Some recipients of an audience, for the preview of their messages. They are taken from stored
 * data without asking the platform; who really gets the message is decided when it is sent.
 */
public final class AudienceSample {
  private final GroupStore groups;
  private final PersonStore persons;
  private final Addresses addresses;

  AudienceSample(GroupStore groups, PersonStore persons, Addresses addresses) {
    this.groups = groups;
    this.persons = persons;
    this.addresses = addresses;
  }

  /** The first {@code most} recipients, in the order in which they were chosen. */
  public List<Target> of(App app, Audience audience, int most) {
    Map<String, Target> sample = new LinkedHashMap<>();
    for (var entry : audience.entries()) {
      if (sample.size() < most) {
        of(app, entry, most).forEach(target -> sample.putIfAbsent(target.id(), target));
      }
    }
    return sample.values().stream().limit(most).toList();
  }

  private Stream<Target> of(App app, Audience.Entry entry, int most) {
    return switch (entry) {
      case Audience.Group group ->
          groups
              .get(app, group.id())
              .map(row -> groups.membersById(row, Optional.empty(), most))
              .orElse(List.of())
              .stream()
              .map(Target::of);
      case Audience.One one ->
          Stream.of(
              Target.of(
                  persons.find(one.id()).orElseGet(() -> new Person(one.id(), one.name(), ""))));
      case Audience.Room room ->
          Stream.of(new Target(Target.Kind.SPACE, room.id().value(), room.name(), ""));
      case Audience.Addresses list -> known(app, list.emails().stream().limit(most).toList());
    };
  }

  private Stream<Target> known(App app, List<String> emails) {
    return addresses.resolve(app, emails, 0).values().stream()
        .filter(Addresses.Found.Known.class::isInstance)
        .map(Addresses.Found.Known.class::cast)
        .map(known -> Target.of(known.person()));
  }
}
