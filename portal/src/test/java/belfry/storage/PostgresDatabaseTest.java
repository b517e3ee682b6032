package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest extends DatabaseContract {
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
      assertThat(heardOf(heard)).isEqualTo("changed/news");
      assertThat(heard).doesNotContain("itself: changed/news");
    }
  }

  @Test
  void whoIsCutOffFromTheWordsHearsThemAgain() throws Exception {
    var heard = new LinkedBlockingQueue<String>();
    database.onWord(_ -> {});
    try (var other = open()) {
      other.onWord(heard::add);
      assertThat(heardOf(heard)).isEqualTo("changed/news");
      List<Boolean> ended =
          database.read(handle ->
              handle
                  .createQuery(
                      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN belfry' AND datname = current_database()")
                  .mapTo(Boolean.class)
                  .list());
      assertThat(ended).hasSize(2).containsOnly(true);
      heard.clear();

      assertThat(heardOf(heard)).isEqualTo("changed/news");
    }
  }

  /** Says it until it is heard: who does not listen yet misses it. */
  private String heardOf(BlockingQueue<String> heard) throws InterruptedException {
    for (var i = 0; i < 200; i++) {
      database.tellOthers("changed/news");
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
