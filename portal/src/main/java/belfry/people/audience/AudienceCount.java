package belfry.people.audience;

import belfry.apps.App;
import belfry.people.directory.Addresses;
import belfry.people.directory.DeletedPeople;
import belfry.people.directory.Person;
import belfry.people.directory.Posting;
import belfry.people.groups.Group;
import belfry.people.groups.GroupStore;
import belfry.people.groups.Groups;
import belfry.people.groups.MemberSets;
import belfry.people.lists.ListId;
import belfry.people.lists.PeopleList;
import belfry.platform.ids.PersonId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Counts an audience while somebody waits for it. */
final class AudienceCount {
  /** At most this many addresses are looked up for one count, and as many of those left out. */
  static final int QUESTIONS = 40;

  private static final int MOST_ROUNDS = 3;

  private static final int PAGE = 2_500;

  /** From so many addresses on, one audience is counted at a time, because they take memory. */
  private static final int MANY = 5_000;

  private final Audiences.Parts parts;
  private final Lock oneLarge = new ReentrantLock(true);

  AudienceCount(Audiences.Parts parts) {
    this.parts = parts;
  }

  /** By groups that are as new as needed. */
  Headcount of(App app, SavedAudiences.Spelled spelled, Groups.Need need) {
    var earlier = spelled.audience().earlier();
    if (earlier.isPresent()) {
      return earlier(app, spelled.audience(), earlier.get(), need);
    }
    var lists = parts.lists(app, spelled.audience().all());
    return inTurn(spelled.audience(), lists, () -> counted(app, spelled, lists.keySet(), need));
  }

  private <T> T inTurn(Audience audience, Map<ListId, PeopleList> lists, Supplier<T> work) {
    if (Audiences.addressed(audience, lists.values()) < MANY) {
      return work.get();
    }
    oneLarge.lock();
    try {
      return work.get();
    } finally {
      oneLarge.unlock();
    }
  }

  /**
   * How many people at most, by what is stored, for which nobody is asked and nothing waited for;
   * empty where that does not tell.
   */
  Optional<Long> stored(App app, SavedAudiences.Spelled spelled) {
    var audience = spelled.audience();
    var lists = parts.lists(app, audience.all());
    var entries = rows(app, audience.entries());
    var excluded = rows(app, audience.excluded());
    if (!spelled.gone().isEmpty()
        || !Audiences.Parts.gone(lists.keySet(), audience.all()).isEmpty()
        || entries.isEmpty()
        || excluded.isEmpty()) {
      return Optional.empty();
    }
    var rows = entries.get();
    var out = Groups.Fetched.stored(excluded.get());
    var most = inTurn(audience, lists, () -> sums(app, audience, rows, out, 0).most);
    return parts.members().areCurrent(Stream.concat(rows.stream(), out.rows().stream()).toList())
        ? Optional.of(most)
        : Optional.empty();
  }

  /** The groups among these, if the members of each are stored. */
  private Optional<List<GroupStore.Row>> rows(App app, List<Audience.Entry> entries) {
    var ids = Audiences.ids(entries);
    var rows =
        ids.stream()
            .flatMap(id -> parts.store().get(app, id).stream())
            .filter(row -> Audiences.isRead(row.group()))
            .toList();
    return rows.size() == ids.size() ? Optional.of(rows) : Optional.empty();
  }

  private Headcount earlier(
      App app, Audience audience, Audience.Recipients whose, Groups.Need need) {
    var count = parts.earlier().count(app, whose);
    if (count.isEmpty()) {
      return Headcount.of(0, 0, List.of(whose.name()));
    }
    var excluded = parts.chosenBefore(app, whose).audience().excluded();
    var out = parts.fetch(app, excluded, need);
    var again =
        parts.again(app, audience, QUESTIONS, parts.exclusion(app, excluded, out, QUESTIONS));
    var unknown = Audiences.Unresolved.of(again);
    var found = again.size() - unknown.nobody().size() - unknown.open().size();
    var people = people(again);
    var named = parts.outside().among(people);
    var byAddress =
        people.stream()
            .filter(one -> one.id().address().isPresent() || named.contains(one.id()))
            .map(Person::email)
            .sorted()
            .toList();
    return new Headcount(
        count.get().people() + found,
        count.get().people() + found + unknown.open().size(),
        count.get().spaces(),
        0,
        0,
        0,
        unknown.nobody(),
        byAddress,
        unknown.open(),
        List.of(),
        List.of(),
        List.of(),
        Audiences.names(excluded, unread(out)),
        out.reading(),
        incomplete(out).distinct().toList(),
        List.of(),
        List.of());
  }

  private static List<Person> people(Map<String, Addresses.Holder> found) {
    return found.values().stream()
        .filter(Addresses.Holder.Known.class::isInstance)
        .map(one -> ((Addresses.Holder.Known) one).person())
        .toList();
  }

