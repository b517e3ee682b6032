package belfry.answers;

import static belfry.answers.AnswersFixture.NOW;
import static belfry.answers.AnswersFixture.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.answers.ReceivedAnswer.Done;
import belfry.answers.ReceivedAnswer.Kind;
import belfry.answers.ReceivedAnswer.Said;
import belfry.storage.Database;
import belfry.testing.CountingDatabase;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Answers as rows: each once, with its counts, and with what listeners write. */
@OnEngines
class AnswerStoreTest extends StorageTest {
  private static final String UUID = "92db3be0-43bd-11e6-8ae9-dd5b3dfc565d";

  @TempDir Path directory;
  private Database database;
  private AnswersFixture given;
  private AnswerStore store;

  @BeforeEach
  void build() {
    database = open(directory);
    given = new AnswersFixture(database);
    store = new AnswerStore(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private Optional<ReceivedAnswer> found(AnswerId id) {
    return database.read(handle -> AnswerStore.find(handle, TestPortal.NEWS, id));
  }

  @Test
  void eachAnswerIsStoredOnceAndItsListenerToldOnce() {
    var to = given.sent("lars", NOW);
    var heard = new ArrayList<ReceivedAnswer>();
    store.onNew((_, answer) -> heard.add(answer));
    var answer = written(to, UUID, "lars", "I did");

    assertThat(add(answer)).isTrue();
    assertThat(add(written(to, UUID, "lars", "I did"))).isFalse();
    assertThat(add(written(to, idOf(UUID), "lars", "I did")))
        .as("another form of its id")
        .isFalse();

    assertThat(heard).containsExactly(answer);
    assertThat(found(answer.id())).contains(answer);
    assertThat(counts(to)).containsExactly(1L, 0L, 1L);
  }

  private static String idOf(String uuid) {
    return java.util.Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(
            ("ciscospark://us/MESSAGE/" + uuid).getBytes(java.nio.charset.StandardCharsets.UTF_8));
  }

  @Test
  void whatAListenerRefusesIsNotStored() {
    var to = given.sent("lars", NOW);
    var answer = written(to, "a", "lars", "I did");
    AnswerListener refusing =
        (_, _) -> {
          throw new IllegalStateException("no");
        };
    store.onNew(refusing);

    assertThatThrownBy(() -> add(answer)).isInstanceOf(IllegalStateException.class);
    assertThat(found(answer.id())).isEmpty();
  }

  @Test
  void aPressNeedsNobodysAttention() {
    var to = given.sent("lars", NOW);
    var press = AnswersFixture.answer(to, "a", "lars", Said.pressed("{\"belfry\":\"gotIt\"}"));
    add(press);
    add(written(to, "b", "lars", "I did"));

    assertThat(found(press.id()).orElseThrow().said().kind()).isEqualTo(Kind.PRESS);
    assertThat(counts(to)).containsExactly(1L, 1L, 1L);
  }

  @Test
  void whatGoesWithAnAnnouncementIsCountedWithThatOfItsReminders() {
    var to = given.sent("lars", NOW);
    var reminder = given.sent("lars", NOW);
    var later = given.sent("lars", NOW);
    var byHand = given.sent("lars", NOW);
    database.write(handle -> {
      for (var one : List.of(reminder, byHand)) {
        handle.execute(
            "UPDATE run SET reminds = ? WHERE id = ?", to.run().value(), one.run().value());
      }
      for (var one : List.of(reminder, later)) {
        handle.execute(
            "UPDATE job SET series = ?, planned = ?, run = ? WHERE id = ?",
            to.announcement().job().value(),
            one.run().value(),
            one.run().value(),
            one.announcement().job().value());
      }
      return to;
    });
    Stream.of(to, reminder, later, byHand)
        .forEach(one -> add(written(one, "to " + one.run(), "lars", "I did")));

    var counted =
        new AnswerList(database)
            .announcements(
                TestPortal.NEWS, Optional.of(to.announcement().job()), Optional.empty(), 10);

    assertThat(counted.announcements())
        .extracting(AnswerList.Answered::job)
        .containsExactlyInAnyOrder(to.announcement().job(), reminder.announcement().job());
  }

  /** Both lists have unread ones before the others. */
  @Test
  void whatBecomesUnreadAgainWhileItIsListedIsListed() {
    var to = given.sent("lars", NOW);
    var answer = written(to, "a", "lars", "I did");
    add(answer);
    var done = new Done(NOW, Optional.empty(), "");
    var list =
        new AnswerList(
            new CountingDatabase(
                database,
                () -> database.<Boolean>write(handle -> AnswerStore.undone(handle, answer))));
    var all =
        new AnswerList.Filter(
            TestPortal.NEWS,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            10);

    database.<Boolean>write(handle -> AnswerStore.done(handle, answer, done));
    assertThat(list.page(all).answers()).extracting(one -> one.answer().id()).contains(answer.id());

    database.<Boolean>write(handle -> AnswerStore.done(handle, answer, done));
    var announcements = list.announcements(TestPortal.NEWS, Optional.empty(), Optional.empty(), 10);
    assertThat(announcements.announcements()).hasSize(1);
  }

  @Test
  void doneAndUnreadAgainAreCountedOnce() {
    var to = given.sent("lars", NOW);
    var answer = written(to, "a", "lars", "I did");
    add(answer);
    var done = new Done(NOW, Optional.of(AnswersFixture.person("ana")), "Ana Lopez");

    assertThat(database.<Boolean>write(handle -> AnswerStore.done(handle, answer, done))).isTrue();
    assertThat(database.<Boolean>write(handle -> AnswerStore.done(handle, answer, done))).isFalse();
    assertThat(found(answer.id()).orElseThrow().done()).contains(done);
    assertThat(counts(to)).containsExactly(1L, 0L, 0L);

    assertThat(database.<Boolean>write(handle -> AnswerStore.undone(handle, answer))).isTrue();
    assertThat(database.<Boolean>write(handle -> AnswerStore.undone(handle, answer))).isFalse();
    assertThat(counts(to)).containsExactly(1L, 0L, 1L);
  }

  @Test
  void answersGoWithTheirAnnouncement() {
    var kept = given.sent("lars", NOW);
    var deleted = given.sent("lars", NOW);
    var answer = written(kept, "a", "lars", "I did");
    add(answer);
    for (var i = 0; i < 501; i++) {
      add(written(deleted, "d" + i, "lars", "I did not"));
    }
    database.write(
        handle -> handle.execute("INSERT INTO deleted_run VALUES (?, 0)", deleted.run().value()));

    assertThat(store.forgetDeleted()).isTrue();
    assertThat(store.forgetDeleted()).isTrue();
    assertThat(store.forgetDeleted()).isFalse();
    assertThat(
            database.<Long>read(handle ->
                handle.createQuery("SELECT COUNT(*) FROM answer").mapTo(Long.class).one()))
        .isEqualTo(1);
    assertThat(found(answer.id())).isPresent();
  }

  private boolean add(ReceivedAnswer answer) {
    return database.write(handle -> store.add(handle, answer));
  }

  private List<Long> counts(AnswersFixture.Sent to) {
    return database.read(handle ->
        handle
            .createQuery("SELECT written, pressed, unread FROM answer_count WHERE run = ?")
            .bind(0, to.run().value())
            .map((row, _) -> List.of(row.getLong(1), row.getLong(2), row.getLong(3)))
            .one());
  }
}
