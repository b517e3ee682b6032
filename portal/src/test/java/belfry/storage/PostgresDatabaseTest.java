package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.base.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PostgresDatabaseTest extends DatabaseContract {
  @Override
  Database open() {
    return Databases.open(Optional.of(TestPostgres.freshDatabase()), Path.of("unused"));
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
