package belfry.answers;

import static belfry.answers.AnswersFixture.NOW;
import static belfry.answers.AnswersFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.base.Time;
import belfry.jobs.job.Actor;
import belfry.messages.MessageText;
import belfry.platform.ids.PersonId;
import belfry.runs.ids.RunId;
import belfry.storage.Database;
import belfry.storage.Keyring;
import belfry.storage.Vault;
import belfry.testing.House;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who did what about an answer is in the audit trail: what changed something, once each. */
@OnEngines
class AnswerTrailTest extends StorageTest {
  private static final String UUID = "92db3be0-43bd-11e6-8ae9-dd5b3dfc565d";

  @TempDir Path directory;
  private Database database;
  private House house;
  private Answers answers;
  private Actor ana;
  private ReceivedAnswer answer;

  @BeforeEach
  void build() {
    database = open(directory);
    house = House.withoutPlatform(database, directory, Time.system());
    answers =
        new Answers(
            AnswerSettings.OFF,
            new Answers.Ground(
                database,
                house.platform(),
                new Vault(Keyring.open(Optional.empty(), directory, true)),
                house.access().audit(),
                Time.system()),
            house.apps(),
            _ -> false,
            new Answers.Listeners(_ -> {}, _ -> {}));
    ana = new Actor(house.app(), new PersonId("ana-id"), "Ana Lopez", false);
    var sent = new AnswersFixture(database).sent("lars-id", NOW);
    answer = written(sent, UUID, "lars-id", "Is it so?");
    database.write(handle -> answers.store().add(handle, answer));
  }

  @AfterEach
  void close() {
    house.close();
  }

  private List<String> trail() {
    return database.read(handle ->
        handle
            .createQuery(
                "SELECT actor, action, object, detail FROM audit WHERE app = 'news' ORDER BY seq")
            .map((row, _) ->
                "%s %s %s %s"
                    .formatted(
                        row.getString("actor"),
                        row.getString("action"),
                        row.getString("object"),
                        row.getString("detail"))
                    .strip())
            .list());
  }

  private Replies.Replied reply(String requestId) {
    return answers
        .replies()
        .reply(
            ana, answer.id(), new MessageText("It is"), Optional.empty(), Optional.of(requestId));
  }

  private RunId sentReply() {
    return answers.replies().to(List.of(answer.id())).values().iterator().next().getFirst().id();
  }

  @Test
  void whoMarkedItAsDoneAndAsUnread() {
    answers.mark(ana, answer.id(), true);
    answers.mark(ana, answer.id(), true);
    answers.mark(ana, answer.id(), false);

    assertThat(trail())
        .containsExactly(
            "ana-id answer.done " + answer.id(), "ana-id answer.unread " + answer.id());
  }

  @Test
  void whoAnsweredAndWhomOnceForEachRequest() {
    assertThat(reply("once")).isInstanceOf(Replies.Replied.Agreed.class);
    assertThat(reply("once")).isInstanceOf(Replies.Replied.Agreed.class);

    assertThat(trail())
        .as("and not what was written, which is kept shorter")
        .containsExactly("ana-id answer.reply " + answer.id() + " to lars@northwind.example");
  }

  @Test
  void whoDecidedAboutAReplyThatMayHaveArrived() {
    reply("held");
    var run = sentReply();
    database.write(handle -> {
      handle.execute("UPDATE recipient SET state = 'held' WHERE run = ?", run.value());
      return handle.execute("UPDATE run SET pending = 0, held = 1 WHERE id = ?", run.value());
    });

    var decided = answers.heldReplies().decide(ana, run, false, Optional.empty());
    var again = answers.heldReplies().decide(ana, run, false, Optional.empty());

    assertThat(decided).isInstanceOf(Replies.Replied.Agreed.class);
    assertThat(again).isInstanceOf(Replies.Replied.Refused.class);
    assertThat(trail()).last().isEqualTo("ana-id answer.decide " + answer.id() + " delivered");
    assertThat(trail()).hasSize(2);
  }

  @Test
  void whoChangedTheAutomaticAnswer() {
    answers.replies().change(ana, new Replies.Automatic(0, "We read this **on Mondays**"));
    answers.replies().change(ana, new Replies.Automatic(0, "Too late"));
    answers.replies().change(ana, new Replies.Automatic(1, ""));

    assertThat(trail())
        .containsExactly(
            "ana-id answer.automatic news We read this on Mondays",
            "ana-id answer.automatic news off");
  }
}
