package belfry.people.directory;

import belfry.base.Bare;
import belfry.base.Folded;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Piece;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * Finds stored people: each word that is asked for is the beginning of a word of their name or
 * address. The platform is not asked.
 *
 * <p>The words are rows of their own, written a little after the people. Until then these are
 * looked through one by one.
 */
public final class PersonSearch {
  /** More than anybody reads; whoever is not among them is found by more letters. */
  static final int MOST = 300;

  private static final int MOST_ASKED = 8;

  /** So many rows of the rarest word are looked at. */
  private static final int MOST_ROWS = 20_000;

  /** Which word is the rarest is of no interest beyond this. */
  private static final int RARE = 2_000;

  private static final int AT_ONCE = 500;

  private final Database database;

  public PersonSearch(Database database) {
    this.database = database;
  }

  /** Some people, and whether there are more. */
  public record Page(List<Person> people, boolean more) {
    /** The first of them. */
    public Page atMost(int most) {
      return people.size() <= most ? this : new Page(people.subList(0, most), true);
    }
  }

  /**
   * Those whose names begin as it was typed come first, then the others, by name.
   *
   * @param visible leaves out of whom the asker may not learn, and keeps the order
   */
  public Page find(String typed, int skip, int most, UnaryOperator<List<Person>> visible) {
    var seen = Bare.address(typed);
    var asked = words(seen);
    if (asked.isEmpty()) {
      return new Page(List.of(), false);
    }
    var beginning = Folded.of(seen);
    var found =
        database.read(handle -> {
          var people = new LinkedHashMap<PersonId, Person>();
          // In this order: whoever is written down in between would be in neither.
          Stream.concat(waiting(handle).stream(), indexed(handle, asked).stream())
              .forEach(person -> people.putIfAbsent(person.id(), person));
          return people.values();
        });
    var fitting =
        found.stream()
            .filter(person -> has(person, asked))
            .filter(person -> isAddressed(person, seen))
            .sorted(
                Comparator.comparing(
                        (Person person) -> !Folded.of(person.name()).startsWith(beginning))
                    .thenComparing(person -> Folded.of(person.name()))
                    .thenComparing(person -> person.id().value()))
            .toList();
    var all = visible.apply(fitting).stream().limit(MOST).toList();
    var from = Math.clamp(skip, 0, all.size());
    var until = (int) Math.min(all.size(), (long) from + most);
    return new Page(all.subList(from, until), until < all.size());
  }

  /** Whether this search would find them if they were stored. */
  public static boolean fits(Person person, String typed) {
    return has(person, words(typed));
  }

  /** Whether their address begins with each address, or half of one, that was typed. */
  public static boolean isAddressed(Person person, String typed) {
    return Stream.of(Bare.address(typed).split("\\s+"))
        .filter(word -> word.indexOf('@') > 0)
        .allMatch(address -> person.email().startsWith(address));
  }

  /** Of an address the words before the sign: almost all have the same ones after it. */
  private static List<String> words(String typed) {
    return Folded.words(mailboxes(typed)).stream().limit(MOST_ASKED).toList();
  }

  private static String mailboxes(String text) {
    return text.replaceAll("@\\S*", " ");
  }

  private static Set<String> words(Person person) {
    var words = new LinkedHashSet<>(Folded.words(person.name()));
    words.addAll(Folded.words(mailboxes(person.email())));
    return words;
  }

  /** How a word begins: a range, because an index serves it on both databases, unlike LIKE. */
  private record Beginning(String word) {
    byte[] from() {
      return bytes(word);
    }

    byte[] until() {
      var until = bytes(word);
      // No byte of UTF-8 is the last there is.
      until[until.length - 1]++;
      return until;
    }
  }

