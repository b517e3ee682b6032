package belfry.people.groups;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.people.directory.Person;
import belfry.people.directory.PersonStore;
import belfry.platform.PlatformGroup;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One person whose id the platform writes in another way each time is one person. */
@OnEngines
class FormsOfIdsTest extends StorageTest {
  private static final App APP =
      new App(TestPortal.NEWS, "News", new Secret("token"), List.of(), 230);

  @TempDir Path directory;

  private Database database;
  private GroupStore store;
  private MemberSets sets;
  private PersonStore persons;

  @BeforeEach
  void build() {
    database = open(directory);
    store = new GroupStore(database);
    sets = new MemberSets(database);
    persons = new PersonStore(database);
    store.directoryGroups(
        List.of(new PlatformGroup("rowers", "Rowers"), new PlatformGroup("all", "All")));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void groupsThatAreListedInTwoWaysHaveTheSameMembers() {
    var first = row("rowers");
    store.copy(first, 1, people(0, 30, 0));
    store.publish(first, 1, 0, Optional.empty(), Instant.ofEpochSecond(1));
    var second = row("all");
    store.copy(second, 1, people(10, 50, 1));
    store.publish(second, 1, 0, Optional.empty(), Instant.ofEpochSecond(1));
    var rows = List.of(row("rowers"), row("all"));

    assertThat(sets.sum(rows, List.of()).people()).isEqualTo(50);
    assertThat(rows).extracting(one -> one.group().size()).containsExactly(30, 40);
    assertThat(store.membersById(row("all"), Optional.empty(), 100))
        .extracting(Person::id)
        .as("known in the form that was heard first, else as it came")
        .containsAll(ids(10, 30, 0))
        .containsAll(ids(30, 50, 1));
  }

  @Test
  void pagesThatOverlapInTwoFormsHoldEachMemberOnce() {
    var row = row("rowers");
    store.copy(row, 1, people(0, 20, 2));
    store.copy(row, 1, people(15, 30, 0));
    var both = new java.util.ArrayList<>(people(30, 31, 0));
    both.addAll(people(30, 31, 1));
    store.copy(row, 1, both);

    assertThat(store.size(row, 1)).isEqualTo(31);
  }

  @Test
  void whoIsNamedInAnotherFormIsFoundUnderTheOneThatIsKnown() {
    persons.keep(people(0, 3, 0));

    var found = persons.find(ids(0, 4, 1));

    assertThat(found.keySet()).isEqualTo(Set.copyOf(ids(0, 3, 1)));
    assertThat(found.values())
        .extracting(Person::id)
        .containsExactlyInAnyOrderElementsOf(ids(0, 3, 0));
    assertThat(persons.find(ids(2, 3, 2).getFirst()))
        .map(Person::id)
        .contains(ids(2, 3, 0).getFirst());
    assertThat(persons.find(new PersonId("nobody"))).isEmpty();
  }

  @Test
  void whoIsOutsideIsAskedInTheKnownForm() {
    var row = row("rowers");
    store.copy(row, 1, people(0, 10, 0));
    store.publish(row, 1, 0, Optional.empty(), Instant.ofEpochSecond(1));
    var named = new LinkedHashSet<PersonId>();
    persons.find(ids(5, 10, 1)).values().forEach(person -> named.add(person.id()));

    assertThat(sets.outside(List.of(row("rowers")), named)).isZero();
  }

  private GroupStore.Row row(String id) {
    return store.get(APP, id).orElseThrow();
  }

  private static List<Person> people(int from, int to, int form) {
    return IntStream.range(from, to)
        .mapToObj(number -> new Person(id(number, form), "Name " + number, ""))
        .toList();
  }

  private static List<PersonId> ids(int from, int to, int form) {
    return IntStream.range(from, to).mapToObj(number -> id(number, form)).toList();
  }

  /** 0 is the bare UUID, 1 and 2 are the others. */
  private static PersonId id(int number, int form) {
    var bare = new UUID(7, number).toString();
    return new PersonId(
        form == 0 ? bare : PlatformId.otherForms(bare).stream().sorted().toList().get(form - 1));
  }
}
