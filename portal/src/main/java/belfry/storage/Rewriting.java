package belfry.storage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Changes texts in a table wherever they have certain words. What somebody else has changed since
 * it was read is read again, never written over. What cannot be read stays, and is noted among the
 * {@link UnreadableRows}.
 *
 * @param key the columns that tell one row from another
 * @param where a condition for the rows, as SQL; empty for all
 * @param also what else is set in a row that is changed, as SQL; may be empty
 */
public record Rewriting(String table, List<String> key, String where, String also) {
  private static final int ROWS_AT_ONCE = 200;

  /** PostgreSQL is not waited for longer than some seconds. */
  private static final int ROWS_READ = 20_000;

  /** If others change the same rows again and again, somebody has to try later. */
  private static final int MOST_PASSES = 20;

  public Rewriting(String table, String key) {
    this(table, List.of(key), "", "");
  }

  /** Only in these rows. */
  public Rewriting where(String condition) {
    return new Rewriting(table, key, condition, also);
  }

  /** The condition that a column has none of these ids; numbers need not be bound. */
  public static String notAmong(String column, Stream<Long> ids) {
    var all = ids.map(String::valueOf).collect(Collectors.joining(", "));
    return all.isEmpty() ? "1 = 1" : "%s NOT IN (%s)".formatted(column, all);
  }

  /** With a row that is changed, this is set as well. */
  public Rewriting setting(String assignment) {
    return new Rewriting(table, key, where, assignment);
  }

  /** Learns of each text that was changed, in the transaction that changed it. */
  public interface Changed {
    void row(Handle handle, List<Object> key, String was);
  }

  public int apply(
      Database database,
      List<String> columns,
      Collection<String> words,
      UnaryOperator<String> change) {
    return apply(database, columns, words, change, (_, _, _) -> {});
  }

  /**
   * Changes these columns.
   *
   * @param words of which a text has at least one if it is to be changed
   * @return how many texts were changed
   */
  public int apply(
      Database database,
      List<String> columns,
      Collection<String> words,
      UnaryOperator<String> change,
      Changed changed) {
    var all = 0;
    Optional<Object> after = Optional.empty();
    while (true) {
      var from = after;
      var until = database.read(handle -> end(handle, from));
      if (until.isEmpty()) {
        return all;
      }
      all +=
          apply(database, new Range(from, until.get()), new Wish(columns, words, change, changed));
      after = until;
    }
  }

  /** What is changed, and how. */
  private record Wish(
      List<String> columns,
      Collection<String> words,
      UnaryOperator<String> change,
      Changed changed) {}

  /** Rows by the first column of their key: after one, up to another. */
  private record Range(Optional<Object> after, Object until) {}

  /** So far that a question about these rows is answered soon. */
  private Optional<Object> end(Handle handle, Optional<Object> after) {
    var first = key.getFirst();
    var query =
        handle.createQuery(
            "SELECT MAX(%1$s) AS last FROM (SELECT %1$s FROM %2$s %3$s ORDER BY %1$s LIMIT %4$d) few"
                .formatted(
                    first,
                    table,
                    after.isEmpty() ? "" : "WHERE " + first + " > :after",
                    ROWS_READ));
    after.ifPresent(value -> query.bind("after", value));
    return query.map((row, _) -> Optional.ofNullable(row.getObject("last"))).one();
  }

  private int apply(Database database, Range range, Wish wish) {
    var all = 0;
    for (var pass = 0; pass < MOST_PASSES; pass++) {
      var found = database.read(handle -> found(handle, range, wish));
      if (found.isEmpty()) {
        return all;
      }
      for (var from = 0; from < found.size(); from += ROWS_AT_ONCE) {
        var some = found.subList(from, Math.min(found.size(), from + ROWS_AT_ONCE));
        all += database.<Integer>write(handle -> written(handle, some, wish.changed));
      }
    }
    throw new StorageException(
        "Others change the table %s all the time. Try again later".formatted(table));
  }

