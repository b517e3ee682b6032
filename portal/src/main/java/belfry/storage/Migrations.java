package belfry.storage;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;

/** Migrates the schema, with the same scripts on both engines. */
final class Migrations {
  private Migrations() {}

  static void apply(DataSource source) {
    try {
      Flyway.configure()
          .dataSource(source)
          .locations("classpath:db/migration")
          .validateMigrationNaming(true)
          .load()
          .migrate();
    } catch (FlywayException e) {
      throw new StorageException(
          "The database's schema could not be brought up to date: " + e.getMessage(), e);
    }
  }
}
