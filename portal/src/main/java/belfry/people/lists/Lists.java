package belfry.people.lists;

import belfry.apps.App;
import belfry.apps.AppName;
import belfry.base.Bare;
import belfry.base.Phrase;
import belfry.base.Shortened;
import belfry.base.Spool;
import belfry.base.Time;
import belfry.people.lists.ListText.NoList;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Json;
import belfry.storage.Piece;
import belfry.storage.UnreadableRows;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;
import org.jspecify.annotations.Nullable;

/**
 * Lists of people from files. A list becomes visible when it is complete and never changes. It is
 * deleted a week after the last reference to it.
 */
public final class Lists {
  public static final Phrase GONE =
      Phrase.of("list.gone", "This list no longer exists. Upload it again.");

  public static final int MOST_BYTES = 10_000_000;

  /** How long a list is kept without a reference, for example before its draft is saved. */
  private static final Duration KEPT_UNUSED = Duration.ofDays(7);

  private static final Quota QUOTA = new Quota(200_000_000, 2_000_000_000L);
  private static final int DELETED_AT_ONCE = 5_000;
  private static final int LONGEST_NAME = 120;

  private final Database database;
  private final Time time;
  private final Quota quota;
  private final SkippedLines skipped;

  /**
   * Limits on stored lists, in bytes of the files.
   *
   * @param ofAPerson for each person in an app
   * @param ofAnApp for all people of an app
   */
  record Quota(long ofAPerson, long ofAnApp) {}

  public Lists(Database database, Time time) {
    this(database, time, QUOTA);
  }

  Lists(Database database, Time time, Quota quota) {
    this.database = database;
    this.time = time;
    this.quota = quota;
    skipped = new SkippedLines(database);
  }

  public SkippedLines skipped() {
    return skipped;
  }

  /** The result of adding a file. */
  public sealed interface Added {
    record Kept(PeopleList list, ListReport report) implements Added {}

    /** The file is not a list of people, or what is in {@code field} has to be said of it. */
    record Refused(String field, Phrase why) implements Added {}

    /** There is no room for another list. */
    record QuotaExceeded(Phrase why) implements Added {}
  }

  /**
   * Stores the people of a file. Without a job that refers to it, the list is deleted after a week.
   *
   * @param name the file's name
   * @throws IOException when the file cannot be read
   */
  public Added add(App app, PersonId person, String name, Spool file, ListChoices choices)
      throws IOException {
    try {
      var reader = ListReader.of(file::in, choices);
      // The first reading writes nothing, so a file that is not a list leaves nothing behind.
      var report = reader.read(_ -> {}, _ -> {});
      var size = file.size();
      var title = Shortened.to(Bare.line(name), LONGEST_NAME);
      var list = new PeopleList(ListId.next(), title, report.columns(), report.people());
      var counts = new SkippedLines.Counts(report.bad(), report.repeated());
      var full = database.write(handle -> begin(handle, app, person, list, counts, size));
      if (full.isPresent()) {
        return new Added.QuotaExceeded(full.get());
      }
      var _ =
          reader.read(
              page -> database.write(handle -> insert(handle, list.id(), page)),
              page -> database.write(handle -> SkippedLines.insert(handle, list.id(), page)));
      database.write(
          handle -> handle.execute("UPDATE list SET whole = 1 WHERE id = ?", list.id().value()));
      return new Added.Kept(list, report);
    } catch (NoList e) {
      return new Added.Refused("file", e.why());
    } catch (ListText.Unclear e) {
      return new Added.Refused("encoding", e.question());
    }
  }