  /** A text that is to be changed. */
  private record Text(List<Object> key, String column, String old, String changed) {}

  private List<Text> found(Handle handle, Range range, Wish wish) {
    var patterns = patterns(wish.words);
    var conditions =
        wish.columns.stream()
            .flatMap(column ->
                IntStream.range(0, patterns.size())
                    .mapToObj(i -> "LOWER(" + column + ") LIKE :word" + i + " ESCAPE '!'"))
            .collect(Collectors.joining(" OR ", "(", ")"));
    var query =
        handle.createQuery(
            "SELECT %s, %s FROM %s WHERE %s <= :until%s AND %s%s"
                .formatted(
                    String.join(", ", key),
                    String.join(", ", wish.columns),
                    table,
                    key.getFirst(),
                    range.after.isEmpty() ? "" : " AND " + key.getFirst() + " > :after",
                    conditions,
                    where.isEmpty() ? "" : " AND (" + where + ")"));
    query.bind("until", range.until);
    range.after.ifPresent(value -> query.bind("after", value));
    for (var i = 0; i < patterns.size(); i++) {
      query.bind("word" + i, patterns.get(i));
    }
    var texts = new ArrayList<Text>();
    var unread = new LinkedHashMap<Object, Unreadable>();
    query
        .map((row, _) -> {
          var ids = new ArrayList<Object>();
          for (var column : key) {
            ids.add(row.getObject(column));
          }
          for (var column : wish.columns) {
            var old = row.getString(column);
            try {
              var now = old == null ? null : wish.change.apply(old);
              if (now != null && !now.equals(old)) {
                texts.add(new Text(ids, column, old, now));
              }
            } catch (Unreadable e) {
              unread.put(ids.getFirst(), e);
            }
          }
          return true;
        })
        .forEach(_ -> {});
    unread.forEach((id, why) -> UnreadableRows.of(handle).note(named(handle, id), why));
    return texts;
  }

  /** Rows with a key of several columns belong to what the first of them names. */
  private UnreadableRows.Row named(Handle handle, Object id) {
    var first = key.getFirst();
    var isPart = key.size() > 1;
    var app =
        handle
            .createQuery(
                "SELECT app FROM %s WHERE %s = ?"
                    .formatted(isPart ? first : table, isPart ? "id" : first))
            .bind(0, id)
            .mapTo(String.class)
            .findOne()
            .orElse("");
    return new UnreadableRows.Row(
        isPart ? table.replaceFirst("^" + first + "_", first + ".") : table,
        id instanceof Number number ? number.longValue() : 0,
        app);
  }

  /**
   * LIKE patterns, with {@code ESCAPE '!'} for a text in lower case, of which one finds a text that
   * has one of these words. Neither database folds all letters, so any may stand in their place.
   */
  public static List<String> patterns(Collection<String> words) {
    var lower = words.stream().map(word -> word.toLowerCase(Locale.ROOT)).distinct().toList();
    return lower.stream()
        // What has a shorter one in it is found by that.
        .filter(word -> lower.stream().noneMatch(one -> !one.equals(word) && word.contains(one)))
        .map(word -> word.replaceAll("([!%_])", "!$1").replaceAll("[^\\x00-\\x7f]", "_"))
        .map(word -> "%" + word + "%")
        .toList();
  }

  private int written(Handle handle, List<Text> texts, Changed changed) {
    var rows = 0;
    for (var text : texts) {
      var values = new ArrayList<Object>();
      values.add(text.changed);
      values.addAll(text.key);
      values.add(text.old);
      var isSame = key.stream().map(column -> column + " = ? AND ").collect(Collectors.joining());
      var written =
          handle.execute(
              "UPDATE %s SET %s = ?%s WHERE %s%s = ?"
                  .formatted(
                      table, text.column, also.isEmpty() ? "" : ", " + also, isSame, text.column),
              values.toArray());
      if (written > 0) {
        changed.row(handle, text.key, text.old);
      }
      rows += written;
    }
    return rows;
  }
}
