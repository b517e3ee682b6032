package belfry.people;

import belfry.base.Folded;
import belfry.storage.Database;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/** What is known of people: names and addresses, as the platform last told them. */
final class PersonStore {
  private final Database database;

  PersonStore(Database database) {
    this.database = database;
  }

  void keep(Collection<Person> people) {
    if (!people.isEmpty()) {
      database.write(handle -> {
        keep(handle, people);
        return true;
      });
    }
  }

  /** An address once known stays when the platform leaves it out, as it does in groups. */
  static void keep(Handle handle, Collection<Person> people) {
    var batch =
        handle.prepareBatch(
            """
            INSERT INTO person (id, name, name_key, email) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
              email = CASE WHEN excluded.email = '' THEN person.email ELSE excluded.email END
            """);
    for (var person : people) {
      batch.add(person.id(), person.name(), Folded.of(person.name()), person.email());
    }
    batch.execute();
  }

  Optional<Person> find(String id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT id, name, email FROM person WHERE id = ?")
            .bind(0, id)
            .map((row, _) -> read(row))
            .findOne());
  }

  /** Those of these that are known, by id, in one question. */
  Map<String, Person> find(Collection<String> ids) {
    return ids.isEmpty()
        ? Map.of()
        : database.read(handle ->
            handle
                .createQuery("SELECT id, name, email FROM person WHERE id IN (<ids>)")
                .bindList("ids", List.copyOf(ids))
                .map((row, _) -> read(row))
                .stream()
                .collect(Collectors.toMap(Person::id, person -> person)));
  }

  /** Those whose name begins with this. */
  List<Person> named(String prefix, int most) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, name, email FROM person
                WHERE name_key LIKE ? ESCAPE '!' ORDER BY name_key, id LIMIT ?
                """)
            .bind(0, Folded.beginning(prefix))
            .bind(1, most)
            .map((row, _) -> read(row))
            .list());
  }

  static Person read(ResultSet row) throws SQLException {
    return new Person(row.getString("id"), row.getString("name"), row.getString("email"));
  }
}
