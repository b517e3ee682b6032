package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long completed requests are remembered, whichever engine does it. */
@OnEngines
class IdempotencyTest extends StorageTest {
  @TempDir Path directory;
  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");

  @Test
  void afterSevenDaysTheyAreForgottenInSteps() {
    var store = new IdempotencyStore(time);
    var old = 2 * IdempotencyStore.SWEPT_AT_ONCE + 7;
    try (var database = open(directory)) {
      add(database, "old", old);
      time.pass(Duration.ofSeconds(1));
      add(database, "new", 3);
      time.pass(Duration.ofDays(7).minusSeconds(1));
      assertThat(store.sweep(database)).isZero();
      time.pass(Duration.ofMillis(1));
      assertThat(store.sweep(database)).isEqualTo(old);
      assertThat(store.sweep(database)).isZero();
    }
  }

  @Test
  void ofManyAnswersOnlyTheNewestAreKept() {
    var store = new IdempotencyStore(time);
    var most = IdempotencyStore.MOST_ANSWERS;
    try (var database = open(directory)) {
      answer(database, store, "ana", 3);
      time.pass(Duration.ofSeconds(1));
      answer(database, store, "ben", 2);
      answer(database, store, "ana", most);
      assertThat(store.sweep(database)).isZero();

      assertThat(kept(database, "ana", 5).answer()).isEqualTo("made");
      assertThat(kept(database, "ben", 3).answer()).isEqualTo("made");
      for (var i = 0; i < 3; i++) {
        assertThat(kept(database, "ana", i).answer()).isEmpty();
        assertThat(kept(database, "ana", i).isUnanswered()).as("it was done").isFalse();
      }
    }
  }

  private int added;

  private void answer(Database database, IdempotencyStore store, String who, int many) {
    database.write(handle -> {
      for (var i = 0; i < many; i++) {
        store.answered(handle, request(who, added++), 201, "made");
      }
      return many;
    });
  }

  private static IdempotencyStore.Kept kept(Database database, String who, int number) {
    return database
        .read(handle -> IdempotencyStore.kept(handle, request(who, number)))
        .orElseThrow();
  }

  private static IdempotentRequest request(String who, int number) {
    return IdempotentRequest.of("news", who, "POST x", Optional.of(String.valueOf(number)));
  }

  private void add(Database database, String name, int many) {
    database.write(handle -> {
      for (var i = 0; i < many; i++) {
        handle.execute(
            """
            INSERT INTO done_request (app, person, id, action, asked, object, at)
            VALUES ('news', 'ana-id', ?, 'edit', '', '1', ?)
            """,
            name + i,
            time.now());
      }
      return many;
    });
  }
}
