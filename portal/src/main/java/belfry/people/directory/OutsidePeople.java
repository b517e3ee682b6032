package belfry.people.directory;

import belfry.base.Folded;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.storage.Database;
import belfry.storage.Piece;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Whom addresses outside the organization belong to, as far as it is known here: the platform finds
 * nobody by them, but names whom a message to one of them was written to.
 */
public final class OutsidePeople {
  /** Of a row {@code p} of people, as {@link #among} finds them. */
  static final String BY_ADDRESS =
      "(p.name LIKE '%@%' AND EXISTS (SELECT 1 FROM address a WHERE a.email = 'mailto:' || p.name AND a.person = p.id))";

  private final Database database;
  private final PersonStore persons;

  public OutsidePeople(Database database, PersonStore persons) {
    this.database = database;
    this.persons = persons;
  }

  /** The platform named whom a message to this address was written to. */
  public static void named(Handle handle, String email, PersonId id, Instant at) {
    var known =
        handle
            .createQuery("SELECT id FROM person WHERE id IN (<forms>)")
            .bindList("forms", List.copyOf(PlatformId.forms(id.value())))
            .mapTo(String.class)
            .findFirst();
    if (known.isEmpty()) {
      handle.execute(
          "INSERT INTO person (id, name, name_key, email) VALUES (?, ?, ?, ?)",
          id,
          email,
          Folded.of(email),
          email);
    }
    handle.execute(
        """
        INSERT INTO address (email, person, asked) VALUES (?, ?, ?)
        ON CONFLICT (email) DO UPDATE SET person = excluded.person, asked = excluded.asked
        """,
        PersonId.at(email).value(),
        known.orElse(id.value()),
        at);
    PersonStore.takeFromOthers(handle, List.of(new Person(id, email, email)));
  }

  /** Whom it named of those who are kept under this address; empty if nobody yet. */
  public static Optional<PersonId> named(Handle handle, String target) {
    return handle
        .createQuery("SELECT person FROM address WHERE email = ?")
        .bind(0, target)
        .map((row, _) -> new PersonId(row.getString("person")))
        .findFirst();
  }

  /**
   * Those of these people of whom no more is known than addresses that were written to: their name
   * is the first of these.
   */
  public Set<PersonId> among(Collection<Person> some) {
    var named =
        some.stream()
            .filter(one -> one.name().contains("@"))
            .collect(Collectors.toMap(one -> PersonId.at(one.name()), Person::id, (one, _) -> one));
    return database.read(handle ->
        Piece.of(named.keySet()).stream()
            .flatMap(piece ->
                piece
                    .bind(
                        handle.createQuery(
                            "SELECT email, person FROM address WHERE email IN (%s)"
                                .formatted(piece.marks())),
                        0)
                    .map((row, _) ->
                        Map.entry(
                            new PersonId(row.getString("email")),
                            new PersonId(row.getString("person"))))
                    .list()
                    .stream())
            .filter(one -> one.getValue().equals(named.get(one.getKey())))
            .map(Map.Entry::getValue)
            .collect(Collectors.toSet()));
  }

  /**
   * Those who have these addresses: under their ids if these are known here, so that nobody is
   * written to by both.
   */
  public Map<String, Person> having(Collection<String> emails) {
    var having = new LinkedHashMap<String, Person>();
    emails.forEach(email -> having.put(email, new Person(PersonId.at(email), email, email)));
    var stored = new HashMap<String, List<Person>>();
    persons
        .having(emails)
        .forEach(one -> stored.computeIfAbsent(one.email(), _ -> new ArrayList<>()).add(one));
    stored.forEach((email, some) -> {
      if (some.size() == 1) {
        having.put(email, some.getFirst());
      }
    });
    database
        .<List<Person>>read(handle ->
            Piece.of(emails.stream().map(email -> PersonId.at(email).value()).toList()).stream()
                .flatMap(piece ->
                    piece
                        .bind(
                            handle.createQuery(
                                """
                                SELECT p.id, p.name, a.email FROM address a
                                JOIN person p ON p.id = a.person WHERE a.email IN (%s)
                                """
                                    .formatted(piece.marks())),
                            0)
                        .map((row, _) -> PersonStore.read(row))
                        .list()
                        .stream())
                .toList())
        .forEach(one ->
            new PersonId(one.email())
                .address()
                .ifPresent(email -> having.put(email, at(email, one))));
    return having;
  }

  /** Of whom nothing but addresses is known, no other one is told than was asked for. */
  private static Person at(String email, Person one) {
    return new Person(one.id(), one.name().contains("@") ? email : one.name(), email);
  }
}
