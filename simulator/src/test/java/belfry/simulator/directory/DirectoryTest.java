package belfry.simulator.directory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** People out of a seed: the same ones, found by every name they have. */
class DirectoryTest {
  private static Directory directory(int people) {
    return new Directory(7, Population.defaults().withPeople(people));
  }

  private static List<Person> everybody(Directory directory) {
    return IntStream.range(0, directory.people()).mapToObj(directory::person).toList();
  }

  /** platform-api.md 9.2: tests rely on the same people in every run. */
  @Test
  void theSameSeedGivesTheSamePeopleAndAnotherSeedOthers() {
    assertThat(everybody(directory(500))).isEqualTo(everybody(directory(500)));

    var other = new Directory(8, Population.defaults().withPeople(500));

    assertThat(other.personId(100)).isNotEqualTo(directory(500).personId(100));
    assertThat(other.person(100)).isNotEqualTo(directory(500).person(100));
  }

  /** platform-api.md 3: people are asked for by id and by address. */
  @ParameterizedTest(name = "{0} people")
  @ValueSource(ints = {0, 1, 5, 12, 13, 50, 3_000})
  void everybodyIsFoundByIdAndByAddressAndHasAnAddressOfTheirOwn(int people) {
    var directory = directory(people);
    var addresses = new HashSet<String>();

    for (var person : everybody(directory)) {
      assertThat(directory.principal(person.id())).contains(new Principal.Person(person.index()));
      assertThat(directory.personByEmail(person.email())).contains(person);
      assertThat(person.email()).matches("[a-z.]+[0-9]*@northwind\\.example");
      assertThat(addresses.add(person.email())).isTrue();
    }
  }

  /** Ours: whom demos and tests name. */
  @Test
  void theFirstPeopleAreKnownByName() {
    assertThat(directory(50).suggested())
        .extracting(Person::displayName)
        .startsWith("Ana Lopez", "Maija Salo", "Kenji Tanaka", "Priya Patel", "Lars Berg");
    assertThat(directory(50).person(0).email()).isEqualTo("ana.lopez@northwind.example");
  }

  /** platform-api.md 3: an unknown address finds nobody, an unknown id is 404. */
  @Test
  void nobodyIsFoundWhoIsNotThere() {
    var directory = directory(100);

    assertThat(directory.personByEmail("nobody@northwind.example")).isEmpty();
    assertThat(directory.personByEmail("ana.lopez5@northwind.example")).isEmpty();
    assertThat(directory.personByEmail("ana.lopez@elsewhere.example")).isEmpty();
    assertThat(directory.personByEmail("x99999999999@northwind.example")).isEmpty();
    assertThat(directory.principal(directory(200).personId(150))).isEmpty();
    assertThat(directory.principal("no such id")).isEmpty();
  }

  /** Ours: names as a large company has them. */
  @Test
  void namesComeInManyScriptsAndSomeAreShared() {
    var people = everybody(directory(20_000));
    var byName = people.stream().collect(Collectors.groupingBy(Person::displayName));

    for (var script :
        List.of("Latin", "Cyrillic", "Greek", "Han", "Hangul", "Arabic", "Hebrew", "Devanagari")) {
      assertThat(people)
          .anyMatch(it ->
              it.displayName()
                  .codePoints()
                  .anyMatch(point ->
                      Character.UnicodeScript.of(point)
                          == Character.UnicodeScript.forName(script)));
    }
    assertThat(byName.values()).anyMatch(it -> it.size() > 1);
    assertThat(byName.size()).isGreaterThan(15_000);
  }

  /** platform-api.md 3 [R SPEC]: displayName is a prefix match. */
  @ParameterizedTest(name = "\"{0}\"")
  @ValueSource(
      strings = {
        "",
        "a",
        "An",
        "maria garcia",
        "MARÍA",
        "Łuk",
        "王",
        "김",
        "Анна",
        "o’",
        "zzz",
        "de"
      })
  void theSearchFindsExactlyThoseWhoseNamesBeginSo(String prefix) {
    var directory = directory(4_000);
    var folded = NameBook.folded(prefix);
    var expected =
        everybody(directory).stream()
            .filter(it -> NameBook.folded(it.displayName()).startsWith(folded))
            .collect(Collectors.toMap(Person::id, Function.identity()));

    var found = directory.byNamePrefix(prefix, 0, 4_000);

    assertThat(found).hasSize(expected.size());
    assertThat(found).allMatch(it -> expected.containsKey(it.id()));
  }

  /** platform-api.md 1.2: a search comes in pages. */
  @Test
  void pagesOfASearchJoinWithoutGap() {
    var directory = directory(4_000);
    var all = directory.byNamePrefix("m", 0, 4_000);

    var pages =
        IntStream.iterate(0, it -> it < all.size(), it -> it + 7)
            .boxed()
            .flatMap(it -> directory.byNamePrefix("m", it, 7).stream())
            .toList();

    assertThat(pages).isEqualTo(all);
  }

  /**
   * Ours: a search costs no more in a company of a million than in one of a thousand. Looking at
   * everybody would cost a thousand times as much.
   */
  @Test
  void aMillionPeopleAreSearchedWithoutLookingAtThemAll() {
    var few = searching(directory(1_000));
    var million = directory(1_000_000);
    // A machine that is busy with something else meanwhile says nothing.
    var many = Math.min(searching(million), searching(million));

    assertThat(many).isLessThan(100 * few);
  }

  /** How long 2,000 searches take, in nanoseconds. */
  private static long searching(Directory directory) {
    var began = System.nanoTime();
    for (var search = 0; search < 2_000; search++) {
      assertThat(directory.byNamePrefix("ma", search % 50, 10)).hasSizeBetween(1, 10);
    }
    return System.nanoTime() - began;
  }

  /** platform-api.md 3: a bot's address is name@webex.bot. */
  @Test
  void botsHaveIdsAndAddresses() {
    var directory = directory(10);
    var bot = directory.bot(0);

    assertThat(bot.email()).isEqualTo("company-news@webex.bot");
    assertThat(directory.principal(bot.id())).contains(new Principal.Bot(0));
    assertThat(directory.principalByEmail(bot.email())).contains(new Principal.Bot(0));
    assertThat(directory.bot("Company News")).contains(bot);
  }

  /** platform-api.md 1.3: base64 of ciscospark://us/PEOPLE/uuid; bare uuids are taken too. */
  @Test
  void idsAreThePlatformsAndBareUuidsWork() {
    var directory = directory(10);
    var uuid = directory.uuid(new Principal.Person(3));

    assertThat(directory.personId(3)).isEqualTo(Ids.encoded("PEOPLE", uuid.toString()));
    assertThat(directory.personId(3)).doesNotContain("=", "+", "/");
    assertThat(uuid.version()).isEqualTo(4);
    assertThat(directory.principal(uuid.toString())).contains(new Principal.Person(3));
  }
}
