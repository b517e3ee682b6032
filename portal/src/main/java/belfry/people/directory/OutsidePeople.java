package belfry.people.directory;

import belfry.apps.App;
import belfry.base.Folded;
import belfry.base.Time;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import belfry.storage.Piece;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
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
      "(p.name LIKE '%@%' AND EXISTS (SELECT 1 FROM address a WHERE a.email = 'mailto:' || p.name))";

  /**
   * When the platform showed somebody with the address, if it was never asked; where it did not
   * show them with it, that is kept as a time before this.
   */
  private static final Instant NOT_ASKED = Instant.EPOCH;

  private final Database database;
  private final PersonStore persons;
  private final Platform platform;
  private final Time time;

  public OutsidePeople(Database database, PersonStore persons, Platform platform, Time time) {
    this.database = database;
    this.persons = persons;
    this.platform = platform;
    this.time = time;
  }

  /** The platform named whom a message to this address was written to. */
  public static void named(Handle handle, String email, PersonId id) {
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
    remember(handle, email, known.map(PersonId::new).orElse(id), NOT_ASKED);
  }

  private static void remember(Handle handle, String email, PersonId id, Instant shown) {
    handle.execute(
        """
        INSERT INTO address (email, person, asked) VALUES (?, ?, ?)
        ON CONFLICT (email) DO UPDATE SET person = excluded.person,
          asked = CASE WHEN address.person = excluded.person AND address.asked > excluded.asked
            THEN address.asked ELSE excluded.asked END
        """,
        PersonId.at(email).value(),
        id,
        shown);
    // Whoever is called by an address that is somebody else's by now.
    handle.execute(
        """
        UPDATE person SET name = ?, name_key = ?, email = ?, searched = 0 WHERE id = ? AND EXISTS (
          SELECT 1 FROM address a WHERE a.email = 'mailto:' || person.name AND a.person <> person.id)
        """,
        email,
        Folded.of(email),
        email,
        id);
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
            .collect(
                Collectors.groupingBy(
                    one -> PersonId.at(one.name()).value(),
                    Collectors.mapping(Person::id, Collectors.toSet())));
    return database.read(handle ->
        Piece.of(named.keySet()).stream()
            .flatMap(piece ->
                piece
                    .bind(
                        handle.createQuery(
                            "SELECT email FROM address WHERE email IN (%s)"
                                .formatted(piece.marks())),
                        0)
                    .mapTo(String.class)
                    .list()
                    .stream())
            .flatMap(email -> named.getOrDefault(email, Set.of()).stream())
            .collect(Collectors.toSet()));
  }

  /**
   * Those who have these addresses: under their ids where the platform has shown them with the
   * address since then, so that nobody is written to by both; the others under the address, because
   * whoever had it may have it no more.
   */
  public Map<String, Person> having(Collection<String> emails, Instant since) {
    var having = new LinkedHashMap<String, Person>();
    emails.forEach(email -> having.put(email, new Person(PersonId.at(email), email, email)));
    var known = remembered(emails);
    shown(known.keySet(), since)
        .forEach(email -> having.put(email, Objects.requireNonNull(known.get(email))));
    return having;
  }

  /** Likewise, by what is stored, for somebody who looks. */
  public Map<String, Person> having(Collection<String> emails) {
    return having(emails, time.now().minus(Addresses.TO_SEND));
  }

  private List<String> shown(Collection<String> emails, Instant since) {
    return those(emails, "asked >= ?", since);
  }

  private List<String> due(Collection<String> emails, Instant before) {
    return those(emails, "ABS(asked) < ?", before);
  }

  private List<String> those(Collection<String> emails, String which, Instant when) {
    return database.read(handle ->
        Piece.of(emails.stream().map(email -> PersonId.at(email).value()).toList()).stream()
            .flatMap(piece -> {
              var query =
                  handle.createQuery(
                      "SELECT email FROM address WHERE email IN (%s) AND %s"
                          .formatted(piece.marks(), which));
              return piece
                  .bind(query, 0)
                  .bind(piece.values().size(), when)
                  .mapTo(String.class)
                  .list()
                  .stream();
            })
            .flatMap(target -> new PersonId(target).address().stream())
            .toList());
  }

  /** Asks about those of these whom it was not asked about within the hour, if there are any. */
  public Optional<Runnable> renewal(App app, Collection<String> emails) {
    var wanted =
        emails.stream().map(Person::address).distinct().limit(Addresses.MOST_RENEWED).toList();
    var due = due(wanted, time.now().minus(Addresses.TO_SEND));
    return due.isEmpty() ? Optional.empty() : Optional.of(() -> confirm(app, due));
  }

  /**
   * Asks the platform, about many in one request, whether it shows those with these addresses to
   * whom messages to them went. It may not show everybody's, nor all of somebody's.
   */
  public void confirm(App app, Collection<String> emails) {
    var known = remembered(emails);
    known.values().removeIf(one -> one.id().address().isPresent());
    for (var ids : PeopleApi.parts(known.values().stream().map(Person::id).distinct().toList())) {
      var answer = platform.people().listed(app.botToken(), ids);
      if (answer instanceof Response.Got<List<PeopleApi.Listed>>(var shown)) {
        keep(known, ids, shown);
      } else if (!PeopleApi.isAboutAnId(answer)) {
        return;
      }
    }
  }

  private void keep(Map<String, Person> known, List<PersonId> asked, List<PeopleApi.Listed> shown) {
    var now = time.now();
    database.write(handle -> {
      known.forEach((email, person) -> {
        var holder = shown.stream().filter(one -> one.has(email)).findFirst();
        if (holder.isPresent()) {
          remember(handle, email, holder.get().id(), now);
        } else if (asked.contains(person.id())) {
          handle.execute(
              "UPDATE address SET asked = ? WHERE email = ?",
              Instant.ofEpochMilli(-now.toEpochMilli()),
              PersonId.at(email).value());
        }
      });
      return known.size();
    });
  }

  /**
   * Likewise, under the ids of those to whom messages to them went, or who are stored with them.
   */
  public Map<String, Person> remembered(Collection<String> emails) {
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
