package belfry.answers;

import static belfry.answers.AnswersFixture.NOW;
import static belfry.answers.AnswersFixture.person;
import static belfry.answers.AnswersFixture.written;
import static org.assertj.core.api.Assertions.assertThat;

import belfry.answers.Announcements.Belonging;
import belfry.answers.Announcements.Why;
import belfry.answers.AnswersFixture.Sent;
import belfry.messages.Acknowledgement;
import belfry.runs.Acknowledgements;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which announcement an answer belongs to, on a real database. */
@OnEngines
class AnnouncementsTest extends StorageTest {
  @TempDir Path directory;
  private Database database;
  private AnswersFixture given;

  @BeforeEach
  void build() {
    database = open(directory);
    given = new AnswersFixture(database);
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void aPressBelongsToTheMessageOfItsCard() {
    var first = given.sent("lars", NOW);
    var second = given.sent("lars", NOW.plusSeconds(60));
    given.sent("maija", NOW.plusSeconds(60));

    assertThat(press(first.messageId())).isEqualTo(about(first));
    assertThat(press(second.messageId())).isEqualTo(about(second));
    assertThat(press("of another program")).isEqualTo(new Belonging.None(Why.NOT_OURS));
  }

  @Test
  void whatTheBotOfTheConversationSentComesFirst() {
    var ofFirst = given.sent("lars", NOW);
    var ofSecond = given.sent("lars", NOW.plusSeconds(60));
    byBot(1, ofSecond);
    var later = NOW.plusSeconds(90);

    assertThat(toBot(Optional.of(0), later)).isEqualTo(about(ofFirst));
    assertThat(toBot(Optional.of(1), later)).isEqualTo(about(ofSecond));
    assertThat(toBot(Optional.of(2), later)).as("which sent nothing").isEqualTo(about(ofSecond));
    assertThat(toBot(Optional.empty(), later)).as("in a space").isEqualTo(about(ofSecond));
  }

  @Test
  void theAgreedWordCountsWhicheverBotItIsSaidTo() {
    var ofFirst = asking("Seen", 0);
    var ofSecond = asking("Seen", 60);
    byBot(1, ofSecond);
    byBot(1, asking("Understood", 120));

    assertThat(words("seen")).as("the first bot's before a later one").isEqualTo(about(ofFirst));
    acknowledge(ofFirst);
    assertThat(words("seen")).isEqualTo(about(ofSecond));
  }

  private void byBot(int bot, AnswersFixture.Sent sent) {
    database.write(handle ->
        handle.execute("UPDATE recipient SET lane = ? WHERE run = ?", bot, sent.run().value()));
  }

  private Belonging toBot(Optional<Integer> bot, Instant written) {
    return database.write(handle ->
        new Announcements(handle, TestPortal.NEWS, bot)
            .ofWords(Set.of("lars"), Optional.empty(), "I did", written));
  }

  @Test
  void aPressThatOvertakesTheAnswerOfItsSendWaits() {
    given.sent("lars", NOW.minusSeconds(60));
    given.inState("lars", "sending", NOW);
    assertThat(press("not known yet")).isInstanceOf(Belonging.NotYet.class);
  }

  @Test
  void aPressInAMessageWhoseIdNobodyKnowsBelongsToIt() {
    var held = given.inState("lars", "held", NOW);
    assertThat(press("some message")).isEqualTo(about(held));
  }

  @Test
  void wordsBelongToTheLatestAnnouncementBeforeThem() {
    var first = given.sent("lars", NOW);
    var second = given.sent("lars", NOW.plusSeconds(60));
    given.sent("maija", NOW.plusSeconds(90));

    assertThat(words(NOW.minusSeconds(1))).isEqualTo(new Belonging.None(Why.NO_ANNOUNCEMENT));
    assertThat(words(NOW.plusSeconds(1))).isEqualTo(about(first));
    assertThat(words(NOW.plusSeconds(61))).isEqualTo(about(second));
  }

  @Test
  void wordsInAThreadBelongToItsMessage() {
    var first = given.sent("lars", NOW);
    given.sent("lars", NOW.plusSeconds(60));
    var later = NOW.plusSeconds(90);

    assertThat(words(Optional.of(first.messageId()), later)).isEqualTo(about(first));
    var store = new AnswerStore(database);
    database.write(handle -> store.add(handle, written(first, "an answer", "lars", "I did")));
    assertThat(words(Optional.of("an answer"), later))
        .as("below an answer")
        .isEqualTo(about(first));
    database.write(handle ->
        handle.execute("DELETE FROM job WHERE id = ?", first.announcement().job().value()));
    assertThat(words(Optional.of("an answer"), later)).isEqualTo(new Belonging.None(Why.DELETED));
  }

  @Test
  void wordsBelowAnAnswerOfSomebodyWhoWasErasedSinceBelongToWhatTheyGotSince() {
    var first = given.sent("lars", NOW);
    var store = new AnswerStore(database);
    database.write(handle -> store.add(handle, written(first, "erased", "forgotten-1", "")));
    database.write(handle -> handle.execute("UPDATE recipient SET target = 'forgotten-1-3'"));
    var thread = Optional.of("erased");

    assertThat(words(thread, NOW.plusSeconds(9)))
        .isEqualTo(new Belonging.None(Why.NO_ANNOUNCEMENT));
    var second = given.sent("lars", NOW.plusSeconds(60));
    assertThat(words(thread, NOW.plusSeconds(90))).isEqualTo(about(second));
  }

  @Test
  void whatIsNotSettledYetIsWaitedFor() {
    var first = given.sent("lars", NOW);
    given.inState("lars", "unknown", NOW.plusSeconds(60));

    assertThat(words(NOW.plusSeconds(1))).isEqualTo(about(first));
    assertThat(words(NOW.plusSeconds(61))).isInstanceOf(Belonging.NotYet.class);
  }

  @Test
  void whatArrivedCountsBeforeWhatMayHaveArrived() {
    var first = given.sent("lars", NOW);
    var held = given.inState("lars", "held", NOW.plusSeconds(60));
    given.inState("lars", "failed", NOW.plusSeconds(70));

    assertThat(words(NOW.plusSeconds(80))).isEqualTo(about(first));
    given.inState("maija", "held", NOW);
    assertThat(
            found(announcements ->
                announcements.ofWords(Set.of("maija"), Optional.empty(), "Yes", NOW)))
        .isInstanceOf(Belonging.About.class);
    assertThat(held.messageId()).isEmpty();
  }

  @Test
  void testsAreNoAnnouncements() {
    var test = given.test("lars", NOW);

    assertThat(words(NOW.plusSeconds(1))).isEqualTo(new Belonging.None(Why.NO_ANNOUNCEMENT));
    assertThat(words(Optional.of(test.messageId()), NOW.plusSeconds(1)))
        .isEqualTo(new Belonging.None(Why.TEST));
    assertThat(press(test.messageId())).isEqualTo(new Belonging.None(Why.TEST));
  }

  @Test
  void whatIsAboutADeletedAnnouncementBelongsToNoOther() {
    given.sent("lars", NOW);
    var deleted = given.sent("lars", NOW.plusSeconds(60));
    database.write(handle ->
        handle.execute("DELETE FROM job WHERE id = ?", deleted.announcement().job().value()));

    assertThat(words(NOW.plusSeconds(61))).isEqualTo(new Belonging.None(Why.DELETED));
    assertThat(press(deleted.messageId())).isEqualTo(new Belonging.None(Why.DELETED));
  }

  @Test
  void theAgreedWordBelongsToTheLatestThatWaitsForIt() {
    var first = asking("Seen", 0);
    var second = asking("Seen", 60);
    var other = asking("Understood", 120);
    var plain = given.sent("lars", NOW.plusSeconds(180));
    var thread = Optional.of(plain.messageId());

    assertThat(words("understood!")).isEqualTo(about(other));
    assertThat(words("Seen it")).isEqualTo(about(plain));
    assertThat(words(thread, "Seen", NOW.plusSeconds(900))).as("a thread").isEqualTo(about(plain));
    assertThat(words(Optional.empty(), "seen", NOW.plusSeconds(30))).isEqualTo(about(first));
    assertThat(words("seen")).isEqualTo(about(second));
    acknowledge(second);
    assertThat(words("seen")).as("twice").isEqualTo(about(first));
    acknowledge(first);
    assertThat(words("seen")).as("once too often").isEqualTo(about(plain));
  }

  @Test
  void theAgreedWordAfterAReminderIsForWhatItRemindsOf() {
    var first = asking("One", 0);
    var second = asking("Two", 60);
    var reminder = reminding(first, 120);
    var again = reminding(reminder, 180);
    var ofSecond = reminding(second, 240);

    assertThat(words("two")).isEqualTo(about(ofSecond));
    assertThat(words("one")).isEqualTo(about(again));
    acknowledge(first);
    assertThat(words("one")).as("acknowledged elsewhere").isEqualTo(about(ofSecond));
  }

  @Test
  void nothingWaitsForAWordThatWasRecalledOrDeleted() {
    var first = asking("Seen", 0);
    var recalled = asking("Seen", 60);
    var deleted = asking("Seen", 120);
    database.write(handle ->
        handle.execute(
            "UPDATE recipient SET followed = 'recalled' WHERE run = ?", recalled.run().value()));
    database.write(handle ->
        handle.execute("DELETE FROM job WHERE id = ?", deleted.announcement().job().value()));

    assertThat(words("seen")).isEqualTo(about(first));
    acknowledge(first);
    assertThat(words("seen")).isEqualTo(new Belonging.None(Why.DELETED));
  }

  @Test
  void theAgreedWordWaitsOnlyForWhatAsksForIt() {
    var first = asking("Seen", 0);
    given.inState("lars", "unknown", NOW.plusSeconds(60));

    assertThat(words("hello")).isInstanceOf(Belonging.NotYet.class);
    assertThat(words("seen")).isEqualTo(about(first));
    database.write(handle -> handle.execute("UPDATE job SET acknowledge = ?", "{damaged"));
    assertThat(words("seen")).isInstanceOf(Belonging.NotYet.class);
  }

  @Test
  void aWordThatIsReadOftenAtOnceIsForAsMany() throws Exception {
    var many = 8;
    IntStream.range(0, many).forEach(number -> asking("Seen", number));
    Callable<Boolean> once =
        () ->
            database.write(handle -> {
              var about =
                  (Belonging.About)
                      new Announcements(handle, TestPortal.NEWS, Optional.of(0))
                          .ofWords(Set.of("lars"), Optional.empty(), "seen", NOW.plusSeconds(900));
              return Acknowledgements.add(handle, about.announcement().run(), person("lars"), NOW);
            });

    try (var readers = Executors.newFixedThreadPool(many)) {
      for (var read : readers.invokeAll(Collections.nCopies(many, once))) {
        assertThat(read.get()).isTrue();
      }
    }
  }

  @Test
  void allFormsOfAPersonsIdAreThatPerson() {
    var uuid = "92db3be0-43bd-11e6-8ae9-dd5b3dfc565d";
    var inFull = "Y2lzY29zcGFyazovL3VzL1BFT1BMRS85MmRiM2JlMC00M2JkLTExZTYtOGFlOS1kZDViM2RmYzU2NWQ";
    var sent = given.sent(inFull, NOW);

    for (var form : new String[] {uuid, inFull, inFull + "="}) {
      var found =
          found(announcements ->
              announcements.ofWords(
                  Announcements.targets(person(form)),
                  Optional.empty(),
                  "Yes",
                  NOW.plusSeconds(1)));
      assertThat(((Belonging.About) found).announcement()).as(form).isEqualTo(sent.announcement());
      assertThat(((Belonging.About) found).target()).isEqualTo(inFull);
    }
  }

  private interface Question {
    Belonging to(Announcements announcements);
  }

  private Belonging found(Question question) {
    return database.write(
        handle -> question.to(new Announcements(handle, TestPortal.NEWS, Optional.of(0))));
  }

  private Belonging press(String messageId) {
    return found(
        announcements -> announcements.ofPress(Set.of("lars"), messageId, NOW.plusSeconds(100)));
  }

  private Belonging words(Instant written) {
    return words(Optional.empty(), written);
  }

  private Belonging words(Optional<String> parent, Instant written) {
    return words(parent, "Yes", written);
  }

  private Belonging words(Optional<String> parent, String words, Instant written) {
    return found(announcements -> announcements.ofWords(Set.of("lars"), parent, words, written));
  }

  private Belonging words(String words) {
    return words(Optional.empty(), words, NOW.plusSeconds(900));
  }

  private Sent asking(String word, int after) {
    var sent = given.sent("lars", NOW.plusSeconds(after));
    database.write(handle ->
        handle.execute(
            "UPDATE job SET acknowledge = ? WHERE id = ?",
            new Acknowledgement("", word).kept(),
            sent.announcement().job().value()));
    return sent;
  }

  private Sent reminding(Sent earlier, int after) {
    var sent = given.sent("lars", NOW.plusSeconds(after));
    database.write(handle ->
        handle.execute(
            "UPDATE run SET reminds = ? WHERE id = ?", earlier.run().value(), sent.run().value()));
    return sent;
  }

  private void acknowledge(Sent sent) {
    assertThat(
            database.<Boolean>write(
                handle -> Acknowledgements.add(handle, sent.run(), person("lars"), NOW)))
        .isTrue();
  }

  private static Belonging about(Sent sent) {
    return new Belonging.About(sent.announcement(), "lars", "Lars Berg", "lars@northwind.example");
  }
}
