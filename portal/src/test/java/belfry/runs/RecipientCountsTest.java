package belfry.runs;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
import belfry.messages.Content;
import belfry.people.audience.Audience;
import belfry.platform.ids.PersonId;
import belfry.runs.RecipientList.Failure;
import belfry.runs.recipients.RecipientRows;
import belfry.runs.recipients.RecipientState;
import belfry.runs.recipients.Tally;
import belfry.storage.Database;
import belfry.testing.OnEngines;
import belfry.testing.StorageTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many recipients are in each state, and were refused for which reason, on a real database. */
@OnEngines
class RecipientCountsTest extends StorageTest {
  private static final Instant NOW = Instant.parse("2026-11-25T09:00:00Z");

  @TempDir Path directory;
  private Database database;
  private Run run;

  @BeforeEach
  void build() {
    database = open(directory);
    run = run();
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void eachStateIsCounted() {
    var states = RecipientState.values();
    recipients(run, 100, seq -> states[Math.min(seq % 13, states.length - 1)].word(), _ -> "");
    recipients(run(), 3, _ -> "sent", _ -> "");

    assertThat(database.<Tally>read(handle -> RecipientRows.counted(handle, run.id())))
        .isEqualTo(new Tally(8, 8, 8, 8, 8, 8, 8, 44));
    assertThat(database.<Tally>read(handle -> RecipientRows.counted(handle, run().id())))
        .isEqualTo(new Tally(0, 0, 0, 0, 0, 0, 0, 0));
  }

  /** Half of them go from one of the chosen states to another between two pages, and back. */
  @Test
  void whoeverStaysInTheChosenStatesIsOnOnePageWhicheverOfThemItIs() {
    for (var states :
        List.of(
            List.of(RecipientState.HELD, RecipientState.SENT),
            List.of(RecipientState.PENDING, RecipientState.FAILED),
            List.of(RecipientState.RETRY, RecipientState.SKIPPED))) {
      var one = run();
      recipients(one, 40, seq -> states.get(seq % 2).word(), _ -> "");
      var seen = new ArrayList<Long>();
      var after = Optional.<RecipientList.After>empty();
      do {
        var page =
            new RecipientList(database)
                .page(new RecipientList.Query(one.id(), states, "", after, 6));
        page.recipients().forEach(recipient -> seen.add(recipient.seq()));
        after = page.next();
        database.write(handle ->
            handle.execute(
                "UPDATE recipient SET state = CASE WHEN state = ? THEN ? ELSE ? END WHERE run = ?",
                states.getFirst().word(),
                states.getLast().word(),
                states.getFirst().word(),
                one.id().value()));
      } while (after.isPresent());
      assertThat(seen).as(states.toString()).isSorted().hasSize(40).doesNotHaveDuplicates();
    }
  }

  @Test
  void reasonsAreCountedOverAllSteps() {
    recipients(
        run, 41_000, seq -> seq % 41 == 0 ? "sent" : "failed", seq -> seq % 2 == 0 ? "old" : "new");
    recipients(run(), 3, _ -> "failed", _ -> "another run's");

    assertThat(new RecipientList(database).failures(run.id()))
        .containsExactly(new Failure("new", 20_000), new Failure("old", 20_000));
  }

  @Test
  void theMostFrequentReasonsAreListed() {
    recipients(run, 61, _ -> "failed", seq -> "reason " + seq / 2 % 60);

    var failures = new RecipientList(database).failures(run.id());
    assertThat(failures).hasSize(31).endsWith(new Failure("reason 30", 1));
    assertThat(failures.getFirst()).isEqualTo(new Failure("reason 0", 2));
    var many = run();
    recipients(many, 61, _ -> "failed", seq -> "reason " + Math.min(seq, 59));
    assertThat(new RecipientList(database).failures(many.id()))
        .hasSize(50)
        .startsWith(new Failure("reason 59", 2));
  }

  private Run run() {
    var one =
        Run.test(
            new AppName("news"), new Content("Hello", Optional.empty()), new PersonId("ana"), NOW);
    database.write(handle -> Runs.insert(handle, one, Audience.NOBODY, NOW));
    return one;
  }

  private void recipients(Run of, int count, IntFunction<String> state, IntFunction<String> why) {
    database.write(handle -> {
      var rows =
          handle.prepareBatch(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, reason)
              VALUES (?, ?, 'person', ?, '', '', '', ?, 1, ?)
              """);
      IntStream.range(0, count)
          .forEach(
              seq -> rows.add(of.id().value(), seq, "P" + seq, state.apply(seq), why.apply(seq)));
      return rows.execute().length;
    });
  }
}
