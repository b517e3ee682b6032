package belfry.standin.world;

import belfry.standin.world.Group.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;

/** The directory's groups: one with everybody, some small ones, one empty and one nested. */
public final class Groups {
  private static final List<String> SMALL =
      List.of("Cranes", "Customs", "Ferry crews", "Pilots", "Yard");
  private static final int SMALL_SIZE = 12;

  private final CopyOnWriteArrayList<Group> all;

  private Groups(List<Group> all) {
    this.all = new CopyOnWriteArrayList<>(all);
  }

  static Groups made(People people, Seeded seeded) {
    var groups = new ArrayList<Group>();
    groups.add(
        new Group(seeded.uuid(), "All staff", people.staff().stream().map(Member::of).toList()));
    groups.add(new Group(seeded.uuid(), "Empty berth", List.of()));
    var at = 0;
    for (var name : SMALL) {
      groups.add(new Group(seeded.uuid(), name, some(people.staff(), at)));
      at += SMALL_SIZE / 2;
    }
    groups.add(new Group(seeded.uuid(), "Whole quay", nested(groups, people, seeded)));
    return new Groups(groups);
  }

  private static List<Member> some(List<Person> staff, int from) {
    var members = new ArrayList<Member>();
    for (var i = 0; i < Math.min(SMALL_SIZE, staff.size()); i++) {
      members.add(Member.of(staff.get((from + i) % staff.size())));
    }
    return members;
  }

  private static List<Member> nested(List<Group> groups, People people, Seeded seeded) {
    var inner = groups.getLast();
    return List.of(
        Member.of(people.administrator()),
        new Member(Group.Kind.GROUP, inner.id(people.organisation()), inner.name()),
        new Member(Group.Kind.MACHINE, IdType.PEOPLE.of(seeded.uuid()), "Board at gate 3"));
  }

  public List<Group> all() {
    return List.copyOf(all);
  }

  /** In the place of the one with its id, if there is one. */
  public synchronized void keep(Group group) {
    forget(group);
    all.add(group);
  }

  public synchronized void forget(Group group) {
    all.removeIf(one -> one.uuid().equals(group.uuid()));
  }

  /** By an id as it came over the wire. */
  public Optional<Group> byId(String id) {
    return IdType.uuidIn(id)
        .flatMap(uuid -> all.stream().filter(one -> one.uuid().equals(uuid)).findFirst());
  }
}
