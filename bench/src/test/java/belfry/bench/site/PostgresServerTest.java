package belfry.bench.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** Debian's PostgreSQL where it is installed, with a standby that takes over. */
class PostgresServerTest {
  @Test
  void aStandbyHasEachCommitAndTakesOver() throws SQLException {
    assumeTrue(PostgresServer.programs().isPresent(), "PostgreSQL's server is not installed");
    ProcessHandle second;
    Path data;
    try (var primary = PostgresServer.start();
        var standby = primary.synchronousStandby()) {
      var either = primary.urlWith(standby);
      second = ProcessHandle.of(standby.pid()).orElseThrow();
      data = Path.of(asked(standby.url(), "SHOW data_directory"));
      asked(either, "CREATE TABLE bell AS SELECT 'first' AS name; SELECT name FROM bell");
      assertThatThrownBy(() -> asked(standby.url(), "DELETE FROM bell RETURNING name"))
          .hasMessageContaining("read-only");

      primary.kill();
      standby.promote();

      assertThat(
              asked(
                  either,
                  "INSERT INTO bell VALUES ('second'); SELECT string_agg(name, ' ') FROM bell"))
          .isEqualTo("first second");
    }
    assertThat(second.isAlive()).isFalse();
    assertThat(data.getParent()).doesNotExist();
  }

  /** The first value of the last answer. */
  private static String asked(String url, String sql) throws SQLException {
    try (var connection = DriverManager.getConnection(url);
        var statement = connection.createStatement()) {
      for (var rows = statement.execute(sql); !rows; rows = statement.getMoreResults()) {
        assertThat(statement.getUpdateCount()).isNotNegative();
      }
      try (var answer = statement.getResultSet()) {
        assertThat(answer.next()).isTrue();
        return answer.getString(1);
      }
    }
  }
}
