package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.messages.Content;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose turn it is where several runs wait for one bot. */
class LaneTurnsTest extends LaneFixture {
  @Test
  void anUrgentOneGoesBeforeOthersWhoKeepATenth() {
    var newsletter = run(5_000);
    deliver(100);
    var urgent = urgent(500);

    var sent = deliverUntilSent(urgent);

    assertThat(sent.get(newsletter)).isBetween(500 / 10L, 500 / 8L);
  }

  @Test
  void aSmallOneGoesBeforeALargeOneWhichKeepsATenth() {
    var newsletter = run(5_000);
    deliver(100);
    var small = run(80);

    var sent = deliverUntilSent(small);

    assertThat(sent.get(newsletter)).isBetween(80 / 10L, 80 / 5L);
  }

  @Test
  void ofLargeOnesAllGetTheSame() {
    var one = run(2_000);
    var other = run(2_000);

    deliver(400);

    assertThat(memory.tally(one).sent()).isCloseTo(memory.tally(other).sent(), Offset.offset(20L));
  }

  /** Also where they get a turn so seldom. */
  @ParameterizedTest
  @ValueSource(ints = {2, 3, 5, 10})
  void ofLargeOnesBehindAnUrgentOneAllGetTheSame(int others) {
    urgent(5_000);
    var large = IntStream.range(0, others).mapToObj(_ -> run(500)).toList();

    deliver(1_500);

    var each = 150L / others;
    assertThat(large)
        .allSatisfy(run -> assertThat(memory.tally(run).sent()).isBetween(each / 2, each * 2));
  }

  @Test
  void aTestWaitsForNobody() {
    urgent(500);
    run(5_000);
    deliver(100);
    var test = memory.addRun(Run.Kind.TEST, "Try", LedgerContract.people(1));

    assertThat(deliverUntilSent(test).values().stream().mapToLong(sent -> sent).sum())
        .isLessThan(100);
  }

  /** One in a hundred is the least that anybody gets. */
  @Test
  void nobodyWaitsForEver() {
    urgent(3_000);
    for (var i = 0; i < 30; i++) {
      run(100);
    }
    var last = run(3_000);

    deliver(2_000);

    assertThat(memory.tally(last).sent()).isBetween(2_000 / 120L, 2_000 / 80L);
  }

  /** Of an emergency the last has it within a fifth more of the time that it takes alone. */
  @Test
  void whateverElseWaitsAnUrgentOneTakesAFifthMoreTimeAtMost() {
    run(5_000);
    for (var i = 0; i < 20; i++) {
      run(100);
    }
    deliver(100);

    var others = deliverUntilSent(urgent(1_000)).values().stream().mapToLong(sent -> sent).sum();

    assertThat(others).isBetween(1L, 200L);
  }

  private RunId urgent(int people) {
    var content = new Content("Urgent", Optional.empty());
    var run =
        memory.addRun(Run.Kind.JOB, true, content, LedgerContract.people(people), Optional.empty());
    lane.deliver(new LaneEvent.Changed());
    return run;
  }

  private void deliver(int messages) {
    var count = 0;
    for (var i = 0; i < 2_000 && count < messages; i++) {
      count += step().size();
    }
    assertThat(count).isGreaterThanOrEqualTo(messages);
  }

  /** How many others got theirs until everybody in this run did, by run. */
  private Map<RunId, Long> deliverUntilSent(RunId run) {
    lane.deliver(new LaneEvent.Changed());
    var before = sent();
    for (var i = 0; i < 2_000 && memory.tally(run).open() > 0; i++) {
      step();
    }
    assertThat(memory.tally(run).open()).isZero();
    var others = sent();
    others.replaceAll((one, count) -> count - before.getOrDefault(one, 0L));
    others.remove(run);
    return others;
  }

  private Map<RunId, Long> sent() {
    var sent = new HashMap<RunId, Long>();
    memory.open().forEach(run -> sent.put(run.id(), memory.tally(run.id()).sent()));
    return sent;
  }
}
