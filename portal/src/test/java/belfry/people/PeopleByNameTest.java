package belfry.people;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Folded;
import belfry.people.directory.Person;
import belfry.people.directory.PersonStore;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.testing.Engine;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stored people are found by how their names begin, in every script. */
@OnEngines
class PeopleByNameTest extends StorageTest {
  private static final int ALL = 1_000;

  private static final List<String> NAMES =
      List.of(
          "Ana Lopez",
          "ANA  MARÍA",
          "Anä Zed",
          "An",
          "Ann Lee",
          "Anna",
          "ana lopez",
          "Łukasz Ångström",
          "Ølaf Straße",
          "100% Sure",
          "100 Others",
          "under_score",
          "underXscore",
          "bang! Bang",
          "back\\slash",
          "O'Brien, Pat",
          "李小龍",
          "李 小",
          "Παύλος Ανδρέου",
          "Юлия Андреева",
          "ЮЛИЯ",
          "محمد علي",
          "דנה",
          "สมชาย",
          "Åsa",
          "😀 Smile",
          "😁 Grin",
          "\ufb01nn",
          "\ud7ff",
          "\ue000",
          "\uffee halfwidth",
          "z",
          "");

  @TempDir Path directory;

  private Database database;
  private PersonStore store;
  private List<Person> people = List.of();

  @BeforeEach
  void build() {
    database = open(directory);
    store = new PersonStore(database);
    people =
        IntStream.range(0, NAMES.size())
            .mapToObj(number -> new Person(new PersonId("person-" + number), NAMES.get(number), ""))
            .toList();
    store.keep(people);
  }

  @AfterEach
  void close() {
    database.close();
  }

  /** How the engine says that it will answer this, with {@code :from}, {@code :until}. */
  private String plan(Database here, String query) {
    return engine == Engine.SQLITE ? planOnSqlite(here, query) : planOnPostgres(here, query);
  }

  private static String planOnSqlite(Database here, String query) {
    return here.read(handle ->
        handle
            .createQuery("EXPLAIN QUERY PLAN " + query)
            .bind("from", "a")
            .bind("until", "b")
            .bind("most", 50)
            .map((row, _) -> row.getString("detail"))
            .list()
            .toString());
  }

  /** As for a large table: a small one is always read as a whole. */
  private static String planOnPostgres(Database here, String query) {
    return here.write(handle -> {
      handle.execute("SET LOCAL enable_seqscan = off");
      handle.execute("SET LOCAL enable_sort = off");
      return handle
          .createQuery("EXPLAIN " + query)
          .bind("from", "a")
          .bind("until", "b")
          .bind("most", 50)
          .mapTo(String.class)
          .list()
          .toString();
    });
  }

  @Test
  void everyBeginningFindsExactlyTheNamesThatBeginSo() {
    for (var typed : everythingTyped()) {
      var beginning = Folded.of(typed);
      var expected =
          people.stream()
              .filter(person -> Folded.of(person.name()).startsWith(beginning))
              .sorted(
                  Comparator.comparing(
                          (Person person) ->
                              Folded.of(person.name()).getBytes(StandardCharsets.UTF_8),
                          Arrays::compareUnsigned)
                      .thenComparing(person -> person.id().value()))
              .toList();
      assertThat(store.named(typed, ALL)).as("\"%s\"", typed).isEqualTo(expected);
      assertThat(store.named(typed, 2)).isEqualTo(expected.stream().limit(2).toList());
    }
  }

  /** Each beginning of each name, in other cases too, and some that no name begins with. */
  private static Set<String> everythingTyped() {
    var typed =
        new HashSet<>(List.of("%", "_", "!", "a%", "1__", "lopez", "  ana", "\udbff\udfff"));
    for (var name : NAMES) {
      for (var end = 0; end <= name.length(); end = next(name, end)) {
        typed.add(name.substring(0, end));
        typed.add(name.substring(0, end).toUpperCase(Locale.ROOT));
      }
    }
    return typed;
  }

  private static int next(String name, int end) {
    return end < name.length() ? name.offsetByCodePoints(end, 1) : end + 1;
  }

  @Test
  void anIndexFindsThem() {
    assertThat(plan(database, PersonStore.named(true))).contains("person_name");
  }

  @Test
  void whoChangesTheirNameIsFoundByTheNewOneOnly() {
    store.keep(List.of(new Person(new PersonId("person-0"), "Beatriz Lopez", "bea@example.com")));

    assertThat(store.named("ana lopez", ALL)).extracting(Person::name).containsExactly("ana lopez");
    assertThat(store.named("bea", ALL))
        .containsExactly(new Person(new PersonId("person-0"), "Beatriz Lopez", "bea@example.com"));
  }

  @Test
  void anAddressThatIsLearntLaterIsKeptAndNotLost() {
    var learnt = new Person(new PersonId("person-0"), "Ana Lopez", "ana@example.com");
    store.keep(List.of(learnt));
    store.keep(List.of(people.getFirst()));

    assertThat(store.find(learnt.id())).hasValue(learnt);
  }
}
