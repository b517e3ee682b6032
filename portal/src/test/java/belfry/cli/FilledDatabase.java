package belfry.cli;

import belfry.storage.Database;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** Rows of which only what matters is given, and everything that is stored. */
public final class FilledDatabase {
  private FilledDatabase() {}

  /** Whatever must have a value and has none here is empty, or 1. */
  public static void insert(Database database, String table, Object... columnsAndValues) {
    database.write(handle -> {
      var values = new LinkedHashMap<String, Object>();
      columns(handle, table)
          .forEach((column, type) -> {
            switch (type) {
              case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB ->
                  values.put(column, new byte[0]);
              case Types.VARCHAR, Types.CLOB, Types.LONGVARCHAR -> values.put(column, "");
              default -> values.put(column, 1);
            }
          });
      for (var i = 0; i < columnsAndValues.length; i += 2) {
        values.put(columnsAndValues[i].toString(), columnsAndValues[i + 1]);
      }
      var marks = values.keySet().stream().map(_ -> "?").collect(Collectors.joining(", "));
      return handle.execute(
          "INSERT INTO %s (%s) VALUES (%s)"
              .formatted(table, String.join(", ", values.keySet()), marks),
          values.values().toArray());
    });
  }

  /** The columns that must have a value. */
  private static Map<String, Integer> columns(Handle handle, String table) {
    try {
      var needed = new LinkedHashMap<String, Integer>();
      var connection = handle.getConnection();
      try (var found =
          connection.getMetaData().getColumns(null, connection.getSchema(), table, "%")) {
        while (found.next()) {
          if (found.getString("IS_NULLABLE").equals("NO")) {
            needed.put(
                found.getString("COLUMN_NAME"),
                found.getString("TYPE_NAME").toUpperCase(Locale.ROOT).startsWith("BYTEA")
                    ? Types.BINARY
                    : found.getString("TYPE_NAME").toUpperCase(Locale.ROOT).equals("TEXT")
                        ? Types.VARCHAR
                        : Types.BIGINT);
          }
        }
      }
      return needed;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** What stands in each column of all tables but Flyway's; {@code table.column}. */
  public static Map<String, List<String>> everything(Database database) {
    return database.read(handle -> {
      var all = new HashMap<String, List<String>>();
      for (var table : tables(handle)) {
        handle
            .createQuery("SELECT * FROM " + table)
            .map((row, _) -> {
              for (var i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                var value = row.getObject(i);
                if (value != null) {
                  all.computeIfAbsent(
                          table + "." + row.getMetaData().getColumnName(i), _ -> new ArrayList<>())
                      .add(
                          value instanceof byte[] bytes
                              ? new String(bytes, StandardCharsets.UTF_8)
                              : value.toString());
                }
              }
              return true;
            })
            .list();
      }
      return all;
    });
  }

  /** All columns that hold texts or bytes. */
  public static Set<String> textColumns(Database database) {
    return database.read(handle -> {
      try {
        var all = new TreeSet<String>();
        var connection = handle.getConnection();
        for (var table : tables(handle)) {
          try (var found =
              connection.getMetaData().getColumns(null, connection.getSchema(), table, "%")) {
            while (found.next()) {
              var type = found.getString("TYPE_NAME").toUpperCase(Locale.ROOT);
              if (type.equals("TEXT") || type.startsWith("BYTEA")) {
                all.add(table + "." + found.getString("COLUMN_NAME"));
              }
            }
          }
        }
        return all;
      } catch (SQLException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private static List<String> tables(Handle handle) {
    try {
      var names = new ArrayList<String>();
      var connection = handle.getConnection();
      try (var found =
          connection
              .getMetaData()
              .getTables(null, connection.getSchema(), "%", new String[] {"TABLE"})) {
        while (found.next()) {
          names.add(found.getString("TABLE_NAME"));
        }
      }
      names.removeIf(name -> name.startsWith("flyway") || name.startsWith("sqlite_"));
      return names;
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }
}
