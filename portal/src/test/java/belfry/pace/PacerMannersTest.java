package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.pace.PacedRun.Manners;
import belfry.pace.PacedRun.Result;
import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Refusal.RetryAfter;
import belfry.simulator.limits.Stray;
import java.time.Duration;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The pacer beside one worker that sleeps as it is asked to, where refusals come that no limit
 * caused, where another program takes its part, and where the limit does not stay; on owned time.
 */
class PacerMannersTest {
  private static final int SENDS = 5_000;
  private static final int SEEDS = 8;

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration TEN_SECONDS = Duration.ofSeconds(10);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private static final Limit BUCKET = Limit.tokenBucket(10, 10);
  private static final Limit DEEP_BUCKET = Limit.tokenBucket(20, 10);
  private static final Limit FIXED = Limit.fixedWindow(600, MINUTE);
  private static final Limit SLIDING = Limit.slidingWindow(600, MINUTE);
  private static final Limit SHORT_SLIDING = Limit.slidingWindow(100, TEN_SECONDS);

  /** What both made of the same. */
  private record Pair(Result belfry, Result plain) {
    /** Of what the plain worker reaches of the permitted. */
    double share() {
      return belfry.share() / plain.share();
    }

    double speed() {
      return plain.seconds() / belfry.seconds();
    }
  }

  private static Pair run(Manners manners, int sends, long seed) {
    var belfry = new PacedRun(manners, seed);
    belfry.send(sends, new Pacer(PaceMemory.none(), 0));
    var plain = new PacedRun(manners, seed);
    plain.sendPlainly(sends);
    return new Pair(belfry.result(), plain.result());
  }

  private static List<Pair> run(LongFunction<Manners> manners, int sends, int seeds) {
    return LongStream.range(0, seeds)
        .mapToObj(seed -> run(manners.apply(seed), sends, seed))
        .toList();
  }

  private static double average(List<Pair> pairs, ToDoubleFunction<Pair> figure) {
    return pairs.stream().mapToDouble(figure).average().orElseThrow();
  }

  private static Manners under(Limit limit) {
    return Manners.of(rule(limit));
  }

  private static LimitRule rule(Limit limit) {
    return LimitRule.of(Resource.MESSAGES_SEND, limit);
  }

  /** In turn with every defect of the header. */
  private static List<Stray> defective() {
    return Stream.of(RetryAfter.values()).map(form -> new Stray(form, false, 3)).toList();
  }

  private static List<Stray> asking(long seconds) {
    return List.of(new Stray(RetryAfter.SECONDS, false, seconds));
  }

  /**
   * How the platform behaves, and what is reached at least and refused at most beside the other.
   */
  private static Arguments row(
      String name, LongFunction<Manners> manners, double share, double refusals) {
    return Arguments.of(name, manners, share, refusals);
  }

  static Stream<Arguments> strays() {
    return Stream.of(
        row("bucket", _ -> under(BUCKET).straying(0.02, defective()), 1, 0.14),
        row("deep bucket", _ -> under(DEEP_BUCKET).straying(0.02, defective()), 0.95, 0.16),
        row("ten seconds", _ -> under(SHORT_SLIDING).straying(0.02, defective()), 0.92, 1.1),
        // How soon strays are known decides.
        row("fixed", _ -> under(FIXED).straying(0.02, defective()), 0.92, 1.1),
        row("sliding", _ -> under(SLIDING).straying(0.02, defective()), 0.85, 1),
        row("bucket, a second", _ -> under(BUCKET).straying(0.02, asking(1)), 0.98, 0.1),
        row("fixed, a second", _ -> under(FIXED).straying(0.02, asking(1)), 0.95, 2),
        row("sliding, a second", _ -> under(SLIDING).straying(0.02, asking(1)), 0.91, 0.95));
  }

  static Stream<Arguments> shared() {
    return Stream.of(
        row("bucket, each 3 s", _ -> under(BUCKET).beside(10, seconds(3)), 1, 0.3),
        row("bucket, each 10 s", _ -> under(BUCKET).beside(33, TEN_SECONDS), 1, 0.17),
        row("bucket, each 20 s", _ -> under(BUCKET).beside(66, seconds(20)), 1, 0.15),
        row("fixed", _ -> under(FIXED).beside(33, TEN_SECONDS), 0.99, 2.5),
        row("sliding", _ -> under(SLIDING).beside(33, TEN_SECONDS), 0.99, 1.8),
        row("ten seconds", _ -> under(SHORT_SLIDING).beside(33, TEN_SECONDS), 0.95, 3.5));
  }

