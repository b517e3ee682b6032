package belfry.people.directory;

import belfry.base.Folded;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.storage.Database;
import belfry.storage.Piece;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Names and addresses of people, as the platform last reported them. A person whose id is written
 * in several forms is stored under the first one, so that everybody has one row.
 */
public final class PersonStore {
  /**
   * The columns of {@link #details(ResultSet)}. Of whom no more is known than an address that was
   * written to, there is nothing to ask either: whoever writes there would learn from a name that
   * another app has done so.
   */
  public static final String DETAILS =
      "CASE WHEN %1$s THEN '' ELSE p.name END AS told_name, CASE WHEN %1$s THEN '' ELSE p.first_name END AS first_name, CASE WHEN %1$s THEN '' ELSE p.last_name END AS last_name"
          .formatted(OutsidePeople.BY_ADDRESS);

  private final Database database;

  public PersonStore(Database database) {
    this.database = database;
  }

  public void keep(Collection<Person> people) {
    if (!people.isEmpty()) {
      database.write(handle -> keep(handle, people));
    }
  }

  /**
   * A known address is kept if the platform omits it, as it does in groups; whoever had one of
   * these has it no more. Nothing is written of people who are as they were, which most are: SQLite
   * would renew their places in the indexes.
   *
   * @return the same people, each once, under the ids that Belfry uses for them
   */
  public static List<Person> keep(Handle handle, Collection<Person> people) {
    var ids = known(handle, people.stream().map(Person::id).toList());
    var byId = new LinkedHashMap<PersonId, Person>();
    people.forEach(person -> {
      var here = person.under(ids.getOrDefault(person.id(), person.id()));
      byId.putIfAbsent(here.id(), here);
    });
    var batch =
        handle.prepareBatch(
            """
            INSERT INTO person (id, name, name_key, email) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_key = excluded.name_key,
              first_name = CASE WHEN person.name = excluded.name THEN person.first_name END,
              email = CASE WHEN excluded.email = '' THEN person.email ELSE excluded.email END,
              searched = 0
            WHERE person.name <> excluded.name OR person.name_key <> excluded.name_key
              OR (excluded.email <> '' AND person.email <> excluded.email)
            """);
    for (var person : byId.values()) {
      batch.add(person.id(), person.name(), Folded.of(person.name()), person.email());
    }
    if (!byId.isEmpty()) {
      batch.execute();
    }
    takeFromOthers(handle, byId.values());
    return List.copyOf(byId.values());
  }

  /**
   * Likewise for somebody who may be stored already, and then stays as they are: since this was
   * read, the platform may have told more.
   */
  public static PersonId keepIfNew(Handle handle, Person person) {
    var id = known(handle, List.of(person.id())).getOrDefault(person.id(), person.id());
    if (present(handle, List.of(id)).isEmpty()) {
      keep(handle, List.of(person));
    }
    return id;
  }

  /**
   * The addresses of these people are nobody else's by now. Of whoever had one, the platform is to
   * be asked again which they have. If it names two people with one address at a time, both keep
   * it.
   */
  static void takeFromOthers(Handle handle, Collection<Person> people) {
    var keys = new HashMap<String, Set<String>>();
    people.stream()
        .filter(one -> !one.email().isEmpty())
        .forEach(one ->
            keys.computeIfAbsent(one.email(), _ -> new HashSet<>()).add(PlatformId.key(one.id())));
    take(
        handle,
        keys,
        "SELECT id, '' AS name, email FROM person WHERE email <> '' AND email IN (%s)",
        "UPDATE person SET email = '', first_name = NULL, searched = 0 WHERE id = ? AND email = ?");
    take(
        handle,
        keys,
        "SELECT person AS id, '' AS name, email FROM address WHERE person <> '' AND email IN (%s)",
        "DELETE FROM address WHERE person = ? AND email = ?");
  }

