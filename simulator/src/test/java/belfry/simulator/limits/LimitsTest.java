package belfry.simulator.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.simulator.base.ManualTime;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Refusal.RetryAfter;
import java.time.Duration;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** platform-api.md 8 and 9.4: limits per key, strict Retry-After, early requests counted. */
class LimitsTest {
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Limits.Key NEWS = new Limits.Key(Resource.MESSAGES_SEND, "Company News");

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00.250Z");

  private Limits limits(LimitRule... rules) {
    return new Limits(time, Duration.ofMillis(50), List.of(rules));
  }

  private static LimitRule sends(Limit limit) {
    return LimitRule.of(Resource.MESSAGES_SEND, limit);
  }

  private Verdict ask(Limits limits) {
    return limits.admit(NEWS, time.nanos());
  }

  /** Asks and lets the answer be written at once. */
  private String askAndHear(Limits limits) {
    var verdict = ask(limits);
    if (verdict instanceof Verdict.Throttled throttled) {
      throttled.announcement().written(time.nanos());
      return throttled.status() + " " + throttled.retryAfter();
    }
    return "admitted";
  }

  private static LimitCount count(Limits limits) {
    return limits.counts().getFirst();
  }

  private void after(long millis) {
    time.advance(Duration.ofMillis(millis));
  }

  @Test
  void withoutARuleEverythingIsPermitted() {
    var limits = limits();

    IntStream.range(0, 1_000).forEach(_ -> assertThat(askAndHear(limits)).isEqualTo("admitted"));

    assertThat(count(limits))
        .isEqualTo(
            new LimitCount(Resource.MESSAGES_SEND, "Company News", 1_000, 0, 0, 1_000, 0, 0));
  }

  @Test
  void aFixedWindowPermitsItsNumberInEachWindow() {
    var limits = limits(sends(Limit.fixedWindow(3, TEN_SECONDS)));
    after(9_000);

    var heard = Stream.generate(() -> askAndHear(limits)).limit(4).toList();
    after(1_000);
    var next = Stream.generate(() -> askAndHear(limits)).limit(4).toList();

    assertThat(heard).containsExactly("admitted", "admitted", "admitted", "429 1");
    assertThat(next).containsExactly("admitted", "admitted", "admitted", "429 10");
  }

  @Test
  void aSlidingWindowPermitsItsNumberInAnyStretch() {
    var limits = limits(sends(Limit.slidingWindow(2, TEN_SECONDS)));

    assertThat(askAndHear(limits)).isEqualTo("admitted");
    after(4_000);
    assertThat(askAndHear(limits)).isEqualTo("admitted");
    after(1_000);
    assertThat(askAndHear(limits)).isEqualTo("429 5");
    after(5_000);
    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(askAndHear(limits)).isEqualTo("429 4");
  }

  @Test
  void aTokenBucketPermitsABurstAndThenItsRate() {
    var limits = limits(sends(Limit.tokenBucket(5, 2)));

    IntStream.range(0, 5).forEach(_ -> assertThat(askAndHear(limits)).isEqualTo("admitted"));
    assertThat(askAndHear(limits)).isEqualTo("429 1");
    after(1_000);
    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(askAndHear(limits)).isEqualTo("429 1");
  }

  /** platform-api.md 8 [R]: retrying earlier yields another 429. */
  @Test
  void whileRetryAfterHasNotPassedEveryRequestIsRefusedAndTakesNothing() {
    var limits = limits(sends(Limit.tokenBucket(1, 1)));
    askAndHear(limits);
    after(400);
    assertThat(askAndHear(limits)).isEqualTo("429 1");

    // The bucket has a token again after 600 ms, but 1 s was asked for.
    after(700);
    assertThat(askAndHear(limits)).isEqualTo("429 1");
    after(1_000);

    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(count(limits).accepted()).isEqualTo(2);
    assertThat(count(limits).throttled()).isEqualTo(2);
  }

  @Test
  void onlyRequestsAfterAWrittenRefusalAndItsGraceCountAsEarly() {
    var limits = limits(sends(Limit.fixedWindow(1, TEN_SECONDS)));
    askAndHear(limits);
    var refusal = (Verdict.Throttled) ask(limits);
    // Under way before the answer was written.
    ask(limits);
    after(100);
    ask(limits);
    refusal.announcement().written(time.nanos());
    // Under way while the answer was.
    after(50);
    ask(limits);
    assertThat(count(limits).early()).isZero();

    after(1);
    ask(limits);
    after(5_000);
    ask(limits);

    assertThat(count(limits).early()).isEqualTo(2);
    assertThat(count(limits).throttled()).isEqualTo(6);
  }

