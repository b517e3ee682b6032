package belfry.jobs.job;

import static belfry.testing.Author.agreed;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.JobsFixture;
import belfry.people.audience.Audience;
import belfry.testing.Author;
import belfry.testing.OnEngines;
import belfry.testing.TestPortal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a search over jobs finds, on a real database. */
@OnEngines
class JobWordsTest extends JobsFixture {
  private static final String FIRE_DRILL =
      """
      # Fire drill

      Please gather at the **Überlandstraße** gate. Ask [facilities](https://example.com/hidden).
      """;

  private Job fireDrill() {
    return written(FIRE_DRILL, everybody);
  }

  private Job written(String markdown, Audience audience) {
    var draft = Author.text(markdown, audience);
    return agreed(house.writing().create(sender, draft, Optional.empty()));
  }

  private List<String> found(String words) {
    var query =
        new JobQuery(
            TestPortal.NEWS,
            List.of(),
            Optional.empty(),
            Optional.empty(),
            words,
            Optional.empty(),
            50);
    return house.jobs().page(query).jobs().stream().map(Job::title).toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "drill",
        "ire dr",
        "GATHER",
        "gath",
        "uberland",
        "facilities",
        "sender",
        "sam fire gate",
        "all staff",
        "staf",
        " ",
      })
  void aJobIsFoundByTitleTextAuthorAndAudience(String words) {
    fireDrill();

    assertThat(found(words)).containsExactly("Fire drill");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"ather", "hidden", "drill tomorrow", "gathers", "100%", "firex", "nobody", "?!"})
  void whatStandsNowhereIsNotFound(String words) {
    fireDrill();

    assertThat(found(words)).isEmpty();
  }

  @Test
  void anotherAppsJobsAreNotFound() {
    fireDrill();
    house.database().write(handle -> handle.execute("UPDATE job SET app = 'alerts'"));
    house.database().write(handle -> handle.execute("UPDATE job_word SET app = 'alerts'"));

    assertThat(found("gather")).isEmpty();
  }

  @Test
  void eachNameOfALongAudienceIsFound() {
    var names = new ArrayList<Audience.Entry>();
    for (var place = 0; place < 6; place++) {
      names.add(new Audience.Addresses("Office " + "abcdef".charAt(place) + "lpha", List.of()));
    }
    written("To many", new Audience(names));

    assertThat(found("flph")).as("the last, of which the list does not tell").hasSize(1);
    assertThat(found("office alpha")).containsExactly("To many");
  }

  @Test
  void whatIsEditedIsFoundByItsNewWordsAndWhatIsDeletedByNone() {
    var job = fireDrill();
    agreed(house.writing().edit(sender, job.id(), 1, text("Nothing but lunch"), Optional.empty()));
    assertThat(found("gather")).isEmpty();
    assertThat(found("lunch")).containsExactly("Nothing but lunch");

    house.writing().delete(sender, job.id(), Optional.empty(), Optional.empty());
    assertThat(found("lunch")).isEmpty();
    assertThat(rows("job_word")).isZero();
  }

  @Test
  void aMoveOfAJobWritesNoWordsAnew() {
    var job = scheduled();
    house.database().write(handle -> handle.execute("DELETE FROM job_word"));
    time.pass(Duration.ofHours(1));
    startDue();

    assertThat(now(job).state()).isInstanceOf(JobState.Sending.class);
    assertThat(rows("job_word")).isZero();
  }

  @Test
  void whatIsOlderThanTheSearchIsCaughtUpWith() {
    var job = fireDrill();
    var gone = fireDrill();
    house
        .database()
        .write(handle -> {
          handle.execute("DELETE FROM job_word");
          handle.execute("UPDATE job SET search_key = 'fire drill'");
          handle.execute("INSERT INTO job_unsearched SELECT id FROM job");
          return handle.execute("DELETE FROM job WHERE id = ?", gone.id().value());
        });
    assertThat(found("gather")).isEmpty();

    assertThat(JobWords.catchUp(house.database())).isTrue();

    assertThat(found("gather sender")).containsExactly(job.title());
    assertThat(JobWords.catchUp(house.database())).as("once is enough").isFalse();
  }

  private int rows(String table) {
    return house
        .database()
        .read(handle ->
            handle.createQuery("SELECT COUNT(*) FROM " + table).mapTo(Integer.class).one());
  }
}
