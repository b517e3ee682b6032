package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.testing.TestDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/**
 * What a migration may do, so that a program of the release before works on the new schema too: it
 * adds. What is not needed any more goes one release later (decision 58).
 */
class MigrationsTest {
  private static final Path SCRIPTS = Path.of("src/main/resources/db/migration");
  private static final Pattern NAME = Pattern.compile("V(\\d+)__\\w+\\.sql");

  /** Earlier ones were made while nobody had a node to keep running. */
  private static final int LAST_FREE = 38;

  /** What would break a statement that the program of the release before makes. */
  private static final Pattern BREAKS =
      Pattern.compile(
          "\\b(DROP\\s+(TABLE|COLUMN)|RENAME|ALTER\\s+COLUMN|TRUNCATE|SET\\s+NOT\\s+NULL)\\b"
              + "|\\bADD\\s+(CONSTRAINT|CHECK|UNIQUE|FOREIGN)\\b"
              + "|\\bADD\\s+COLUMN\\s(?:(?!\\bDEFAULT\\b)[^;])*\\bNOT\\s+NULL\\b(?![^;]*\\bDEFAULT\\b)",
          Pattern.CASE_INSENSITIVE);

  private static final Pattern COMMENT = Pattern.compile("--.*");

  private static List<String> faults(String script) {
    var faults = new ArrayList<String>();
    for (var statement : COMMENT.matcher(script).replaceAll("").split(";", -1)) {
      if (BREAKS.matcher(statement).find()) {
        faults.add(statement.strip());
      }
    }
    return faults;
  }

  @Test
  void aMigrationOnlyAddsSoThatTheReleaseBeforeGoesOnBesideIt() throws IOException {
    var checked = 0;
    try (var files = Files.list(SCRIPTS)) {
      for (var file : files.toList()) {
        var name = NAME.matcher(file.getFileName().toString());
        assertThat(name.matches()).as(file.toString()).isTrue();
        if (Integer.parseInt(name.group(1)) > LAST_FREE) {
          checked++;
          assertThat(faults(Files.readString(file))).as(file.toString()).isEmpty();
        }
      }
    }
    assertThat(checked).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ALTER TABLE run RENAME COLUMN audited TO double_checked;",
        "ALTER TABLE lane DROP COLUMN trouble_since;",
        "DROP TABLE job;",
        "ALTER TABLE job ADD COLUMN sender TEXT NOT NULL;",
        "ALTER TABLE job ALTER COLUMN sender TYPE BIGINT;",
        "ALTER TABLE job ADD CONSTRAINT one CHECK (sender <> '');",
        "-- fine\nCREATE TABLE a (b TEXT);\ndrop table job;"
      })
  void whatBreaksTheReleaseBeforeIsFound(String script) {
    assertThat(faults(script)).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE a (b TEXT NOT NULL PRIMARY KEY);",
        "ALTER TABLE job ADD COLUMN note TEXT;",
        "ALTER TABLE job ADD COLUMN note TEXT NOT NULL DEFAULT '';",
        "ALTER TABLE job ADD COLUMN note TEXT DEFAULT '' NOT NULL;",
        "-- DROP TABLE job;\nCREATE INDEX a_b ON a (b);",
        "DROP INDEX run_unaudited;"
      })
  void whatAddsIsNot(String script) {
    assertThat(faults(script)).isEmpty();
  }

  /**
   * The database of a program of the same version; then somebody has changed this of its history.
   */
  private static Migrations afterwards(String change) throws SQLException {
    var directory = TestDirectory.fresh();
    TestSqlite.prepare(directory);
    var source = SqliteDatabase.source(directory.resolve("belfry.db"));
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      assertThat(statement.executeUpdate("UPDATE flyway_schema_history SET " + change))
          .isPositive();
    }
    return Migrations.ofSqlite(source);
  }

  @Test
  void whereNothingIsMissingFlywayIsNotAsked() {
    assertThatCode(() -> afterwards("checksum = 1").apply())
        .as("it would say that the scripts are others")
        .doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "success = FALSE WHERE version = '48'",
        "script = 'V48__another.sql', checksum = 1 WHERE version = '48'",
      })
  void whatIsNotAsThisProgramLeavesItIsForFlywayToJudge(String change) {
    assertThatThrownBy(() -> afterwards(change).apply())
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("could not be brought up to date")
        .hasMessageContaining("48");
  }

  /** Flyway looks into the first schema of the search path, so what others contain is no answer. */
  @Test
  void whatAnotherSchemaHasHadThisOneHasNot() throws SQLException {
    var source = new PGSimpleDataSource();
    source.setUrl(TestPostgres.freshDatabase().reveal());
    try (var connection = source.getConnection();
        var statement = connection.createStatement()) {
      statement.execute("CREATE SCHEMA another");
      source.setCurrentSchema("another,public");
      Migrations.ofPostgres(source).apply();
      var rows = statement.executeQuery("SELECT count(*) FROM another.flyway_schema_history");
      assertThat(rows.next()).isTrue();
      assertThat(rows.getInt(1)).isPositive();
    }
  }
}
