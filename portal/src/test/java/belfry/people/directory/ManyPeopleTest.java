package belfry.people.directory;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.people.groups.Group;
import belfry.people.groups.GroupStore;
import belfry.people.groups.MemberSets;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import belfry.testing.CountingDatabase;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** As many addresses and people as one audience may name, looked up in a few questions. */
@OnEngines
class ManyPeopleTest extends StorageTest {
  private static final int MANY = 50_000;
  private static final int A_FEW = 5;
  private static final App APP =
      new App(TestPortal.NEWS, "News", new Secret("token"), List.of(), 230);

  @TempDir Path directory;

  private final ManualTime time = ManualTime.at("2026-11-21T08:00:00Z");

  /** Nothing here asks the platform; its address is one that would refuse. */
  private final Platform platform =
      new Platform(URI.create("http://127.0.0.1:1"), Duration.ofSeconds(1), time);

  private CountingDatabase database;

  @BeforeEach
  void build() {
    database = new CountingDatabase(open(directory));
  }

  @AfterEach
  void close() {
    platform.close();
    database.close();
  }

  @Test
  void whatIsKeptOfManyAddressesIsFoundInAFewQuestions() {
    var now = time.now();
    remember(0, "p", now.minus(Duration.ofDays(6)));
    remember(1, "p", now.minus(Duration.ofDays(8)));
    remember(2, "", now.minus(Duration.ofMinutes(9)));
    remember(3, "", now.minus(Duration.ofMinutes(11)));
    var addresses = new Addresses(database, platform, Duration.ZERO, time);
    var asked = Stream.concat(Stream.of(" Address0@X.example"), emails()).toList();

    var found = counted(() -> addresses.resolve(APP, asked, 0));

    var open = new Addresses.Holder.Open(Troubles.NOT_ASKED_YET);
    assertThat(found.sequencedKeySet()).containsExactlyElementsOf(emails().toList());
    for (var i = 0; i < MANY; i++) {
      var email = email(i);
      assertThat(found.get(email))
          .isEqualTo(
              switch (i % 5) {
                case 0 ->
                    new Addresses.Holder.Known(
                        new Person(new PersonId("p" + i), "Name " + i, email));
                case 2 -> new Addresses.Holder.Nobody();
                default -> open;
              });
    }
  }

  @Test
  void noAddressesAreNoQuestion() {
    assertThat(new Addresses(database, platform, Duration.ZERO, time).resolve(APP, List.of(), 0))
        .isEmpty();
    assertThat(database.statements()).isZero();
  }

  /** The second group has an older copy of its members, and one under way; neither counts. */
  @Test
  void whoOfManyIsInNoGroupIsCountedInAFewQuestions() {
    var store = new MemberSets(database);
    var rows = List.of(row(1, 7), row(2, 7), row(3, 9), row(4, 9), row(5, 9));
    members(1, 7, 0, 1_000);
    members(2, 7, 500, 2_000);
    members(2, 6, 3_000, 4_000);
    members(2, 8, 4_000, 5_000);
    members(3, 9, MANY - 10, MANY + 10);
    members(6, 7, 5_000, 6_000);
    var people =
        new LinkedHashSet<>(IntStream.range(0, MANY).mapToObj(i -> new PersonId("p" + i)).toList());

    assertThat(counted(() -> store.outside(rows, people))).isEqualTo(MANY - 2_000 - 10);
    assertThat(store.outside(List.of(), people)).isEqualTo(MANY);
    assertThat(store.outside(rows, new LinkedHashSet<>())).isZero();
    assertThat(
            store.outside(
                rows, Set.of(new PersonId("p1"), new PersonId("p9999"), new PersonId("p2"))))
        .isOne();
  }

  private <T> T counted(Supplier<T> work) {
    var before = database.statements();
    var result = work.get();
    assertThat(database.statements() - before).isBetween(1, A_FEW);
    return result;
  }

  private static String email(int number) {
    return "address" + number + "@x.example";
  }

  private static Stream<String> emails() {
    return IntStream.range(0, MANY).mapToObj(ManyPeopleTest::email);
  }

  /** Every fifth address, beginning with this one. */
  private void remember(int first, String person, Instant asked) {
    database.<Integer>write(handle -> {
      var people =
          handle.prepareBatch(
              "INSERT INTO person (id, name, name_key, email) VALUES (?, ?, '', '')");
      var addresses =
          handle.prepareBatch("INSERT INTO address (email, person, asked) VALUES (?, ?, ?)");
      for (var i = first; i < MANY; i += 5) {
        var id = person.isEmpty() ? "" : person + i;
        people.add("p" + i, "Name " + i);
        addresses.add(email(i), id, asked);
      }
      return people.execute().length + addresses.execute().length;
    });
  }

  private static GroupStore.Row row(long number, long generation) {
    var group = new Group("g" + number, "Group", Group.Source.PORTAL, 0, Optional.empty(), 0);
    return new GroupStore.Row(group, number, generation, 0);
  }

  private void members(long group, long generation, int from, int to) {
    database.<Integer>write(handle -> {
      var batch =
          handle.prepareBatch(
              "INSERT INTO group_member (group_number, generation, person) VALUES (?, ?, ?)");
      IntStream.range(from, to).forEach(i -> batch.add(group, generation, "p" + i));
      return batch.execute().length;
    });
  }
}
