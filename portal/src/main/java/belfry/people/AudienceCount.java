package belfry.people;

import belfry.apps.App;
import belfry.platform.PersonId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts an audience while somebody waits for it. */
final class AudienceCount {
  /** At most this many addresses are looked up for one count, and as many of those left out. */
  private static final int QUESTIONS = 40;

  private static final int PAGE = 2_500;

  private final Audiences.Parts parts;

  AudienceCount(Audiences.Parts parts) {
    this.parts = parts;
  }

  Headcount of(App app, SavedAudiences.Spelled spelled) {
    var audience = spelled.audience();
    var entries = audience.entries();
    var fetched = parts.groups().fetch(app, Audiences.ids(entries), DirectoryGroups.MEMBERS_FRESH);
    var out =
        parts
            .groups()
            .fetch(app, Audiences.ids(audience.excluded()), DirectoryGroups.MEMBERS_FRESH);
    var emails = parts.emails(entries);
    var resolved = parts.addresses().resolve(app, emails, QUESTIONS);
    var resolvedOut = parts.addresses().resolve(app, parts.emails(audience.excluded()), QUESTIONS);
    var exclusion = parts.exclusion(audience.excluded(), fetched.rows(), out, resolvedOut);

    var single = new LinkedHashMap<PersonId, Person>();
    var chosen = parts.people(Audience.all(entries, Audience.Person.class));
    chosen.forEach(one -> single.put(one.id(), one));
    resolved
        .values()
        .forEach(found -> {
          if (found instanceof Addresses.Found.Known(var person)) {
            single.put(person.id(), person);
          }
        });
    var here = Audiences.Unresolved.of(resolved);
    var there = Audiences.Unresolved.of(resolvedOut);
    var all = parts.members().union(fetched.rows()) + outside(fetched.rows(), single.values());
    var people = audience.excluded().isEmpty() ? all : left(fetched.rows(), single, exclusion);
    var named =
        fetched.rows().stream().mapToLong(row -> row.group().size()).sum()
            + Audience.all(entries, Audience.Person.class).size()
            + emails.size()
            - here.nobody().size()
            - here.open().size();
    var rooms = Audience.all(entries, Audience.Space.class).stream().distinct().toList();
    var missing = new ArrayList<>(names(audience, fetched.missing(), out.missing()));
    missing.addAll(spelled.gone());
    missing.addAll(parts.gone(app, entries));
    missing.addAll(parts.gone(app, audience.excluded()));
    var unreachable = new ArrayList<>(deleted(app, chosen, exclusion));
    var unconfirmed = new ArrayList<Unreachable>();
    addSpaces(app, rooms, unreachable, unconfirmed);
    return new Headcount(
        people,
        rooms.size(),
        Math.max(0, named - all),
        all - people,
        here.nobody().stream().filter(email -> !exclusion.leavesOut(email)).toList(),
        here.open().stream().filter(email -> !exclusion.leavesOut(email)).toList(),
        there.nobody(),
        there.open(),
        missing,
        names(audience, unread(fetched), unread(out)),
        Stream.concat(incomplete(fetched), incomplete(out)).distinct().toList(),
        unreachable,
        unconfirmed);
  }

  private long outside(List<GroupStore.Row> rows, Collection<Person> people) {
    return parts
        .members()
        .outside(rows, people.stream().map(Person::id).collect(Collectors.toSet()));
  }

  /** How many of these people are not left out. */
  private long left(List<GroupStore.Row> rows, Map<PersonId, Person> single, Exclusion exclusion) {
    var some = exclusion.without(List.copyOf(single.values()), Function.identity());
    return outside(rows, some)
        + (exclusion.isAlike() ? exclusion.count(rows) : oneByOne(rows, exclusion));
  }

  /** If ids have several forms, each one must be read to see whom it means. */
  private long oneByOne(List<GroupStore.Row> rows, Exclusion exclusion) {
    var ids = new HashSet<PersonId>();
    for (var row : rows) {
      var after = Optional.<PersonId>empty();
      while (true) {
        var page = parts.store().membersById(row, after, PAGE);
        if (page.isEmpty()) {
          break;
        }
        exclusion.without(page, Function.identity()).forEach(person -> ids.add(person.id()));
        after = Optional.of(page.getLast().id());
      }
    }
    return ids.size();
  }

  private static List<String> names(Audience audience, List<String> ids, List<String> excluded) {
    return Stream.concat(
            Audiences.names(audience.entries(), ids).stream(),
            Audiences.names(audience.excluded(), excluded).stream())
        .distinct()
        .toList();
  }

  private static List<String> unread(Groups.Fetched fetched) {
    return Stream.concat(fetched.stale().stream(), fetched.unseen().stream()).toList();
  }

  private static Stream<String> incomplete(Groups.Fetched fetched) {
    return fetched.rows().stream()
        .map(GroupStore.Row::group)
        .filter(group -> group.missing() > 0)
        .map(Group::name);
  }

  private void addSpaces(
      App app,
      List<Audience.Space> spaces,
      List<Unreachable> unreachable,
      List<Unreachable> unconfirmed) {
    if (spaces.isEmpty()) {
      return;
    }
    var listing = parts.spaces().list(app);
    for (var space : spaces) {
      var target = new Target(Target.Kind.SPACE, space.id().value(), space.name(), "");
      switch (listing.posting(space.id())) {
        case Posting.Allowed() -> {}
        case Posting.Refused(var why) -> unreachable.add(new Unreachable(target, why));
        case Posting.Unknown(var why) -> unconfirmed.add(new Unreachable(target, why));
      }
    }
  }

  private List<Unreachable> deleted(App app, List<Person> chosen, Exclusion exclusion) {
    var people = exclusion.without(chosen, Function.identity());
    var deleted = parts.deleted().among(app, people.stream().map(Person::id).toList());
    return people.stream()
        .filter(person -> deleted.contains(person.id()))
        .map(person -> new Unreachable(Target.of(person), DeletedPeople.NOT_KNOWN))
        .distinct()
        .toList();
  }
}
