package belfry.storage;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.flywaydb.core.api.MigrationVersion;
import org.jdbi.v3.core.Handle;

/** What tables a database has, whatever they are for. */
final class Schema {
  /** Flyway's own. */
  private static final String HISTORY = "flyway_schema_history";

  /** What is about the database and not in it: whoever copies it leaves these out. */
  private static final Set<String> MARKS =
      Set.of(HISTORY, MovedMark.TABLE, RestoreTarget.UNFINISHED);

  private Schema() {}

  /** The names of its tables, in order, without Flyway's own and those that mark it. */
  static List<String> tables(Handle handle) {
    var names = new ArrayList<String>();
    try (var found =
        handle
            .getConnection()
            .getMetaData()
            .getTables(null, schema(handle), "%", new String[] {"TABLE"})) {
      while (found.next()) {
        names.add(found.getString("TABLE_NAME"));
      }
    } catch (SQLException e) {
      throw new StorageException("The tables cannot be listed: " + e.getMessage(), e);
    }
    names.removeIf(name -> MARKS.contains(name) || name.startsWith("sqlite_"));
    names.sort(Comparator.naturalOrder());
    return names;
  }

  /** Whether there is a table of this name. */
  static boolean has(Handle handle, String table) {
    try (var found =
        handle.getConnection().getMetaData().getTables(null, schema(handle), table, null)) {
      return found.next();
    } catch (SQLException e) {
      throw new StorageException("The tables cannot be listed: " + Handles.firstLine(e), e);
    }
  }

  private static String schema(Handle handle) throws SQLException {
    return handle.getConnection().getSchema();
  }

  /** The names of a table's columns, in their order. */
  static List<String> columns(Handle handle, String table) {
    var names = new ArrayList<String>();
    try (var statement = handle.getConnection().createStatement();
        var none = statement.executeQuery("SELECT * FROM \"" + table + "\" WHERE 1 = 0")) {
      for (var i = 1; i <= none.getMetaData().getColumnCount(); i++) {
        names.add(none.getMetaData().getColumnName(i));
      }
    } catch (SQLException e) {
      throw new StorageException("The table " + table + " cannot be read: " + e.getMessage(), e);
    }
    return names;
  }

  /** The version of the last migration. */
  static String version(Handle handle) {
    return handle
        .createQuery("SELECT version FROM flyway_schema_history WHERE version IS NOT NULL")
        .mapTo(String.class)
        .stream()
        .map(MigrationVersion::fromVersion)
        .max(Comparator.naturalOrder())
        .map(MigrationVersion::toString)
        .orElseThrow(() -> new StorageException("This is no database of Belfry"));
  }
}
