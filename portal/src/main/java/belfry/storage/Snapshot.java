package belfry.storage;

import belfry.base.Secret;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * All tables of a database as they were at one moment. A portal may be using the database
 * meanwhile, and notices nothing; its schema may be of an earlier version.
 */
public final class Snapshot implements AutoCloseable {
  /** So many rows are fetched from PostgreSQL at a time. */
  private static final int FETCHED_AT_ONCE = 2_000;

  private final Connection connection;
  private final Handle handle;
  private final String engine;
  private final List<Table> tables;
  private final String schema;

  /** A table and its columns. */
  record Table(String name, List<String> columns) {
    String select() {
      return "SELECT \"%s\" FROM \"%s\"".formatted(String.join("\", \"", columns), name);
    }
  }

  private Snapshot(Connection connection, String engine) throws SQLException {
    this.connection = connection;
    this.engine = engine;
    handle = Handles.configured(Jdbi.create(connection)).open();
    tables = new ArrayList<>();
    for (var name : Schema.tables(handle)) {
      tables.add(new Table(name, Schema.columns(handle, name)));
    }
    schema = Schema.version(handle);
  }

  /**
   * Looks at the database that the settings name.
   *
   * @throws StorageException if there is none, or it cannot be read
   */
  public static Snapshot of(Optional<Secret> url, Path data) {
    try {
      return url.isPresent() ? ofPostgres(url.get()) : ofSqlite(data);
    } catch (SQLException e) {
      throw new StorageException("The database cannot be read: " + e.getMessage(), e);
    }
  }

  private static Snapshot ofSqlite(Path data) throws SQLException {
    var file = data.resolve(SqliteDatabase.FILE);
    if (!Files.exists(file)) {
      throw new StorageException("BELFRY_DATA: there is no database in " + data);
    }
    var connection = SqliteDatabase.source(file).getConnection();
    return begun(connection, "SQLite", List.of("PRAGMA query_only = 1", "BEGIN"));
  }

  private static Snapshot ofPostgres(Secret url) throws SQLException {
    var connection = DriverManager.getConnection(url.reveal());
    connection.setAutoCommit(false);
    return begun(
        connection,
        "PostgreSQL",
        List.of("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY"));
  }

  private static Snapshot begun(Connection connection, String engine, List<String> begin)
      throws SQLException {
    try (var statement = connection.createStatement()) {
      for (var one : begin) {
        statement.execute(one);
      }
      return new Snapshot(connection, engine);
    } catch (SQLException | RuntimeException e) {
      connection.close();
      throw e;
    }
  }

  String engine() {
    return engine;
  }

  /** The version of its schema. */
  String schema() {
    return schema;
  }

  List<Table> tables() {
    return tables;
  }

  /** Receives values of rows. */
  interface Rows {
    void row(List<Object> values);
  }

  /** All rows of a table, one after the other. */
  void read(Table table, Rows rows) {
    try (var statement = connection.createStatement()) {
      statement.setFetchSize(FETCHED_AT_ONCE);
      try (var result = statement.executeQuery(table.select())) {
        var values = new ArrayList<Object>();
        while (result.next()) {
          values.clear();
          for (var i = 1; i <= table.columns.size(); i++) {
            values.add(result.getObject(i));
          }
          rows.row(values);
        }
      }
    } catch (SQLException e) {
      throw new StorageException(
          "The table %s cannot be read: %s".formatted(table.name, e.getMessage()), e);
    }
  }

  /** The values of a column, if there are such a table and column in this version of the schema. */
  public void values(String table, String column, Consumer<String> values) {
    if (has(table, column)) {
      read(new Table(table, List.of(column)), row -> values.accept(String.valueOf(row.getFirst())));
    }
  }

  /** Whether there are such a table and column in this version of the schema. */
  public boolean has(String table, String column) {
    return tables.stream().anyMatch(one -> one.name.equals(table) && one.columns.contains(column));
  }

  /** Asks anything of it. */
  public <T> T ask(Work<T> work) {
    return Handles.run(work, handle);
  }

  @Override
  public void close() {
    handle.close();
    try {
      connection.close();
    } catch (SQLException e) {
      throw new StorageException("The database did not close: " + e.getMessage(), e);
    }
  }
}
