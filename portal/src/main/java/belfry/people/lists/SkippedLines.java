package belfry.people.lists;

import belfry.base.Phrase;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.UnreadableRows;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.jdbi.v3.core.Handle;

/**
 * Lines of files with something wrong in them, kept with the lists out of these files. Whoever they
 * were meant for is in no list.
 */
public final class SkippedLines {
  /** So many are kept of each list, the first ones; of the others only their number is known. */
  public static final int MOST = 10_000;

  private final Database database;

  SkippedLines(Database database) {
    this.database = database;
  }

  /**
   * How many lines of a file were skipped.
   *
   * @param bad because something is wrong with them
   * @param repeated because an earlier line has the same address
   */
  public record Counts(int bad, int repeated) {}

  static int insert(Handle handle, ListId list, List<ListReport.Left> page) {
    var batch =
        handle.prepareBatch("INSERT INTO list_skipped (list, line, said, why) VALUES (?, ?, ?, ?)");
    page.forEach(
        one -> batch.add(list.value(), one.line(), one.said(), Json.write(Why.of(one.why()))));
    return batch.execute().length;
  }

  /** Empty of a list that an earlier version made. */
  public Optional<Counts> counts(ListId list) {
    return database.read(handle ->
        handle
            .createQuery("SELECT bad, repeated FROM list WHERE id = ? AND bad IS NOT NULL")
            .bind(0, list.value())
            .map((row, _) -> new Counts(row.getInt("bad"), row.getInt("repeated")))
            .findOne());
  }

  /** Those after this line, in the order of the file. */
  public List<ListReport.Left> page(ListId list, int after, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT line, said, why, list AS id,
                  (SELECT app FROM list WHERE id = list_skipped.list) AS app
                FROM list_skipped WHERE list = ? AND line > ? ORDER BY line LIMIT ?
                """)
            .bind(0, list.value())
            .bind(1, after)
            .bind(2, most)
            .map(UnreadableRows.needed("list.line", SkippedLines::read))
            .list());
  }

  private static ListReport.Left read(ResultSet row) throws SQLException {
    return new ListReport.Left(
        row.getInt("line"),
        row.getString("said"),
        Json.read(row.getString("why"), Why.class).phrase());
  }

  /** A reason as it is stored. */
  public record Why(String code, String template, Map<String, Object> arguments) {
    static Why of(Phrase phrase) {
      return new Why(phrase.code(), phrase.template(), phrase.arguments());
    }

    Phrase phrase() {
      return new Phrase(code, template, arguments);
    }

    /** Whether it quotes something that is so. */
    public boolean quotes(Predicate<String> so) {
      return arguments.values().stream()
          .anyMatch(one -> one instanceof String said && so.test(said));
    }
  }
}
