package belfry.storage;

import java.util.Map;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Migrates the schema, with the same scripts on both engines. */
final class Migrations {
  private Migrations() {}

  /**
   * @param bytewise the engine's name for the collation that compares text by its bytes of UTF-8,
   *     for scripts in which the order matters: {@code ${bytewise}}
   */
  static void apply(DataSource source, String bytewise) {
    try {
      Flyway.configure()
          .dataSource(source)
          .locations("classpath:db/migration")
          .validateMigrationNaming(true)
          .placeholders(Map.of("bytewise", bytewise))
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StorageException(
          "The database's schema could not be brought up to date: " + e.getMessage(), e);
    }
  }
}
