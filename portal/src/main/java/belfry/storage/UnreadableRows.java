package belfry.storage;

import belfry.base.Id;
import belfry.base.Shortened;
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
import org.jdbi.v3.core.statement.StatementContext;
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

  /**
   * A row; {@code app} is empty if it is of none. What belongs to something else is named by that:
   * a recipient by the run, reminders by the job; what an app has once, by the app.
   *
   * @param table with a part that is read by itself behind a dot, as {@code hook.secret}
   */
  public record Row(String table, long id, String app) {
    private String there() {
      var holder = table.equals("recipient") ? "run" : table.replaceFirst("\\..*", "");
      var key =
          switch (table) {
            case "reminder", "job_promise" -> "job = :id";
            // Another node may have planned or ended it.
            case "follow_up.planning" -> "id = :id AND complete = 0 AND gate <> 'closed'";
            case "sending_rules" -> "app = :app";
            default -> "id = :id";
          };
      return "SELECT 1 FROM %s WHERE %s".formatted(holder, key);
    }

    /** Whether it was sealed, so that its key may be the trouble. */
    public boolean isSecret() {
      return table.endsWith("secret");
    }

    /** For people: its table, its id and its app. */
    public String named() {
      var words = table.replaceFirst("(.*)\\.(.*)", "$2 of $1").replace('_', ' ');
      return "%s%s of %s".formatted(words, id == 0 ? "" : " " + new Id(id), app);
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
    return Shortened.to(words, 200);
  }

  /** Reads each row by itself; empty where that is impossible, which is noted. */
  public static <T> RowMapper<Optional<T>> each(String table, Reader<T> reader) {
    return (row, context) -> of(context).found(table, row, reader, true);
  }

  /**
   * Likewise, of rows of which only some columns are read, so that the others may be unreadable.
   */
  public static <T> RowMapper<Optional<T>> part(String table, Reader<T> reader) {
    return (row, context) -> of(context).found(table, row, reader, false);
  }

  /** Likewise of each row; of one that is unreadable, which is noted, what can be read. */
  public static <T> RowMapper<T> seen(String table, Reader<T> reader, Reader<T> remains) {
    return (row, context) -> {
      var whole = of(context).found(table, row, reader, true);
      return whole.isPresent() ? whole.get() : remains.read(row);
    };
  }

  /** Reads rows none of which can be left out: one that is unreadable is noted, and thrown. */
  public static <T> RowMapper<T> whole(String table, Reader<T> reader) {
    return (row, context) -> of(context).one(table, row, reader, true);
  }

  /** Likewise, of rows that are named together, so that none says that the others can be read. */
  public static <T> RowMapper<T> needed(String table, Reader<T> reader) {
    return (row, context) -> of(context).one(table, row, reader, false);
  }

  private static UnreadableRows of(StatementContext context) {
    return context.getConfig(UnreadableRows.class);
  }

  private <T> Optional<T> found(String table, ResultSet row, Reader<T> reader, boolean isWhole)
      throws SQLException {
    try {
      return Optional.of(one(table, row, reader, isWhole));
    } catch (Unreadable _) {
      return Optional.empty();
    }
  }

  private <T> T one(String table, ResultSet row, Reader<T> reader, boolean isWhole)
      throws SQLException {
    try {
      var value = read(table, row, reader);
      if (isWhole && !found.isEmpty()) {
        mended(new Row(table, row.getLong("id"), row.getString("app")));
      }
      return value;
    } catch (Unreadable e) {
      e.row().ifPresent(one -> note(one, why(e)));
      throw e;
    }
  }

  /** It can be read again. */
  public void mended(Row row) {
    found.remove(row);
  }

  /** Notes what failed; the row is this one unless the failure itself names another. */
  public void note(Row row, RuntimeException failure) {
    var named = failure instanceof Unreadable unreadable ? unreadable.row() : Optional.<Row>empty();
    note(named.orElse(row), why(failure));
  }

  private void note(Row row, String why) {
    if (found.size() < MOST && found.put(row, why) == null) {
      LOG.error(
          "The row {} cannot be read: {}. It is left as it is and waits; all others go on",
          row.named(),
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
        .createQuery(row.there())
        .bindMap(Map.of("id", row.id, "app", row.app))
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }
}
