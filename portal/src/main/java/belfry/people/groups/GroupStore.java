package belfry.people.groups;

import belfry.apps.App;
import belfry.base.Folded;
import belfry.base.Id;
import belfry.people.directory.Person;
import belfry.people.directory.PersonDetails;
import belfry.people.directory.PersonStore;
import belfry.platform.PlatformGroup;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.storage.Database;
import belfry.storage.Moments;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.RowMapper;

/** Groups and their members as rows. A group names the generation of its current members. */
public final class GroupStore {
  private static final String COLUMNS =
      "SELECT number, id, app, name, size, generation, fetched, missing, changes FROM people_group ";

  /** The id of the group of everybody; the directory's own ids are longer. */
  static final String EVERYONE = "everyone";

  private final Database database;

  public GroupStore(Database database) {
    this.database = database;
  }

  /**
   * A group with data that only the store needs.
   *
   * @param changes how often single members were put in or taken out
   */
  public record Row(Group group, long number, long generation, long changes) {}

  /** The app's own groups and the directory's, by name. */
  public List<Row> list(App app) {
    return database.read(handle ->
        handle
            .createQuery(COLUMNS + "WHERE app = ? OR app = '' ORDER BY name_key, number")
            .bind(0, app.name())
            .map((row, _) -> row(row))
            .list());
  }

