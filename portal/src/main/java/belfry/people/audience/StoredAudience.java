package belfry.people.audience;

import belfry.apps.App;
import belfry.people.directory.Addresses;
import belfry.people.directory.DeletedPeople;
import belfry.people.directory.Person;
import belfry.people.directory.PersonDetails;
import belfry.people.directory.Posting;
import belfry.people.groups.GroupStore;
import belfry.people.groups.Groups;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import belfry.storage.Piece;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Walks through every recipient of an audience as it is stored here, so that an author can be told
 * about all of them before sending. Nobody's name or address is requested for it.
 */
public final class StoredAudience {
  /** A {@link Piece} of so many is not filled up. */
  private static final int PAGE = 4_096;

  private final Audiences.Parts parts;

  public StoredAudience(Audiences.Parts parts) {
    this.parts = parts;
  }

  /**
   * A recipient.
   *
   * @param details empty if the platform was not asked for them yet
   * @param disputed by key, the columns of which a later list has another value for them
   */
  public record One(Target target, Optional<PersonDetails.Details> details, Set<String> disputed) {
    private One(Target target, Optional<PersonDetails.Details> details) {
      this(target, details, Set.of());
    }
  }

  /** Receives everybody once, page by page. */
  public interface Receiver {
    void recipients(List<One> page);

    /** Chosen in several ways; each once, beside what is delivered of them otherwise. */
    void twice(List<Target> page);

    /** Chosen, and left out. */
    void excluded(List<Target> page);

    void unreachable(Unreachable one);

    /** Addresses that are not found in the organization. */
    void noAccount(List<String> emails);

    /** Addresses that have not been looked up yet. */
    void unchecked(List<String> emails);
  }

  /** Delivers everybody who is chosen: lists first, as when sending. */
  public void walk(App app, Audience audience, Receiver receiver) {
    var spelled = parts.saved().spelled(app, audience).audience();
    var walk = new Walk(app, spelled, receiver);
    spelled.earlier().ifPresentOrElse(walk::everybody, () -> walk.everybody(spelled.entries()));
  }

  /** The people among these entries who are not named by a group. */
  public Set<PersonId> excepted(App app, List<Audience.Entry> excluded) {
    return Stream.concat(
            Audience.all(excluded, Audience.Person.class).stream().map(Audience.Person::id),
            parts.addresses().resolve(app, parts.emails(excluded), 0).values().stream()
                .flatMap(one -> one.known().stream())
                .map(Person::id))
        .collect(Collectors.toSet());
  }

  /** Whom the addresses among these mean, of at most so many. */
  public Map<String, PersonId> addressed(App app, Audience audience, int most) {
    var spelled = parts.saved().spelled(app, audience).audience();
    var emails = parts.meant(app, spelled).distinct().limit(most).toList();
    var known = new HashMap<String, PersonId>();
    parts
        .addresses()
        .resolve(app, emails, 0)
        .forEach((email, found) -> found.known().ifPresent(one -> known.put(email, one.id())));
    return known;
  }

  /** Whom each address leaves out, of at most so many; nothing of those of which that is open. */
  public Map<String, Set<PersonId>> leftOutBy(App app, Audience audience, int most) {
    return parts.leftOutBy(leavingOut(app, excluded(app, audience), most));
  }

  /** Who is left out by addresses and not by name, and by which, of at most so many. */
  public Map<PersonId, Set<String>> leftOutByAddress(App app, Audience audience, int most) {
    var excluded = excluded(app, audience);
    var by = new HashMap<PersonId, Set<String>>();
    parts
        .leftOutByOwn(leavingOut(app, excluded, most))
        .forEach((email, people) ->
            people.forEach(id -> by.computeIfAbsent(id, _ -> new HashSet<>()).add(email)));
    Audience.all(excluded, Audience.Person.class).forEach(one -> by.remove(one.id()));
    return by;
  }

  private Map<String, Addresses.Holder> leavingOut(
      App app, List<Audience.Entry> excluded, int most) {
    return parts
        .addresses()
        .resolve(app, parts.emails(excluded).stream().distinct().limit(most).toList(), 0);
  }

  /** Whom a second try leaves out its first one says. */
  private List<Audience.Entry> excluded(App app, Audience audience) {
    var spelled = parts.saved().spelled(app, audience).audience();
    return spelled
        .earlier()
        .map(whose -> parts.chosenBefore(app, whose).audience())
        .orElse(spelled)
        .excluded();
  }

  /**
   * What the lists that may be others by then say of the addresses in them, of at most so many; in
   * the order in which they are sent to.
   */
  public SequencedMap<String, Map<String, String>> said(App app, Audience audience, int most) {
    var said = new LinkedHashMap<String, Map<String, String>>();
    var lists = parts.replaceable(app, audience, most);
    var values = ListedValues.stored(parts, app, audience);
    for (var i = 0; i < lists.size(); i++) {
      var rest = lists.subList(i, lists.size());
      var page = parts.lists().rows(lists.get(i).id(), 0, PAGE);
      while (!page.isEmpty()) {
        values.of(page, rest).forEach(said::putIfAbsent);
        page = parts.lists().rows(lists.get(i).id(), page.getLast().line(), PAGE);
      }
    }
    return said;
  }