  /** Counts again where a copy ended meanwhile, and the one that was counted is being deleted. */
  private Headcount counted(
      App app, SavedAudiences.Spelled spelled, Set<ListId> lists, Groups.Need need) {
    var audience = spelled.audience();
    for (var round = 1; ; round++) {
      var both = parts.fetch(app, audience.all(), need);
      var fetched = both.among(Audiences.ids(audience.entries()));
      var out = both.among(Audiences.ids(audience.excluded()));
      var count = counted(app, spelled, lists, fetched, out);
      var rows = Stream.concat(fetched.rows().stream(), out.rows().stream()).distinct().toList();
      if (round == MOST_ROUNDS || parts.members().areCurrent(rows)) {
        return count;
      }
    }
  }

  private Headcount counted(
      App app,
      SavedAudiences.Spelled spelled,
      Set<ListId> lists,
      Groups.Fetched fetched,
      Groups.Fetched out) {
    var audience = spelled.audience();
    var entries = audience.entries();
    var sums = sums(app, audience, fetched.rows(), out, QUESTIONS);
    var exclusion = sums.exclusion;
    var single = sums.single;
    var people = sums.left.people();
    var all =
        audience.excluded().isEmpty()
            ? people
            : parts.members().sum(fetched.rows(), List.of()).people()
                + parts.members().outside(fetched.rows(), single.all);
    var rooms = Audience.all(entries, Audience.Space.class).stream().distinct().toList();
    var missing = new ArrayList<>(names(audience, fetched.missing(), out.missing()));
    missing.addAll(spelled.gone());
    missing.addAll(Audiences.Parts.gone(lists, entries));
    missing.addAll(Audiences.Parts.gone(lists, audience.excluded()));
    var chosen = parts.people(Audience.all(entries, Audience.Person.class));
    var unreachable = new ArrayList<>(deleted(app, chosen, exclusion));
    var unconfirmed = new ArrayList<Unreachable>();
    addSpaces(app, rooms, unreachable, unconfirmed);
    return new Headcount(
        people,
        sums.most,
        rooms.size(),
        sums.left.several(),
        all - people,
        single.all.size() - single.left.size(),
        sums.here.nobody().stream().filter(email -> !exclusion.leavesOut(email)).toList(),
        single.byAddress(),
        sums.open,
        parts.idle(audience, fetched.rows(), sums.there.nobody()),
        sums.there.open(),
        missing,
        names(audience, unread(fetched), unread(out)),
        Stream.concat(fetched.reading().stream(), out.reading().stream()).distinct().toList(),
        Stream.concat(incomplete(fetched), incomplete(out)).distinct().toList(),
        unreachable,
        unconfirmed);
  }

  /**
   * What the numbers are made of.
   *
   * @param here the addresses of those who are chosen
   * @param there the addresses of those who are left out
   * @param open of those who are chosen and not left out
   */
  private record Sums(
      Exclusion exclusion,
      Singles single,
      Audiences.Unresolved here,
      Audiences.Unresolved there,
      MemberSets.Sum left,
      List<String> open,
      long most) {}

  private Sums sums(
      App app, Audience audience, List<GroupStore.Row> rows, Groups.Fetched out, int questions) {
    var entries = audience.entries();
    var emails = parts.emails(entries);
    var resolvedOut = parts.addresses().resolve(app, parts.emails(audience.excluded()), questions);
    var exclusion = parts.exclusion(audience.excluded(), rows, out, resolvedOut);
    var single = new Singles(exclusion);
    single.add(parts.people(Audience.all(entries, Audience.Person.class)), _ -> 1);
    var here = addressed(app, audience, emails, single, questions);
    var left = left(rows, single.left, exclusion);
    var open = here.open().stream().filter(email -> !exclusion.leavesOut(email)).toList();
    var most = open.isEmpty() ? left.people() : atMost(open, rows, single, exclusion);
    return new Sums(
        exclusion, single, here, Audiences.Unresolved.of(resolvedOut), left, open, most);
  }

  /**
   * If each of these addresses, not looked up yet, belonged to somebody else. They are stored of
   * some people, and these may have been counted already.
   */
  private long atMost(
      List<String> open, List<GroupStore.Row> rows, Singles single, Exclusion exclusion) {
    var stored = parts.persons().having(open);
    var everybody = new HashMap<>(single.left);
    exclusion
        .without(stored, Function.identity())
        .forEach(person -> everybody.putIfAbsent(person.id(), 1));
    var known = stored.stream().map(Person::email).collect(Collectors.toSet());
    var unknown = open.stream().filter(email -> !known.contains(email)).count();
    return left(rows, everybody, exclusion).people() + unknown;
  }

  /**
   * Those who are chosen one by one; only their ids are kept, because they may be very many, and of
   * those who are not left out how often they were chosen.
   */
  private static final class Singles {
    private final Exclusion exclusion;
    private final Set<PersonId> all = new HashSet<>();
    private final Map<PersonId, Integer> left = new HashMap<>();

    /** Of those outside the organization who are known by ids, too. */
    private final Map<PersonId, List<String>> addresses = new HashMap<>();

