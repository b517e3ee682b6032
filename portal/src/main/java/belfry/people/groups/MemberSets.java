package belfry.people.groups;

import belfry.people.groups.GroupStore.Row;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Piece;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;

/**
 * Answers questions about the members of several groups together, without reading them one by one.
 */
public final class MemberSets {
  private static final String OF_ONE =
      "SELECT person FROM group_member WHERE group_number = ? AND generation = ?";

  private static final String NOT_IN_ONE =
      """
      NOT EXISTS (
        SELECT 1 FROM group_member other
        WHERE other.group_number = ? AND other.generation = ? AND other.person = chosen.person)
      """;

  private final Database database;

  public MemberSets(Database database) {
    this.database = database;
  }

  /**
   * A number of people.
   *
   * @param several how many of them were chosen in several ways
   */
  public record Sum(long people, long several) {}

  /** Those who are in at least one of the first groups and in none of the others. */
  public Sum sum(List<Row> rows, List<Row> others) {
    if (rows.isEmpty()) {
      return new Sum(0, 0);
    }
    var sql =
        """
        SELECT COUNT(*) AS people, COALESCE(SUM(CASE WHEN times > 1 THEN 1 ELSE 0 END), 0) AS several
        FROM (
          SELECT person, COUNT(*) AS times FROM (%s) chosen %s GROUP BY person) everybody
        """
            .formatted(
                String.join(" UNION ALL ", Collections.nCopies(rows.size(), OF_ONE)),
                others.isEmpty()
                    ? ""
                    : "WHERE "
                        + String.join(" AND ", Collections.nCopies(others.size(), NOT_IN_ONE)));
    return database.read(handle -> {
      var query = handle.createQuery(sql);
      bind(query, rows, 0);
      bind(query, others, 2 * rows.size());
      return query.map((row, _) -> new Sum(row.getLong("people"), row.getLong("several"))).one();
    });
  }

  /** Which of these people are in at least one of the groups. */
  public Set<PersonId> among(List<Row> rows, Collection<PersonId> people) {
    return times(rows, people).keySet();
  }

  /** In how many of the groups these people are, without those who are in none. */
  public Map<PersonId, Integer> times(List<Row> rows, Collection<PersonId> people) {
    var found = new HashMap<PersonId, Integer>();
    if (rows.isEmpty() || people.isEmpty()) {
      return found;
    }
    var groups = Piece.filled(rows);
    database.read(handle -> {
      for (var piece : Piece.of(people)) {
        var query =
            handle.createQuery(
                """
                SELECT person, COUNT(*) AS times FROM group_member
                WHERE (group_number, generation) IN (VALUES %s) AND person IN (%s)
                GROUP BY person
                """
                    .formatted(Piece.marks("(?, ?)", groups.size()), piece.marks()));
        bind(query, groups, 0);
        piece
            .bind(query, 2 * groups.size())
            .map((row, _) -> Map.entry(new PersonId(row.getString("person")), row.getInt("times")))
            .forEach(one -> found.put(one.getKey(), one.getValue()));
      }
      return found;
    });
    return found;
  }

  /** How many of these people are in none of the groups. */
  public long outside(List<Row> rows, Set<PersonId> people) {
    return (long) people.size() - among(rows, people).size();
  }

  /** The next {@code most} members of one group after this id, by their ids. */
  public List<String> after(Row row, String id, int most) {
    return database.read(handle ->
        handle
            .createQuery(OF_ONE + " AND person > ? ORDER BY person LIMIT ?")
            .bind(0, row.number())
            .bind(1, row.generation())
            .bind(2, id)
            .bind(3, most)
            .mapTo(String.class)
            .list());
  }

  /**
   * Whether all ids have the same length, and therefore one form: then different ids are different
   * people.
   */
  public boolean writtenAlike(List<Row> rows) {
    return rows.isEmpty()
        || database.read(handle -> {
          var groups = Piece.filled(rows);
          var query =
              handle.createQuery(
                  """
                  SELECT COALESCE(MAX(LENGTH(person)) - MIN(LENGTH(person)), 0) FROM group_member
                  WHERE (group_number, generation) IN (VALUES %s)
                  """
                      .formatted(Piece.marks("(?, ?)", groups.size())));
          bind(query, groups, 0);
          return query.mapTo(Integer.class).one() == 0;
        });
  }

  /**
   * Whether these are still the members of their groups: a copy is dropped once a newer one is
   * published, so this is checked after a copy was read to its end.
   */
  public boolean areCurrent(List<Row> rows) {
    return are(rows, "");
  }

  /**
   * Likewise; of several groups also that nobody was put in or taken out: whoever moved from one to
   * another while they were gone through was met in neither.
   */
  public boolean areAsBefore(List<Row> rows) {
    return are(rows, rows.size() > 1 ? ", changes" : "");
  }

  private boolean are(List<Row> rows, String changes) {
    return rows.isEmpty()
        || database.read(handle -> {
          var groups = Piece.filled(rows);
          var marks = changes.isEmpty() ? "(?, ?)" : "(?, ?, ?)";
          var query =
              handle.createQuery(
                  """
                  SELECT COUNT(*) FROM people_group
                  WHERE (number, generation%s) IN (VALUES %s)
                  """
                      .formatted(changes, Piece.marks(marks, groups.size())));
          var at = 0;
          for (var row : groups) {
            query.bind(at++, row.number()).bind(at++, row.generation());
            if (!changes.isEmpty()) {
              query.bind(at++, row.changes());
            }
          }
          return query.mapTo(Long.class).one() == rows.stream().map(Row::number).distinct().count();
        });
  }

  private static void bind(Query query, List<Row> rows, int from) {
    for (var i = 0; i < rows.size(); i++) {
      query
          .bind(from + 2 * i, rows.get(i).number())
          .bind(from + 2 * i + 1, rows.get(i).generation());
    }
  }
}