  /**
   * A list of the audience whose file had lines that could not be read.
   *
   * @param bad how many
   * @param leavesOut whether the people of the list are left out
   */
  public record Unread(PeopleList list, int bad, boolean leavesOut) {}

  /** Those that are chosen, and then those whose people are left out. */
  public List<Unread> unread(App app, Audience audience) {
    var spelled = parts.saved().spelled(app, audience).audience();
    return Stream.concat(
            unread(app, spelled.entries(), false), unread(app, spelled.excluded(), true))
        .toList();
  }

  private Stream<Unread> unread(App app, List<Audience.Entry> entries, boolean leavesOut) {
    return parts.lists(app, entries).values().stream()
        .flatMap(list ->
            parts.lists().skipped().counts(list.id()).stream()
                .filter(counts -> counts.bad() > 0)
                .map(counts -> new Unread(list, counts.bad(), leavesOut)));
  }

  /** One walk. Those chosen one by one are remembered; members of groups are too many for that. */
  private final class Walk {
    private final App app;
    private final Audience audience;
    private final Receiver receiver;
    private final List<GroupStore.Row> groups;
    private final Exclusion exclusion;
    private final Set<PersonId> seen = new HashSet<>();
    private final Set<String> addresses = new HashSet<>();

    /** Those of {@link #seen} who were chosen again. */
    private final Set<PersonId> twice = new HashSet<>();

    Walk(App app, Audience audience, Receiver receiver) {
      this.app = app;
      this.audience = audience;
      this.receiver = receiver;
      groups = groups(app, audience.entries());
      var excluded = audience.excluded();
      var out = Groups.Fetched.stored(groups(app, excluded));
      exclusion =
          parts.exclusion(
              excluded, groups, out, parts.addresses().resolve(app, parts.emails(excluded), 0));
    }

    void everybody(List<Audience.Entry> entries) {
      var lists = List.copyOf(parts.lists(app, entries).values());
      for (var i = 0; i < lists.size(); i++) {
        listed(lists.subList(i, lists.size()));
      }
      walk(parts.people(Audience.all(entries, Audience.Person.class)));
      addressed(
          Audiences.typed(entries).stream()
              .collect(
                  Collectors.toMap(
                      Person::address,
                      _ -> Map.<String, String>of(),
                      (a, _) -> a,
                      LinkedHashMap::new)),
          Map.of());
      for (var i = 0; i < groups.size(); i++) {
        walk(groups.get(i), groups.subList(0, i));
      }
      spaces(Audience.all(entries, Audience.Space.class));
    }

    void everybody(Audience.Recipients earlier) {
      parts
          .earlierPages(app, earlier, PAGE)
          .forEach(page -> {
            detailed(page.stream().filter(StoredAudience::isPerson).toList());
            receiver.recipients(
                page.stream()
                    .filter(one -> !isPerson(one))
                    .map(one -> new One(one, Optional.empty()))
                    .toList());
          });
      var again = parts.again(app, audience, 0);
      var unknown = Audiences.Unresolved.of(again);
      receiver.noAccount(unknown.nobody());
      receiver.unchecked(unknown.open());
      var values = parts.earlier().addresses(app, earlier);
      var people = new ArrayList<Target>();
      again.forEach((email, found) ->
          found
              .known()
              .map(one -> Target.of(one).with(values.getOrDefault(email, Map.of())))
              .ifPresent(people::add));
      detailed(people);
    }

    /** The first of these lists; the later ones may say more of its people. */
    private void listed(List<PeopleList> lists) {
      var list = lists.getFirst();
      for (var page = parts.lists().rows(list.id(), 0, PAGE);
          !page.isEmpty();
          page = parts.lists().rows(list.id(), page.getLast().line(), PAGE)) {
        var disputed = new HashMap<String, Set<String>>();
        var said =
            ListedValues.stored(parts, app, audience)
                .of(
                    page,
                    lists,
                    (email, key) -> disputed.computeIfAbsent(email, _ -> new HashSet<>()).add(key));
        addressed(said, disputed);
      }
    }

    private void walk(List<Person> chosen) {
      var fresh = new ArrayList<Person>();
      var again = new ArrayList<Person>();
      chosen.forEach(one -> (seen.add(one.id()) ? fresh : again).add(one));
      again(again);
      var left = without(fresh);
      var gone = parts.deleted().among(app, left.stream().map(Person::id).toList());
      left.stream()
          .filter(one -> gone.contains(one.id()))
          .forEach(one ->
              receiver.unreachable(new Unreachable(Target.of(one), DeletedPeople.NOT_KNOWN)));
      detailed(left.stream().filter(one -> !gone.contains(one.id())).map(Target::of).toList());
    }

    private void again(Collection<Person> people) {
      var told = people.stream().filter(one -> twice.add(one.id())).toList();
      if (!told.isEmpty()) {
        receiver.twice(
            exclusion.without(told, Function.identity()).stream().map(Target::of).toList());
      }
    }