  private static Collection<Person> indexed(Handle handle, List<String> asked) {
    var ranges =
        asked.stream()
            .map(Beginning::new)
            .sorted(Comparator.comparingInt(range -> rows(handle, range)))
            .toList();
    var sql = new StringBuilder();
    for (var i = 1; i < ranges.size(); i++) {
      sql.append(sql.isEmpty() ? " WHERE " : " AND ")
          .append(
              """
              EXISTS (SELECT 1 FROM person_word other
                WHERE other.person = rarest.person AND other.word >= :from%1$d AND other.word < :until%1$d)
              """
                  .formatted(i));
    }
    var query =
        handle
            .createQuery(
                """
                SELECT rarest.person FROM (
                  SELECT person FROM person_word WHERE word >= :from0 AND word < :until0
                  ORDER BY word, person LIMIT :rows) rarest %s LIMIT :most
                """
                    .formatted(sql))
            .bind("rows", MOST_ROWS)
            .bind("most", 2 * MOST);
    for (var i = 0; i < ranges.size(); i++) {
      query.bind("from" + i, ranges.get(i).from()).bind("until" + i, ranges.get(i).until());
    }
    return people(handle, query.mapTo(String.class).stream().distinct().limit(MOST + 1L).toList());
  }

  private static int rows(Handle handle, Beginning range) {
    return handle
        .createQuery(
            """
            SELECT COUNT(*) FROM (
              SELECT 1 FROM person_word WHERE word >= :from AND word < :until LIMIT :most) begun
            """)
        .bind("from", range.from())
        .bind("until", range.until())
        .bind("most", RARE)
        .mapTo(Integer.class)
        .one();
  }

  private static List<Person> people(Handle handle, List<String> ids) {
    var people = new ArrayList<Person>();
    for (var piece : Piece.of(ids.stream().map(PersonId::new).toList())) {
      people.addAll(
          piece
              .bind(
                  handle.createQuery(
                      "SELECT id, name, email FROM person WHERE id IN (%s)"
                          .formatted(piece.marks())),
                  0)
              .map((row, _) -> PersonStore.read(row))
              .list());
    }
    return people;
  }

  /** What is written down may be of an earlier name. */
  private static boolean has(Person person, List<String> asked) {
    var words = words(person);
    return asked.stream().allMatch(one -> words.stream().anyMatch(it -> it.startsWith(one)));
  }

  private static List<Person> waiting(Handle handle) {
    return handle
        .createQuery(
            "SELECT id, name, email FROM person WHERE searched = 0 ORDER BY id LIMIT :most")
        .bind("most", AT_ONCE)
        .map((row, _) -> PersonStore.read(row))
        .list();
  }

  private static boolean isAnybodyWaiting(Handle handle) {
    return handle
        .createQuery("SELECT 1 FROM person WHERE searched = 0 LIMIT 1")
        .mapTo(Integer.class)
        .findOne()
        .isPresent();
  }

  /**
   * Writes down the words of some people who are new or have changed.
   *
   * @return false when there are none
   */
  public static boolean catchUp(Database database) {
    // Almost always there is nobody, and finding that out takes no commit.
    if (!database.read(PersonSearch::isAnybodyWaiting)) {
      return false;
    }
    return database.write(handle -> {
      var people = waiting(handle);
      if (people.isEmpty()) {
        return false;
      }
      delete(handle, people.stream().map(Person::id).toList());
      var insert =
          handle.prepareBatch(
              "INSERT INTO person_word (word, person) VALUES (?, ?) ON CONFLICT DO NOTHING");
      people.forEach(person -> words(person).forEach(word -> insert.add(bytes(word), person.id())));
      if (insert.size() > 0) {
        insert.execute();
      }
      // Whoever has changed since is taken once more.
      var done =
          handle.prepareBatch(
              "UPDATE person SET searched = 1 WHERE id = ? AND name = ? AND email = ?");
      people.forEach(person -> done.add(person.id(), person.name(), person.email()));
      done.execute();
      return true;
    });
  }

  private static void delete(Handle handle, List<PersonId> people) {
    handle
        .createUpdate("DELETE FROM person_word WHERE person IN (<people>)")
        .bindList("people", people.stream().map(PersonId::value).toList())
        .execute();
  }

  private static byte[] bytes(String word) {
    return word.getBytes(StandardCharsets.UTF_8);
  }
}
