package belfry.runs.followups;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.apps.AppName;
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
import java.util.Set;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which messages a follow-up is about, and in which order they are claimed, on a real database. */
@OnEngines
class FollowUpRowsTest extends StorageTest {
  private static final AppName APP = new AppName("news");
  private static final Instant NOW = Instant.parse("2026-11-25T09:00:00Z");
  private static final PersonId ANA = new PersonId("ana");

  @TempDir Path directory;
  private Database database;
  private Run run;

  @BeforeEach
  void build() {
    database = open(directory);
    run = Run.test(APP, new Content("Hello", Optional.empty()), ANA, NOW);
    database.write(handle -> Runs.insert(handle, run, Audience.NOBODY, NOW));
  }

  @AfterEach
  void close() {
    database.close();
  }

  @Test
  void messagesThatNothingCanBeDoneAboutDoNotStandInTheWay() {
    recipients("held", "nameless", "nameless", "sent", "held", "sent");
    close("closed");
    var followUp = planned();

    assertThat(claim(followUp, 1)).containsExactly(3L);
    assertThat(claim(followUp, 1)).containsExactly(5L);
    assertThat(claim(followUp, 1)).isEmpty();
    assertThat(now(followUp).tally()).isEqualTo(new FollowUpTally(0, 0, 2, 0, 0, 2, 2, 0));
  }

  @Test
  void whoWasInDoubtWhenTheFirstTimeWasBrokenOffIsNotForgotten() {
    recipients("unknown", "sent");
    close("open");
    var followUp = begun();
    database.write(handle -> new FollowUpPlan(handle, followUp, NOW).step());
    database.write(handle -> handle.execute("UPDATE recipient SET state = 'sent' WHERE seq = 0"));
    close("closed");

    assertThat(plan(followUp, FollowUpPlan::isLast)).as("it was begun before the end").isFalse();
    end(followUp, false);
    assertThat(plan(followUp, FollowUpPlan::isLast)).isTrue();
    assertThat(plan(followUp, FollowUpPlan::step)).isTrue();
    end(followUp, true);

    assertThat(claim(followUp, 5)).containsExactlyInAnyOrder(0L, 1L);
    assertThat(now(followUp).planned()).isTrue();
  }

  @Test
  void whatIsStoppedIsSkippedInSteps() {
    recipients("sent", "sent", "sent");
    close("closed");
    var followUp = planned();
    assertThat(claim(followUp, 1)).containsExactly(0L);
    database.write(handle -> {
      FollowUps.stop(handle, run.id());
      var moves = new FollowUpMoves(handle, 0, NOW);
      moves.skip(followUp);
      return moves.count();
    });

    assertThat(now(followUp).tally()).isEqualTo(new FollowUpTally(0, 0, 1, 0, 0, 0, 0, 2));
    assertThat(claim(followUp, 5)).isEmpty();
  }

  @Test
  void whoIsWrittenDownWhileItIsStoppedIsSkippedToo() {
    recipients("sent", "unknown");
    close("open");
    var followUp = begun();
    plan(followUp, FollowUpPlan::step);
    database.write(handle -> {
      FollowUps.stop(handle, run.id());
      return handle.execute("UPDATE recipient SET state = 'sent'");
    });
    skip(followUp);
    end(followUp, false);
    plan(followUp, FollowUpPlan::step);
    end(followUp, true);
    skip(followUp);

    assertThat(now(followUp).tally()).isEqualTo(new FollowUpTally(0, 0, 0, 0, 0, 0, 0, 2));
  }

  @Test
  void whomAnEarlierVersionWentPastIsSkippedToo() {
    recipients("sent", "sent", "sent");
    close("closed");
    var followUp = planned();
    database.write(handle -> {
      FollowUps.stop(handle, run.id());
      handle.execute("UPDATE follow_up_row SET number = number + 7000 WHERE number > 0");
      return handle.execute("UPDATE follow_up SET next_number = 9000, done = 7000");
    });

    skip(followUp);
    assertThat(now(followUp).tally().skipped()).isOne();
    skip(followUp);
    assertThat(now(followUp).tally().skipped()).isEqualTo(3);
    assertThat(now(followUp).tally().planned()).isZero();
  }