    /** Those of these addresses, with what is said of them, and of what other things are said. */
    private void addressed(
        Map<String, Map<String, String>> said, Map<String, Set<String>> disputed) {
      var fresh = said.keySet().stream().filter(addresses::add).toList();
      var again = new ArrayList<Person>();
      if (fresh.size() < said.size()) {
        var more = said.keySet().stream().filter(email -> !fresh.contains(email)).toList();
        parts.addresses().resolve(app, more, 0).values().stream()
            .flatMap(one -> one.known().stream())
            .forEach(again::add);
      }
      var people = new ArrayList<Person>();
      var nobody = new ArrayList<String>();
      var open = new ArrayList<String>();
      var leftOut = new ArrayList<Target>();
      parts
          .chosen(app, audience, fresh, 0)
          .forEach((email, found) -> {
            switch (found) {
              case Addresses.Holder.Known(var person) when seen.add(person.id()) ->
                  people.add(person);
              case Addresses.Holder.Known(var person) -> again.add(person);
              case Addresses.Holder.Nobody() when !exclusion.leavesOut(email) -> nobody.add(email);
              case Addresses.Holder.Nobody _ -> {}
              case Addresses.Holder.Open _ when !exclusion.leavesOut(email) -> open.add(email);
              // Whoever it is, they do not get it.
              case Addresses.Holder.Open _ -> leftOut.add(Target.at(email));
            }
          });
      again(again);
      receiver.noAccount(nobody);
      receiver.unchecked(open);
      receiver.excluded(leftOut);
      detailed(
          without(people).stream()
              .map(one -> Target.of(one).with(said.getOrDefault(one.email(), Map.of())))
              .toList(),
          disputed);
    }

    private void walk(GroupStore.Row group, List<GroupStore.Row> earlier) {
      for (var page = parts.store().detailed(group, Optional.empty(), PAGE);
          !page.isEmpty();
          page = parts.store().detailed(group, Optional.of(page.getLast().id()), PAGE)) {
        var ids = page.stream().map(GroupStore.Detailed::id).toList();
        var before = parts.members().times(earlier, ids);
        var fresh =
            page.stream()
                .filter(one -> !seen.contains(one.id()) && !before.containsKey(one.id()))
                .toList();
        again(people(page, one -> seen.contains(one.id())));
        var second =
            people(page, one -> !seen.contains(one.id()) && before.getOrDefault(one.id(), 0) == 1);
        receiver.twice(
            exclusion.without(second, Function.identity()).stream().map(Target::of).toList());
        var left = exclusion.without(fresh, GroupStore.Detailed::person);
        receiver.excluded(rest(fresh, left, one -> Target.of(one.person())));
        receiver.recipients(
            left.stream().map(one -> new One(Target.of(one.person()), one.details())).toList());
      }
    }

    private List<Person> without(List<Person> people) {
      var left = exclusion.without(people, Function.identity());
      receiver.excluded(rest(people, left, Target::of));
      return left;
    }

    private void detailed(List<Target> targets) {
      detailed(targets, Map.of());
    }

    private void detailed(List<Target> targets, Map<String, Set<String>> disputed) {
      var known =
          parts.persons().details(targets.stream().map(one -> new PersonId(one.id())).toList());
      receiver.recipients(
          targets.stream()
              .map(one ->
                  new One(
                      one,
                      Optional.ofNullable(known.get(new PersonId(one.id()))),
                      disputed.getOrDefault(one.email(), Set.of())))
              .toList());
    }

    private void spaces(List<Audience.Space> chosen) {
      if (chosen.isEmpty()) {
        return;
      }
      var listing = parts.spaces().list(app);
      var targets = new ArrayList<One>();
      var postings =
          parts.spaces().postings(app, listing, chosen.stream().map(Audience.Space::id).toList());
      for (var space : chosen.stream().distinct().toList()) {
        var target = new Target(Target.Kind.SPACE, space.id().value(), space.name(), "");
        if (postings.get(space.id()) instanceof Posting.Refused(var reason)) {
          receiver.unreachable(new Unreachable(target, reason));
        } else {
          targets.add(new One(target, Optional.empty()));
        }
      }
      receiver.recipients(targets);
    }
  }

  private static List<Person> people(
      List<GroupStore.Detailed> page, Predicate<GroupStore.Detailed> which) {
    return page.stream().filter(which).map(GroupStore.Detailed::person).toList();
  }

  private static boolean isPerson(Target target) {
    return target.kind() == Target.Kind.PERSON;
  }

  private List<GroupStore.Row> groups(App app, List<Audience.Entry> entries) {
    return Audiences.ids(entries).stream()
        .flatMap(id -> parts.store().get(app, id).stream())
        .toList();
  }

  private static <T> List<Target> rest(
      Collection<T> all, Collection<T> left, Function<T, Target> target) {
    if (all.size() == left.size()) {
      return List.of();
    }
    var kept = new HashSet<>(left);
    return all.stream().filter(one -> !kept.contains(one)).map(target).toList();
  }
}
