package belfry.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.StorageTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SQLite chooses among indexes by their shape, so a new one may take the place of the right one.
 */
class SqliteOpenRunsPlanTest extends StorageTest {
  @TempDir Path directory;

  @Test
  void openRunsAreFoundWithoutReadingTheClosed() {
    try (var database = open(directory)) {
      var plan =
          database.read(handle ->
              handle
                  .createQuery("EXPLAIN QUERY PLAN " + Runs.OPEN_IN_LANE)
                  .bind("app", "news")
                  .bind("lane", 0)
                  .map((row, _) -> row.getString("detail"))
                  .list());

      assertThat(plan)
          .anyMatch(step -> step.contains("run USING INDEX run_open (app=?)"))
          .noneMatch(step -> step.startsWith("SCAN"));
    }
  }
}
