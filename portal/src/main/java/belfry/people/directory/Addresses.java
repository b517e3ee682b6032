package belfry.people.directory;

import belfry.apps.App;
import belfry.base.Fatal;
import belfry.base.Mailbox;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.platform.PeopleApi;
import belfry.platform.Platform;
import belfry.platform.Profile;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.PlatformId;
import belfry.platform.wire.Response;
import belfry.storage.Database;
import belfry.storage.Moments;
import belfry.storage.Piece;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * Finds the people behind e-mail addresses. The platform answers for one address at a time, so
 * answers are cached: a person for a week, "nobody" for ten minutes, and as briefly a person whose
 * address somebody else was seen to have. Before something is sent, whoever was found longer ago
 * than {@link #TO_SEND} is asked about again, many at a time, because an address can pass to
 * somebody else.
 */
public final class Addresses {
  /** How long a person is believed to have an address, for whoever only looks. */
  public static final Duration TO_SEE = Duration.ofDays(7);

  /**
   * Likewise for what is sent. Shorter, the first of very many would have to be asked about again
   * before the last are known.
   */
  public static final Duration TO_SEND = Duration.ofHours(1);

  private static final Duration BRIEFLY_KEPT = Duration.ofMinutes(10);
  private static final Holder NOT_YET = new Holder.Open(Troubles.NOT_ASKED_YET);
  private static final int AT_ONCE = 8;
  static final int MOST_RENEWED = 5 * PeopleApi.MOST_IDS;
  private static final int MOST_ASKED_ALONE = 40;

  /** How many who were found and administrators to ask about; some may have left. */
  private static final int WITNESSES = 2;

  private final Database database;
  private final Platform platform;
  private final Renewals renewals;
  private final Time time;

  /** {@code awaited} is how long somebody at a page waits for {@link #renew}. */
  public Addresses(Database database, Platform platform, Duration awaited, Time time) {
    this.database = database;
    this.platform = platform;
    renewals = new Renewals(awaited);
    this.time = time;
  }

  /** What is known about an address. */
  public sealed interface Holder {
    /** Whoever has it; empty if nobody, or if that is open. */
    default Optional<Person> known() {
      return this instanceof Known(var person) ? Optional.of(person) : Optional.empty();
    }

    record Known(Person person) implements Holder {}

    record Nobody() implements Holder {}

    /**
     * Not asked yet, or the platform did not answer.
     *
     * @param former whoever had it within the week before, unless the platform shows them without
     */
    record Open(Phrase why, Optional<Person> former) implements Holder {
      public Open(Phrase why) {
        this(why, Optional.empty());
      }

      private boolean isNotAskedYet() {
        return Troubles.NOT_ASKED_YET.equals(why);
      }
    }
  }

  /**
   * Looks up every address, asking the platform about at most {@code questions} of them.
   *
   * @return in the order given, each folded address once
   */
  public SequencedMap<String, Holder> resolve(App app, Collection<String> emails, int questions) {
    return resolve(app, emails, questions, TO_SEE);
  }

  /**
   * Likewise, where a person is asked about again who was found longer ago than is {@code
   * believed}.
   */
  public SequencedMap<String, Holder> resolve(
      App app, Collection<String> emails, int questions, Duration believed) {
    var wanted = new LinkedHashSet<String>();
    emails.forEach(email -> wanted.add(Person.address(email)));
    var found = new LinkedHashMap<String, Holder>();
    var kept = kept(wanted);
    var known = new HashMap<String, Holder>();
    kept.forEach((email, one) -> known.put(email, one.found));
    var older = older(kept, believed);
    known.putAll(confirmed(app, older));
    wanted.forEach(email ->
        found.put(
            email,
            // Under something else, people outside the organization are kept in the same table.
            Mailbox.isAddress(email) ? known.getOrDefault(email, NOT_YET) : new Holder.Nobody()));
    var open =
        wanted.stream().filter(email -> isNotAskedYet(found.get(email))).limit(questions).toList();
    ask(app, open).forEach((email, answer) -> found.merge(email, answer, Addresses::after));
    if (!older.isEmpty() || !open.isEmpty()) {
      var unasked = new LinkedHashSet<>(kept.keySet());
      unasked.removeAll(older.keySet());
      lookAgain(app, found, unasked, questions - open.size());
    }
    return found;
  }

  /**
   * What was answered for other addresses may have shown that one of these has passed on, though
   * that was answered lately: two people may have exchanged theirs.
   */
  private void lookAgain(App app, Map<String, Holder> found, Set<String> unasked, int questions) {
    var left = questions;
    while (!unasked.isEmpty()) {
      var passed = new ArrayList<>(unasked);
      passed.removeAll(kept(unasked).keySet());
      if (passed.isEmpty()) {
        return;
      }
      passed.forEach(email -> found.put(email, NOT_YET));
      var now = passed.subList(0, Math.clamp(left, 0, passed.size()));
      left -= now.size();
      found.putAll(ask(app, now));
      unasked.removeAll(Set.copyOf(passed));
    }
  }

  private static boolean isNotAskedYet(@Nullable Holder found) {
    return found instanceof Holder.Open open && open.isNotAskedYet();
  }

  private static Holder after(Holder before, Holder answer) {
    return answer instanceof Holder.Open(var why, _) && before instanceof Holder.Open(_, var former)
        ? new Holder.Open(why, former)
        : answer;
  }

  /**
   * Asks again about some of those who were found longer ago than what is sent believes, for
   * somebody who waits, but not long; the others stay as they are. What was begun goes on alone, so
   * that it is known the next time.
   *
   * @param outside asks about those outside the organization, if that is due
   */
  public void renew(App app, Collection<String> emails, Optional<Runnable> outside) {
    var wanted = new LinkedHashSet<String>();
    emails.stream().limit(MOST_RENEWED).forEach(email -> wanted.add(Person.address(email)));
    var older = older(kept(wanted), TO_SEND);
    if (!older.isEmpty() || outside.isPresent()) {
      renewals.within(
          app,
          () -> {
            renew(app, older);
            outside.ifPresent(Runnable::run);
          });
    }
  }

  private void renew(App app, Map<String, Holder> older) {
    var asked = confirmed(app, older);
    ask(
        app,
        asked.keySet().stream()
            .filter(email -> isNotAskedYet(asked.get(email)))
            .limit(MOST_ASKED_ALONE)
            .toList());
  }

  /** The platform named this person to somebody who looked for whoever has their address. */
  public void named(Person person) {
    keep(Map.of(person.email(), new Holder.Known(person)), List.of());
  }

  /** Whom what is sent to this address would go to without asking the platform once more. */
  public Optional<Person> believed(String email) {
    var kept = kept(List.of(Person.address(email)));
    kept.keySet().removeAll(older(kept, TO_SEND).keySet());
    return kept.values().stream().flatMap(one -> one.found().known().stream()).findFirst();
  }

  /** The addresses at which these people were found within the week, or written to outside. */
  public Map<String, PersonId> of(Collection<PersonId> people) {
    return of(people, TO_SEE);
  }

  /** Likewise found within so long. */
  Map<String, PersonId> of(Collection<PersonId> people, Duration believed) {
    return database.read(handle -> {
      var found = new LinkedHashMap<String, PersonId>();
      for (var piece : Piece.of(people)) {
        var query =
            handle.createQuery(
                "SELECT email, person FROM address WHERE person IN (%s) AND (asked > ? OR email LIKE 'mailto:%%')"
                    .formatted(piece.marks()));
        piece
            .bind(query, 0)
            .bind(piece.values().size(), time.now().minus(believed))
            .map((row, _) ->
                Map.entry(row.getString("email"), new PersonId(row.getString("person"))))
            .forEach(one ->
                found.put(
                    new PersonId(one.getKey()).address().orElse(one.getKey()), one.getValue()));
      }
      return found;
    });
  }

  /**
   * The platform shows these people with these addresses, by any form of their ids, so others are
   * theirs no more; of whoever is shown without any, that is not known.
   */
  static void left(Handle handle, Map<PersonId, Set<String>> shown) {
    var theirs = new HashMap<String, Set<String>>();
    var forms = new LinkedHashSet<PersonId>();
    shown.forEach((id, emails) -> {
      if (!emails.isEmpty()) {
        theirs.computeIfAbsent(PlatformId.key(id), _ -> new HashSet<>()).addAll(emails);
        forms.addAll(PlatformId.forms(id));
      }
    });
    for (var piece : Piece.of(forms)) {
      var former =
          piece
              .bind(
                  handle.createQuery(
                      "SELECT email, person FROM address WHERE email NOT LIKE 'mailto:%%' AND person IN (%s)"
                          .formatted(piece.marks())),
                  0)
              .map((row, _) ->
                  Map.entry(row.getString("email"), new PersonId(row.getString("person"))))
              .stream()
              .filter(one ->
                  !theirs
                      .getOrDefault(PlatformId.key(one.getValue()), Set.of())
                      .contains(one.getKey()))
              .toList();
      if (!former.isEmpty()) {
        var batch = handle.prepareBatch("DELETE FROM address WHERE email = ? AND person = ?");
        former.forEach(one -> batch.add(one.getKey(), one.getValue()));
        batch.execute();
      }
    }
  }

  /** Whose the addresses are of somebody whom the platform cannot find is asked again. */
  public static void forget(Handle handle, PersonId gone) {
    handle.execute("DELETE FROM address WHERE email NOT LIKE 'mailto:%' AND person = ?", gone);
  }

  /**
   * Whoever was shown with addresses has no others any more, and nobody else has these: each is
   * looked up again.
   */
  private static void settle(Handle handle, Collection<PeopleApi.Listed> seen) {
    var shown = new HashMap<PersonId, Set<String>>();
    var now = new ArrayList<Person>();
    for (var one : seen) {
      for (var email : one.emails()) {
        now.add(new Person(one.id(), "", Person.address(email)));
        shown.computeIfAbsent(one.id(), _ -> new HashSet<>()).add(Person.address(email));
      }
    }
    PersonStore.takeFromOthers(handle, now);
    left(handle, shown);
  }

  /** A cached answer, and when it was given. */
  private record Kept(Holder found, Instant asked) {}

  private Map<String, Holder> older(Map<String, Kept> kept, Duration believed) {
    var since = time.now().minus(believed);
    var older = new LinkedHashMap<String, Holder>();
    kept.forEach((email, one) -> {
      if (!one.asked.isAfter(since)) {
        older.put(email, one.found);
      }
    });
    return older;
  }

  /** The cached answers for these, in a few queries: there may be tens of thousands. */
  private Map<String, Kept> kept(Collection<String> emails) {
    var now = time.now();
    var kept = new HashMap<String, Kept>();
    return database.read(handle -> {
      for (var piece : Piece.of(emails)) {
        var query =
            handle
                .createQuery(
                    """
                    SELECT a.email, a.person, a.asked, p.name FROM address a
                    LEFT JOIN person p ON p.id = a.person
                    WHERE a.asked > CASE WHEN a.person = '' OR EXISTS (
                        SELECT 1 FROM person o
                        WHERE o.email <> '' AND o.email = a.email AND o.id <> a.person)
                      THEN ? ELSE ? END
                      AND a.email IN (%s)
                    """
                        .formatted(piece.marks()))
                .bind(0, now.minus(BRIEFLY_KEPT))
                .bind(1, now.minus(TO_SEE));
        piece
            .bind(query, 2)
            .map((row, _) ->
                Map.entry(row.getString("email"), new Kept(found(row), Moments.at(row, "asked"))))
            .forEach(one -> kept.put(one.getKey(), one.getValue()));
      }
      return kept;
    });
  }

  private static Holder found(ResultSet row) throws SQLException {
    var id = row.getString("person");
    return id.isEmpty()
        ? new Holder.Nobody()
        : new Holder.Known(
            new Person(new PersonId(id), row.getString("name"), row.getString("email")));
  }

  /**
   * Those of these people who still have the addresses. Of whoever cannot be asked about that is
   * said, and after the first that is not answered nobody else is asked about; whoever is not shown
   * with it, or not at all, is to be looked up by the address.
   */
  private Map<String, Holder> confirmed(App app, Map<String, Holder> older) {
    var people = new LinkedHashMap<String, Person>();
    older.forEach((email, found) -> {
      if (found instanceof Holder.Known(var person)) {
        people.put(email, person);
      }
    });
    var answers = new LinkedHashMap<String, Holder>();
    var believed = new LinkedHashMap<String, Holder>();
    var seen = new ArrayList<PeopleApi.Listed>();
    var silent = Optional.<Response<List<PeopleApi.Listed>>>empty();
    for (var ids : PeopleApi.parts(people.values().stream().map(Person::id).distinct().toList())) {
      var some = new LinkedHashMap<>(people);
      some.values().removeIf(person -> !ids.contains(person.id()));
      var answer = silent.orElseGet(() -> platform.people().listed(app.botToken(), ids));
      if (answer instanceof Response.Got<List<PeopleApi.Listed>>(var shown)) {
        seen.addAll(shown);
        some.forEach((email, person) ->
            (isBare(shown, person) ? believed : answers).put(email, as(shown, email, person)));
      } else {
        var why = PeopleApi.isAboutAnId(answer) ? Troubles.NOT_ASKED_YET : answer.trouble();
        some.forEach(
            (email, person) -> believed.put(email, new Holder.Open(why, Optional.of(person))));
        silent = Optional.of(answer).filter(one -> !PeopleApi.isAboutAnId(one));
      }
    }
    believed.putAll(keep(answers, seen));
    return believed;
  }

  /** Where the platform shows no addresses, what the look-up by the address said is believed. */
  private static boolean isBare(List<PeopleApi.Listed> shown, Person person) {
    return shown.stream().anyMatch(one -> one.id().equals(person.id()) && one.emails().isEmpty());
  }

  private static Holder as(List<PeopleApi.Listed> shown, String email, Person person) {
    return shown.stream()
        .filter(one -> one.id().equals(person.id()))
        .filter(one -> one.emails().isEmpty() || one.has(email))
        .findFirst()
        .<Holder>map(one -> new Holder.Known(new Person(one.id(), one.name(), email)))
        .orElse(NOT_YET);
  }

  private Map<String, Holder> ask(App app, List<String> emails) {
    var answers = new LinkedHashMap<String, Holder>();
    if (emails.isEmpty()) {
      return answers;
    }
    var seen = new ConcurrentLinkedQueue<PeopleApi.Listed>();
    try (ExecutorService threads =
        Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
      var tasks =
          emails.stream().<Callable<Holder>>map(email -> () -> ask(app, email, seen::add)).toList();
      var results = threads.invokeAll(tasks);
      for (var i = 0; i < emails.size(); i++) {
        answers.put(emails.get(i), result(results.get(i)));
      }
      var found = answers.values();
      if (found.contains(new Holder.Nobody())
          && found.stream().noneMatch(Holder.Known.class::isInstance)) {
        distrust(app).ifPresent(why -> answers.replaceAll((_, one) -> unless(one, why)));
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    return keep(answers, seen);
  }

  private static Holder result(Future<Holder> result) throws InterruptedException {
    try {
      return result.get();
    } catch (ExecutionException e) {
      Fatal.raise(e.getCause());
      return new Holder.Open(Phrase.quoted(String.valueOf(e.getCause())));
    }
  }

  private Holder ask(App app, String email, Consumer<PeopleApi.Listed> seen) {
    return switch (platform.people().listedAt(app.botToken(), email)) {
      case Response.Got<Optional<PeopleApi.Listed>>(var shown) -> {
        shown.ifPresent(seen);
        yield shown
            .<Holder>map(one -> new Holder.Known(new Person(one.id(), one.name(), email)))
            .orElseGet(Holder.Nobody::new);
      }
      case Response.Absent<Optional<PeopleApi.Listed>> _ -> new Holder.Nobody();
      // The platform cannot know such an address, or does not answer such requests.
      case Response.Denied<Optional<PeopleApi.Listed>> denied when denied.status() == 400 ->
          new Holder.Nobody();
      case Response<Optional<PeopleApi.Listed>> failed -> new Holder.Open(failed.trouble());
    };
  }

  /**
   * Why "nobody has this address" is not believed: the platform does not show people who certainly
   * exist either, nor the bot itself. People may have left since they were found; if none is known,
   * the platform's answer has to do, if it answers such requests at all.
   */
  public Optional<Phrase> distrust(App app) {
    var witnesses = witnesses(app);
    for (var email : witnesses) {
      if (ask(app, email, _ -> {}) instanceof Holder.Known) {
        return Optional.empty();
      }
    }
    return refusalToTell(app, !witnesses.isEmpty());
  }

  /** The answer for the bot's own address, which the platform certainly knows. */
  private Optional<Phrase> refusalToTell(App app, boolean mustBeFound) {
    var bot = platform.people().me(app.botToken());
    if (!(bot instanceof Response.Got<Profile>(var self)) || self.email().isEmpty()) {
      return Optional.of(Troubles.NO_BOT);
    }
    return switch (platform.people().knows(app.botToken(), self.email())) {
      case Response.Got<Boolean>(var known) when !known && mustBeFound ->
          Optional.of(Troubles.KNOWN_AND_DENIED.with("email", self.email()));
      case Response.Got<Boolean> _ -> Optional.empty();
      case Response<Boolean> failed -> Optional.of(failed.trouble());
    };
  }

  /**
   * Who was found last has most likely not left. People of other organizations are kept here too,
   * named by their addresses, and no look-up ever finds them.
   */
  private List<String> witnesses(App app) {
    var found =
        emails("address WHERE person <> '' AND email NOT LIKE 'mailto:%' ORDER BY asked DESC");
    var known = found.isEmpty() ? emails("person WHERE email <> '' AND name <> email") : found;
    var admins = app.admins().stream().filter(admin -> admin.contains("@")).map(Person::address);
    return Stream.concat(known.stream(), admins.limit(WITNESSES)).distinct().toList();
  }

  private List<String> emails(String of) {
    return database.read(handle ->
        handle
            .createQuery("SELECT email FROM %s LIMIT ?".formatted(of))
            .bind(0, WITNESSES)
            .mapTo(String.class)
            .list());
  }

  private static Holder unless(Holder found, Phrase why) {
    return found instanceof Holder.Nobody ? new Holder.Open(why) : found;
  }

  /**
   * The same answers, with people under the ids that Belfry uses for them.
   *
   * @param seen everybody whom the platform showed with addresses
   */
  private Map<String, Holder> keep(Map<String, Holder> answers, Collection<PeopleApi.Listed> seen) {
    var now = time.now();
    return database.write(handle -> {
      settle(handle, seen);
      var kept = new LinkedHashMap<String, Holder>();
      answers.forEach((email, answer) -> {
        var found =
            answer instanceof Holder.Known(var person)
                ? new Holder.Known(PersonStore.keep(handle, List.of(person)).getFirst())
                : answer;
        kept.put(email, found);
        if (!(found instanceof Holder.Open)) {
          var id = found instanceof Holder.Known(var person) ? person.id().value() : "";
          handle.execute(
              """
              INSERT INTO address (email, person, asked) VALUES (?, ?, ?)
              ON CONFLICT (email) DO UPDATE
                SET person = excluded.person, asked = excluded.asked
              """,
              email,
              id,
              now);
        }
      });
      return kept;
    });
  }
}
