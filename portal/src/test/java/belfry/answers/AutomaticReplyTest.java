package belfry.answers;

import static belfry.answers.AnswersFixture.NOW;
import static belfry.answers.AnswersFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.jobs.job.Actor;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.House;
import belfry.testing.ManualTime;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers may be read long after they were written: nobody is replied to then by itself. */
@OnEngines
class AutomaticReplyTest extends StorageTest {
  @TempDir Path directory;
  private final ManualTime time = ManualTime.at(NOW.toString());
  private Database database;
  private House house;
  private Answers answers;
  private AnswersFixture fixture;

  @BeforeEach
  void build() {
    database = open(directory);
    house = House.withoutPlatform(database, directory, time);
    answers =
        new Answers(
            AnswerSettings.OFF,
            new Answers.Ground(
                database,
                house.platform(),
                new Vault(Keyring.open(Optional.empty(), directory, true)),
                house.access().audit(),
                time),
            house.apps(),
            _ -> false,
            new Answers.Listeners(_ -> {}, _ -> {}));
    var ana = new Actor(house.app(), new PersonId("ana-id"), "Ana Lopez", false);
    answers.replies().change(ana, new Replies.Automatic(0, "We read this tomorrow"));
    fixture = new AnswersFixture(database);
  }

  @AfterEach
  void close() {
    house.close();
  }

  /** How many replies somebody has whose answer is read so long after it was written. */
  private int replies(String person, Duration after) {
    time.pass(after);
    var answer = written(fixture.sent(person, NOW), "source of " + person, person, "Is it so?");
    database.write(handle -> answers.store().add(handle, answer));
    var kept = database.read(handle -> AnswerStore.find(handle, answer.app(), answer.id()));
    assertThat(kept).as("it is kept").isPresent();
    return answers.replies().to(List.of(answer.id())).getOrDefault(answer.id(), List.of()).size();
  }

  @Test
  void whoeverWroteWithinADayIsRepliedTo() {
    assertThat(replies("lars-id", Duration.ofHours(23))).isOne();
  }

  @Test
  void whoeverWroteLongAgoIsNotRepliedToOutOfTheBlue() {
    assertThat(replies("lars-id", Duration.ofHours(25))).isZero();
    assertThat(replies("maija-id", Duration.ofDays(90))).isZero();
  }
}
