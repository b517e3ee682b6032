package belfry.people;

import belfry.apps.App;
import belfry.base.Time;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Counts an audience before sending, and walks it when sending begins. */
public final class Audiences {
  /** While somebody waits for a count, at most this many addresses are looked up. */
  private static final int QUESTIONS_FOR_A_COUNT = 40;

  private static final int PAGE = 2_500;
  private static final int ADDRESSES_PAGE = 200;

  /** At sending time a group's copy may be this old; a fresh one is asked for before. */
  private static final Duration FRESH_FOR_SENDING = Duration.ofMinutes(1);

  private static final Duration OLDEST_FOR_SENDING = Duration.ofHours(24);

  private final Groups groups;
  private final GroupStore store;
  private final PersonStore persons;
  private final Addresses addresses;
  private final Spaces spaces;
  private final Time time;

  Audiences(
      Groups groups,
      GroupStore store,
      PersonStore persons,
      Addresses addresses,
      Spaces spaces,
      Time time) {
    this.groups = groups;
    this.store = store;
    this.persons = persons;
    this.addresses = addresses;
    this.spaces = spaces;
    this.time = time;
  }

  /** Exact for what is known; what is not is named. */
  public Headcount count(App app, Audience audience) {
    var chosenGroups = audience.all(Audience.Group.class);
    var fetched = groups.fetch(app, ids(chosenGroups), DirectoryGroups.MEMBERS_FRESH);
    var resolved = addresses.resolve(app, emails(audience), QUESTIONS_FOR_A_COUNT);
    var single = new LinkedHashSet<String>();
    var ones = audience.all(Audience.One.class).stream().map(Audience.One::id).toList();
    var known = persons.find(ones);
    ones.forEach(id -> single.add(known.containsKey(id) ? known.get(id).id() : id));
    var noAccount = new ArrayList<String>();
    var unchecked = new ArrayList<String>();
    resolved.forEach((email, found) -> {
      switch (found) {
        case Addresses.Found.Known(var person) -> single.add(person.id());
        case Addresses.Found.Nobody() -> noAccount.add(email);
        case Addresses.Found.Open _ -> unchecked.add(email);
      }
    });
    var union = store.union(fetched.rows());
    var people = union + store.outside(fetched.rows(), single);
    var named =
        fetched.rows().stream().mapToLong(row -> row.group().size()).sum()
            + audience.all(Audience.One.class).size()
            + emails(audience).size()
            - noAccount.size()
            - unchecked.size();
    var rooms = audience.all(Audience.Room.class).stream().distinct().toList();
    var missing = new ArrayList<>(names(chosenGroups, fetched.missing()));
    missing.addAll(closedRooms(app, rooms));
    return new Headcount(
        people,
        rooms.size(),
        Math.max(0, named - people),
        noAccount,
        unchecked,
        missing,
        names(chosenGroups, unread(fetched)),
        incomplete(fetched));
  }

  private static List<String> unread(Groups.Fetched fetched) {
    return Stream.concat(fetched.stale().stream(), fetched.unseen().stream()).toList();
  }

  private static List<String> incomplete(Groups.Fetched fetched) {
    return fetched.rows().stream()
        .map(GroupStore.Row::group)
        .filter(group -> group.missing() > 0)
        .map(Group::name)
        .toList();
  }

  private List<String> closedRooms(App app, List<Audience.Room> rooms) {
    if (rooms.isEmpty()) {
      return List.of();
    }
    var listing = spaces.list(app);
    Predicate<Audience.Room> open =
        room ->
            listing.rooms().stream().anyMatch(one -> one.id().equals(room.id()) && one.mayPost());
    // Nothing is said of a space while the platform does not answer.
    return listing.trouble().isPresent()
        ? List.of()
        : rooms.stream().filter(open.negate()).map(Audience.Room::name).toList();
  }

  private static List<String> ids(List<Audience.Group> groups) {
    return groups.stream().map(Audience.Group::id).distinct().toList();
  }

  private static List<String> names(List<Audience.Group> groups, Collection<String> ids) {
    return groups.stream()
        .filter(group -> ids.contains(group.id()))
        .map(Audience.Group::name)
        .distinct()
        .toList();
  }

  private static List<String> emails(Audience audience) {
    return audience.all(Audience.Addresses.class).stream()
        .flatMap(list -> list.emails().stream())
        .toList();
  }

  /** How an expansion ended. */
  public sealed interface Expansion {
    /**
     * Everybody was handed over.
     *
     * @param notes what the author should know: older copies used
     * @param doubts why it may not be everybody who was meant: a person must say whether it goes on
     */
    record Complete(List<String> notes, List<String> doubts) implements Expansion {}

