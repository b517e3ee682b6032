package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitCount;
import belfry.simulator.limits.LimitRule;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Several bots against the simulator's limits of their own, shared ones and both, on owned time.
 */
class SharedLimitTest {
  private static final int SEEDS = Integer.getInteger("belfry.seeds", 2);
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Limit TEN = Limit.tokenBucket(10, 10);
  private static final Limit TWENTY_FOUR = Limit.tokenBucket(24, 24);

  private static LimitRule of(Limit limit) {
    return LimitRule.of(Resource.MESSAGES_SEND, limit);
  }

  private static PacedBots sent(int bots, int sends, long seed, double strays, LimitRule... rules) {
    return sent(new PacedBots(List.of(rules), strays, true, bots, sends / bots, seed));
  }

  private static PacedBots sent(PacedBots run) {
    run.send();
    return run;
  }

  private static double share(LimitCount count) {
    return (double) count.accepted() / count.permitted();
  }

  private static double average(PacedBots run) {
    return IntStream.range(0, 4).mapToDouble(bot -> share(run.of(bot))).average().orElseThrow();
  }

  static Stream<Arguments> shared() {
    return Stream.of(
            TWENTY_FOUR,
            TEN,
            Limit.slidingWindow(240, TEN_SECONDS),
            Limit.fixedWindow(240, TEN_SECONDS),
            Limit.fixedWindow(1_440, Duration.ofSeconds(60)))
        .flatMap(limit -> IntStream.of(2, 4, 8).mapToObj(bots -> Arguments.of(limit, bots)));
  }

  /** Each at its own pace, four of them would be refused for ever. */
  @ParameterizedTest
  @MethodSource("shared")
  void whatTheyShareIsUsedAsByOne(Limit limit, int bots) {
    for (var seed = 0; seed < SEEDS; seed++) {
      var run = sent(bots, 8_000, seed, 0, of(limit).forAllTogether());
      assertThat(share(run.ofAll())).as("share of the permitted").isGreaterThan(0.95);
      assertThat(run.ofAll().throttled()).as("refused").isLessThan(200);
      assertThat(run.early()).as("inside a rest, until it was known").isLessThan(50);
      assertThat(run.earlySinceShared()).as("inside a rest").isLessThan(10);
      assertThat(Collections.min(run.ends()))
          .as("of %s", run.ends())
          .isGreaterThan(0.75 * Collections.max(run.ends()));
    }
  }

  static Stream<Arguments> own() {
    return Stream.of(
            TEN,
            Limit.slidingWindow(100, TEN_SECONDS),
            Limit.fixedWindow(100, TEN_SECONDS),
            Limit.fixedWindow(600, Duration.ofSeconds(60)))
        .flatMap(limit -> Stream.of(0.0, 0.02).map(strays -> Arguments.of(limit, strays)));
  }

  @ParameterizedTest
  @MethodSource("own")
  void whoHasALimitOfTheirOwnDoesNotWaitForOthers(Limit limit, double strays) {
    for (var seed = 0; seed < SEEDS; seed++) {
      var apart = sent(new PacedBots(List.of(of(limit)), strays, false, 4, 3_000, seed));
      var four = sent(4, 12_000, seed, strays, of(limit));
      assertThat(four.isShared()).isFalse();
      assertThat(average(four)).isGreaterThan(average(apart) - 0.02);
    }
  }

  @Test
  void ofTwoLimitsTheLowerOneIsUsed() {
    for (var seed = 0; seed < SEEDS; seed++) {
      var shared = sent(4, 12_000, seed, 0, of(TEN), of(TWENTY_FOUR).forAllTogether());
      assertThat(share(shared.ofAll())).isGreaterThan(0.95);
      assertThat(shared.earlySinceShared()).isLessThan(4);
      var own = sent(4, 12_000, seed, 0, of(TEN), of(Limit.tokenBucket(60, 60)).forAllTogether());
      assertThat(IntStream.range(0, 4))
          .allSatisfy(bot -> assertThat(share(own.of(bot))).isGreaterThan(0.97));
    }
  }

  static Stream<Limit> two() {
    return Stream.of(
        Limit.tokenBucket(2, 2),
        Limit.fixedWindow(120, Duration.ofSeconds(60)),
        Limit.slidingWindow(120, Duration.ofSeconds(60)));
  }

  /** Each bot has its turn in the order of what it had, but what is urgent goes first. */
  @Test
  void whatIsUrgentGoesBeforeWhatOtherBotsSend() {
    for (var seed = 0; seed < SEEDS; seed++) {
      var run = new PacedBots(List.of(of(TWENTY_FOUR).forAllTogether()), 0, true, 4, 2_000, seed);
      run.hurries(1, 1_000);
      run.send();
      assertThat(run.ends().get(1)).isLessThan(75);
    }
  }

  @ParameterizedTest
  @MethodSource("two")
  void aBotWithALowerLimitHoldsUpNobody(Limit two) {
    for (var seed = 0; seed < SEEDS; seed++) {
      var run =
          sent(
              4,
              12_000,
              seed,
              0,
              of(TEN),
              of(two).forBot("bot 1"),
              of(TWENTY_FOUR).forAllTogether());
      assertThat(run.ends().get(1)).isGreaterThan(1_500);
      // At 22 a second it would be 410 seconds.
      assertThat(List.of(run.ends().get(0), run.ends().get(2), run.ends().get(3)))
          .allSatisfy(seconds -> assertThat(seconds).isLessThan(700));
    }
  }

  /** At 80 a second, which is what each is permitted, it would be 1,250 seconds. */
  @Test
  void eightBotsSendToAHundredThousandInTheTimeThatTheirLimitsAsk() {
    var alone = sent(1, 12_500, 1, 0, of(TEN));
    var eight = sent(8, 100_000, 1, 0, of(TEN));
    var seconds = Collections.max(eight.ends());
    System.out.printf(
        "pace: 100,000 through eight bots of 10 a second: %.1f minutes, %.3f of eight times one%n",
        seconds / 60, alone.ends().getFirst() / seconds);
    assertThat(seconds / 60).isLessThan(21.5);
    assertThat(alone.ends().getFirst() / seconds).isGreaterThan(0.97);
    assertThat(eight.early()).as("requests inside a rest").isZero();
    var refused = IntStream.range(0, 8).mapToLong(bot -> eight.of(bot).throttled()).max();
    assertThat(refused.orElseThrow()).isLessThan(alone.of(0).throttled() + 10);
  }
}
