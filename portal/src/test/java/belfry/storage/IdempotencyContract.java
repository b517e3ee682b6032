package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Engine;
import belfry.testing.ManualTime;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long completed requests are remembered, whichever engine does it. */
abstract class IdempotencyContract implements Engine {
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
