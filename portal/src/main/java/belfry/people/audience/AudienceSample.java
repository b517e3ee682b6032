package belfry.people.audience;

import belfry.apps.App;
import belfry.people.directory.Person;
import belfry.people.groups.Groups;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Some recipients of an audience, for the preview of their messages. They are taken from stored
 * data without asking the platform; who really gets the message is decided when it is sent.
 */
public final class AudienceSample {
  /** So many more are looked at than are shown, for some may be left out. */
  private static final int SPARE = 50;

  private final Audiences.Parts parts;

  public AudienceSample(Audiences.Parts parts) {
    this.parts = parts;
  }

  /** The first {@code most} recipients: lists first, as when sending, then in the order chosen. */
  public List<Target> of(App app, Audience audience, int most) {
    var spelled = parts.saved().spelled(app, audience).audience();
    var exclusion = exclusion(app, spelled.excluded());
    Map<String, Target> sample = new LinkedHashMap<>();
    var lists = List.copyOf(parts.lists(app, spelled.entries()).values());
    Stream.concat(
            IntStream.range(0, lists.size())
                .mapToObj(i -> listed(app, spelled, lists.subList(i, lists.size()), most + SPARE)),
            spelled.entries().stream().map(entry -> of(app, spelled, entry, most + SPARE)))
        .takeWhile(_ -> sample.size() < most)
        .forEach(some ->
            exclusion
                .without(some.toList(), AudienceSample::person)
                .forEach(target -> sample.putIfAbsent(target.id(), target)));
    return sample.values().stream().limit(most).toList();
  }

  private static Person person(Target target) {
    return new Person(new PersonId(target.id()), target.name(), target.email());
  }

  /** Who is left out, as far as that is known here. */
  private Exclusion exclusion(App app, List<Audience.Entry> excluded) {
    var out =
        Groups.Fetched.stored(
            Audiences.ids(excluded).stream()
                .flatMap(id -> parts.store().get(app, id).stream())
                .toList());
    return parts.exclusion(
        excluded, List.of(), out, parts.addresses().resolve(app, parts.emails(excluded), 0));
  }

  private Stream<Target> of(App app, Audience audience, Audience.Entry entry, int most) {
    return switch (entry) {
      case Audience.Group group ->
          parts
              .store()
              .get(app, group.id())
              .map(row -> parts.store().membersById(row, Optional.empty(), most))
              .orElse(List.of())
              .stream()
              .map(Target::of);
      case Audience.Person one ->
          Stream.of(
              Target.of(
                  parts
                      .persons()
                      .find(one.id())
                      .orElseGet(() -> new Person(one.id(), one.name(), ""))));
      case Audience.Space room ->
          Stream.of(new Target(Target.Kind.SPACE, room.id().value(), room.name(), ""));
      // Lists are taken together, and before everything else.
      case Audience.FromFile _, Audience.Saved _ -> Stream.of();
      case Audience.Recipients earlier ->
          parts.earlier().page(app, earlier, -1, most).targets().stream();
      case Audience.Addresses list ->
          known(app, audience, list.emails().stream().limit(most).toList());
    };
  }

  /** Those of the first list, with what it, and then the later ones, say of them. */
  private Stream<Target> listed(App app, Audience audience, List<PeopleList> lists, int most) {
    var page = parts.lists().rows(lists.getFirst().id(), 0, most);
    var said = ListedValues.stored(parts, app, audience).of(page, lists);
    return parts.chosen(app, audience, List.copyOf(said.keySet()), 0).entrySet().stream()
        .flatMap(one ->
            one.getValue().known().stream()
                .map(person -> Target.of(person).with(said.getOrDefault(one.getKey(), Map.of()))));
  }

  private Stream<Target> known(App app, Audience audience, List<String> emails) {
    return parts.chosen(app, audience, emails, 0).values().stream()
        .flatMap(one -> one.known().stream())
        .map(Target::of);
  }
}
