package belfry.delivery.lane;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.people.audience.Target;
import belfry.platform.Outcome;
import belfry.runs.Run;
import belfry.runs.ids.RunId;
import belfry.runs.recipients.Reasons;
import belfry.runs.recipients.RecipientState;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whose a refusal for a while is, and who waits for it. */
class LaneRefusalsTest extends LaneFixture {
  private static final Outcome ONE_SECOND = new Outcome.Throttled(Duration.ofSeconds(1));

  private int attempts;

  /** Tenths of a second in which these are refused and everybody else is accepted. */
  private void refuse(Duration howLong, Predicate<String> these) {
    for (var i = 0; i < howLong.toMillis() / 100; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      for (var sent : wire.newlySent()) {
        var refused = these.test(sent.target());
        attempts += refused ? 1 : 0;
        if (refused) {
          sent.ends(ONE_SECOND);
        } else {
          sent.isAccepted();
        }
      }
      turn();
    }
  }

  private RecipientState state(RunId run, String target) {
    return memory.rows(run).stream()
        .filter(row -> row.target().equals(target))
        .findFirst()
        .orElseThrow()
        .state();
  }

  @Test
  void oneWhoIsRefusedForEverCostsTheOthersTwoRestsAndIsLeftToPeople() {
    var run = run(100);
    refuse(Duration.ofSeconds(20), "p0"::equals);

    assertThat(memory.tally(run).sent()).isEqualTo(99);
    assertThat(memory.rests()).hasSize(2);
    assertThat(attempts).isLessThan(8);

    var other = memory.addRun(Run.Kind.JOB, "Another", LedgerContract.people(60));
    lane.deliver(new LaneEvent.Changed());
    refuse(Duration.ofSeconds(10), "p0"::equals);
    assertThat(memory.tally(other).sent()).isEqualTo(59);
    assertThat(memory.rests()).hasSize(2);

    refuse(TUNING.listingPatience().plusMinutes(3), "p0"::equals);
    assertThat(state(run, "p0")).isEqualTo(RecipientState.FAILED);
    assertThat(attempts).isLessThan(60);
  }

  @Test
  void aTenthRefusedForEverAreSoonKnownAndTheOthersGoOn() {
    var run = run(500);
    Predicate<String> tenth = target -> target.endsWith("7");
    for (var second = 0; second < 60 && memory.tally(run).sent() < 450; second++) {
      refuse(Duration.ofSeconds(1), tenth);
    }

    assertThat(memory.tally(run).sent()).isEqualTo(450);
    assertThat(memory.rests().size()).isLessThan(10);
  }

  @Test
  void aTenthRefusedForEverAreLeftToPeopleThoughNobodyElseIsLeft() {
    var run = run(100);
    refuse(TUNING.listingPatience().plusMinutes(10), target -> target.endsWith("7"));

    assertThat(memory.tally(run).sent()).isEqualTo(90);
    assertThat(memory.tally(run).failed()).isEqualTo(10);
  }

  @Test
  void whoeverIsAcceptedAgainGetsItAndIsForgotten() {
    var run = run(100);
    refuse(Duration.ofMinutes(1), "p0"::equals);
    refuse(Duration.ofSeconds(61), _ -> false);

    assertThat(memory.tally(run).sent()).isEqualTo(100);
  }

  @Test
  void whereNobodyIsAcceptedItIsTheBotsHoweverLong() {
    var run = run(40);
    refuse(TUNING.listingPatience().multipliedBy(3), _ -> true);
    assertThat(memory.tally(run).failed()).isZero();
    assertThat(memory.rests().size()).isGreaterThan(1_000);

    refuse(Duration.ofMinutes(2), _ -> false);
    assertThat(memory.tally(run).sent()).isEqualTo(40);
  }

  @Test
  void afterSomeWhoAreRefusedAloneALimitOfTheBotIsNobodyElses() {
    var run = run(500);
    Predicate<String> tenth = target -> target.endsWith("7");
    refuse(Duration.ofSeconds(10), tenth);
    assertThat(memory.tally(run).sent()).isBetween(20L, 400L);
    refuse(TUNING.listingPatience().multipliedBy(3), _ -> true);
    assertThat(memory.rows(run))
        .filteredOn(row -> row.state() == RecipientState.FAILED)
        .allMatch(row -> tenth.test(row.target()));

    for (var minute = 0; minute < 30 && memory.tally(run).sent() < 450; minute++) {
      refuse(Duration.ofMinutes(1), tenth);
    }
    assertThat(memory.tally(run).sent()).isEqualTo(450);
  }

