package belfry.storage;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** Puts an archive's rows into the tables of a database of the same schema, instead of theirs. */
final class Loading implements ArchiveReader.Receiver {
  private static final int WRITTEN_AT_ONCE = 1_000;

  private final Connection connection;
  private final Handle handle;
  private final Set<String> missing;
  private @Nullable PreparedStatement insert;
  private int waiting;

  Loading(Connection connection) {
    this.connection = connection;
    handle = Jdbi.create(connection).open();
    missing = new HashSet<>(Schema.tables(handle));
  }

  /** In the connection's transaction. */
  void load(Path archive) throws SQLException {
    for (var table : missing) {
      // Some get their first rows from migrations.
      handle.execute("DELETE FROM \"" + table + "\"");
    }
    new ArchiveReader(archive).read(this);
    finish();
    if (!missing.isEmpty()) {
      throw Archive.broken("it lacks " + String.join(", ", missing));
    }
  }

  @Override
  public void table(String name, List<String> columns) {
    finish();
    if (!missing.remove(name)
        || !Set.copyOf(Schema.columns(handle, name)).equals(Set.copyOf(columns))) {
      throw Archive.broken("its version has no such table " + name);
    }
    var sql =
        "INSERT INTO \"%s\" (%s) VALUES (%s)"
            .formatted(
                name,
                columns.stream().map(one -> '"' + one + '"').collect(Collectors.joining(", ")),
                columns.stream().map(_ -> "?").collect(Collectors.joining(", ")));
    try {
      insert = connection.prepareStatement(sql);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void row(List<@Nullable Object> values) {
    var statement = insert;
    if (statement == null) {
      throw Archive.broken("a row belongs to no table");
    }
    try {
      for (var i = 0; i < values.size(); i++) {
        switch (values.get(i)) {
          case null -> statement.setNull(i + 1, Types.NULL);
          case Long number -> statement.setLong(i + 1, number);
          case byte[] bytes -> statement.setBytes(i + 1, bytes);
          case Object text -> statement.setString(i + 1, text.toString());
        }
      }
      statement.addBatch();
      if (++waiting == WRITTEN_AT_ONCE) {
        write(statement);
      }
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  private void finish() {
    var statement = insert;
    if (statement != null) {
      try (statement) {
        write(statement);
      } catch (SQLException e) {
        throw failed(e);
      }
      insert = null;
    }
  }

  private void write(PreparedStatement statement) throws SQLException {
    if (waiting > 0) {
      statement.executeBatch();
      waiting = 0;
    }
  }

  private static StorageException failed(SQLException e) {
    return new StorageException("A row of the backup cannot be written: " + e.getMessage(), e);
  }
}