    Singles(Exclusion exclusion) {
      this.exclusion = exclusion;
    }

    void add(List<Person> people, ToIntFunction<Person> times) {
      people.forEach(one -> all.add(one.id()));
      exclusion
          .without(people, Function.identity())
          .forEach(one -> left.merge(one.id(), times.applyAsInt(one), Integer::sum));
    }

    /** Those who are written to by their address. */
    List<String> byAddress() {
      return left.keySet().stream()
          .flatMap(id -> Stream.concat(id.address().stream(), known(id)))
          .sorted()
          .toList();
    }

    private Stream<String> known(PersonId id) {
      return addresses.getOrDefault(id, List.of()).stream();
    }

    void add(
        Map<String, Addresses.Holder> found,
        Map<String, Integer> times,
        Set<String> nobody,
        Audiences.Unresolved unknown) {
      var here = Audiences.Unresolved.of(found);
      unknown.open().addAll(here.open());
      unknown.nobody().addAll(here.nobody());
      var people = people(found);
      add(people, person -> times.getOrDefault(person.email(), 1));
      people.stream()
          .filter(one -> one.id().address().isEmpty() && nobody.contains(one.email()))
          .forEach(
              one -> addresses.computeIfAbsent(one.id(), _ -> new ArrayList<>()).add(one.email()));
    }
  }

  /** Adds the people behind these addresses, page by page; a few of the others are looked up. */
  private Audiences.Unresolved addressed(
      App app, Audience audience, List<String> emails, Singles single, int questions) {
    var unknown = new Audiences.Unresolved(new ArrayList<>(), new ArrayList<>());
    var times = new LinkedHashMap<String, Integer>();
    emails.forEach(email -> times.merge(Person.address(email), 1, Integer::sum));
    var distinct = List.copyOf(times.keySet());
    for (var from = 0; from < distinct.size(); from += PAGE) {
      var page = distinct.subList(from, Math.min(from + PAGE, distinct.size()));
      add(app, audience, page, 0, single, times, unknown);
    }
    var open = unknown.open();
    var asked = new ArrayList<>(open.subList(0, Math.min(open.size(), questions)));
    var rest = new Audiences.Unresolved(new ArrayList<>(), unknown.nobody());
    add(app, audience, asked, questions, single, times, rest);
    rest.open().addAll(open.subList(asked.size(), open.size()));
    return rest;
  }

  private void add(
      App app,
      Audience audience,
      List<String> emails,
      int questions,
      Singles single,
      Map<String, Integer> times,
      Audiences.Unresolved unknown) {
    var found = parts.addresses().resolve(app, emails, questions);
    var nobody = Set.copyOf(Audiences.Unresolved.of(found).nobody());
    single.add(parts.chosen(audience, found), times, nobody, unknown);
  }

  /**
   * Those who are in these groups or chosen one by one, and not left out.
   *
   * @param single how often each of these was chosen one by one
   */
  private MemberSets.Sum left(
      List<GroupStore.Row> rows, Map<PersonId, Integer> single, Exclusion exclusion) {
    var members = exclusion.isAlike() ? exclusion.sum(rows) : oneByOne(rows, exclusion);
    var there = parts.members().times(rows, single.keySet());
    var several =
        single.entrySet().stream()
            .filter(one -> one.getValue() > 1 || there.containsKey(one.getKey()))
            .count();
    var counted = there.values().stream().filter(times -> times > 1).count();
    return new MemberSets.Sum(
        members.people() + single.size() - there.size(), members.several() + several - counted);
  }

  /** If ids have several forms, each one must be read to see whom it means. */
  private MemberSets.Sum oneByOne(List<GroupStore.Row> rows, Exclusion exclusion) {
    var times = new HashMap<PersonId, Integer>();
    for (var row : rows) {
      var after = Optional.<PersonId>empty();
      while (true) {
        var page = parts.store().membersById(row, after, PAGE);
        if (page.isEmpty()) {
          break;
        }
        exclusion
            .without(page, Function.identity())
            .forEach(person -> times.merge(person.id(), 1, Integer::sum));
        after = Optional.of(page.getLast().id());
      }
    }
    return new MemberSets.Sum(
        times.size(), times.values().stream().filter(count -> count > 1).count());
  }

  private static List<String> names(Audience audience, List<String> ids, List<String> excluded) {
    return Stream.concat(
            Audiences.names(audience.entries(), ids).stream(),
            Audiences.names(audience.excluded(), excluded).stream())
        .distinct()
        .toList();
  }

  private static List<String> unread(Groups.Fetched fetched) {
    return Stream.concat(fetched.stale().keySet().stream(), fetched.unseen().stream()).toList();
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
    var postings =
        parts.spaces().postings(app, listing, spaces.stream().map(Audience.Space::id).toList());
    for (var space : spaces) {
      var target = new Target(Target.Kind.SPACE, space.id().value(), space.name(), "");
      switch (Objects.requireNonNull(postings.get(space.id()))) {
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
