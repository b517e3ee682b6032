package belfry.storage;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.zip.ZipEntry;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationVersion;
import org.flywaydb.core.api.configuration.FluentConfiguration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Migrates the schema, with the same scripts on both engines. */
final class Migrations {
  private static final Logger LOG = LoggerFactory.getLogger(Migrations.class);
  private static final String SCRIPTS = "db/migration/";

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
    applyAfter(() -> {});
  }

  /** All of them; {@code changing} runs before the first, if any is missing. */
  void applyAfter(Runnable changing) {
    if (!areApplied()) {
      changing.run();
      applied(configured());
    }
  }

  /**
   * Whether the database has had exactly the scripts of this program. Flyway finds that out too,
   * but reads all scripts before, which would be the longest part of most starts. Anything else is
   * for Flyway to judge.
   */
  private boolean areApplied() {
    try (var connection = source.getConnection();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT script, success FROM " + here(connection) + "flyway_schema_history")) {
      var applied = new HashSet<String>();
      while (rows.next()) {
        if (!rows.getBoolean("success") || !applied.add(rows.getString("script"))) {
          return false;
        }
      }
      return applied.equals(scripts());
    } catch (SQLException _) {
      return false;
    }
  }

  /** Flyway looks into the first schema of the search path only. */
  private static String here(Connection connection) throws SQLException {
    var schema = connection.getSchema();
    return schema == null ? "" : '"' + schema.replace("\"", "\"\"") + "\".";
  }

  private static Set<String> scripts() {
    var folder = requireNonNull(Migrations.class.getResource("/" + SCRIPTS));
    try {
      if (folder.openConnection() instanceof JarURLConnection jar) {
        return jar.getJarFile().stream()
            .map(ZipEntry::getName)
            .filter(name -> name.startsWith(SCRIPTS) && name.length() > SCRIPTS.length())
            .map(name -> name.substring(SCRIPTS.length()))
            .collect(toUnmodifiableSet());
      }
      try (var files = Files.list(Path.of(folder.toURI()))) {
        return files.map(file -> file.getFileName().toString()).collect(toUnmodifiableSet());
      }
    } catch (IOException | URISyntaxException e) {
      throw new IllegalStateException("The program's own scripts cannot be listed", e);
    }
  }

  /** Only the record of them is made, of which Flyway demands that it be the first table. */
  void applyNone() {
    applyUpTo("0?");
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
        .locations("classpath:" + SCRIPTS)
        .validateMigrationNaming(true)
        .placeholders(Map.of("bytewise", bytewise));
  }

  /** Each script is a transaction: what was applied before one that was broken off stays. */
  private static void applied(FluentConfiguration configuration) {
    for (var attempt = 1; ; attempt++) {
      try {
        configuration.load().migrate();
        return;
      } catch (FlywayException e) {
        var brokenOff = BrokenOff.in(e);
        if (brokenOff.isEmpty()) {
          throw new StorageException(
              "The database's schema could not be brought up to date: " + e.getMessage(), e);
        }
        var why = Handles.firstLine(brokenOff.get());
        if (attempt == BrokenOff.MOST_TRIES) {
          throw new StorageException(
              "The database's schema could not be brought up to date, because other nodes were in the way %d times (%s). Nothing is half done: start Belfry again, or stop the other nodes first"
                  .formatted(attempt, why),
              e);
        }
        LOG.warn(
            "A step of bringing the database's schema up to date was broken off ({}), because another node was in its way. It is undone, and tried again now ({} of {})",
            why,
            attempt + 1,
            BrokenOff.MOST_TRIES);
      }
    }
  }
}
