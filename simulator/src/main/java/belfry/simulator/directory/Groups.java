package belfry.simulator.directory;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentSkipListMap;

/** The groups of the directory: seeded ones of every shape, and those made through the API. */
public final class Groups {
  private static final Instant FOUNDED = Instant.parse("2024-01-08T08:00:00.000Z");
  private static final List<String> SMALL =
      List.of(
          "First aiders",
          "Fire wardens",
          "Works council",
          "Change advisory board",
          "On-call engineers",
          "Shift leads",
          "Release managers",
          "New hires",
          "Mentors",
          "Sustainability circle",
          "Payroll contacts",
          "Site reliability",
          "Brand ambassadors",
          "Travel desk",
          "Vendor managers",
          "Crisis team");

  private final Directory directory;
  private final ConcurrentSkipListMap<Integer, Group> byIndex = new ConcurrentSkipListMap<>();

  public Groups(Directory directory, int seeded) {
    this.directory = directory;
    seeds().stream().limit(seeded).forEach(it -> seed(it.name(), it.roster()));
    while (byIndex.size() < seeded) {
      seed("Team " + (byIndex.size() + 1), team(byIndex.size()));
    }
  }

  public List<Group> all() {
    return List.copyOf(byIndex.values());
  }

  public Optional<Group> byId(String id) {
    return Ids.name("SCIM_GROUP", id)
        .map(name -> name.replaceFirst(":.*", ""))
        .flatMap(Ids::parsed)
        .flatMap(this::byUuid);
  }

  public Optional<Group> byName(String displayName) {
    return byIndex.values().stream()
        .filter(it -> it.displayName().equalsIgnoreCase(displayName))
        .findFirst();
  }

  public Optional<Group> byIndex(int index) {
    return Optional.ofNullable(byIndex.get(index));
  }

  public synchronized Group create(String displayName, Instant at) {
    return put(displayName, at, Roster.empty());
  }

  public void delete(Group group) {
    byIndex.remove(group.index());
  }

  private Optional<Group> byUuid(UUID uuid) {
    var number = directory.ids().number(Ids.Kind.GROUP, uuid);
    return number.isPresent() ? byIndex((int) number.getAsLong()) : Optional.empty();
  }

  /** A group to be there from the beginning. */
  private record Seed(String name, Roster roster) {}

  private List<Seed> seeds() {
    var seeds = new ArrayList<Seed>();
    seeds.add(new Seed("All staff", roster(Progression.natural(0, directory.people()))));
    seeds.add(new Seed("Waiting list", Roster.empty()));
    seeds.add(new Seed("Laptop users", roster(share(1, 0.6))));
    seeds.add(new Seed("Extended leadership", leadership()));
    var departments = directory.departments();
    for (var number = 0; number < Departments.DEPARTMENTS.size(); number++) {
      var name = Departments.DEPARTMENTS.get(number).name();
      seeds.add(new Seed(name, new Roster(departments.members(number), personas(name))));
    }
    for (var office = 0; office < Departments.OFFICES.size(); office++) {
      var name = "Office " + Departments.OFFICES.get(office);
      seeds.add(new Seed(name, roster(departments.staff(office))));
    }
    for (var number = 0; number < SMALL.size(); number++) {
      seeds.add(new Seed(SMALL.get(number), team(100 + number)));
    }
    return seeds;
  }

  /** A few people and, as one more entry, the group of everyone with a laptop: nested. */
  private Roster leadership() {
    return new Roster(few(2, 9), List.of(new Principal.Group(2)));
  }

  private Roster team(int number) {
    return roster(few(number, 3 + number * 7 % 25));
  }

  private Progression share(long purpose, double part) {
    var people = directory.scattered(purpose);
    return people.slice(0, (int) Math.ceil(people.size() * part));
  }

  private Progression few(long purpose, int number) {
    var people = directory.scattered(purpose);
    return people.slice(0, Math.min(number, people.size()));
  }

  private List<Principal> personas(String department) {
    var members = new ArrayList<Principal>();
    for (var index = 0; index < directory.personas(); index++) {
      if (directory.persona(index).department().equals(department)) {
        members.add(new Principal.Person(index));
      }
    }
    return members;
  }

  private static Roster roster(Progression people) {
    return new Roster(people, List.of());
  }

  private void seed(String displayName, Roster roster) {
    put(displayName, FOUNDED.plusSeconds(86_400L * byIndex.size()), roster);
  }

  private int next;

  private Group put(String displayName, Instant created, Roster roster) {
    var index = next++;
    var uuid = directory.ids().uuid(Ids.Kind.GROUP, index);
    var group = new Group(index, uuid, directory.groupId(uuid), displayName, created, roster);
    byIndex.put(index, group);
    return group;
  }
}
