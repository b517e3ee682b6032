package belfry.storage;

import belfry.base.Hash;
import belfry.base.Secret;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
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
import org.jspecify.annotations.Nullable;

/**
 * All tables of a database as they were at one moment. A portal may be using the database
 * meanwhile, and notices nothing; its schema may be of an earlier version.
 */
public final class Snapshot implements AutoCloseable {
  /** So many rows are fetched from PostgreSQL at a time. */
  private static final int FETCHED_AT_ONCE = 2_000;

  private static final String SQLITE = "SQLite";

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
   * @throws StorageException if there is none, or it cannot be read, or was moved elsewhere
   */
  public static Snapshot of(Optional<Secret> url, Path data) {
    var snapshot = whileMoved(url, data);
    try {
      MovedMark.refuse(snapshot.handle);
      return snapshot;
    } catch (RuntimeException e) {
      snapshot.close();
      throw e;
    }
  }

  /** The same, also while it is being moved. */
  public static Snapshot whileMoved(Optional<Secret> url, Path data) {
    try {
      return url.isPresent()
          ? ofPostgres(DriverManager.getConnection(url.get().reveal()))
          : ofSqlite(data);
    } catch (SQLException e) {
      throw new StorageException("The database cannot be read: " + e.getMessage(), e);
    }
  }

  private static Snapshot ofSqlite(Path data) throws SQLException {
    var file = data.resolve(SqliteDatabase.FILE);
    if (!Files.exists(file)) {
      throw new StorageException("BELFRY_DATA: there is no database in " + data);
    }
    return ofSqlite(SqliteDatabase.source(file).getConnection());
  }

  static Snapshot ofSqlite(Connection connection) throws SQLException {
    return begun(connection, SQLITE, List.of("PRAGMA query_only = 1", "BEGIN"));
  }

  static Snapshot ofPostgres(Connection connection) throws SQLException {
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

  /** About how much room it takes. */
  public long bytes() {
    return ask(handle ->
        handle
            .createQuery(
                engine.equals(SQLITE)
                    ? "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"
                    : "SELECT SUM(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace")
            .mapTo(Long.class)
            .one());
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
    void row(List<@Nullable Object> values);
  }

  /** All rows of a table, one after the other. */
  void read(Table table, Rows rows) {
    try (var statement = connection.createStatement()) {
      statement.setFetchSize(FETCHED_AT_ONCE);
      try (var result = statement.executeQuery(table.select())) {
        var values = new ArrayList<@Nullable Object>();
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

  /**
   * How many rows a table has, and a digest of them that is the same in whatever order an engine
   * reads them: the sum of the rows' own.
   */
  public record Digest(long rows, String digest) {
    private static final int SHOWN = 12;

    static Digest of(Snapshot snapshot, Table table) {
      var sha = Hash.sha256();
      var rows = new long[1];
      var sum = new BigInteger[] {BigInteger.ZERO};
      snapshot.read(
          table,
          values -> {
            rows[0]++;
            sum[0] = sum[0].add(new BigInteger(1, sha.digest(bytes(values))));
          });
      // What is carried beyond the digest's length is left out.
      var digest = sum[0].mod(BigInteger.ONE.shiftLeft(8 * sha.getDigestLength()));
      return new Digest(rows[0], "%064x".formatted(digest));
    }

    /** Enough of it for people to compare. */
    public String shown() {
      return digest.substring(0, SHOWN);
    }

    /** The same for the same values from each engine, and never for others. */
    private static byte[] bytes(List<@Nullable Object> values) {
      var bytes = new ByteArrayOutputStream();
      try (var out = new DataOutputStream(bytes)) {
        for (var value : values) {
          switch (value) {
            case null -> out.writeByte('-');
            case Number number -> {
              out.writeByte('n');
              out.writeLong(number.longValue());
            }
            case byte[] some -> piece(out, 'b', some);
            case Object text -> piece(out, 't', text.toString().getBytes(StandardCharsets.UTF_8));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }

    private static void piece(DataOutputStream out, char kind, byte[] bytes) throws IOException {
      out.writeByte(kind);
      out.writeInt(bytes.length);
      out.write(bytes);
    }
  }
}
