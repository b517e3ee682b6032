package belfry.runs.recipients;

import belfry.people.directory.Person;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The people of a run by the addresses under which they were written to, whoever has these by now.
 * They are read once, when the first is asked for. Not thread-safe.
 */
public final class WrittenTo {
  private final Database database;
  private final RunId run;
  private Optional<Map<String, List<PersonId>>> known = Optional.empty();

  /** Reads nothing yet. */
  public WrittenTo(Database database, RunId run) {
    this.database = database;
    this.run = run;
  }

  /** Those of these addresses, of whom no names are told. */
  public List<Person> at(Collection<String> emails) {
    if (emails.isEmpty()) {
      return List.of();
    }
    var all = known.orElseGet(this::read);
    known = Optional.of(all);
    return emails.stream()
        .flatMap(email ->
            all.getOrDefault(Person.address(email), List.of()).stream()
                .map(id -> new Person(id, "", email)))
        .toList();
  }

  private Map<String, List<PersonId>> read() {
    return database.read(handle -> {
      var all = new HashMap<String, List<PersonId>>();
      handle
          .createQuery(
              """
              SELECT target, email FROM recipient
              WHERE run = ? AND kind = 'person' AND email <> ''
              """)
          .bind(0, run.value())
          .map((row, _) ->
              new Person(new PersonId(row.getString("target")), "", row.getString("email")))
          .forEach(one ->
              all.computeIfAbsent(Person.address(one.email()), _ -> new ArrayList<>(1))
                  .add(one.id()));
      return all;
    });
  }
}
