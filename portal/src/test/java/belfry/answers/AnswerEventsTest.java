package belfry.answers;

import static belfry.answers.AnswersFixture.NOW;
import static belfry.answers.AnswersFixture.person;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.AnswerEvents.Taken;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Events that wait: each once, not too many, and remembered when they turn out to be no answer. */
@OnEngines
class AnswerEventsTest extends StorageTest {
  @TempDir Path directory;
  private Database database;
  private AnswerEvents events;

  @BeforeEach
  void build() {
    database = open(directory);
    events = new AnswerEvents(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void anEventWaitsOnceWhateverBecomesOfIt() {
    assertThat(add(event("a"))).isEqualTo(Taken.STORED);
    assertThat(add(event("a"))).isEqualTo(Taken.KNOWN);
    assertThat(
            add(
                new AnswerEvent(
                    0, Kind.PRESS, "a", Optional.empty(), Optional.empty(), false, NOW)))
        .as("a press is something else")
        .isEqualTo(Taken.STORED);
    assertThat(events.due(TestPortal.NEWS, NOW, 10)).hasSize(2);

    database.write(handle -> {
      AnswerEvents.settle(handle, TestPortal.NEWS, event("a"), Announcements.Why.TEST);
      return true;
    });
    assertThat(add(event("a"))).as("it is remembered").isEqualTo(Taken.KNOWN);
    assertThat(events.due(TestPortal.NEWS, NOW, 10)).hasSize(1);

    events.forget(NOW.plus(Duration.ofDays(8)));
    assertThat(add(event("a"))).isEqualTo(Taken.STORED);
  }

  @Test
  void whatIsAnAnswerAlreadyIsKnown() {
    var sent = new AnswersFixture(database).sent("lars", NOW);
    var store = new AnswerStore(database);
    database.write(handle -> store.add(handle, AnswersFixture.written(sent, "a", "lars", "I did")));

    assertThat(add(event("a"))).isEqualTo(Taken.KNOWN);
  }

  @Test
  void whatIsPutOffComesAgainLater() {
    add(event("a"));
    database.write(handle -> {
      AnswerEvents.retry(handle, TestPortal.NEWS, event("a"), NOW.plusSeconds(2), true);
      return true;
    });

    assertThat(events.due(TestPortal.NEWS, NOW.plusSeconds(1), 10)).isEmpty();
    assertThat(events.due(TestPortal.NEWS, NOW.plusSeconds(2), 10))
        .singleElement()
        .satisfies(one -> assertThat(one.tries()).isEqualTo(1));
  }

  @Test
  void aFloodFillsNoDiskAndPressesHaveRoomOfTheirOwn() {
    database.write(handle ->
        handle.execute(
            """
            INSERT INTO answer_event (app, kind, source_key, source, person, person_key, room, in_space,
              created, received, due, tries, outcome)
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
            SELECT 'news', 'written', 'k' || i, 'k' || i, '', '', '', 0, 0, 0, 1, 0, '' FROM n
            """,
            AnswerEvents.MOST_WAITING));

    assertThat(add(event("one more"))).isEqualTo(Taken.FULL);
    assertThat(add(event("k7"))).isEqualTo(Taken.KNOWN);
    var press = new AnswerEvent(0, Kind.PRESS, "p", Optional.empty(), Optional.empty(), false, NOW);
    assertThat(add(press)).isEqualTo(Taken.STORED);
  }

  private Taken add(AnswerEvent event) {
    return events.add(TestPortal.NEWS, event, NOW);
  }

  private static AnswerEvent event(String source) {
    return new AnswerEvent(
        0, Kind.WRITTEN, source, Optional.of(person("lars")), Optional.empty(), false, NOW);
  }
}