  @Test
  void onlyWhatAStoppedRecallHasTriedPutsTheMessagesOutOfDate() {
    recipients("held", "sent", "sent");
    close("closed");
    var followUp = planned();
    assertThat(outdated()).as("it goes on").isTrue();
    var tried = tasks(followUp, 1).getFirst();
    settle(tried.settled(FollowUpState.RETRY, "429").notCounted());
    database.write(handle -> {
      FollowUps.stop(handle, run.id());
      return 0;
    });
    skip(followUp);
    database.write(handle -> FollowUps.close(handle, followUp.id(), NOW));
    assertThat(outdated()).as("nothing was done, whoever is held").isFalse();

    database.write(handle ->
        handle.execute(
            "UPDATE follow_up_row SET state = 'unclear', attempt = 1 WHERE number = ?",
            tried.number()));
    assertThat(outdated()).as("what is unclear may be done").isTrue();
  }

  private boolean outdated() {
    var summed = new FollowUps(database).sums(List.of(run.id()));
    var whole = database.read(handle -> FollowUps.outdate(handle, run.id()));
    assertThat(summed.get(run.id())).extracting(FollowUps.Sum::outdated).isEqualTo(whole);
    return whole;
  }

  private void skip(FollowUp followUp) {
    database.write(handle -> {
      var moves = new FollowUpMoves(handle, 0, NOW);
      moves.skip(followUp);
      return moves.count();
    });
  }

  @Test
  void attemptsThatHadNoEffectDoNotCount() {
    recipients("sent");
    close("closed");
    var followUp = planned();
    var task = tasks(followUp, 1).getFirst();
    assertThat(task.attempt()).isEqualTo(1);
    settle(task.settled(FollowUpState.RETRY, "429").notCounted());

    assertThat(tasks(followUp, 1).getFirst().attempt()).isEqualTo(1);
  }

  @Test
  void whoeverMustStillWaitDoesNotStandInTheWay() {
    recipients("sent", "sent", "sent", "sent");
    close("closed");
    var followUp = planned();
    var refused = tasks(followUp, 2);
    var waiting = Set.of(refused.getFirst().number());
    for (var task : refused) {
      settle(task.settled(FollowUpState.RETRY, "429").notCounted());
    }

    assertThat(claim(followUp, 1, waiting)).containsExactly(1L);
    assertThat(claim(followUp, 5, waiting)).containsExactly(2L, 3L);
    assertThat(claim(followUp, 5, waiting)).isEmpty();
    assertThat(now(followUp).tally().retry()).isEqualTo(1);
    assertThat(claim(followUp, 5)).containsExactly(0L);
  }

  @Test
  void eachBotAsksForWhatItSent() {
    recipients("sent", "sent", "sent", "sent");
    database.write(handle -> {
      handle.execute("UPDATE recipient SET lane = 1 WHERE seq < 3 AND run = ?", run.id().value());
      lane(handle, 0);
      lane(handle, 1);
      return handle;
    });
    close("closed");
    var followUp = planned();

    assertThat(claim(0, followUp, 5)).containsExactly(3L);
    assertThat(claim(1, followUp, 2)).containsExactly(0L, 1L);
    assertThat(claim(0, followUp, 5)).isEmpty();
    assertThat(orphaned(0, followUp)).containsExactly(3L);
    assertThat(orphaned(1, followUp)).containsExactly(0L, 1L);
    assertThat(claim(1, followUp, 5)).containsExactly(2L);
  }

  @Test
  void whatIsStoppedIsSkippedByWhicheverBot() {
    recipients("sent", "sent");
    database.write(handle -> {
      lane(handle, 1);
      return handle.execute("UPDATE recipient SET lane = 1 WHERE run = ?", run.id().value());
    });
    close("closed");
    var followUp = planned();
    database.write(handle -> {
      FollowUps.stop(handle, run.id());
      return 0;
    });

    skip(followUp);

    assertThat(now(followUp).tally().skipped()).isEqualTo(2);
  }

  // ------------------------------------------------------------------------------------------

