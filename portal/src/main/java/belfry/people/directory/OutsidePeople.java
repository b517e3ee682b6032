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

  private static final int AT_ONCE = 1_000;

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
    remember(handle, email, known.map(PersonId::new).orElse(id), at);
  }

  /**
   * Of the same run, a message to this address reached somebody who had another one.
   *
   * @param other the address of that one, which counts only if the platform named them for it
   * @param named when that one was settled
   */
  public static void both(Handle handle, String email, String other, Instant named, Instant at) {
    handle
        .createUpdate(
            """
            UPDATE address SET beside = :at WHERE person = (
                SELECT person FROM address WHERE email = :email)
              AND (email = :email OR (email = :other AND asked = :named))
            """)
        .bind("at", at)
        .bind("email", PersonId.at(email).value())
        .bind("other", PersonId.at(other).value())
        .bind("named", named)
        .execute();
  }

  private static void remember(Handle handle, String email, PersonId id, Instant at) {
    var isNew = named(handle, PersonId.at(email).value()).filter(id::equals).isEmpty();
    if (isNew) {
      // They have another address by now, so it is open whether they have kept the others.
      handle.execute("UPDATE address SET beside = NULL WHERE person = ?", id);
      PersonStore.takeFromOthers(handle, List.of(new Person(id, email, email)));
    }
    handle.execute(
        """
        INSERT INTO address (email, person, asked) VALUES (?, ?, ?)
        ON CONFLICT (email) DO UPDATE SET person = excluded.person, asked = excluded.asked,
          lacked = NULL,
          beside = CASE WHEN address.person = excluded.person THEN address.beside END
        """,
        PersonId.at(email).value(),
        id,
        at);
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
   * Likewise of those of these targets that are addresses, unless the platform showed them without
   * since then.
   */
  public static Map<String, PersonId> meant(Handle handle, Collection<String> targets) {
    var named = new HashMap<String, PersonId>();
    var addresses =
        targets.stream().filter(one -> new PersonId(one).address().isPresent()).distinct().toList();
    for (var piece : Piece.of(addresses)) {
      piece
          .bind(
              handle.createQuery(
                  "SELECT email, person FROM address WHERE email IN (%s) AND (lacked IS NULL OR lacked < asked)"
                      .formatted(piece.marks())),
              0)
          .map((row, _) -> Map.entry(row.getString("email"), new PersonId(row.getString("person"))))
          .forEach(one -> named.put(one.getKey(), one.getValue()));
    }
    return named;
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
   * Those who have these addresses, as far as it is known: whoever was last known to, under their
   * ids, unless the platform showed them without it since then; the others under the address. So
   * whoever is chosen by an id, too, is one, also while the platform is silent.
   */
  public Map<String, Person> having(Collection<String> emails) {
    var having = remembered(emails);
    those(having.keySet(), "lacked >= asked", Optional.empty())
        .forEach(email -> having.put(email, new Person(PersonId.at(email), email, email)));
    return having;
  }

  /**
   * Those who have these addresses, by the address, of whom a name is known as well: whoever is
   * known by addresses alone has none.
   */
  Map<String, Person> called(Collection<String> emails) {
    var called = having(emails);
    called.values().removeIf(one -> one.id().address().isPresent() || one.name().contains("@"));
    return called;
  }

  /** Those of these addresses of which the platform has said since then whose they are. */
  public Set<String> told(Collection<String> emails, Instant since) {
    return Set.copyOf(
        those(emails, "asked >= ? AND (lacked IS NULL OR lacked < asked)", Optional.of(since)));
  }

  private List<String> those(Collection<String> emails, String which, Optional<Instant> when) {
    return database.read(handle ->
        Piece.of(emails.stream().map(email -> PersonId.at(email).value()).toList()).stream()
            .flatMap(piece -> {
              var query =
                  handle.createQuery(
                      "SELECT email FROM address WHERE email IN (%s) AND %s"
                          .formatted(piece.marks(), which));
              piece.bind(query, 0);
              when.ifPresent(at -> query.bind(piece.values().size(), at));
              return query.mapTo(String.class).list().stream();
            })
            .flatMap(target -> new PersonId(target).address().stream())
            .toList());
  }

  /** Asks about those of these whom it was not asked about within the hour, if there are any. */
  public Optional<Runnable> renewal(App app, Collection<String> emails) {
    var wanted =
        emails.stream().map(Person::address).distinct().limit(Addresses.MOST_RENEWED).toList();
    var before = time.now().minus(Addresses.TO_SEND);
    var due =
        those(
            wanted, "CASE WHEN lacked > asked THEN lacked ELSE asked END < ?", Optional.of(before));
    return due.isEmpty()
        ? Optional.empty()
        : Optional.of(() -> {
          var _ = confirm(app, due);
        });
  }

  /**
   * Asks the platform, about many in one request, whether it shows those with these addresses to
   * whom messages to them went. It may not show everybody, nor all addresses of somebody.
   *
   * @return false if it was silent, so that the others were not asked about
   */
  public boolean confirm(App app, Collection<String> emails) {
    var known = remembered(emails);
    known.values().removeIf(one -> one.id().address().isPresent());
    var seen = new ArrayList<PeopleApi.Listed>();
    var answered = true;
    for (var ids : PeopleApi.parts(known.values().stream().map(Person::id).distinct().toList())) {
      answered = answered && ask(app, ids, seen);
    }
    keep(known, seen);
    return answered;
  }

  /** One id that the platform cannot read hides the others, so that each is asked alone then. */
  private boolean ask(App app, List<PersonId> ids, List<PeopleApi.Listed> seen) {
    var answer = platform.people().listed(app.botToken(), ids);
    if (answer instanceof Response.Got<List<PeopleApi.Listed>>(var shown)) {
      seen.addAll(shown);
      return true;
    }
    return PeopleApi.isAboutAnId(answer)
        && (ids.size() == 1 || ids.stream().allMatch(id -> ask(app, List.of(id), seen)));
  }

  private void keep(Map<String, Person> known, List<PeopleApi.Listed> seen) {
    var shown = new HashMap<PersonId, PeopleApi.Listed>();
    var holders = new LinkedHashMap<String, PersonId>();
    for (var one : seen) {
      shown.put(one.id(), one);
      one.emails().forEach(email -> holders.put(Person.address(email), one.id()));
    }
    var lacking = new LinkedHashMap<String, PeopleApi.Listed>();
    known.forEach((email, person) -> {
      var listed = shown.get(person.id());
      if (listed != null && !listed.emails().isEmpty() && !holders.containsKey(email)) {
        lacking.put(email, listed);
      }
    });
    // First: who had the others tells whether somebody is as they were.
    inSteps(List.copyOf(lacking.entrySet()), OutsidePeople::lacks);
    holders.keySet().retainAll(known.keySet());
    inSteps(
        List.copyOf(holders.entrySet()),
        (handle, one, now) -> remember(handle, one.getKey(), one.getValue(), now));
  }

  /** What is written of one. */
  private interface Change<T> {
    void of(Handle handle, T one, Instant now);
  }

  private <T> void inSteps(List<T> all, Change<T> change) {
    var now = time.now();
    for (var from = 0; from < all.size(); from += AT_ONCE) {
      var some = all.subList(from, Math.min(all.size(), from + AT_ONCE));
      database.write(handle -> {
        some.forEach(one -> change.of(handle, one, now));
        return some.size();
      });
    }
  }

  /** Whether this was known lately to be a second address of somebody who is as they were. */
  private static boolean isBeside(
      Handle handle, String target, PeopleApi.Listed shown, Instant now) {
    var theirs =
        shown.emails().stream().map(one -> PersonId.at(Person.address(one)).value()).toList();
    return handle
            .createQuery(
                """
                SELECT COUNT(*) FROM address a JOIN address o ON o.person = a.person
                WHERE a.email = :target AND a.beside >= :since AND o.email IN (<theirs>)
                """)
            .bind("target", target)
            .bind("since", now.minus(Addresses.TO_SEND))
            .bindList("theirs", theirs)
            .mapTo(Long.class)
            .one()
        > 0;
  }

  private static void lacks(Handle handle, Map.Entry<String, PeopleApi.Listed> one, Instant now) {
    var email = one.getKey();
    var target = PersonId.at(email).value();
    var id = one.getValue().id();
    if (isBeside(handle, target, one.getValue(), now)) {
      return;
    }
    handle.execute("UPDATE address SET lacked = ? WHERE email = ? AND person = ?", now, target, id);
    handle.execute(
        """
        UPDATE person SET email = '', first_name = NULL, searched = 0 WHERE id = ? AND email = ?
          AND NOT EXISTS (SELECT 1 FROM address a WHERE a.email = ? AND a.person = person.id)
        """,
        id,
        email,
        target);
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