  private static void take(
      Handle handle, Map<String, Set<String>> keys, String query, String change) {
    var others =
        Piece.of(keys.keySet()).stream()
            .flatMap(piece ->
                piece
                    .bind(handle.createQuery(query.formatted(piece.marks())), 0)
                    .map((row, _) -> read(row))
                    .list()
                    .stream())
            .filter(
                one -> !keys.getOrDefault(one.email(), Set.of()).contains(PlatformId.key(one.id())))
            .distinct()
            .toList();
    if (!others.isEmpty()) {
      var batch = handle.prepareBatch(change);
      others.forEach(one -> batch.add(one.id(), one.email()));
      batch.execute();
    }
  }

  public Optional<Person> find(PersonId id) {
    return Optional.ofNullable(find(List.of(id)).get(id));
  }

  /** The known people among these, by the ids in the request. */
  public Map<PersonId, Person> find(Collection<PersonId> ids) {
    return database.read(handle -> {
      var known = known(handle, ids);
      var people = new HashMap<PersonId, Person>();
      for (var piece : Piece.of(Set.copyOf(known.values()))) {
        piece
            .bind(
                handle.createQuery(
                    "SELECT id, name, email FROM person WHERE id IN (%s)".formatted(piece.marks())),
                0)
            .map((row, _) -> read(row))
            .forEach(person -> people.put(person.id(), person));
      }
      known.values().retainAll(people.keySet());
      return known.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, one -> people.get(one.getValue())));
    });
  }

  /**
   * The ids under which these people are stored, or will be. Almost always an id has the form in
   * which it is stored, so only the others are looked up in their other forms.
   */
  private static Map<PersonId, PersonId> known(Handle handle, Collection<PersonId> ids) {
    var known = new LinkedHashMap<PersonId, PersonId>();
    present(handle, ids).forEach(id -> known.put(id, id));
    var forms = new LinkedHashMap<PersonId, Set<PersonId>>();
    ids.stream()
        .filter(id -> !known.containsKey(id))
        .forEach(id -> forms.put(id, PlatformId.otherForms(id)));
    var present = present(handle, forms.values().stream().flatMap(Set::stream).distinct().toList());
    var first = new HashMap<String, PersonId>();
    forms.forEach((id, others) ->
        known.put(
            id,
            others.stream()
                .filter(present::contains)
                .findFirst()
                .orElseGet(() -> first.computeIfAbsent(PlatformId.key(id.value()), _ -> id))));
    return known;
  }

  private static Set<PersonId> present(Handle handle, Collection<PersonId> ids) {
    return Piece.of(ids).stream()
        .flatMap(piece ->
            piece
                .bind(
                    handle.createQuery(
                        "SELECT id FROM person WHERE id IN (%s)".formatted(piece.marks())),
                    0)
                .map((row, _) -> new PersonId(row.getString("id")))
                .list()
                .stream())
        .collect(Collectors.toSet());
  }

  /**
   * The stored details of those of these people whose names need not be requested, by the given
   * ids.
   */
  public Map<PersonId, PersonDetails.Details> details(Collection<PersonId> ids) {
    return database.read(handle -> {
      var known = known(handle, ids);
      var details = new HashMap<PersonId, PersonDetails.Details>();
      for (var piece : Piece.of(Set.copyOf(known.values()))) {
        piece
            .bind(
                handle.createQuery(
                    "SELECT p.id, p.email, %s FROM person p WHERE p.id IN (%s)"
                        .formatted(DETAILS, piece.marks())),
                0)
            .map((row, _) -> Map.entry(new PersonId(row.getString("id")), details(row)))
            .forEach(one -> one.getValue().ifPresent(told -> details.put(one.getKey(), told)));
      }
      known.values().retainAll(details.keySet());
      return known.entrySet().stream()
          .collect(Collectors.toMap(Map.Entry::getKey, one -> details.get(one.getValue())));
    });
  }

  /** Those of these stored people about whom the platform was asked before this, or never. */
  Set<PersonId> askedBefore(Collection<PersonId> ids, Instant before) {
    return database.read(handle -> {
      var known = known(handle, ids);
      var old = new HashSet<PersonId>();
      for (var piece : Piece.of(Set.copyOf(known.values()))) {
        piece
            .bind(
                handle
                    .createQuery(
                        "SELECT p.id FROM person p WHERE (p.asked IS NULL OR p.asked <= ?) AND NOT %s AND p.id IN (%s)"
                            .formatted(OutsidePeople.BY_ADDRESS, piece.marks()))
                    .bind(0, before),
                1)
            .map((row, _) -> new PersonId(row.getString("id")))
            .forEach(old::add);
      }
      known.values().retainAll(old);
      return Set.copyOf(known.keySet());
    });
  }

  /**
   * Stores details of known people, by any form of their ids.
   *
   * @param ids about whom the platform was asked, with those of whom it told nothing
   * @param shown all their addresses
   */
  void keepDetails(
      Collection<PersonId> ids,
      Map<PersonId, PersonDetails.Details> told,
      Map<PersonId, Set<String>> shown,
      Instant now) {
    database.write(handle -> {
      var known = known(handle, ids);
      var asked = handle.prepareBatch("UPDATE person SET asked = ? WHERE id = ?");
      known.values().stream().distinct().forEach(id -> asked.add(now, id));
      var changed = asked.execute().length;
      if (!told.isEmpty()) {
        var batch =
            handle.prepareBatch(
                """
                UPDATE person SET first_name = :first, last_name = :last,
                  searched = CASE WHEN (:email = '' OR email = :email) AND (:name = '' OR name = :name)
                    THEN searched ELSE 0 END,
                  name = CASE WHEN :name = '' THEN name ELSE :name END,
                  name_key = CASE WHEN :name = '' THEN name_key ELSE :key END,
                  email = CASE WHEN :email = '' THEN email ELSE :email END
                WHERE id = :id
                """);
        told.forEach((id, details) ->
            batch
                .bind("first", details.firstName())
                .bind("last", details.lastName())
                .bind("email", details.email())
                .bind("name", details.name())
                .bind("key", Folded.of(details.name()))
                .bind("id", known.getOrDefault(id, id))
                .add());
        batch.execute();
        takeFromOthers(
            handle,
            told.entrySet().stream()
                .map(one -> new Person(one.getKey(), "", one.getValue().email()))
                .toList());
        Addresses.left(handle, shown);
      }
      return changed;
    });
  }

  /** Those who have these addresses, as far as is known here. */
  public List<Person> having(Collection<String> emails) {
    return database.read(handle ->
        Piece.of(emails).stream()
            .flatMap(piece ->
                piece
                    .bind(
                        handle.createQuery(
                            "SELECT id, name, email FROM person WHERE email <> '' AND email IN (%s)"
                                .formatted(piece.marks())),
                        0)
                    .map((row, _) -> read(row))
                    .list()
                    .stream())
            .toList());
  }

  /** People with different ids and the same address; almost always there are none. */
  public List<Person> sharingAddresses() {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, name, email FROM person WHERE email <> '' AND email IN (
                  SELECT email FROM person WHERE email <> '' GROUP BY email HAVING COUNT(*) > 1)
                """)
            .map((row, _) -> read(row))
            .list());
  }

  /** People whose name begins with this, in the order of their folded names. */
  public List<Person> named(String prefix, int most) {
    var from = Folded.of(prefix);
    var until = Folded.after(from);
    return database.read(handle -> {
      var query =
          handle.createQuery(named(until.isPresent())).bind("from", from).bind("most", most);
      until.ifPresent(text -> query.bind("until", text));
      return query.map((row, _) -> read(row)).list();
    });
  }

  /** A range, because an index serves it on both databases, unlike LIKE. */
  public static String named(boolean bounded) {
    return """
    SELECT id, name, email FROM person
    WHERE name_key >= :from %s ORDER BY name_key, id LIMIT :most
    """
        .formatted(bounded ? "AND name_key < :until" : "");
  }

  /** Empty if they were never requested. */
  public static Optional<PersonDetails.Details> details(ResultSet row) throws SQLException {
    var first = row.getString("first_name");
    return first == null
        ? Optional.empty()
        : Optional.of(
            new PersonDetails.Details(
                row.getString("told_name"),
                first,
                row.getString("last_name"),
                row.getString("email")));
  }

  public static Person read(ResultSet row) throws SQLException {
    return new Person(
        new PersonId(row.getString("id")), row.getString("name"), row.getString("email"));
  }
}
