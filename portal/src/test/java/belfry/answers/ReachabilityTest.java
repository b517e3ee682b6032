package belfry.answers;

import static belfry.testing.TestPortal.NEWS;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.storage.Database;
import belfry.testing.Heard;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When it is said that Webex does not reach the portal, and when not. */
@OnEngines
class ReachabilityTest extends StorageTest {
  private static final URI ADDRESS = URI.create("https://portal.example");
  private static final Duration LATE = Duration.ofMinutes(2);

  @TempDir Path directory;
  private final ManualTime time = ManualTime.at("2026-11-25T09:00:00Z");
  private Database database;
  private ToldByWebhooks elsewhere;
  private Reachability reach;

  @BeforeEach
  void build() {
    database = open(directory);
    database.write(handle ->
        handle.execute(
            "INSERT INTO answer_watch (app, since, secret) VALUES ('news', 0, 'sealed')"));
    elsewhere = told();
    reach = new Reachability("news", ADDRESS, () -> told().last(NEWS, 0), time::now, LATE);
    reach.looked(List.of());
    time.pass(Duration.ofHours(1));
  }

  /** As each node has it. */
  private ToldByWebhooks told() {
    return new ToldByWebhooks(database, time::now, Duration.ofSeconds(10));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void whatOneBotIsToldOfIsNoSignThatAnotherIs() {
    reach =
        new Reachability("news, bot 2", ADDRESS, () -> elsewhere.last(NEWS, 1), time::now, LATE);
    reach.looked(List.of());
    time.pass(Duration.ofHours(1));
    reach.looked(List.of(written()));
    time.pass(LATE);
    reach.looked(List.of(written()));
    elsewhere.now(NEWS, 0);

    assertThat(isSaidAfter(LATE)).isTrue();
    elsewhere.now(NEWS, 1);
    assertThat(isSaidAfter(Duration.ZERO)).isFalse();
    time.pass(Duration.ofMinutes(1));
    elsewhere.now(NEWS, 1);
    assertThat(told().last(NEWS, 1)).contains(time.now());
  }

  private Instant written() {
    return time.now().minusSeconds(5);
  }

  private boolean isSaidAfter(Duration meanwhile) {
    time.pass(meanwhile);
    var _ = reach.becomesCertain();
    return reach.trouble().isPresent();
  }

  @Test
  void answersThatNoWebhookTellsOfAreSaidOnceAndSoIsTheEnd() {
    try (var log = Heard.whole("belfry.answers.Reachability")) {
      reach.looked(List.of(written(), written()));
      time.pass(LATE);
      reach.looked(List.of(written()));
      assertThat(isSaidAfter(Duration.ofSeconds(119))).isFalse();
      assertThat(isSaidAfter(Duration.ofSeconds(1))).isTrue();
      time.pass(Duration.ofMinutes(5));
      reach.looked(List.of(written()));
      reach.unsure();

      assertThat(isSaidAfter(Duration.ofMinutes(5))).isTrue();
      var words =
          "Webex does not reach https://portal.example: 4 answers were found only by looking since 2026-11-25T09:59:55Z; presses of buttons are lost. Check that Webex can reach it (PUBLIC_URL, proxy, firewall)";
      assertThat(reach.trouble()).contains(words);

      elsewhere.now(NEWS, 0);
      assertThat(isSaidAfter(Duration.ZERO)).isFalse();
      assertThat(log.words())
          .containsExactly(
              "App news: " + words.replace("4 answers", "3 answers"),
              "App news: Webex reaches https://portal.example again");
    }
  }

  @Test
  void aSingleWebhookThatIsLostIsNotSaid() {
    reach.looked(List.of(written()));
    time.pass(Duration.ofSeconds(119));
    reach.looked(List.of(written(), written()));
    assertThat(isSaidAfter(Duration.ofDays(2))).as("at about one time").isFalse();

    elsewhere.now(NEWS, 0);
    assertThat(isSaidAfter(Duration.ofHours(1))).isFalse();
    reach.looked(List.of(written()));
    assertThat(isSaidAfter(Duration.ofDays(2))).as("with another one in between").isFalse();

    reach.looked(List.of(written()));
    assertThat(isSaidAfter(LATE)).as("the next one as well").isTrue();
  }

  @Test
  void whatWasToldSinceAnAnswerThatIsFoundLateShowsThatItIsReached() {
    var lost = time.now();
    time.pass(Duration.ofMinutes(5));
    elsewhere.now(NEWS, 0);
    time.pass(Duration.ofMinutes(5));
    reach.looked(List.of(lost));
    assertThat(isSaidAfter(LATE)).isFalse();
    reach.looked(List.of(written()));

    assertThat(isSaidAfter(Duration.ofDays(2))).isFalse();
  }

  @Test
  void aWebhookThatComesALittleLaterIsNoneThatIsLost() {
    reach.looked(List.of(written()));
    time.pass(LATE);
    reach.looked(List.of(written()));
    time.pass(Duration.ofSeconds(2));
    elsewhere.now(NEWS, 0);

    assertThat(isSaidAfter(Duration.ofMinutes(10))).isFalse();
  }

  @Test
  void whatIsToldManyTimesIsWrittenDownNowAndThenAndCountsAllTheSame() {
    elsewhere.now(NEWS, 0);
    time.pass(Duration.ofSeconds(7));
    reach.looked(List.of(written()));
    time.pass(Duration.ofSeconds(2));
    elsewhere.now(NEWS, 0);
    assertThat(isSaidAfter(LATE)).isFalse();
    reach.looked(List.of(written()));

    assertThat(isSaidAfter(Duration.ofMinutes(10))).isFalse();
  }

  @Test
  void whatWasWrittenBeforeThisNodeLookedOrWhileSomethingWasAwayIsNotCounted() {
    reach.unsure();
    reach.looked(List.of(written()));
    time.pass(LATE);
    reach.looked(List.of(time.now().minus(LATE).minusSeconds(1)));
    assertThat(isSaidAfter(Duration.ofMinutes(10))).as("something was away").isFalse();

    reach.looked(List.of(written()));
    reach.unsure();
    reach.looked(List.of());
    time.pass(LATE);
    reach.looked(List.of(time.now()));
    assertThat(isSaidAfter(Duration.ofMinutes(10))).as("it was away after the first").isFalse();

    reach.looked(List.of(written()));
    reach.unsure();
    assertThat(isSaidAfter(Duration.ofMinutes(10))).as("and after the second").isFalse();

    reach.looked(List.of());
    reach.looked(List.of(time.now()));
    assertThat(isSaidAfter(LATE)).isTrue();
    reach.forget();
    assertThat(reach.trouble()).as("another node looks").isEmpty();
  }

  @Test
  void withoutAnswersNothingIsKnown() {
    reach.looked(List.of());

    assertThat(isSaidAfter(Duration.ofDays(10))).isFalse();
  }
}