  /** Why there is no room for it; otherwise reserves its row. */
  private Optional<Phrase> begin(
      Handle handle,
      App app,
      PersonId person,
      PeopleList list,
      SkippedLines.Counts skipped,
      long size) {
    var kept =
        handle
            .createQuery(
                """
                SELECT COALESCE(SUM(size), 0) AS all_of_it,
                  COALESCE(SUM(CASE WHEN person = ? THEN size ELSE 0 END), 0) AS own
                FROM list WHERE app = ?
                """)
            .bind(0, person)
            .bind(1, app.name())
            .map((row, _) -> new long[] {row.getLong("own"), row.getLong("all_of_it")})
            .one();
    if (kept[0] + size > quota.ofAPerson) {
      return Optional.of(
          Phrase.of(
              "list.noRoomForPerson",
              "Your lists take {{kept, number}} MB of the {{most, number}} MB you may have. Delete drafts with lists that you no longer need; a list that no message uses is deleted after a week.",
              "kept",
              kept[0] / 1_000_000,
              "most",
              quota.ofAPerson / 1_000_000));
    }
    if (kept[1] + size > quota.ofAnApp) {
      return Optional.of(
          Phrase.of(
              "list.noRoomInApp",
              "The lists of this app take {{kept, number}} MB of the {{most, number}} MB they may take. Tell the people who run this portal.",
              "kept",
              kept[1] / 1_000_000,
              "most",
              quota.ofAnApp / 1_000_000));
    }
    handle.execute(
        """
        INSERT INTO list (id, app, person, name, columns, people, bad, repeated, size, whole, used)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?)
        """,
        list.id().value(),
        app.name(),
        person,
        list.name(),
        Json.write(list.columns()),
        list.people(),
        skipped.bad(),
        skipped.repeated(),
        size,
        time.now());
    return Optional.empty();
  }

  private static int insert(Handle handle, ListId list, List<PeopleList.Row> page) {
    var batch =
        handle.prepareBatch("INSERT INTO list_row (list, line, email, fields) VALUES (?, ?, ?, ?)");
    page.forEach(row -> batch.add(list.value(), row.line(), row.email(), Json.write(row.fields())));
    return batch.execute().length;
  }