  static Stream<Arguments> wandering() {
    return Stream.of(
        row("bucket", seed -> moving(BUCKET, seed), 0.99, 0.1),
        row("deep bucket", seed -> moving(DEEP_BUCKET, seed), 0.95, 0.19),
        row("sliding", seed -> moving(SLIDING, seed), 0.99, 2.6),
        row("ten seconds", seed -> moving(SHORT_SLIDING, seed), 0.95, 1.4));
  }

  private static Manners moving(Limit limit, long seed) {
    return Manners.of(rule(limit).wandering(0.5, MINUTE, 200, seed));
  }

  private static Duration seconds(int count) {
    return SECOND.multipliedBy(count);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"strays", "shared", "wandering"})
  void itKeepsUpWithAWorkerThatSleepsAsAsked(
      String name, LongFunction<Manners> manners, double share, double refusals) {
    var pairs = run(manners, SENDS, SEEDS);
    var ours = average(pairs, pair -> pair.belfry().count().throttled());
    var plain = average(pairs, pair -> pair.plain().count().throttled());
    System.out.printf(
        "pace: %s: %.3f of the plain worker, refused by the limit %.1f times beside %.1f%n",
        name, average(pairs, Pair::share), ours, plain);

    assertThat(average(pairs, Pair::share)).as("share").isGreaterThanOrEqualTo(share);
    assertThat(ours).as("refused by the limit").isLessThanOrEqualTo(refusals * plain + 0.5);
    assertThat(pairs).as("inside a rest").allMatch(pair -> pair.belfry().early() == 0);
  }

  /** Where 12 a second were permitted it had sent 659 of these after eight minutes. */
  @Test
  void refusalsThatNoLimitCausedDoNotSlowAMessageDown() {
    var limit = Limit.tokenBucket(12, 12);
    var pairs = run(_ -> under(limit).straying(0.018, asking(1)), 1_000, 30);

    assertThat(average(pairs, Pair::speed)).as("beside the plain worker").isGreaterThan(0.94);
    assertThat(pairs).as("seconds").allMatch(pair -> pair.belfry().seconds() < 160);
    assertThat(pairs).as("inside a rest").allMatch(pair -> pair.belfry().early() == 0);
  }

  /** Half of the strays say how long to rest; the others say nothing that can be read. */
  private static List<Stray> halfReadable() {
    return List.of(
        new Stray(RetryAfter.SECONDS, false, 1),
        new Stray(RetryAfter.MISSING, false, 1),
        new Stray(RetryAfter.HTTP_DATE, false, 1),
        new Stray(RetryAfter.ZERO, true, 1),
        new Stray(RetryAfter.SECONDS, true, 1),
        new Stray(RetryAfter.GARBAGE, false, 1));
  }

  static Stream<Arguments> twelveASecond() {
    var limits = List.of(Limit.tokenBucket(12, 12), Limit.slidingWindow(120, TEN_SECONDS));
    return Stream.of(600, 1_000, 5_000)
        .flatMap(sends -> limits.stream().map(limit -> Arguments.of(sends, limit)));
  }

  /**
   * Beside the fastest possible and the rests that were asked for in so many words. 15 s for each
   * other refusal made 168 s of 83.
   */
  @ParameterizedTest
  @MethodSource("twelveASecond")
  void aRefusalThatDoesNotSayForHowLongCostsLittle(int sends, Limit limit) {
    var results =
        LongStream.range(0, 10)
            .mapToObj(seed -> {
              var run = new PacedRun(under(limit).straying(0.018, halfReadable()), seed);
              run.send(sends, new Pacer(PaceMemory.none(), 0));
              return run.result();
            })
            .toList();
    var times = results.stream().mapToDouble(it -> it.seconds() / (sends / 12.0 + it.asked()));
    var beside = times.summaryStatistics();
    System.out.printf(
        "pace: %d, %s, half of the strays unreadable: %.3f of the fastest (%.3f to %.3f)%n",
        sends, limit, beside.getAverage(), beside.getMin(), beside.getMax());

    assertThat(beside.getAverage()).as("of the fastest time").isLessThanOrEqualTo(1.1);
    assertThat(results).as("inside a rest").allMatch(it -> it.early() == 0);
  }

  /** A gateway may ask for an hour; that is kept, and says nothing about the pace. */
  @Test
  void anHourThatAStrayAskedForIsKept() {
    var strays = Stream.concat(asking(3_600).stream(), Stream.generate(() -> asking(1).getFirst()));
    var manners = under(BUCKET).straying(0.02, strays.limit(400).toList());
    var pair = run(manners, SENDS, 1);

    assertThat(pair.belfry().seconds()).isGreaterThan(3_600);
    assertThat(pair.speed()).isGreaterThan(0.95);
    assertThat(pair.belfry().early()).isZero();
  }
}
