package belfry.web;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.Await;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("whole")
@OnEngines(Engine.POSTGRES)
class PostgresIdempotencyKeyTest extends IdempotencyKeyContract {

  @Test
  void onTwoNodesToo() throws Exception {
    var other = portal.anotherNode();
    // Not the simulator, which both use.
    try (var _ = other.portal()) {
      assertThat(ids(List.of(portal, other), "key-7")).hasSize(1);
    }
  }

  /** As where a commit hangs, and whoever got no answer asks again. */
  @Test
  void whoeverAsksAgainBeforeTheFirstIsWrittenIsAnsweredLikeIt() throws Exception {
    var job = draft("Sent once, said once", entry("group", everybody));
    var form = Map.of("jobId", job, "requestId", "the same at once");
    var first = portal.signedIn("news", TestPortal.ADMIN);
    var second = portal.signedIn("news", TestPortal.ADMIN);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var connection = DriverManager.getConnection(portal.databaseAddress());
        var statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      // The first has then changed the job, for which the second waits.
      statement.execute("LOCK TABLE done_request IN SHARE MODE");
      var asked =
          Stream.of(first, second)
              .map(who ->
                  CompletableFuture.supplyAsync(() -> who.post("jobs/runNow", form), threads))
              .toList();
      Await.until(() -> waiting(statement) >= 2);
      connection.rollback();
      assertThat(asked).allSatisfy(one -> assertThat(one.join().status()).isEqualTo(200));
    }
    assertThat(counts(finished(job)).path("sent").asInt()).isEqualTo(PEOPLE);
  }

  private static int waiting(Statement statement) {
    try {
      // What others do is looked up once in a transaction.
      // The sweep, a minute after the start, waits as well.
      statement.execute("SELECT pg_stat_clear_snapshot()");
      try (var found =
          statement.executeQuery(
              """
              SELECT count(*) FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock'
                AND query NOT LIKE 'DELETE FROM done_request%'
              """)) {
        return found.next() ? found.getInt(1) : 0;
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