    /** It could not be finished now; what was handed over is to be thrown away. */
    record Stuck(String why) implements Expansion {}
  }

  /** Where the walked audience goes, page by page. The same target may come more than once. */
  public interface Receiver {
    void targets(List<Target> page);

    /** Addresses nobody stands behind. */
    void noAccount(List<String> emails);
  }

  /** Walks the audience as it is now, in constant memory. */
  public Expansion expand(App app, Audience audience, Receiver receiver) {
    var chosenGroups = audience.all(Audience.Group.class);
    var fetched = groups.fetch(app, ids(chosenGroups), FRESH_FOR_SENDING);
    if (!fetched.unseen().isEmpty()) {
      return new Expansion.Stuck(
          "the list of groups cannot be read from the directory, so nobody knows whether it still has %s"
              .formatted(names(chosenGroups, fetched.unseen()).getFirst()));
    }
    var tooOld =
        fetched.rows().stream()
            .filter(row -> fetched.stale().contains(row.group().id()))
            .filter(row ->
                row.group()
                    .fetched()
                    .filter(at -> at.plus(OLDEST_FOR_SENDING).isAfter(time.now()))
                    .isEmpty())
            .findFirst();
    if (tooOld.isPresent()) {
      return new Expansion.Stuck(
          "the members of the group %s cannot be read from the directory"
              .formatted(tooOld.get().group().name()));
    }
    fetched.rows().forEach(row -> walk(row, page -> receiver.targets(targets(page))));
    walkIndividuals(audience, receiver);
    var open = expandAddresses(app, emails(audience), receiver);
    if (!open.isEmpty()) {
      return new Expansion.Stuck(
          "%d addresses could not be looked up: %s".formatted(open.size(), open.iterator().next()));
    }
    var notes =
        names(chosenGroups, fetched.stale()).stream()
            .map(name ->
                "The members of " + name + " are an older copy: the directory did not answer.")
            .toList();
    var doubts = new ArrayList<String>();
    names(chosenGroups, fetched.missing())
        .forEach(name -> doubts.add("The group " + name + " no longer exists."));
    fetched.rows().stream()
        .map(GroupStore.Row::group)
        .filter(group -> group.missing() > 0)
        .forEach(group ->
            doubts.add(
                "The directory lists %,d members of %s and tells of %,d more."
                    .formatted(group.size(), group.name(), group.missing())));
    return new Expansion.Complete(notes, doubts);
  }

  /** While one page is written the next is read; the two take about the same time. */
  private void walk(GroupStore.Row row, Consumer<List<Person>> pages) {
    var next = read(row, "");
    for (var page = next.join(); !page.isEmpty(); page = next.join()) {
      next = read(row, page.getLast().id());
      pages.accept(page);
    }
  }

  private CompletableFuture<List<Person>> read(GroupStore.Row row, String after) {
    return CompletableFuture.supplyAsync(
        () -> store.membersById(row, after, PAGE), Thread::startVirtualThread);
  }

  private static List<Target> targets(List<Person> people) {
    return people.stream().map(Target::of).toList();
  }

  private void walkIndividuals(Audience audience, Receiver receiver) {
    var people = audience.all(Audience.One.class);
    for (var from = 0; from < people.size(); from += PAGE) {
      var page = people.subList(from, Math.min(people.size(), from + PAGE));
      var known = persons.find(page.stream().map(Audience.One::id).toList());
      receiver.targets(
          page.stream()
              .map(one -> known.getOrDefault(one.id(), new Person(one.id(), one.name(), "")))
              .map(Target::of)
              .toList());
    }
    receiver.targets(
        audience.all(Audience.Room.class).stream()
            .map(room -> new Target(Target.Kind.SPACE, room.id(), room.name(), ""))
            .toList());
  }

  /** The reasons why some could not be looked up; empty when all could. */
  private Set<String> expandAddresses(App app, List<String> emails, Receiver receiver) {
    var open = new LinkedHashSet<String>();
    for (var from = 0; from < emails.size(); from += ADDRESSES_PAGE) {
      var page = emails.subList(from, Math.min(emails.size(), from + ADDRESSES_PAGE));
      var people = new ArrayList<Person>();
      var nobody = new ArrayList<String>();
      addresses
          .resolve(app, page, ADDRESSES_PAGE)
          .forEach((email, found) -> {
            switch (found) {
              case Addresses.Found.Known(var person) -> people.add(person);
              case Addresses.Found.Nobody() -> nobody.add(email);
              case Addresses.Found.Open(var why) -> open.add(why);
            }
          });
      receiver.targets(targets(people));
      receiver.noAccount(nobody);
    }
    return open;
  }
}