  public Optional<PeopleList> find(App app, ListId id) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT id, app, name, columns, people FROM list WHERE id = ? AND app = ? AND whole = 1")
            .bind(0, id.value())
            .bind(1, app.name())
            .map(WHOLE)
            .findOne());
  }

  private static final RowMapper<PeopleList> WHOLE = UnreadableRows.whole("list", Lists::read);

  private static PeopleList read(ResultSet row) throws SQLException {
    return new PeopleList(
        new ListId(row.getLong("id")),
        row.getString("name"),
        Arrays.asList(Json.read(row.getString("columns"), String[].class)),
        row.getInt("people"));
  }

  /** Its rows after this line, in the order of the file. */
  public List<PeopleList.Row> rows(ListId id, int after, int most) {
    return database.read(handle ->
        handle
            .createQuery(LINES + "line > ? ORDER BY line LIMIT ?")
            .bind(0, id.value())
            .bind(1, after)
            .bind(2, most)
            .map(LINE)
            .list());
  }

  /** Its values for these addresses, by address. */
  public Map<String, PeopleList.Row> rows(ListId id, Collection<String> emails) {
    return database.read(handle -> {
      var found = new LinkedHashMap<String, PeopleList.Row>();
      for (var piece : Piece.of(emails)) {
        piece
            .bind(
                handle
                    .createQuery(LINES + "email IN (%s)".formatted(piece.marks()))
                    .bind(0, id.value()),
                1)
            .map(LINE)
            .forEach(row -> found.put(row.email(), row));
      }
      return found;
    });
  }

  /**
   * The lists' values for the people of one page, by address. If several lists have a value in a
   * column of the same name, the first list counts, so the author decides by their order.
   *
   * @param lists the one that the page is of, and the later ones
   * @param same other addresses of these people, with those of the page that count for them
   * @param disputed receives an address and a column, by key, of which a later list or line has
   *     another value than the one that counts, or an empty cell, which may take the value back
   */
  public SequencedMap<String, Map<String, String>> said(
      List<PeopleList.Row> page,
      List<PeopleList> lists,
      Map<String, String> same,
      BiConsumer<String, String> disputed) {
    var said = new LinkedHashMap<String, Map<String, String>>();
    page.forEach(row -> said.put(row.email(), row.byKey()));
    var emails = new LinkedHashSet<>(same.keySet());
    for (var list : lists) {
      var columns = list.keys();
      rows(list.id(), emails).values().stream()
          .sorted(Comparator.comparingInt(PeopleList.Row::line))
          .forEach(row -> {
            var email = same.getOrDefault(row.email(), row.email());
            var known = said.getOrDefault(email, new HashMap<>());
            var values = row.byKey();
            columns.stream()
                .filter(key -> differs(known.get(key), values.getOrDefault(key, "")))
                .forEach(key -> disputed.accept(email, key));
            values.forEach(known::putIfAbsent);
          });
      emails.addAll(said.keySet());
    }
    return said;
  }

  private static boolean differs(@Nullable String first, String later) {
    return first != null && !Bare.of(first).equals(Bare.of(later));
  }

  public List<String> emails(ListId id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT email FROM list_row WHERE list = ? ORDER BY line")
            .bind(0, id.value())
            .mapTo(String.class)
            .list());
  }

  private static final String LINES =
      "SELECT line, email, fields, list AS id, (SELECT app FROM list WHERE id = list_row.list) AS app FROM list_row WHERE list = ? AND ";

  private static final RowMapper<PeopleList.Row> LINE =
      UnreadableRows.needed("list.line", Lists::row);

  @SuppressWarnings("unchecked")
  private static PeopleList.Row row(ResultSet row) throws SQLException {
    return new PeopleList.Row(
        row.getInt("line"),
        row.getString("email"),
        (Map<String, String>) Json.read(row.getString("fields"), Map.class));
  }

  // Deleting ----------------------------------------------------------------------------------

  /**
   * Records a reference, or the end of one. The week begins anew, and nobody deletes the list
   * during this transaction.
   *
   * @return false if it no longer exists, or belongs to another app
   */
  public boolean use(Handle handle, AppName app, ListId id) {
    return handle.execute(
            "UPDATE list SET used = ? WHERE id = ? AND app = ? AND whole = 1",
            time.now(),
            id.value(),
            app)
        == 1;
  }

  /** The next lists after {@code after} without a new reference for a week, in order. */
  public List<ListId> idle(Handle handle, ListId after, int most) {
    return handle
        .createQuery("SELECT id FROM list WHERE used < ? AND id > ? ORDER BY id LIMIT ?")
        .bind(0, time.now().minus(KEPT_UNUSED))
        .bind(1, after.value())
        .bind(2, most)
        .map((row, _) -> new ListId(row.getLong("id")))
        .list();
  }

  /** It is still referred to, so it is checked again in a week. */
  public void keep(Handle handle, ListId id) {
    handle.execute("UPDATE list SET used = ? WHERE id = ?", time.now(), id.value());
  }

  /** Hides it from everybody, unless there is a new reference in the meantime. */
  public boolean forget(Handle handle, ListId id) {
    return handle.execute(
            "UPDATE list SET whole = 0 WHERE id = ? AND used < ?",
            id.value(),
            time.now().minus(KEPT_UNUSED))
        == 1;
  }

  /** Deletes the rows of a list that {@link #forget} has hidden, some at a time. */
  public void delete(ListId id) {
    for (var table : List.of("list_row", "list_skipped")) {
      while (database.write(
              handle ->
                  handle.execute(
                      """
                      DELETE FROM %1$s WHERE list = ? AND line IN (
                        SELECT line FROM %1$s WHERE list = ? ORDER BY line LIMIT ?)
                      """
                          .formatted(table),
                      id.value(),
                      id.value(),
                      DELETED_AT_ONCE))
          > 0) {}
    }
    database.write(
        handle -> handle.execute("DELETE FROM list WHERE id = ? AND whole = 0", id.value()));
  }

  /** These lists by id, without those that no longer exist. */
  public Map<ListId, PeopleList> among(App app, Collection<ListId> ids) {
    var found = new LinkedHashMap<ListId, PeopleList>();
    if (ids.isEmpty()) {
      return found;
    }
    var lists = new ArrayList<PeopleList>();
    for (var piece : Piece.of(ids.stream().map(ListId::value).toList())) {
      lists.addAll(
          database.read(handle ->
              piece
                  .bind(
                      handle
                          .createQuery(
                              """
                              SELECT id, app, name, columns, people FROM list
                              WHERE app = ? AND whole = 1 AND id IN (%s)
                              """
                                  .formatted(piece.marks()))
                          .bind(0, app.name()),
                      1)
                  .map(WHOLE)
                  .list()));
    }
    for (var id : ids) {
      lists.stream().filter(list -> list.id().equals(id)).forEach(list -> found.put(id, list));
    }
    return found;
  }
}
