package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import belfry.pace.PacedRun.Result;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.storage.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The pacer against the simulator's own limits, 5,000 sends at a time, on owned time. */
class PacerTest {
  private static final int SENDS = 5_000;
  private static final int SEEDS = 3;

  private static Result go(LimitRule rule, long seed) {
    return go(rule, SENDS, seed);
  }

  private static Result go(LimitRule rule, int sends, long seed) {
    var run = new PacedRun(rule, seed);
    run.send(sends, new Pacer(PaceMemory.none(), 0));
    return run.result();
  }

  private static List<Result> results(int seeds, IntFunction<LimitRule> rule) {
    return IntStream.range(0, seeds).mapToObj(seed -> go(rule.apply(seed), seed)).toList();
  }

  private static double average(List<Result> results, ToDoubleFunction<Result> figure) {
    return results.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static LimitRule sends(Limit limit) {
    return LimitRule.of(Resource.MESSAGES_SEND, limit);
  }

  private static LimitRule halvedAndDoubled(Limit whole, Limit half) {
    return sends(whole)
        .thenAfter(Duration.ofSeconds(150), half)
        .thenAfter(Duration.ofSeconds(350), whole);
  }

  /** Limits, the least share of what they permit, and the most refusals of all requests. */
  static Stream<Arguments> limits() {
    var second = Duration.ofSeconds(1);
    var fiveSeconds = Duration.ofSeconds(5);
    var tenSeconds = Duration.ofSeconds(10);
    var minute = Duration.ofSeconds(60);
    return Stream.of(
        Arguments.of(sends(Limit.fixedWindow(600, minute)), 0.99, 0.005),
        Arguments.of(sends(Limit.slidingWindow(600, minute)), 0.99, 0.005),
        Arguments.of(sends(Limit.tokenBucket(20, 10)), 0.99, 0.005),
        Arguments.of(sends(Limit.fixedWindow(500, tenSeconds)), 0.98, 0.007),
        Arguments.of(sends(Limit.slidingWindow(500, tenSeconds)), 0.96, 0.006),
        Arguments.of(sends(Limit.tokenBucket(50, 50)), 0.98, 0.006),
        Arguments.of(sends(Limit.tokenBucket(10, 10)), 0.99, 0.005),
        Arguments.of(sends(Limit.tokenBucket(5, 5)), 0.98, 0.005),
        // A second's window forgets what a rest of a second held back: each refusal costs it all.
        Arguments.of(sends(Limit.slidingWindow(50, second)), 0.88, 0.005),
        Arguments.of(sends(Limit.tokenBucket(10, 50)), 0.8, 0.006),
        Arguments.of(
            halvedAndDoubled(
                Limit.slidingWindow(100, tenSeconds), Limit.slidingWindow(50, tenSeconds)),
            0.9,
            0.006),
        Arguments.of(
            halvedAndDoubled(
                Limit.slidingWindow(100, fiveSeconds), Limit.slidingWindow(50, fiveSeconds)),
            0.9,
            0.006),
        Arguments.of(
            halvedAndDoubled(Limit.tokenBucket(20, 10), Limit.tokenBucket(20, 5)), 0.95, 0.006));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void usesWhatIsPermittedAndIsSeldomRefused(LimitRule rule, double share, double refused) {
    var results = results(SEEDS, _ -> rule);
    assertThat(average(results, Result::share)).as("share of the permitted").isGreaterThan(share);
    assertThat(average(results, Result::refused)).as("share refused").isLessThan(refused);
    assertThat(results).as("requests inside a rest").allMatch(it -> it.early() == 0);
  }

  /**
   * Whatever is in flight when a window is full is refused, and a short message must pay for it.
   */
  @Test
  void aThousandMeetTheEndOfAWindowWithFewInFlight() {
    var minute = Duration.ofSeconds(60);
    var tenSeconds = Duration.ofSeconds(10);
    for (var limit :
        List.of(
            Limit.fixedWindow(600, minute),
            Limit.slidingWindow(600, minute),
            Limit.fixedWindow(500, tenSeconds),
            Limit.slidingWindow(500, tenSeconds))) {
      for (var seed = 0; seed < SEEDS; seed++) {
        assertThat(go(sends(limit), 1_000, seed).refused()).as("%s", limit).isLessThan(0.0051);
      }
    }
  }

  /**
   * That a limit has doubled is noticed by the next question only, and when that comes is luck: a
   * hundred kinds of it.
   */
  @Test
  void howSoonADoublingIsNoticedIsLuck() {
    var results = results(100, seed -> changing(new SplittableRandom(seed)));
    var shares = results.stream().mapToDouble(Result::share).summaryStatistics();
    var share = average(results, Result::share);
    var refused = average(results, Result::refused);
    System.out.printf(
        "pace: halved and doubled at any time: %.1f %% (%.1f to %.1f), %.3f %% refused%n",
        100 * share, 100 * shares.getMin(), 100 * shares.getMax(), 100 * refused);
    assertThat(shares.getMin()).as("least share of the permitted").isGreaterThan(0.92);
    assertThat(share).as("share of the permitted").isGreaterThan(0.955);
    assertThat(refused).as("share refused").isLessThan(0.0051);
    assertThat(results).as("requests inside a rest").allMatch(it -> it.early() == 0);
  }

  /** As in {@code belfry bench pace}, but for when. */
  private static LimitRule changing(SplittableRandom random) {
    var halvedAfter = random.nextInt(1_300, 2_000);
    return sends(Limit.tokenBucket(10, 10))
        .thenAfterAccepted(halvedAfter, Limit.tokenBucket(5, 5))
        .thenAfterAccepted(halvedAfter + random.nextInt(1_300, 2_000), Limit.tokenBucket(10, 10));
  }

  /** Limits that were taken for others, the seed with which they were, and the least share. */
  static Stream<Arguments> mistakable() {
    return Stream.of(
        // For 503 in fifteen seconds, for a minute.
        Arguments.of(Limit.slidingWindow(500, Duration.ofSeconds(10)), 100, 0.97),
        Arguments.of(Limit.fixedWindow(500, Duration.ofSeconds(10)), 100, 0.98),
        // For 51 in two seconds.
        Arguments.of(Limit.slidingWindow(50, Duration.ofSeconds(1)), 293, 0.9),
        // For ten and for five in any second.
        Arguments.of(Limit.tokenBucket(10, 10), 3, 0.99),
        Arguments.of(Limit.tokenBucket(5, 5), 3, 0.98));
  }

  @ParameterizedTest
  @MethodSource("mistakable")
  void aSpanThatHeldMoreIsNotTheLimit(Limit limit, long seed, double share) {
    assertThat(go(sends(limit), seed).share()).isGreaterThan(share);
  }

  /**
   * Steady limits, and how many are sent after those that taught the limit. Fixed windows are not
   * among them: two may be used up one right after the other, and nobody tells when they begin, so
   * that an estimate may be wrong by a whole one.
   */
  static Stream<Arguments> steady() {
    return IntStream.of(200, 1_000, 5_000)
        .boxed()
        .flatMap(count ->
            Stream.of(
                    Limit.slidingWindow(600, Duration.ofSeconds(60)),
                    Limit.slidingWindow(500, Duration.ofSeconds(10)),
                    Limit.tokenBucket(20, 10))
                .map(limit -> Arguments.of(sends(limit), count)));
  }

  @ParameterizedTest
  @MethodSource("steady")
  void whatItLearnedTellsHowLongAMessageTakes(LimitRule rule, int count) {
    var run = new PacedRun(rule, 1);
    var pacer = new Pacer(PaceMemory.none(), 0);
    run.send(SENDS, pacer);
    run.pass(Duration.ofMinutes(2));

    var estimate = pacer.memory(run.nanos()).rested().toSend(count).toNanos();
    var began = run.nanos();
    run.send(count / 2, pacer);
    var half = run.nanos();
    var left = pacer.memory(half).toSend(count - count / 2).toNanos();
    run.send(count - count / 2, pacer);

    var near = Percentage.withPercentage(15);
    assertThat(estimate / 1e9).as("before").isCloseTo((run.nanos() - began) / 1e9, near);
    assertThat(left / 1e9).as("in the middle").isCloseTo((run.nanos() - half) / 1e9, near);
  }

  private static final long SECOND = 1_000_000_000;

  private static Pacer knowing(double perSecond) {
    return new Pacer(new PaceMemory(perSecond, false), 0);
  }

  @Test
  void goesOnAfterARestartAtTheRateItHadLearned() {
    var pacer = knowing(10);
    assertThat(pacer.perSecond()).isEqualTo(10);
    assertThat(pacer.memory(0)).isEqualTo(new PaceMemory(10, false));
    pacer.began(1, 0);
    assertThat(pacer.permits(SECOND / 20)).isZero();
    assertThat(pacer.nextPermit(SECOND / 20)).isBetween(SECOND / 11, SECOND / 9);
  }

  @Test
  void searchesOnAfterARestartFromWhereItWas() {
    assertThat(new Pacer(PaceMemory.none(), 0).window()).isEqualTo(3);
    assertThat(new Pacer(new PaceMemory(140, true), 0).window()).isEqualTo(7);
    assertThat(new Pacer(new PaceMemory(5_000, true), 0).window()).isEqualTo(12);
  }

  @Test
  void savesNoMoreThanASecondsWorthWhileItIsIdle() {
    var pacer = knowing(10);
    pacer.began(1, 0);
    assertThat(pacer.permits(3_600 * SECOND)).isBetween(5, 15);
  }

  @Test
  void nothingBeginsBeforeARestHasEnded() {
    var pacer = knowing(10);
    pacer.began(3, 0);
    pacer.accepted(0, SECOND / 10, true);
    assertThat(pacer.throttled(0, Duration.ofSeconds(7), 0, SECOND / 5))
        .isEqualTo(Duration.ofSeconds(7));
    // An older refusal that comes later and asks for less does not shorten it.
    var _ = pacer.throttled(0, Duration.ofSeconds(1), 0, SECOND / 4);
    var opensAt = SECOND / 5 + 7 * SECOND;
    assertThat(pacer.nextPermit(SECOND)).isEqualTo(opensAt);
    assertThat(pacer.permits(opensAt - 1)).isZero();
    assertThat(pacer.permits(opensAt)).isPositive();
  }

  /** It may have been refused because of one recipient. */
  @Test
  void aRateGuessedFromFewIsNotKeptOverARestart() {
    var pacer = new Pacer(PaceMemory.none(), 0);
    var now = accepted(pacer, 1, 0);
    var _ = pacer.throttled(now, Duration.ofSeconds(1), 0, now);
    assertThat(pacer.perSecond()).isLessThan(2);

    assertThat(new Pacer(pacer.memory(now), now).isSearching()).isTrue();
  }

  @Test
  void aRateGuessedFromManyIsKeptOverARestart() {
    var pacer = new Pacer(PaceMemory.none(), 0);
    var now = accepted(pacer, 12, 0);
    var _ = pacer.throttled(now, Duration.ofSeconds(1), 0, now);

    var restarted = new Pacer(pacer.memory(now), now);
    assertThat(restarted.isSearching()).isFalse();
    assertThat(restarted.perSecond()).isCloseTo(pacer.perSecond(), within(0.01));
  }

  @Test
  void whatRefusalsTaughtThatWereRecipientsOwnIsForgotten() {
    var pacer = knowing(12);
    var now = 0L;
    for (var i = 0; i < 3; i++) {
      now = pacer.nextPermit(now);
      pacer.began(2, now);
      pacer.accepted(now, now + SECOND / 20, true);
      pacer.throttled(now, Duration.ofSeconds(1), 0, now + SECOND / 10);
      now += SECOND / 10;
    }
    assertThat(pacer.perSecond()).isLessThan(11);

    pacer.refusedAlone(true, now);

    assertThat(pacer.perSecond()).isEqualTo(12);
    assertThat(pacer.isSearching()).isFalse();
    assertThat(pacer.nextPermit(now)).as("the rest is kept").isEqualTo(now + SECOND);
  }

  /** So many, one after the other, a fiftieth of a second each. */
  private static long accepted(Pacer pacer, int count, long from) {
    var now = from;
    for (var i = 0; i < count; i++) {
      pacer.began(1, now);
      now += SECOND / 50;
      pacer.accepted(now - SECOND / 50, now, true);
    }
    return now;
  }

  @Test
  void aRestThatAnEarlierProcessWasAskedForIsKept() {
    var pacer = knowing(10);
    pacer.rest(Duration.ofSeconds(30), SECOND);
    assertThat(pacer.nextPermit(2 * SECOND)).isEqualTo(31 * SECOND);
    assertThat(pacer.permits(30 * SECOND)).isZero();

    var past = knowing(10);
    past.rest(Duration.ofSeconds(-30), SECOND);
    assertThat(past.permits(SECOND)).isPositive();

    var wrongClock = knowing(10);
    wrongClock.rest(Duration.ofDays(400), 0);
    assertThat(wrongClock.nextPermit(0)).isEqualTo(3_600 * SECOND);
  }

  /** Minutes in which a platform refuses everything say nothing about what it permits after. */
  @ParameterizedTest
  @ValueSource(ints = {1, 5, 30})
  void aPlatformThatWasShutIsUsedInFullWhenItOpensAgain(int retryAfter) {
    var open = Limit.slidingWindow(600, Duration.ofSeconds(60));
    var run = new PacedRun(sends(open), 7);
    var pacer = new Pacer(PaceMemory.none(), 0);
    run.send(2_000, pacer);
    var before = pacer.perSecond();

    var shut = run.nanos() + 120 * SECOND;
    var asked = 0;
    for (var now = run.nanos();
        now < shut;
        now = Math.max(now + PacedRun.TURN, pacer.nextPermit(now))) {
      var count = Math.min(pacer.window(), pacer.permits(now));
      pacer.began(count, now);
      for (var i = 0; i < count; i++) {
        var _ = pacer.throttled(now, Duration.ofSeconds(retryAfter), 0, now + SECOND / 50);
      }
      asked += count;
      run.goTo(now);
    }
    assertThat(asked).as("questions in two minutes").isLessThan(10 + 2 * 120 / retryAfter);
    assertThat(pacer.perSecond()).isCloseTo(before, Percentage.withPercentage(25));

    run.goTo(Math.max(run.nanos(), pacer.nextPermit(run.nanos())) + SECOND);
    var began = run.nanos();
    run.send(600, pacer);
    assertThat((run.nanos() - began) / SECOND).as("seconds for 600").isLessThan(75);
  }

  /** Somebody else may use the same token, or the limit may fall to next to nothing. */
  @Test
  void aLimitThatShrinksToNothingStopsNeitherSendingNorEstimates() {
    var run =
        new PacedRun(
            sends(Limit.slidingWindow(6, Duration.ofSeconds(10)))
                .thenAfter(Duration.ofSeconds(600), Limit.slidingWindow(1, Duration.ofSeconds(60))),
            3);
    var pacer = new Pacer(PaceMemory.none(), 0);
    run.send(600, pacer);
    assertThat(run.nanos() / SECOND).isLessThan(14 * 3_600);
    assertThat(pacer.perSecond()).isGreaterThanOrEqualTo(Pacer.SLOWEST);
    assertThat(pacer.memory(run.nanos()).toSend(100)).isPositive();
    assertThat(new PaceMemory(0, false).toSend(10)).isPositive();
    assertThat(new PaceMemory(Double.NaN, false).toSend(10)).isPositive();
  }

  @Test
  void timeWithoutWorkIsNoEvidenceOfALowerLimit() {
    var pacer = knowing(10);
    pacer.began(1, 0);
    pacer.accepted(0, SECOND / 10, false);
    var later = 1_000 * SECOND;
    pacer.began(3, later);
    pacer.accepted(later, later + SECOND / 10, true);
    var _ = pacer.throttled(later, Duration.ofSeconds(1), 0, later + SECOND / 10);
    assertThat(pacer.perSecond()).isGreaterThan(7);
  }

  @Test
  void aNewOwnerGoesOnInTheWindowWhereTheOldOneWas() {
    assertThat(refusedOfNewOwner(UnaryOperator.identity())).isZero();
    assertThat(refusedOfNewOwner(PaceMemory::rested))
        .as("who does not know what the window holds")
        .isPositive();
  }

  /** Seven seconds after 5,000 sends; a remembered pace is not probed within these 250. */
  private static long refusedOfNewOwner(UnaryOperator<PaceMemory> change) {
    var run = new PacedRun(sends(Limit.slidingWindow(600, Duration.ofSeconds(60))), 1);
    var first = new Pacer(PaceMemory.none(), 0);
    run.send(SENDS, first);
    var refused = run.count().throttled();
    var memory = first.memory(run.nanos()).at(Instant.ofEpochMilli(run.millis()));
    assertThat(memory.windowSeconds()).isEqualTo(60);

    run.pass(Duration.ofSeconds(7));
    var now = Instant.ofEpochMilli(run.millis());
    run.send(250, new Pacer(change.apply(memory.agedTo(now)), run.nanos()));
    return run.count().throttled() - refused;
  }

  /** Each of these would else keep a lane from ever beginning, or from sending anything. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"perSecond\":7.5,\"searching\":false}",
        "{\"perSecond\":7.5,\"searching\":false,\"windowSeconds\":60,\"held\":[1,2]}",
        "{\"perSecond\":7.5,\"searching\":false,\"windowSeconds\":61}",
        "{\"perSecond\":7.5,\"searching\":false,\"windowSeconds\":-1}",
        "{\"searching\":false,\"windowSeconds\":3}",
        "{}"
      })
  void aPaceThatWasWrittenOtherwiseIsReadAsFarAsItMakesSense(String json) {
    var memory = Json.read(json, PaceMemory.class).agedTo(Instant.EPOCH);

    assertThat(new Pacer(memory, 0).permits(0)).isPositive();
    assertThat(memory.toSend(10)).isPositive();
  }

  @Test
  void aSlowWindowIsRememberedAsItIs() {
    var held = Collections.nCopies(PaceMemory.SLICES, 0);
    for (var count : new int[] {6, 20, 600}) {
      var memory = new PaceMemory(count / 60.0, false, 60, 1, held, 0, false);
      assertThat(new Pacer(memory, 0).perSecond()).isEqualTo(count / 60.0);
    }
  }

  @Test
  void whatAWindowHeldLongAgoKeepsNobodyWaiting() {
    var held = Collections.nCopies(PaceMemory.SLICES, 50);
    var memory = new PaceMemory(10, false, 60, 20, held, 1_000_000, false);

    var hourLater = memory.agedTo(Instant.ofEpochMilli(4_600_000));
    assertThat(hourLater.held()).containsOnly(0);
    assertThat(new Pacer(hourLater, 0).permits(0)).isPositive();
    assertThat(memory.agedTo(Instant.ofEpochMilli(1_000_000))).isEqualTo(memory);
    assertThat(new Pacer(memory, 0).permits(0)).as("the window is full").isZero();
    assertThat(memory.agedTo(Instant.ofEpochMilli(1_012_000)).held())
        .containsExactly(50, 50, 50, 50, 50, 50, 50, 50, 50, 50, 0, 0);
  }
}
