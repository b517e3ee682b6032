package belfry.runs.recipients;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.apps.Bot;
import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.Run;
import belfry.runs.Runs;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many people would move if all were shared out anew, on a real database. */
@OnEngines
class BotSharesTest extends StorageTest {
  private static final AppName NEWS = new AppName("news");
  private static final Instant NOW = Instant.parse("2026-11-21T09:00:00Z");
  private static final List<String> PEOPLE =
      IntStream.range(0, 5_000).mapToObj("person-%05d"::formatted).toList();
  private static final BotChoice THREE = choice(0, 1, 2);
  private static final BotChoice FOUR = choice(0, 1, 2, 3);

  @TempDir Path directory;

  private Database database;
  private BotShares shares;

  @BeforeEach
  void open() {
    database = open(directory);
    shares = new BotShares(database);
    keep(PEOPLE, THREE::ofNew, NOW);
  }

  private static BotChoice choice(Integer... numbers) {
    return new BotChoice(
        NEWS,
        List.of(numbers).stream()
            .map(n -> new Bot(n, new PersonId("bot-" + n), "News", "", "", false))
            .map(bot -> new BotChoice.Candidate(bot, 1, true))
            .toList(),
        Optional.empty(),
        _ -> Optional.empty());
  }

  private void keep(List<String> people, Function<String, Integer> bots, Instant at) {
    var chosen = people.stream().collect(Collectors.toMap(one -> one, bots));
    database.write(handle -> {
      PersonBots.keep(handle, NEWS, chosen, at);
      return chosen.size();
    });
  }

  private void doubt(List<String> people, int bot) {
    var content = new Content("Hello", Optional.empty());
    var run = Run.test(NEWS, content, new PersonId("ana"), NOW);
    database.write(handle -> {
      Runs.insert(handle, run, Audience.NOBODY, NOW);
      people.forEach(one ->
          handle.execute(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, lane)
              VALUES (?, ?, 'person', ?, '', '', '', 'unknown', 1, ?)
              """,
              run.id().value(),
              people.indexOf(one),
              one,
              bot));
      return people.size();
    });
  }

  private static List<String> movers() {
    return PEOPLE.stream().filter(one -> FOUR.ofNew(one) != THREE.ofNew(one)).toList();
  }

  @Test
  void aNewBotGetsItsShareFromAllOthers() {
    assertThat(shares.moving(NEWS, THREE)).isZero();
    assertThat(shares.moving(NEWS, choice(0))).as("to the only one that is left").isZero();
    assertThat(shares.moving(NEWS, FOUR)).isEqualTo(movers().size()).isBetween(1_100L, 1_400L);
    var ofTheSecond = PEOPLE.stream().filter(one -> THREE.ofNew(one) == 1).count();
    assertThat(shares.of(NEWS).people()).containsEntry(1, ofTheSecond).hasSize(3);
    assertThat(shares.moving(NEWS, choice(0, 2))).as("whose bot is gone moves anyway").isZero();
  }

  @Test
  void whoIsInDoubtKeepsTheBotThatMayHaveWritten() {
    var some = movers().stream().filter(one -> THREE.ofNew(one) == 1).limit(30).toList();
    doubt(some, 1);
    assertThat(shares.moving(NEWS, FOUR)).isEqualTo(movers().size() - 30);

    doubt(PEOPLE.stream().filter(one -> FOUR.ofNew(one) == 0).limit(7).toList(), 2);
    assertThat(shares.moving(NEWS, FOUR)).isEqualTo(movers().size() - 30 + 7);
  }

  @Test
  void itIsDoneOnceForARevision() {
    assertThat(spread(0, NOW.plusSeconds(5))).isTrue();
    assertThat(spread(0, NOW.plusSeconds(6))).isFalse();

    var revision = shares.of(NEWS).revision();
    assertThat(revision).isPositive();
    assertThat(shares.of(NEWS).open()).isEqualTo(PEOPLE.size());
    assertThat(shares.moving(NEWS, FOUR)).as("those who are to move already").isZero();

    keep(PEOPLE.subList(0, 100), FOUR::ofNew, NOW.plusSeconds(9));
    assertThat(shares.of(NEWS).open()).isEqualTo(PEOPLE.size() - 100L);
    assertThat(spread(revision, NOW)).as("while the clock is behind").isTrue();
    assertThat(shares.of(NEWS).revision()).isGreaterThan(revision);
  }

  private boolean spread(long revision, Instant now) {
    return database.write(handle -> BotShares.spread(handle, NEWS, revision, now));
  }
}