  /** It says no more of them than of one. */
  @Test
  void severalWhomALimitRefusesAgainTogetherAreNotTheCause() {
    run(100);
    var met = new HashMap<String, Integer>();
    Predicate<String> limit =
        target -> {
          if (Set.of("p5", "p6", "p7").contains(target)) {
            met.merge(target, 1, Integer::sum);
          }
          return met.getOrDefault(target, 0) == 1 || met.containsValue(2);
        };
    refuse(Duration.ofSeconds(20), limit);

    assertThat(met.values()).contains(2);
    assertThat(attempts).isGreaterThan(8);
    assertThat(memory.rests()).hasSize(attempts);
  }

  @Test
  void whoeverIsNewGoesBeforeThoseWhoWaitAlone() {
    Predicate<String> many = target -> target.compareTo("p2") < 0;
    var run = run(60);
    refuse(Duration.ofSeconds(20), many);
    var waiting = memory.tally(run).retry();
    var before = attempts;
    var other = memory.addRun(Run.Kind.JOB, "Another", newPeople());
    lane.deliver(new LaneEvent.Changed());
    refuse(Duration.ofSeconds(10), many);

    assertThat(waiting).isEqualTo(12);
    assertThat(memory.tally(other).sent()).isGreaterThan(100);
    assertThat(attempts - before).isLessThan((int) memory.tally(other).sent() / 8);
  }

  @Test
  void whoOnlyMetTheLimitOfTheBotIsNotSaidToBeRefusedAlone() {
    var run = run(200);
    var tries = new HashMap<Long, Integer>();
    var said = new HashSet<Long>();
    var tokens = 50.0;
    for (var i = 0; i < 1_800; i++) {
      time.pass(Duration.ofMillis(100));
      turn();
      // A bucket of five, refilled with one a second; and p0 is refused for ever.
      tokens = Math.min(50, tokens + 1);
      for (var sent : wire.newlySent()) {
        var passes = tokens >= 10;
        tokens -= passes ? 10 : 0;
        if (passes && !sent.target().equals("p0")) {
          sent.isAccepted();
        } else {
          tries.merge(seq(run, sent.target()), 1, Integer::sum);
          sent.ends(ONE_SECOND);
        }
      }
      turn();
      lane.turns().refused().keySet().forEach(key -> said.add(key.seq()));
      assertThat(lane.turns().refused().keySet())
          .allMatch(key -> tries.getOrDefault(key.seq(), 0) >= 3);
    }
    assertThat(said).contains(seq(run, "p0"));
  }

  @Test
  void aFirstAndASecondRefusalAreTheBotsInTheWordsForPeople() {
    var refusals = new Refusals<String>(TUNING, time, () -> 0);
    for (var i = 0; i < 4; i++) {
      refused(refusals, "known");
    }
    assertThat(refusals.areAbout()).isTrue();

    assertThat(refused(refusals, "new")).isEqualTo("Webex asked us to wait.");
    assertThat(refused(refusals, "new")).isEqualTo("Webex asked us to wait.");
    assertThat(refused(refusals, "new")).startsWith("Webex takes nothing for this recipient");
  }

  /** While two others pass; the reason that people read. */
  private static String refused(Refusals<String> refusals, String who) {
    var reason = Reasons.of(refusals.judged(who, who, ONE_SECOND));
    refusals.judged("other", "other", new Outcome.Accepted("m", Optional.empty(), ""));
    refusals.judged("another", "another", new Outcome.Accepted("n", Optional.empty(), ""));
    return reason;
  }

  private long seq(RunId run, String target) {
    return memory.rows(run).stream()
        .filter(row -> row.target().equals(target))
        .findFirst()
        .orElseThrow()
        .seq;
  }

  private static List<Target> newPeople() {
    return IntStream.range(0, 400)
        .mapToObj(i -> new Target(Target.Kind.PERSON, "q" + i, "", ""))
        .toList();
  }
}