  @Test
  void whoComesWhenRetryAfterHasPassedIsNotEarly() {
    var limits = limits(sends(Limit.fixedWindow(1, TEN_SECONDS)));
    askAndHear(limits);
    assertThat(askAndHear(limits)).isEqualTo("429 10");
    after(10_000);

    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(count(limits).early()).isZero();
  }

  static Stream<Arguments> defects() {
    return Stream.of(
        Arguments.of(RetryAfter.SECONDS, "10"),
        Arguments.of(RetryAfter.MISSING, "null"),
        Arguments.of(RetryAfter.ZERO, "0"),
        Arguments.of(RetryAfter.NEGATIVE, "-10"),
        Arguments.of(RetryAfter.HTTP_DATE, "Sat, 21 Nov 2026 09:00:11 GMT"),
        Arguments.of(RetryAfter.GARBAGE, "rand(30),add(30)"));
  }

  /** platform-api.md 8 [R PY test_restsession]: defects of the header seen in the wild. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("defects")
  void theHeaderCanBeBroken(RetryAfter form, String header) {
    var limits = limits(sends(Limit.fixedWindow(1, TEN_SECONDS)).refusing(Refusal.with(form)));
    askAndHear(limits);

    assertThat(askAndHear(limits)).isEqualTo("429 " + header);
  }

  @Test
  void aHeaderThatCannotBeReadMakesNobodyEarly() {
    for (var form : List.of(RetryAfter.MISSING, RetryAfter.ZERO, RetryAfter.GARBAGE)) {
      var limits = limits(sends(Limit.fixedWindow(1, TEN_SECONDS)).refusing(Refusal.with(form)));
      askAndHear(limits);
      askAndHear(limits);
      after(100);
      askAndHear(limits);

      assertThat(count(limits).early()).isZero();
      assertThat(count(limits).throttled()).isEqualTo(2);
    }
  }

  @Test
  void aShareOfTheRefusalsCanBeBroken() {
    var limits =
        limits(
            sends(Limit.fixedWindow(1, TEN_SECONDS))
                .refusing(new Refusal(429, RetryAfter.MISSING, 0.25, false)));
    askAndHear(limits);

    var heard = Stream.generate(() -> askAndHear(limits)).limit(8).toList();

    assertThat(heard).filteredOn("429 null"::equals).hasSize(2);
  }

  /** platform-api.md 1.1 [R SPEC]: 423 and 503 may come with Retry-After, too. */
  @Test
  void aRefusalMayHaveAnotherStatus() {
    var limits =
        limits(
            sends(Limit.fixedWindow(1, TEN_SECONDS))
                .refusing(Refusal.with(423, RetryAfter.SECONDS)));
    askAndHear(limits);

    assertThat(askAndHear(limits)).isEqualTo("423 10");
  }

  @Test
  void allTokensMayShareALimitBesidesTheirOwn() {
    var limits =
        limits(
            sends(Limit.fixedWindow(2, TEN_SECONDS)),
            sends(Limit.fixedWindow(3, TEN_SECONDS)).forAllTogether());
    var alerts = new Limits.Key(Resource.MESSAGES_SEND, "IT Alerts");

    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(askAndHear(limits)).as("its own").startsWith("429");
    assertThat(limits.admit(alerts, time.nanos())).isInstanceOf(Verdict.Admitted.class);
    assertThat(limits.admit(alerts, time.nanos()))
        .as("of all")
        .isInstanceOf(Verdict.Throttled.class);
    assertThat(limits.count(Resource.MESSAGES_SEND, Limits.ALL_TOKENS).accepted()).isEqualTo(3);
  }

  @Test
  void eachTokenAndResourceHasABudgetOfItsOwnAndABotMayHaveItsOwnRule() {
    var limits =
        limits(
            sends(Limit.fixedWindow(1, TEN_SECONDS)),
            sends(Limit.fixedWindow(2, TEN_SECONDS)).forBot("IT Alerts"));
    var alerts = new Limits.Key(Resource.MESSAGES_SEND, "IT Alerts");
    var reading = new Limits.Key(Resource.MESSAGES_READ, "Company News");

    assertThat(askAndHear(limits)).isEqualTo("admitted");
    assertThat(askAndHear(limits)).startsWith("429");
    assertThat(limits.admit(alerts, time.nanos())).isInstanceOf(Verdict.Admitted.class);
    assertThat(limits.admit(alerts, time.nanos())).isInstanceOf(Verdict.Admitted.class);
    assertThat(limits.admit(alerts, time.nanos())).isInstanceOf(Verdict.Throttled.class);
    assertThat(limits.admit(reading, time.nanos())).isInstanceOf(Verdict.Admitted.class);
  }

