package belfry.access;

import belfry.apps.AppName;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Reads the audit trail of an app, newest first, with what concerns the whole portal. */
public final class Trail {
  /** The newest row is before this. */
  public static final long END = Long.MAX_VALUE;

  /** So many rows, of all apps, are passed over at once, so that a search without finds ends. */
  private static final long SPAN = 10_000;

  private final Database database;

  public Trail(Database database) {
    this.database = database;
  }

  /** One row of it. */
  public record Row(long seq, Instant at, AuditEntry entry) {}

  /**
   * Which rows.
   *
   * @param actors who did it, in all forms of their id; anybody if empty
   * @param actions names, or beginnings of names up to a dot: {@code job} is also {@code job.edit};
   *     any if empty
   * @param objects what it was about, in all forms of its id; anything if empty
   * @param from the earliest time
   * @param until the first time that is too late
   */
  public record Query(
      AppName app,
      List<String> actors,
      List<String> actions,
      List<String> objects,
      Optional<Instant> from,
      Optional<Instant> until) {}

  /**
   * Some rows of a span.
   *
   * @param next before which row the rest begins; empty if there are no earlier rows
   * @param passed how many rows were looked at, as far as their numbers tell
   */
  public record Page(List<Row> rows, Optional<Long> next, long passed) {}

  /** At most {@code most} rows before this one; there may be none of them, and yet a rest. */
  public Page before(long seq, Query query, int most) {
    return database.read(handle -> {
      var top =
          Math.min(
              seq,
              1
                  + handle
                      .createQuery("SELECT COALESCE(MAX(seq), 0) FROM audit")
                      .mapTo(Long.class)
                      .one());
      var floor = Math.max(1, top - SPAN);
      var rows = rows(handle, query, floor, top, most);
      var next = rows.size() == most ? rows.getLast().seq : floor;
      return new Page(rows, Optional.of(next).filter(one -> one > 1), top - next);
    });
  }

  /** When the row before this one was written, whatever app it concerns. */
  public Optional<Instant> timeOf(long before) {
    return database.read(handle ->
        handle
            .createQuery("SELECT at FROM audit WHERE seq < ? ORDER BY seq DESC LIMIT 1")
            .bind(0, before)
            .mapTo(Long.class)
            .findOne()
            .map(Instant::ofEpochMilli));
  }

  private static List<Row> rows(Handle handle, Query query, long from, long before, int most) {
    var where = new ArrayList<String>();
    var values = new LinkedHashMap<String, Object>();
    where.add("seq >= :first AND seq < :before AND app IN (:app, '')");
    values.putAll(Map.of("first", from, "before", before, "app", query.app));
    if (!query.actors.isEmpty()) {
      where.add("actor IN (" + marks("actor", query.actors, values) + ")");
    }
    if (!query.objects.isEmpty()) {
      where.add("object IN (" + marks("object", query.objects, values) + ")");
    }
    if (!query.actions.isEmpty()) {
      var whole = marks("action", query.actions, values);
      var beginnings = new ArrayList<String>();
      for (var i = 0; i < query.actions.size(); i++) {
        var action = query.actions.get(i) + ".";
        values.put("beginning" + i, action);
        beginnings.add("SUBSTR(action, 1, %d) = :beginning%d".formatted(action.length(), i));
      }
      where.add("(action IN (%s) OR %s)".formatted(whole, String.join(" OR ", beginnings)));
    }
    query.from.ifPresent(time -> {
      where.add("at >= :from");
      values.put("from", time);
    });
    query.until.ifPresent(time -> {
      where.add("at < :until");
      values.put("until", time);
    });
    return handle
        .createQuery(
            """
            SELECT seq, at, app, actor, action, object, detail, through FROM audit
            WHERE %s ORDER BY seq DESC LIMIT :most
            """
                .formatted(String.join(" AND ", where)))
        .bindMap(values)
        .bind("most", most)
        .map((row, _) -> new Row(row.getLong("seq"), Moments.at(row, "at"), AuditEntry.read(row)))
        .list();
  }

  /** A named place for each of these, whose values are added. */
  private static String marks(String name, List<String> given, Map<String, Object> values) {
    var marks = new ArrayList<String>();
    for (var i = 0; i < given.size(); i++) {
      values.put(name + i, given.get(i));
      marks.add(":" + name + i);
    }
    return String.join(", ", marks);
  }
}
