package belfry.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.job.JobStore;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * SQLite chooses among indexes by their shape, so a new one may take the place of the right one.
 */
class SqliteDueJobsPlanTest extends StorageTest {
  @TempDir Path directory;

  @Test
  void theNextDueJobIsFoundWithoutReadingTheOthers() {
    try (var database = open(directory)) {
      var plan =
          database.read(handle ->
              handle
                  .createQuery("EXPLAIN QUERY PLAN " + JobStore.NEXT_DUE)
                  .bind(0, "news")
                  .map((row, _) -> row.getString("detail"))
                  .list());

      assertThat(plan).singleElement().asString().contains("INDEX job_due (app=?)");
    }
  }
}