  private void lane(Handle handle, int lane) {
    handle.execute(
        "INSERT INTO run_lane (run, lane, next_seq) VALUES (?, ?, 0)", run.id().value(), lane);
  }

  private List<Long> claim(int lane, FollowUp followUp, int most) {
    return database.<List<Long>>write(handle -> {
      var moves = new FollowUpMoves(handle, lane, NOW);
      var claimed = moves.claim(followUp, most, Set.of(), new FollowUpMoves.Intent(1, 1));
      moves.count();
      return claimed.stream().map(FollowUpTask::seq).toList();
    });
  }

  private List<Long> orphaned(int lane, FollowUp followUp) {
    return database.<List<Long>>write(handle -> {
      var moves = new FollowUpMoves(handle, lane, NOW);
      var orphans = moves.orphan(followUp, 2);
      moves.count();
      return orphans.stream().map(FollowUpTask::seq).toList();
    });
  }

  private void settle(FollowUpTask.Settled settled) {
    database.write(handle -> {
      var moves = new FollowUpMoves(handle, 0, NOW);
      moves.settle(List.of(settled));
      return moves.count();
    });
  }

  private interface Step {
    boolean of(FollowUpPlan plan);
  }

  private boolean plan(FollowUp followUp, Step step) {
    return database.write(handle -> step.of(new FollowUpPlan(handle, followUp, NOW)));
  }

  private void end(FollowUp followUp, boolean last) {
    plan(
        followUp,
        plan -> {
          plan.ended(last);
          return last;
        });
  }

  private FollowUp begun() {
    var followUp =
        new FollowUp(
            FollowUpId.next(),
            APP,
            run.id(),
            run.job(),
            FollowUp.Kind.RECALL,
            FollowUp.Part.ALL,
            false,
            Optional.empty(),
            "",
            FollowUp.Gate.OPEN,
            false,
            ANA,
            "Ana Lopez",
            NOW,
            Optional.empty(),
            Optional.empty(),
            FollowUpTally.NONE);
    database.write(handle -> {
      FollowUps.insert(handle, followUp, Optional.empty());
      return followUp;
    });
    return followUp;
  }

  private FollowUp planned() {
    var followUp = begun();
    assertThat(plan(followUp, FollowUpPlan::step)).isTrue();
    end(followUp, true);
    return followUp;
  }

  private List<FollowUpTask> tasks(FollowUp followUp, int most) {
    return tasks(followUp, most, Set.of());
  }

  private List<FollowUpTask> tasks(FollowUp followUp, int most, Set<Long> waiting) {
    return database.write(handle -> {
      var moves = new FollowUpMoves(handle, 0, NOW);
      var claimed = moves.claim(followUp, most, waiting, new FollowUpMoves.Intent(1, 1));
      moves.count();
      return claimed;
    });
  }

  private List<Long> claim(FollowUp followUp, int most) {
    return claim(followUp, most, Set.of());
  }

  private List<Long> claim(FollowUp followUp, int most, Set<Long> waiting) {
    return tasks(followUp, most, waiting).stream().map(FollowUpTask::seq).toList();
  }

  private FollowUp now(FollowUp followUp) {
    return new FollowUps(database).find(followUp.id()).orElseThrow();
  }

  /** Recipients in these states; one that is nameless counts as sent, and nobody knows its id. */
  private void recipients(String... states) {
    database.write(handle -> {
      var rows =
          handle.prepareBatch(
              """
              INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt, message_id)
              VALUES (?, ?, 'person', ?, '', '', '', ?, 1, ?)
              """);
      IntStream.range(0, states.length)
          .forEach(seq -> {
            var nameless = states[seq].equals("nameless");
            rows.add(
                run.id().value(),
                seq,
                "P" + seq,
                nameless ? "sent" : states[seq],
                nameless ? null : "M" + seq);
          });
      rows.execute();
      return handle.execute(
          "UPDATE run SET total = ?, expanded = 1 WHERE id = ?", states.length, run.id().value());
    });
  }

  private void close(String gate) {
    database.write(
        handle -> handle.execute("UPDATE run SET gate = ? WHERE id = ?", gate, run.id().value()));
  }
}
