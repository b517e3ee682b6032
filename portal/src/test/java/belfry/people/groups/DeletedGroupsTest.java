package belfry.people.groups;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.App;
import belfry.base.Secret;
import belfry.platform.PlatformGroup;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Work;
import belfry.testing.InterruptedDatabase;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of the members of groups that are deleted, here or in the directory. */
@OnEngines
class DeletedGroupsTest extends StorageTest {
  private static final int MANY = 12_000;
  private static final App APP =
      new App(TestPortal.NEWS, "News", new Secret("token"), List.of(), 230);

  @TempDir Path directory;
  private Database database;
  private OwnGroups groups;

  @BeforeEach
  void build() {
    database = open(directory);
    groups = new OwnGroups(database, ManualTime.at("2026-11-21T08:00:00Z"));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static final OwnGroups.Trail NO_TRAIL = (_, _, _, _) -> {};

  private static OwnGroups.Asker asker() {
    return new OwnGroups.Asker(APP, new PersonId("ana"), Optional.empty());
  }

  private String filled(String name) {
    var group = ((OwnGroups.Change.Done) groups.create(asker(), name, NO_TRAIL)).group();
    database.write(handle -> {
      var batch =
          handle.prepareBatch(
              """
              INSERT INTO group_member (group_number, generation, person)
              SELECT number, 1, ? FROM people_group WHERE id = ?
              """);
      IntStream.range(0, MANY).forEach(i -> batch.add("p" + i, group.id()));
      return batch.execute().length;
    });
    return group.id();
  }

  private long members() {
    return database.read(
        handle -> handle.createQuery("SELECT COUNT(*) FROM group_member").mapTo(Long.class).one());
  }

  @Test
  void aGroupIsGoneAtOnceAndItsMembersAFewAtATime() {
    var id = filled("Many");
    var seen = new ArrayList<Long>();
    var steps = new OwnGroups(watched(seen), ManualTime.at("2026-11-21T08:00:00Z"));

    assertThat(steps.delete(asker(), id, NO_TRAIL)).isEqualTo(new OwnGroups.Change.Deleted(id));

    assertThat(members()).isZero();
    assertThat(seen).startsWith(12_000L, 7_000L, 2_000L, 0L);
    assertThat(new GroupStore(database).list(APP)).isEmpty();
    assertThat(groups.create(asker(), "Many", NO_TRAIL)).isInstanceOf(OwnGroups.Change.Done.class);
  }

  /** How many members there are after each transaction. */
  private Database watched(List<Long> seen) {
    return new InterruptedDatabase(database, () -> {}) {
      @Override
      public <T> T write(Work<T> work) {
        T result = super.write(work);
        seen.add(members());
        return result;
      }
    };
  }

  @Test
  void whatWasBrokenOffIsDeletedWithTheNextListOfTheDirectory() {
    var id = filled("Many");
    database.write(handle -> {
      DeletedGroups.hide(handle, GroupStore.get(handle, APP, id).orElseThrow());
      return true;
    });
    assertThat(members()).isEqualTo(MANY);
    assertThat(new GroupStore(database).get(APP, id)).isEmpty();

    new GroupStore(database).directoryGroups(List.of(new PlatformGroup("g1", "Sales")));

    assertThat(members()).isZero();
    assertThat(new GroupStore(database).list(APP))
        .extracting(row -> row.group().name())
        .containsExactly("Everyone", "Sales");
    new GroupStore(database).directoryGroups(List.of());
    assertThat(new GroupStore(database).list(APP)).hasSize(1);
  }
}
