package belfry.people;

import belfry.people.GroupStore.Row;
import belfry.platform.PersonId;
import belfry.storage.Database;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jdbi.v3.core.statement.Query;

/**
 * Answers questions about the members of several groups together, without reading them one by one.
 */
final class MemberSets {
  private static final String OF_ONE =
      "SELECT person FROM group_member WHERE group_number = ? AND generation = ?";

  private final Database database;

  MemberSets(Database database) {
    this.database = database;
  }

  /** How many people are in at least one of these groups. */
  long union(List<Row> rows) {
    return difference(rows, List.of());
  }

  /** How many people are in at least one of the first groups and in none of the others. */
  long difference(List<Row> rows, List<Row> others) {
    if (rows.isEmpty()) {
      return 0;
    }
    // Both databases evaluate such a chain from left to right.
    var sql =
        "SELECT COUNT(*) FROM ("
            + String.join(" UNION ", Collections.nCopies(rows.size(), OF_ONE))
            + (" EXCEPT " + OF_ONE).repeat(others.size())
            + ") everybody";
    return database.read(handle -> {
      var query = handle.createQuery(sql);
      bind(query, rows, 0);
      bind(query, others, 2 * rows.size());
      return query.mapTo(Long.class).one();
    });
  }

  /** Which of these people are in at least one of the groups. */
  Set<PersonId> among(List<Row> rows, Collection<PersonId> people) {
    var found = new HashSet<PersonId>();
    if (rows.isEmpty() || people.isEmpty()) {
      return found;
    }
    var groups = Piece.filled(rows);
    database.read(handle -> {
      for (var piece : Piece.of(people)) {
        var query =
            handle.createQuery(
                """
                SELECT DISTINCT person FROM group_member
                WHERE (group_number, generation) IN (VALUES %s) AND person IN (%s)
                """
                    .formatted(Piece.marks("(?, ?)", groups.size()), piece.marks()));
        bind(query, groups, 0);
        found.addAll(
            piece
                .bind(query, 2 * groups.size())
                .map((row, _) -> new PersonId(row.getString("person")))
                .list());
      }
      return found;
    });
    return found;
  }

  /** How many of these people are in none of the groups. */
  long outside(List<Row> rows, Set<PersonId> people) {
    return (long) people.size() - among(rows, people).size();
  }

  /**
   * Whether all ids have the same length, and therefore one form: then different ids are different
   * people.
   */
  boolean writtenAlike(List<Row> rows) {
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
  boolean areCurrent(List<Row> rows) {
    return rows.isEmpty()
        || database.read(handle -> {
          var groups = Piece.filled(rows);
          var query =
              handle.createQuery(
                  """
                  SELECT COUNT(*) FROM people_group
                  WHERE (number, generation) IN (VALUES %s)
                  """
                      .formatted(Piece.marks("(?, ?)", groups.size())));
          bind(query, groups, 0);
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