  @Test
  void aLimitChangesInMidRunByTimeAndByNumber() {
    var limits =
        limits(
            sends(Limit.fixedWindow(1, TEN_SECONDS))
                .thenAfter(Duration.ofSeconds(20), Limit.fixedWindow(3, TEN_SECONDS))
                .thenAfterAccepted(4, Limit.none()));
    askAndHear(limits);
    after(20_000);

    var heard = Stream.generate(() -> askAndHear(limits)).limit(50).toList();

    assertThat(heard).containsOnly("admitted");
    // Two windows of one each; then one window of three; then as many as were wanted.
    assertThat(count(limits).permitted()).isEqualTo(2 + 3 + 47);
  }

  @Test
  void changingARuleOpensNoRetryAfterThatWasPromised() {
    var limits =
        limits(
            sends(Limit.fixedWindow(1, TEN_SECONDS))
                .thenAfter(Duration.ofSeconds(1), Limit.none()));
    askAndHear(limits);
    assertThat(askAndHear(limits)).isEqualTo("429 10");
    after(5_000);

    assertThat(askAndHear(limits)).isEqualTo("429 5");
  }

  /** Many connections are served at once, so the order of arrival is not the order of decision. */
  @Test
  void requestsThatPassEachOtherCostNothing() {
    for (var limit :
        List.of(
            Limit.fixedWindow(2, TEN_SECONDS),
            Limit.slidingWindow(2, TEN_SECONDS),
            Limit.tokenBucket(2, 0.1))) {
      var limits = limits(sends(limit));
      var early = time.nanos();
      time.advance(Duration.ofSeconds(10));

      assertThat(limits.admit(NEWS, time.nanos())).isInstanceOf(Verdict.Admitted.class);
      assertThat(limits.admit(NEWS, early)).isInstanceOf(Verdict.Admitted.class);
      assertThat(limits.admit(NEWS, early)).isInstanceOf(Verdict.Throttled.class);
    }
  }

  @Test
  void aChangeNeedsOneMoment() {
    assertThatThrownBy(() -> new LimitRule.Change(null, null, Limit.none()))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Limit.fixedWindow(0, TEN_SECONDS))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** "Another program with the same token": what it takes is gone, at the moments it takes it. */
  @Test
  void aRivalTakesItsBurstsAndIsCountedApart() {
    var limits = limits(sends(Limit.tokenBucket(10, 10)));
    limits.setRivals(Rival.of("Company News", 6, Duration.ofSeconds(1)));

    assertThat(heard(limits, 12)).filteredOn("admitted"::equals).hasSize(10);
    after(2_500);
    var later = heard(limits, 20);

    // After each second ten are back, of which the rival takes six; then five more come back.
    assertThat(later).filteredOn("admitted"::equals).hasSize(9);
    assertThat(count(limits).rival()).isEqualTo(12);
    assertThat(count(limits).accepted()).isEqualTo(19);
    assertThat(count(limits).permitted()).isEqualTo(10 + 25 - 12);
    assertThat(count(limits).early()).isZero();
    limits.setRivals();
    after(10_000);
    assertThat(count(limits).rival()).isEqualTo(12);
  }

  @Test
  void aRivalTakesNothingFromOthersNorWhileARestHolds() {
    var limits = limits(sends(Limit.fixedWindow(3, TEN_SECONDS)));
    var alerts = new Limits.Key(Resource.MESSAGES_SEND, "IT Alerts");
    limits.setRivals(Rival.of("Company News", 1, Duration.ofMillis(2_500)));

    assertThat(heard(limits, 4)).endsWith("429 10");
    limits.admit(alerts, time.nanos());
    after(9_999);

    assertThat(limits.counts()).extracting(LimitCount::rival).containsOnly(0L);
    after(2_501);
    assertThat(limits.count(NEWS.resource(), NEWS.subject()).rival()).isEqualTo(2);
    assertThat(heard(limits, 2)).containsExactly("admitted", "429 8");
  }

  private List<String> heard(Limits limits, int times) {
    return Stream.generate(() -> askAndHear(limits)).limit(times).toList();
  }

  /** A refusal that no limit caused: the budget stays, the rest it asks for is watched. */
  @Test
  void aStrayTakesNothingAndItsRestIsWatched() {
    var limits = limits(sends(Limit.fixedWindow(2, TEN_SECONDS)));
    var stray = limits.stray(NEWS, time.nanos(), new Stray(RetryAfter.SECONDS, true, 3));
    stray.announcement().written(time.nanos());
    after(51);

    assertThat(stray.status() + " " + stray.retryAfter() + " " + stray.html())
        .isEqualTo("429 3 true");
    assertThat(heard(limits, 2)).containsOnly("admitted");
    after(3_000);
    assertThat(heard(limits, 1)).containsExactly("429 7");
    assertThat(count(limits))
        .isEqualTo(new LimitCount(Resource.MESSAGES_SEND, "Company News", 2, 1, 2, 2, 1, 0));
  }

