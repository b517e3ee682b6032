package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("whole")
class PostgresDatabaseTest extends DatabaseContract {
  /** What a server, a database or a role may be set to, and what a commit of ours waits for. */
  private static final Map<String, String> DURABILITY =
      Map.of(
          "off", "on",
          "local", "on",
          "remote_write", "on",
          "on", "on",
          "remote_apply", "remote_apply");

  private final Secret url = TestPostgres.freshDatabase();

  @Override
  Database open() {
    return Databases.open(Optional.of(url), Path.of("unused"));
  }

  @Test
  void aWordIsHeardByTheOtherNodesAndNotByWhoSaidIt() throws Exception {
    var heard = new LinkedBlockingQueue<String>();
    database.onWord(word -> heard.add("itself: " + word));
    try (var other = open()) {
      other.onWord(heard::add);
      assertThat(heardOf(database, heard)).isEqualTo("changed/news");
      assertThat(heard).doesNotContain("itself: changed/news");
    }
  }

  @Test
  void whoIsCutOffFromTheWordsHearsThemAgain() throws Exception {
    var answered = new LinkedBlockingQueue<String>();
    var heard = new LinkedBlockingQueue<String>();
    database.onWord(answered::add);
    try (var other = open()) {
      other.onWord(heard::add);
      assertThat(heardOf(database, heard)).isEqualTo("changed/news");
      assertThat(heardOf(other, answered)).as("both listen").isEqualTo("changed/news");
      List<Boolean> ended =
          database.read(handle ->
              handle
                  .createQuery(
                      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN belfry' AND datname = current_database()")
                  .mapTo(Boolean.class)
                  .list());
      assertThat(ended).hasSize(2).containsOnly(true);
      heard.clear();

      assertThat(heardOf(database, heard)).isEqualTo("changed/news");
    }
  }

  /** Says it until it is heard: who does not listen yet misses it. */
  private static String heardOf(Database from, BlockingQueue<String> heard)
      throws InterruptedException {
    for (var i = 0; i < 200; i++) {
      from.tellOthers("changed/news");
      var word = heard.poll(100, TimeUnit.MILLISECONDS);
      if (word != null) {
        return word;
      }
    }
    return "nothing";
  }

  @Test
  void theServerIsNewEnough() {
    assertThat(database.engine()).matches("PostgreSQL 1[5-9].*");
    assertThat(database.exclusive()).isFalse();
  }

  @Test
  void aTransactionThatTheServerBrokeOffForADeadlockIsRunAgain() throws Exception {
    write(1, "a");
    write(2, "b");
    var bothHoldTheirFirstRow = new CyclicBarrier(2);
    var update = "UPDATE note SET words = words || 'x' WHERE id = ?";

    var results = new ArrayList<Future<?>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var order : new long[][] {{1, 2}, {2, 1}}) {
        var first = new boolean[] {true};
        results.add(
            threads.submit(() ->
                database.write(handle -> {
                  handle.execute(update, order[0]);
                  if (first[0]) {
                    first[0] = false;
                    await(bothHoldTheirFirstRow);
                  }
                  return handle.execute(update, order[1]);
                })));
      }
    }

    for (var result : results) {
      assertThat(result.get()).isEqualTo(1);
    }
    assertThat(words()).containsExactly("axx", "bxx");
  }

  @Test
  void aNodeFrozenInMidTransactionKeepsItsRowsForSecondsOnly() {
    var patience =
        database.read(handle ->
            handle
                .createQuery("SHOW idle_in_transaction_session_timeout")
                .mapTo(String.class)
                .one());
    assertThat(patience).isEqualTo("10s");
  }

  @Test
  void aSessionIsAsDurableAsItMustBeAndNeverLess() {
    DURABILITY.forEach((configured, inForce) -> {
      alter("DATABASE %s SET synchronous_commit = " + configured);
      try (var anew = open()) {
        assertThat(anew.write(PostgresDatabaseTest::durability)).isEqualTo(inForce);
      }
    });
    alter("ROLE postgres IN DATABASE %s SET synchronous_commit = off");
    try (var anew = open()) {
      assertThat(anew.write(PostgresDatabaseTest::durability)).isEqualTo("on");
    }
  }

  private void alter(String what) {
    var name =
        database.<String>read(
            handle -> handle.createQuery("SELECT current_database()").mapTo(String.class).one());
    database.<Integer>read(handle -> handle.execute("ALTER " + what.formatted(name)));
  }

  private static String durability(Handle handle) {
    return handle.createQuery("SHOW synchronous_commit").mapTo(String.class).one();
  }

  /**
   * Behind a pooler a transaction may be in a session that nobody prepared. A trigger that is put
   * off until the commit sees what the commit sees.
   */
  @Test
  void aCommitIsDurableWhateverItsSessionIsSetTo() {
    database.<Integer>write(handle ->
        handle.execute(
            """
            CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
              UPDATE note SET words = words || ' ' || current_setting('synchronous_commit')
              WHERE id = NEW.id;
              RETURN NULL;
            END $$;
            CREATE CONSTRAINT TRIGGER tell AFTER INSERT ON note
            DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tell()
            """));
    DURABILITY.forEach((session, _) ->
        database.<Integer>write(handle -> {
          handle.execute("SET synchronous_commit = " + session);
          return insert(handle, session.hashCode(), session);
        }));

    assertThat(words())
        .containsExactlyInAnyOrderElementsOf(
            DURABILITY.entrySet().stream()
                .map(one -> one.getKey() + " " + one.getValue())
                .toList());
  }

  @Test
  void aCommitThatIsRefusedLeavesNothingBehind() {
    database.<Integer>write(handle ->
        handle.execute("ALTER TABLE note ADD UNIQUE (words) DEFERRABLE INITIALLY DEFERRED"));
    write(1, "a");

    assertThatThrownBy(() -> write(2, "a"))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("could not commit");
    assertThat(words()).containsExactly("a");
    write(2, "b");
    assertThat(words()).containsExactly("a", "b");
  }

  @Test
  void anUnreachableServerIsNamedBySetting() {
    var url = Optional.of(new Secret("jdbc:postgresql://127.0.0.1:1/none"));
    assertThatThrownBy(() -> Databases.open(url, Path.of("unused")))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("DATABASE_URL");
  }

  private static void await(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }
}