  /** Groups of the directory that were not copied since, those that never were first. */
  List<Row> notCopiedSince(Instant since, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                COLUMNS
                    + """
                    WHERE app = '' AND id <> ? AND COALESCE(fetched, 0) < ?
                    ORDER BY COALESCE(fetched, 0), name_key LIMIT ?
                    """)
            .bind(0, EVERYONE)
            .bind(1, since)
            .bind(2, most)
            .map((row, _) -> row(row))
            .list());
  }

  List<Row> find(App app, String words, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                COLUMNS
                    + """
                    WHERE (app = ? OR app = '') AND name_key LIKE ? ESCAPE '!'
                    ORDER BY name_key, number LIMIT ?
                    """)
            .bind(0, app.name())
            .bind(1, Folded.anywhere(words))
            .bind(2, most)
            .map((row, _) -> row(row))
            .list());
  }

  public Optional<Row> get(App app, String id) {
    return database.read(handle -> get(handle, app, id));
  }

  static Optional<Row> get(Handle handle, App app, String id) {
    return handle
        .createQuery(COLUMNS + "WHERE id = ? AND (app = ? OR app = '')")
        .bind(0, id)
        .bind(1, app.name())
        .map((row, _) -> row(row))
        .findOne();
  }

  /** The same group as it is now; empty if it is gone. */
  Optional<Row> again(Row row) {
    return database.read(handle -> again(handle, row));
  }

  /**
   * The same group as it is, to change one of its members: it may have been read anew meanwhile,
   * and the earlier copy be gone. It stays so until the transaction ends. A copy of the directory
   * is read again by whoever needs it next: who is also a member of a nested group stays one.
   *
   * @param outdated when a copy was read that is too old to be shown
   */
  static Optional<Row> changing(Handle handle, Row row, Instant outdated) {
    handle.execute(
        """
        UPDATE people_group SET changes = changes + 1,
          fetched = CASE WHEN fetched > ? THEN ? ELSE fetched END
        WHERE number = ?
        """,
        outdated,
        outdated,
        row.number);
    return again(handle, row);
  }

  private static Optional<Row> again(Handle handle, Row row) {
    return handle
        .createQuery(COLUMNS + "WHERE number = ?")
        .bind(0, row.number)
        .map((now, _) -> row(now))
        .findOne();
  }

  private static Row row(ResultSet row) throws SQLException {
    var fetched = Moments.unlessZero(row, "fetched");
    var source = source(row.getString("app"), row.getString("id"));
    var isCounted = source == Group.Source.PORTAL || fetched.isPresent();
    return new Row(
        new Group(
            row.getString("id"),
            row.getString("name"),
            source,
            isCounted ? row.getInt("size") : 0,
            fetched,
            row.getInt("missing")),
        row.getLong("number"),
        row.getLong("generation"),
        row.getLong("changes"));
  }

  private static Group.Source source(String app, String id) {
    if (!app.isEmpty()) {
      return Group.Source.PORTAL;
    }
    return id.equals(EVERYONE) ? Group.Source.EVERYONE : Group.Source.DIRECTORY;
  }

  static Group create(Handle handle, App app, String name) {
    var number = Id.next();
    handle.execute(
        """
        INSERT INTO people_group (number, id, app, name, name_key, size, generation)
        VALUES (?, ?, ?, ?, ?, 0, 1)
        """,
        number.value(),
        number.toString(),
        app.name(),
        name,
        Folded.of(name));
    return new Group(number.toString(), name, Group.Source.PORTAL, 0, Optional.empty(), 0);
  }

  static boolean hasName(Handle handle, App app, String name, String exceptId) {
    return handle
            .createQuery(
                "SELECT COUNT(*) FROM people_group WHERE app = ? AND name_key = ? AND id <> ?")
            .bind(0, app.name())
            .bind(1, Folded.of(name))
            .bind(2, exceptId)
            .mapTo(Integer.class)
            .one()
        > 0;
  }

  static void rename(Handle handle, Row row, String name) {
    handle.execute(
        "UPDATE people_group SET name = ?, name_key = ? WHERE number = ?",
        name,
        Folded.of(name),
        row.number);
  }

  /**
   * Adopts the directory's list; groups that are gone there are removed here too. Where there is a
   * directory, there is also the group of everybody in it. Its sizes are not taken over: they count
   * a group within a group as one member, and a message goes to all who are in it.
   */
  public void directoryGroups(Collection<PlatformGroup> groups) {
    var known =
        database.read(handle ->
            handle.createQuery(COLUMNS + "WHERE app = ''").map((row, _) -> row(row)).list());
    var listed = groups.stream().map(PlatformGroup::id).collect(Collectors.toSet());
    var gone =
        known.stream()
            .filter(row -> row.group().source() == Group.Source.DIRECTORY)
            .filter(row -> !listed.contains(row.group.id()))
            .toList();
    database.write(handle -> {
      var batch =
          handle.prepareBatch(
              """
              INSERT INTO people_group (number, id, app, name, name_key, size, generation)
              VALUES (?, ?, '', ?, ?, 0, 0)
              ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key
              """);
      groups.forEach(group ->
          batch.add(
              Id.next().value(), group.id(), group.displayName(), Folded.of(group.displayName())));
      batch.execute();
      handle.execute(
          """
          INSERT INTO people_group (number, id, app, name, name_key, size, generation)
          VALUES (?, ?, '', 'Everyone', 'everyone', 0, 0) ON CONFLICT (id) DO NOTHING
          """,
          Id.next().value(),
          EVERYONE);
      gone.forEach(row -> DeletedGroups.hide(handle, row));
      return true;
    });
    DeletedGroups.drop(database);
  }

  /** Adds a member; returns 0 if the person already was one. Its size is counted afterwards. */
  int add(Handle handle, Row row, Person person) {
    var known = PersonStore.keepIfNew(handle, person);
    return handle.execute(
        """
        INSERT INTO group_member (group_number, generation, person) VALUES (?, ?, ?)
        ON CONFLICT (group_number, generation, person) DO NOTHING
        """,
        row.number,
        row.generation,
        known);
  }

  /** Likewise. */
  int remove(Handle handle, Row row, PersonId person) {
    return handle.execute(
        "DELETE FROM group_member WHERE group_number = ? AND generation = ? AND person = ?",
        row.number,
        row.generation,
        person);
  }

  /** Counts the members once they have changed. */
  static void resize(Handle handle, Row row) {
    handle.execute(
        """
        UPDATE people_group SET size =
          (SELECT COUNT(*) FROM group_member WHERE group_number = ? AND generation = ?)
        WHERE number = ?
        """,
        row.number,
        row.generation,
        row.number);
  }

  /** Writes one page of an unfinished copy; nobody sees it before {@link #publish}. */
  public void copy(Row row, long generation, Collection<Person> people) {
    database.write(handle -> {
      var known = PersonStore.keep(handle, people);
      var batch =
          handle.prepareBatch(
              """
              INSERT INTO group_member (group_number, generation, person) VALUES (?, ?, ?)
              ON CONFLICT (group_number, generation, person) DO NOTHING
              """);
      known.forEach(person -> batch.add(row.number, generation, person.id()));
      if (!known.isEmpty()) {
        batch.execute();
      }
      return true;
    });
  }

  /** How many distinct people an unfinished copy holds. */
  public int size(Row row, long generation) {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT COUNT(*) FROM group_member WHERE group_number = ? AND generation = ?")
            .bind(0, row.number)
            .bind(1, generation)
            .mapTo(Integer.class)
            .one());
  }

  /** What the directory said of what was read for this copy, if that is known. */
  Optional<GroupParts> parts(Row row) {
    return database
        .read(handle ->
            handle
                .createQuery("SELECT parts FROM people_group WHERE number = ? AND generation = ?")
                .bind(0, row.number)
                .bind(1, row.generation)
                .mapTo(String.class)
                .findOne())
        .flatMap(stored -> GroupParts.read(stored, row.generation));
  }

  /** Keeps what is known of these copies, of each as long as it is the one in use. */
  void describe(Map<Row, GroupParts> known) {
    database.write(handle -> {
      var batch =
          handle.prepareBatch(
              "UPDATE people_group SET parts = ? WHERE number = ? AND generation = ?");
      // In the same order everywhere, so that two nodes do not wait for each other.
      known.entrySet().stream()
          .sorted(Comparator.comparingLong(one -> one.getKey().number))
          .forEach(one ->
              batch.add(one.getValue().stored(), one.getKey().number, one.getKey().generation));
      return batch.execute().length;
    });
  }

  /** Who is in one of {@code others}, and not in this unfinished copy. */
  List<PersonId> missing(Row row, long generation, Collection<Long> others) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT DISTINCT m.person FROM group_member m
                WHERE m.group_number = :number AND m.generation IN (<others>) AND NOT EXISTS (
                  SELECT 1 FROM group_member now WHERE now.group_number = m.group_number
                    AND now.generation = :generation AND now.person = m.person)
                """)
            .bind("number", row.number)
            .bind("generation", generation)
            .bindList("others", List.copyOf(others))
            .map((found, _) -> new PersonId(found.getString("person")))
            .list());
  }

  /**
   * Makes a finished copy the group's members, unless another one, of another node, has become that
   * meanwhile, or somebody was put in or taken out whom it may not show yet; and deletes the
   * earlier ones.
   *
   * @param row the group as it was before it was read
   * @param missing how many more members the directory reported
   * @param parts what the directory said of what was read
   * @return whether it has members that were copied now, by whomever
   */
  public boolean publish(
      Row row, long generation, int missing, Optional<GroupParts> parts, Instant now) {
    var published =
        database.write(handle ->
            handle.execute(
                """
                UPDATE people_group SET generation = ?, fetched = ?, missing = ?, parts = ?, size =
                  (SELECT COUNT(*) FROM group_member WHERE group_number = ? AND generation = ?)
                WHERE number = ? AND generation = ? AND changes = ?
                """,
                generation,
                now,
                missing,
                parts.map(GroupParts::stored).orElse(null),
                row.number,
                generation,
                row.number,
                row.generation,
                row.changes));
    // In steps, so that nobody waits long for the deletion of a large group's old copy.
    while (database.write(handle -> dropEarlier(handle, row)) > 0) {}
    return published > 0 || again(row).filter(one -> one.generation != row.generation).isPresent();
  }

  /** All that are older than the one in use: a younger one may be being made. */
  private static int dropEarlier(Handle handle, Row row) {
    return handle.execute(
        """
        DELETE FROM group_member WHERE (group_number, generation, person) IN (
          SELECT m.group_number, m.generation, m.person FROM group_member m
          JOIN people_group g ON g.number = m.group_number
          WHERE m.group_number = ? AND m.generation < g.generation LIMIT 5000)
        """,
        row.number);
  }

  /**
   * Members in the order of their ids, after {@code after} or from the first, for iterating over
   * all of them.
   */
  public List<Person> membersById(Row row, Optional<PersonId> after, int most) {
    return membersById(row, after, most, "", (found, _) -> PersonStore.read(found));
  }

  /** A member, with what the platform has said of them. */
  public record Detailed(Person person, Optional<PersonDetails.Details> details) {
    public PersonId id() {
      return person.id();
    }
  }

  /** Like {@link #membersById}. */
  public List<Detailed> detailed(Row row, Optional<PersonId> after, int most) {
    return membersById(
        row,
        after,
        most,
        ", " + PersonStore.DETAILS,
        (found, _) -> new Detailed(PersonStore.read(found), PersonStore.details(found)));
  }

  private <T> List<T> membersById(
      Row row, Optional<PersonId> after, int most, String details, RowMapper<T> read) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT p.id, p.name, p.email%s FROM group_member m JOIN person p ON p.id = m.person
                WHERE m.group_number = ? AND m.generation = ? AND m.person > ?
                ORDER BY m.person LIMIT ?
                """
                    .formatted(details))
            .bind(0, row.number)
            .bind(1, row.generation)
            .bind(2, after.map(PersonId::value).orElse(""))
            .bind(3, most)
            .map(read)
            .list());
  }

  /** Whichever member has this id, in any of its forms. */
  Optional<Person> member(Row row, PersonId id) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT p.id, p.name, p.email FROM group_member m JOIN person p ON p.id = m.person
                WHERE m.group_number = :number AND m.generation = :generation AND m.person IN (<ids>)
                LIMIT 1
                """)
            .bind("number", row.number)
            .bind("generation", row.generation)
            .bindList("ids", List.copyOf(PlatformId.forms(id.value())))
            .map((found, _) -> PersonStore.read(found))
            .findOne());
  }

  /** Whichever member was last seen to have this address, if that is one. */
  Optional<Person> memberAt(Row row, String email) {
    var there =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT p.id, p.name, p.email FROM person p
                    JOIN group_member m ON m.person = p.id
                    WHERE p.email <> '' AND p.email = ? AND m.group_number = ? AND m.generation = ?
                    """)
                .bind(0, email)
                .bind(1, row.number)
                .bind(2, row.generation)
                .map((found, _) -> PersonStore.read(found))
                .list());
    return there.size() == 1 ? Optional.of(there.getFirst()) : Optional.empty();
  }

  /** Members whose name or address contains {@code words}, by name. */
  List<Person> membersByName(Row row, String words, int skip, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT p.id, p.name, p.email FROM group_member m JOIN person p ON p.id = m.person
                WHERE m.group_number = ? AND m.generation = ?
                  AND (p.name_key LIKE ? ESCAPE '!' OR p.email LIKE ? ESCAPE '!')
                ORDER BY p.name_key, p.id LIMIT ? OFFSET ?
                """)
            .bind(0, row.number)
            .bind(1, row.generation)
            .bind(2, Folded.anywhere(words))
            .bind(3, Folded.anywhere(words))
            .bind(4, most)
            .bind(5, skip)
            .map((found, _) -> PersonStore.read(found))
            .list());
  }
}
