package belfry.runs.recipients;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.Bot;
import belfry.people.audience.Target;
import belfry.platform.ids.PersonId;
import belfry.platform.ids.SpaceId;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.BotChoice.Candidate;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import belfry.testing.TestPortal;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who hears from which bot. */
@OnEngines
class BotChoiceTest extends StorageTest {
  private static final int PEOPLE = 3_000;
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir Path directory;
  private Database database;
  private int runs;

  @BeforeEach
  void build() {
    database = open(directory);
  }

  @AfterEach
  void close() {
    database.close();
  }

  private static Candidate bot(int number, double weight, boolean works) {
    var id = new PersonId("bot" + number);
    return new Candidate(new Bot(number, id, "News", "", "", false), weight, works);
  }

  private static List<Candidate> bots(int... numbers) {
    return IntStream.of(numbers).mapToObj(number -> bot(number, 1, true)).toList();
  }

  private static List<Target> people() {
    return IntStream.range(0, PEOPLE)
        .mapToObj(i -> new Target(Target.Kind.PERSON, "p" + i, "", ""))
        .toList();
  }

  private List<Integer> chosen(List<Candidate> bots) {
    return chosen(bots, people(), Optional.empty(), NOW);
  }

  private List<Integer> chosen(
      List<Candidate> bots, List<Target> people, Optional<RunId> reminded, Instant now) {
    var choice =
        new BotChoice(
            TestPortal.NEWS,
            bots,
            reminded,
            space -> Optional.of(2).filter(_ -> space.equals(new SpaceId("second"))));
    return database.write(handle -> {
      var all = new ArrayList<Integer>();
      for (var from = 0; from < people.size(); from += 1_000) {
        var page = people.subList(from, Math.min(people.size(), from + 1_000));
        all.addAll(choice.among(handle, page, now));
      }
      return all;
    });
  }

  private void forgetAll() {
    database.write(handle -> handle.execute("DELETE FROM person_bot"));
  }

  /** A run of the app in which these have it from this bot. */
  private RunId run(List<Target> people, int bot, String state, String gate) {
    var id = new RunId(++runs);
    database.write(handle -> {
      handle.execute(
          """
          INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience,
            on_unknown, started_by, late, notes, created, next_seq, total,
            pending, retry, sending, unknown, held, sent, failed, skipped)
          VALUES (?, 'news', ?, 'job', 0, ?, 1, 'm', '{"entries":[]}', 'hold', 'author',
            0, '[]', ?, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
          """,
          id.value(),
          id.value(),
          gate,
          NOW);
      RecipientRows.insert(
          handle, id, 0, people, Collections.nCopies(people.size(), bot), false, Optional.empty());
      return handle.execute("UPDATE recipient SET state = ? WHERE run = ?", state, id.value());
    });
    return id;
  }

  private static long count(List<Integer> bots, int number) {
    return bots.stream().filter(bot -> bot == number).count();
  }

  private static long moved(List<Integer> before, List<Integer> after) {
    return IntStream.range(0, before.size())
        .filter(i -> !before.get(i).equals(after.get(i)))
        .count();
  }

  @Test
  void eachHasItsShareByHowFastItIs() {
    var alike = chosen(bots(0, 1, 2));
    for (var number = 0; number < 3; number++) {
      assertThat(count(alike, number)).isBetween(PEOPLE / 3L - 150, PEOPLE / 3L + 150);
    }

    forgetAll();
    var fast = chosen(List.of(bot(0, 30, true), bot(1, 10, true)));
    assertThat(count(fast, 0)).isBetween(PEOPLE * 3L / 4 - 150, PEOPLE * 3L / 4 + 150);
  }

  @Test
  void aBotThatComesOrGoesMovesItsShareOnly() {
    var two = chosen(bots(0, 1));
    forgetAll();
    var three = chosen(bots(0, 1, 2));

    assertThat(moved(two, three)).isEqualTo(count(three, 2));
  }

  @Test
  void whoHasOneKeepsItHoweverManyThereAreAndHoweverFast() {
    var two = chosen(bots(0, 1));

    assertThat(chosen(List.of(bot(0, 1, true), bot(1, 90, true), bot(2, 500, true))))
        .isEqualTo(two);
  }

  @Test
  void whoWasWrittenToBeforeThereWereSeveralKeepsThatBot() {
    run(people().subList(0, 100), 0, "sent", "closed");
    run(people().subList(100, 200), 1, "failed", "closed");

    var all = chosen(bots(0, 1, 2));

    assertThat(all.subList(0, 100)).containsOnly(0);
    assertThat(all.subList(100, 200)).contains(0, 1, 2);
  }

  @Test
  void whoseBotIsRefusedNowHearsFromAnotherAndHasItsOwnAgainAfterwards() {
    var before = chosen(bots(0, 1, 2));

    var meanwhile = chosen(List.of(bot(0, 1, true), bot(1, 1, false), bot(2, 1, true)));

    assertThat(meanwhile).doesNotContain(1);
    assertThat(moved(before, meanwhile)).isEqualTo(count(before, 1));
    assertThat(chosen(bots(0, 1, 2))).isEqualTo(before);
  }

  @Test
  void whoseBotIsGoneHasAnotherFromThenOn() {
    var before = chosen(bots(0, 1, 2));
    var after = chosen(bots(0, 2));

    assertThat(moved(before, after)).isEqualTo(count(before, 1));
    assertThat(chosen(bots(0, 1, 2))).isEqualTo(after);
  }

  @Test
  void whoIsSharedOutAnewMovesUnlessTheyAreInDoubt() {
    run(people(), 0, "sent", "closed");
    assertThat(chosen(bots(0, 1, 2))).containsOnly(0);
    run(people().subList(0, 300), 0, "unknown", "open");
    database.write(handle ->
        handle.execute("INSERT INTO bots_spread (app, at) VALUES ('news', ?)", NOW.plusSeconds(1)));

    var after = chosen(bots(0, 1, 2), people(), Optional.empty(), NOW.plusSeconds(2));

    assertThat(after.subList(0, 300)).containsOnly(0);
    assertThat(count(after.subList(300, PEOPLE), 0)).isBetween(750L, 1_050L);
    assertThat(chosen(bots(0, 1, 2))).as("they keep it again").isEqualTo(after);
  }

  @Test
  void whoIsRemindedHearsFromTheBotFromWhichTheyHaveIt() {
    var some = people().subList(0, 50);
    chosen(bots(0, 1));
    var run = run(some, 2, "sent", "closed");

    assertThat(chosen(bots(0, 1, 2), some, Optional.of(run), NOW)).containsOnly(2);
  }

  @Test
  void inASpaceWritesWhoIsThere() {
    var spaces =
        List.of(
            new Target(Target.Kind.SPACE, "first", "", ""),
            new Target(Target.Kind.SPACE, "second", "", ""));

    assertThat(chosen(bots(0, 1, 2), spaces, Optional.empty(), NOW)).containsExactly(0, 2);
  }

  @Test
  void anAppWithOneBotKeepsNothing() {
    assertThat(chosen(bots(0))).containsOnly(0);
    assertThat(
            database.<Long>read(handle ->
                handle.createQuery("SELECT COUNT(*) FROM person_bot").mapTo(Long.class).one()))
        .isZero();
  }
}
