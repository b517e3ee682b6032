package belfry.jobs.job;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.StorageTest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In the table, each text that was ever written would be read to count the jobs. */
class SqliteCountedJobsPlanTest extends StorageTest {
  @TempDir Path directory;

  @Test
  void jobsAreCountedInTheIndexOfLists() {
    try (var database = open(directory)) {
      var plan =
          database.read(handle ->
              handle
                  .createQuery("EXPLAIN QUERY PLAN " + JobStore.COUNTS)
                  .bind(0, "news")
                  .map((row, _) -> row.getString("detail"))
                  .list());

      assertThat(plan).first().asString().contains("COVERING INDEX job_list (app=?)");
    }
  }
}
