package belfry.simulator.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Groups of every shape, and what changes them. */
class GroupsTest {
  private final Directory directory = new Directory(7, Population.defaults().withPeople(1_000));
  private final Groups groups = new Groups(directory, 40);

  private Group named(String name) {
    return groups.byName(name).orElseThrow();
  }

  /** platform-api.md 7.1: a group may be in a group; which groups there are is ours. */
  @Test
  void thereAreGroupsOfEveryShape() {
    assertThat(groups.all()).hasSize(40);
    assertThat(named("All staff").size()).isEqualTo(1_000);
    assertThat(named("Laptop users").size()).isEqualTo(600);
    assertThat(named("Waiting list").size()).isZero();
    assertThat(named("Extended leadership").members(0, 20))
        .hasSize(10)
        .last()
        .isEqualTo(new Principal.Group(named("Laptop users").index()));
    assertThat(groups.all()).extracting(Group::displayName).doesNotHaveDuplicates();
  }

  /** Ours: a group for each department that people have (platform-api.md 3). */
  @Test
  void theDepartmentsDivideTheCompanyAndAgreeWithThePeople() {
    var counted = 0;
    var seen = new HashSet<Principal>();
    for (var department : Departments.DEPARTMENTS) {
      var members = named(department.name()).members(0, 1_000);
      counted += members.size();
      seen.addAll(members);
      assertThat(members)
          .allSatisfy(it ->
              assertThat(directory.person(((Principal.Person) it).index()).department())
                  .isEqualTo(department.name()));
    }
    assertThat(counted).isEqualTo(1_000);
    assertThat(seen).hasSize(1_000);
  }

  /** platform-api.md 7.1: members come in pages; adds and deletes are mixed in one change. */
  @Test
  void pagesOfMembersJoinAlsoAfterSomeLeftAndSomeJoined() {
    var group = named("Laptop users");
    var gone = List.copyOf(group.members(100, 50));
    var come =
        IntStream.range(0, 1_000)
            .<Principal>mapToObj(Principal.Person::new)
            .filter(it -> !group.contains(it))
            .limit(3)
            .toList();

    group.change(new Group.Change(null, null, come, gone), Instant.EPOCH);

    var pages =
        IntStream.iterate(0, it -> it < group.size(), it -> it + 37)
            .boxed()
            .flatMap(it -> group.members(it, 37).stream())
            .toList();
    assertThat(group.size()).isEqualTo(553);
    assertThat(pages).hasSize(553).doesNotHaveDuplicates().containsAll(come);
    assertThat(pages).doesNotContainAnyElementsOf(gone);
  }

  /** platform-api.md 7.1: members are added and deleted; that adding twice is no error is ours. */
  @Test
  void whoLeftMayComeBackAndAddingTwiceChangesNothing() {
    var group = named("All staff");
    var ana = List.<Principal>of(new Principal.Person(0));

    group.change(new Group.Change(null, null, List.of(), ana), Instant.EPOCH);
    assertThat(group.contains(ana.getFirst())).isFalse();
    group.change(new Group.Change(null, null, ana, List.of()), Instant.EPOCH);
    group.change(new Group.Change(null, null, ana, List.of()), Instant.EPOCH);

    assertThat(group.size()).isEqualTo(1_000);
    assertThat(group.contains(ana.getFirst())).isTrue();
  }

  /** platform-api.md 7.1: groups are created, asked for by id, and deleted. */
  @Test
  void aGroupIsFoundByItsIdUntilItIsDeleted() {
    var group = groups.create("Project Aurora", Instant.EPOCH);

    assertThat(groups.byId(group.id())).contains(group);
    groups.delete(group);

    assertThat(groups.byId(group.id())).isEmpty();
  }

  /** Ours: how many groups there are is a setting. */
  @Test
  void asManyGroupsAsAskedForAreMade() {
    assertThat(new Groups(directory, 0).all()).isEmpty();
    assertThat(new Groups(directory, 3).all()).hasSize(3);
    assertThat(new Groups(directory, 90).all())
        .hasSize(90)
        .extracting(Group::displayName)
        .doesNotHaveDuplicates();
  }
}
