package belfry.storage;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.config.JdbiConfig;
import org.jdbi.v3.core.mapper.RowMapper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The rows of a database that this version cannot read. Nothing is changed in them, because a newer
 * version may have written them; each is named once in the log, and keeps no other from being read.
 */
public final class UnreadableRows implements JdbiConfig<UnreadableRows> {
  private static final Logger LOG = LoggerFactory.getLogger(UnreadableRows.class);

  /** A damaged table must not fill the memory. */
  private static final int MOST = 1_000;

  private Map<Row, String> found = new ConcurrentHashMap<>();

  /** A row; {@code app} is empty if it is of none. */
  public record Row(String table, long id, String app) {
    /** Recipients are named by their run. */
    private String holder() {
      return table.equals("recipient") ? "run" : table;
    }
  }

  /** Makes a value of a row. */
  public interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  /** Those of this database. */
  public static UnreadableRows of(Handle handle) {
    return handle.getConfig(UnreadableRows.class);
  }

  @Override
  public UnreadableRows createCopy() {
    return this;
  }

  /** Remembers together with {@code other} from now on. */
  void join(UnreadableRows other) {
    found = other.found;
  }

  /**
   * Reads a row with the columns {@code id} and {@code app}.
   *
   * @throws Unreadable which names it, if that is impossible
   */
  public static <T> T read(String table, ResultSet row, Reader<T> reader) throws SQLException {
    try {
      return reader.read(row);
    } catch (RuntimeException e) {
      throw new Unreadable(
          new Row(table, row.getLong("id"), row.getString("app")),
          e instanceof Unreadable ? why(e) : "A stored value cannot be read (" + why(e) + ")",
          e);
    }
  }

  private static String why(RuntimeException e) {
    var words = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    return words.substring(0, Math.min(words.length(), 200));
  }

  /** Reads each row by itself; empty where that is impossible, which is noted. */
  public static <T> RowMapper<Optional<T>> each(String table, Reader<T> reader) {
    return (row, context) -> {
      var all = context.getConfig(UnreadableRows.class);
      try {
        var value = Optional.of(read(table, row, reader));
        if (!all.found.isEmpty()) {
          all.found.remove(new Row(table, row.getLong("id"), row.getString("app")));
        }
        return value;
      } catch (Unreadable e) {
        e.row().ifPresent(one -> all.note(one, why(e)));
        return Optional.empty();
      }
    };
  }

  /** Notes what failed; the row is this one unless the failure itself names another. */
  public void note(Row row, RuntimeException failure) {
    var named = failure instanceof Unreadable unreadable ? unreadable.row() : Optional.<Row>empty();
    note(named.orElse(row), why(failure));
  }

  private void note(Row row, String why) {
    if (found.size() < MOST && found.put(row, why) == null) {
      LOG.error(
          "The row {} of {} (app {}) cannot be read: {}. It is left as it is and waits; all others"
              + " go on",
          row.id,
          row.table,
          row.app,
          why);
    }
  }

  /** Why a row cannot be read; empty if it can, or was not read yet. */
  public Optional<String> why(Row row) {
    return Optional.ofNullable(found.get(row));
  }

  public boolean any() {
    return !found.isEmpty();
  }

  /** Those found so far, the newest first. */
  public List<Row> all() {
    return found.keySet().stream().sorted(Comparator.comparingLong(Row::id).reversed()).toList();
  }

  /** Forgets those that are gone; returns how many are left. */
  public int there(Handle handle) {
    found.keySet().removeIf(row -> !isThere(handle, row));
    return found.size();
  }

  private static boolean isThere(Handle handle, Row row) {
    return handle
        .createQuery("SELECT 1 FROM " + row.holder() + " WHERE id = ?")
        .bind(0, row.id)
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }
}
