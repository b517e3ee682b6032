package belfry.storage;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;

/** Migrates the schema, with the same scripts on both engines. */
final class Migrations {
  private final DataSource source;
  private final String bytewise;

  /**
   * The migrations of a database.
   *
   * @param bytewise the engine's name for the collation that compares text by its bytes of UTF-8,
   *     for scripts in which the order matters: {@code ${bytewise}}
   */
  Migrations(DataSource source, String bytewise) {
    this.source = source;
    this.bytewise = bytewise;
  }

  static Migrations ofSqlite(DataSource source) {
    return new Migrations(source, "BINARY");
  }

  static Migrations ofPostgres(DataSource source) {
    return new Migrations(source, "\"C\"");
  }

  /** All of them. */
  void apply() {
    applied(configured());
  }

  /** Only those up to a version. */
  void applyUpTo(String version) {
    applied(configured().target(version));
  }

  /** Whether this program has no migrations after {@code version} that the database is missing. */
  boolean knows(String version) {
    return Arrays.stream(configured().load().info().all())
        .map(MigrationInfo::getVersion)
        .max(Comparator.naturalOrder())
        .filter(newest -> newest.compareTo(MigrationVersion.fromVersion(version)) >= 0)
        .isPresent();
  }

  /** Drops everything in the schema. */
  void undo() {
    configured().cleanDisabled(false).load().clean();
  }

  private FluentConfiguration configured() {
    return Flyway.configure()
        .dataSource(source)
        .locations("classpath:db/migration")
        .validateMigrationNaming(true)
        .placeholders(Map.of("bytewise", bytewise));
  }

  private static void applied(FluentConfiguration configuration) {
    try {
      configuration.load().migrate();
    } catch (FlywayException e) {
      throw new StorageException(
          "The database's schema could not be brought up to date: " + e.getMessage(), e);
    }
  }
}