  @Test
  void aStrayWithoutAHeaderThatCanBeReadMakesNobodyEarly() {
    var limits = limits();
    for (var form : List.of(RetryAfter.MISSING, RetryAfter.GARBAGE, RetryAfter.ZERO)) {
      limits.stray(NEWS, time.nanos(), new Stray(form, false, 3)).announcement().written(0);
      after(100);
    }
    askAndHear(limits);

    assertThat(count(limits).early()).isZero();
    assertThat(count(limits).strays()).isEqualTo(3);
  }

  @Test
  void aLimitWandersAsTheSeedSays() {
    var rule = sends(Limit.tokenBucket(20, 10)).wandering(0.5, Duration.ofMinutes(1), 200, 7);
    var rates =
        rule.changes().stream().map(it -> ((Limit.TokenBucket) it.limit()).perSecond()).toList();

    assertThat(rule.changes().getFirst().afterMillis()).isEqualTo(60_000);
    assertThat(rule.changes().getLast().afterMillis()).isEqualTo(12_000_000);
    assertThat(rates.getFirst()).isBetween(5.0, 15.0);
    assertThat(rates).hasSize(200).allSatisfy(it -> assertThat(it).isBetween(2.5, 40.0));
    for (var step = 1; step < rates.size(); step++) {
      assertThat(rates.get(step) / rates.get(step - 1)).isBetween(0.499, 1.501);
    }
    assertThat(sends(Limit.tokenBucket(20, 10)).wandering(0.5, Duration.ofMinutes(1), 200, 7))
        .isEqualTo(rule)
        .isNotEqualTo(
            sends(Limit.tokenBucket(20, 10)).wandering(0.5, Duration.ofMinutes(1), 200, 8));
  }

  @Test
  void theUsualLimitsLeaveMessagesAndPeopleAlone() {
    var limits = limits(LimitRule.usual().toArray(LimitRule[]::new));
    var rooms = new Limits.Key(Resource.ROOMS, "Company News");

    for (var request = 0; request < 300; request++) {
      assertThat(limits.admit(rooms, time.nanos())).isInstanceOf(Verdict.Admitted.class);
    }
    assertThat(limits.admit(rooms, time.nanos())).isInstanceOf(Verdict.Throttled.class);
    assertThat(heard(limits, 400)).containsOnly("admitted");
  }

  static Stream<Limit> everyLimit() {
    return Stream.of(
        Limit.fixedWindow(7, Duration.ofSeconds(3)),
        Limit.slidingWindow(7, Duration.ofSeconds(3)),
        Limit.tokenBucket(7, 2.5));
  }

  /**
   * The law behind {@link LimitCount#permitted}: it is what a client who never waits too long gets.
   */
  @ParameterizedTest(name = "{0}")
  @MethodSource("everyLimit")
  void whoAsksAtTheFirstPermittedMomentGetsExactlyWhatIsPermitted(Limit limit) {
    for (var seed = 0; seed < 200; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var start = random.nextLong(10_000_000_000L);
      var meter = Meter.of(limit, 0);
      var now = start;
      var taken = 0;
      var wanted = 1 + random.nextInt(60);
      while (taken < wanted) {
        var wait = meter.take(now);
        if (wait == 0) {
          taken++;
        } else {
          now += wait;
        }
      }

      var permitted = meter.permitted(start, now, false);

      assertThat(permitted).as("seed %d", seed).isBetween((long) taken, (long) slack(limit, taken));
    }
  }

  /**
   * A bucket permits all of its burst even to those who wanted less; windows count what was wanted.
   */
  private static int slack(Limit limit, int taken) {
    return limit instanceof Limit.TokenBucket bucket
        ? Math.max(taken, bucket.capacity()) + 1
        : taken;
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("everyLimit")
  void nobodyGetsMoreThanIsPermitted(Limit limit) {
    for (var seed = 0; seed < 200; seed++) {
      var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      var meter = Meter.of(limit, 0);
      var first = random.nextLong(10_000_000_000L);
      var now = first;
      var taken = 0;
      for (var step = 0; step < 300; step++) {
        if (meter.take(now) == 0) {
          taken++;
          assertThat((long) taken).isLessThanOrEqualTo(meter.permitted(first, now, false));
        }
        now += random.nextLong(500_000_000L);
      }
    }
  }
}
