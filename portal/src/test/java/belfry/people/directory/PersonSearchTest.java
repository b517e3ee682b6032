package belfry.people.directory;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Stored people are found by any words of their names and addresses, written down or not yet. */
@OnEngines
class PersonSearchTest extends StorageTest {
  @TempDir Path directory;

  private Database database;
  private PersonStore store;
  private PersonSearch search;

  @BeforeEach
  void build() {
    database = open(directory);
    store = new PersonStore(database);
    search = new PersonSearch(database);
    store.keep(
        List.of(
            person("1", "Ana López", "ana.lopez@north.example"),
            person("2", "María del Carmen López", "mcl@north.example"),
            person("3", "Väinö Ääri", "vainamoinen@north.example"),
            person("4", "Юлия Андреева", ""),
            person("5", "Lopamudra Ana Sen", "sen@north.example")));
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Person person(String id, String name, String email) {
    return new Person(new PersonId(id), name, email);
  }

  private List<String> found(String typed) {
    return search.find(typed, 0, 50, some -> some).people().stream()
        .map(one -> one.id().value())
        .toList();
  }

  private void writeDown() {
    while (PersonSearch.catchUp(database)) {}
  }

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = ';',
      value = {
        "lop; 5 1 2",
        "LÓPEZ; 1 2",
        "lopez maria; 2",
        "maria lop; 2",
        "carmen; 2",
        "ana; 1 5",
        "ana lop; 1 5",
        "lop ana; 1 5",
        "opez; \"\"",
        "mcl; 2",
        "vainam; 3",
        "юл; 4",
        "ana.lopez@north.example; 1",
        "ana.lop; 1 5",
        "ana.lopez@north; 1",
        "ana.lopez@south; \"\"",
        "north; \"\"",
        "?!; \"\"",
        "ana nobody; \"\"",
      })
  void eachWordBeginsAWordOfThem(String typed, String expected) {
    var ids = expected.isEmpty() ? List.of() : List.of(expected.split(" "));

    assertThat(found(typed)).as("while they wait").isEqualTo(ids);
    writeDown();
    assertThat(found(typed)).as("by the index").isEqualTo(ids);
  }

  @Test
  void whoChangesIsFoundByWhatIsNewOnly() {
    writeDown();
    store.keep(List.of(person("1", "Beatriz Ruiz", "bea@north.example")));
    var yulia = new PersonId("4");
    store.keepDetails(
        List.of(yulia),
        Map.of(yulia, new PersonDetails.Details("Yulia A", "Yulia", "A", "yulia@n.example")),
        Map.of(),
        Instant.EPOCH);

    for (var written : List.of(false, true)) {
      assertThat(found("bea")).as("%s", written).containsExactly("1");
      assertThat(found("yulia")).as("%s", written).containsExactly("4");
      writeDown();
    }
    assertThat(found("ana")).containsExactly("5");
    assertThat(found("lopez")).containsExactly("2");
  }

  @Test
  void whoStaysTheSameIsWrittenDownOnce() {
    writeDown();
    store.keep(List.of(person("1", "Ana López", ""), person("4", "Юлия Андреева", "")));

    assertThat(PersonSearch.catchUp(database)).isFalse();
  }

  @Test
  void ofVeryManyTheFirstAreFoundPageByPage() {
    store.keep(
        IntStream.range(0, 1_200)
            .mapToObj(i -> person("many-" + i, "Same %04d".formatted(i), "s" + i + "@n.example"))
            .toList());
    writeDown();

    var first = search.find("same", 0, 20, some -> some);
    assertThat(first.people()).hasSize(20);
    assertThat(first.more()).isTrue();
    assertThat(search.find("same", PersonSearch.MOST - 5, 20, some -> some).people()).hasSize(5);
    assertThat(search.find("same", PersonSearch.MOST - 5, 20, some -> some).more()).isFalse();
    assertThat(search.find("same", Integer.MAX_VALUE, 20, some -> some).people()).isEmpty();
    assertThat(found("same 0777")).containsExactly("many-777");
    assertThat(found("0777 s777")).containsExactly("many-777");
  }
}
