package belfry.pace;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.simulator.base.Resource;
import belfry.simulator.limits.Limit;
import belfry.simulator.limits.LimitRule;
import belfry.simulator.limits.Limits;
import belfry.simulator.limits.Verdict;
import belfry.testing.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions one after the other, against the simulator's own limits, on owned time. */
class TurnstileTest {
  private static final int QUESTIONS = 3_000;
  private static final Duration FOREVER = Duration.ofHours(2);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final Turnstile turnstile = turnstile();

  private Turnstile turnstile() {
    return new Turnstile(time, new SplittableRandom(1));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void itLearnsWhatIsPermitted(Limit limit) throws Exception {
    var platform = platform(limit);
    for (var i = 0; i < QUESTIONS; i++) {
      ask(turnstile, platform);
    }
    var count = platform.counts().getFirst();
    assertThat(count.early()).as("asked inside a rest").isZero();
    assertThat((double) count.throttled() / QUESTIONS).isLessThan(0.01);
    assertThat((double) count.accepted() / count.permitted()).isGreaterThan(0.95);
  }

  static Stream<Limit> limits() {
    return Stream.of(
        Limit.fixedWindow(300, MINUTE), Limit.slidingWindow(300, MINUTE), Limit.tokenBucket(10, 5));
  }

  @Test
  void whoAsksSeldomIsNotSlowedDownForItByARefusal() throws Exception {
    var platform = platform(Limit.slidingWindow(60, MINUTE));
    for (var i = 0; i < 7; i++) {
      for (var asked = 0; asked < 9; asked++) {
        ask(turnstile, platform);
      }
      time.pass(Duration.ofSeconds(3));
    }
    assertThat(platform.counts().getFirst().throttled()).isOne();

    time.pass(MINUTE);
    assertThat(turnstile.learned().pace().perSecond()).isGreaterThan(0.8);
  }

  @Test
  void aStormOfRefusalsThatNoLimitCausedIsForgottenInTwoMinutes() throws Exception {
    for (var seed = 0; seed < 8; seed++) {
      var storm = new SplittableRandom(seed);
      var asked = turnstile();
      var over = time.nanos() + Duration.ofSeconds(75).toNanos();
      while (time.nanos() < over) {
        var began = granted(asked.enter(FOREVER));
        time.pass(Duration.ofMillis(20));
        if (storm.nextDouble() < 0.15) {
          asked.throttled(began, Duration.ofSeconds(2));
        } else {
          asked.answered(began);
        }
      }
      assertThat(perSecond(asked, MINUTE.multipliedBy(2))).isLessThan(40);
      assertThat(perSecond(asked, MINUTE)).as("seed %d", seed).isGreaterThan(40);
    }
  }

  /** Of one that asks all the time, each answer 20 ms after its question. */
  private double perSecond(Turnstile asked, Duration length) throws InterruptedException {
    var until = time.nanos() + length.toNanos();
    var answered = 0;
    for (; time.nanos() < until; answered++) {
      var began = granted(asked.enter(FOREVER));
      time.pass(Duration.ofMillis(20));
      asked.answered(began);
    }
    return answered / (double) length.toSeconds();
  }

  @Test
  void aRefusalThatNoLimitCausedCostsItsRestAndNoMore() throws Exception {
    var platform = platform(Limit.slidingWindow(3_000, MINUTE));
    for (var asked = 0; asked < 6; asked++) {
      ask(turnstile, platform);
    }
    turnstile.throttled(granted(turnstile.enter(PATIENCE)), Duration.ofSeconds(15));
    var refused = time.nanos();
    for (var asked = 0; asked < 100; asked++) {
      ask(turnstile, platform);
    }
    assertThat(Duration.ofNanos(time.nanos() - refused))
        .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(21));
  }

  @Test
  void nobodyIsKeptLongerThanTheirPatience() throws Exception {
    var began = granted(turnstile.enter(PATIENCE));
    turnstile.throttled(began, Duration.ofSeconds(30));

    assertThat(later(turnstile.enter(PATIENCE)))
        .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
    assertThat(time.rests()).as("told at once").isEmpty();

    time.pass(Duration.ofSeconds(27));
    turnstile.answered(granted(turnstile.enter(PATIENCE)));
    assertThat(time.rests()).as("waited for the end of the rest").hasSize(1);
  }

  @Test
  void soManyAreInsideAtOnceAndNoMore() throws Exception {
    var first = granted(turnstile.enter(PATIENCE));
    for (var i = 1; i < 8; i++) {
      granted(turnstile.enter(PATIENCE));
    }
    assertThat(turnstile.enter(PATIENCE)).isInstanceOf(Turnstile.Leave.Later.class);
    turnstile.unanswered();
    turnstile.answered(granted(turnstile.enter(Duration.ZERO)));
    turnstile.answered(first);
    assertThat(turnstile.idle(Duration.ZERO)).isFalse();
  }

  @Test
  void aRestOfAPlatformInTroubleTeachesNothing() throws Exception {
    granted(turnstile.enter(PATIENCE));
    turnstile.rests(Duration.ofSeconds(20));

    assertThat(later(turnstile.enter(PATIENCE))).isEqualTo(Duration.ofSeconds(20));
    assertThat(turnstile.hasLearned()).isFalse();
    assertThat(turnstile.idle(Duration.ZERO)).as("not before the rest is over").isFalse();
    time.pass(Duration.ofSeconds(20));
    assertThat(turnstile.idle(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void anotherProcessGoesOnWhereThisOneWas() throws Exception {
    var platform = platform(Limit.slidingWindow(300, MINUTE));
    for (var i = 0; i < QUESTIONS; i++) {
      ask(turnstile, platform);
    }
    var refusals = platform.counts().getFirst().throttled();
    var learned = turnstile.learned();
    time.pass(Duration.ofSeconds(2));
    assertThat(turnstile.learned()).as("the same while nobody asks").isEqualTo(learned);

    var next = turnstile();
    next.remember(learned);
    for (var i = 0; i < 300; i++) {
      ask(next, platform);
    }
    assertThat(platform.counts().getFirst().throttled()).isEqualTo(refusals);
  }

  @Test
  void aRestOutlivesTheProcessAndWhatOneLearnedItselfCountsMore() throws Exception {
    turnstile.throttled(granted(turnstile.enter(PATIENCE)), Duration.ofSeconds(30));
    var learned = turnstile.learned();

    var next = turnstile();
    time.pass(Duration.ofSeconds(10));
    next.remember(learned);
    assertThat(later(next.enter(PATIENCE)))
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));

    time.pass(Duration.ofSeconds(21));
    var pace = next.learned().pace();
    next.remember(new Turnstile.Learned(new PaceMemory(7, false), in(Duration.ofHours(9))));
    assertThat(next.learned().pace()).isEqualTo(pace);
    assertThat(later(next.enter(PATIENCE)))
        .as("a rest binds whoever learned what, but none is longer than an hour")
        .isEqualTo(RetryAfter.LONGEST);
  }

  private long in(Duration howLong) {
    return time.now().plus(howLong).toEpochMilli();
  }

  private Limits platform(Limit limit) {
    return new Limits(
        new belfry.simulator.base.Time() {
          @Override
          public long millis() {
            return time.now().toEpochMilli();
          }

          @Override
          public long nanos() {
            return time.nanos();
          }

          @Override
          public void rest(Duration duration) {}
        },
        Duration.ofMillis(120),
        List.of(LimitRule.of(Resource.PEOPLE, limit)));
  }

  /** Until it is answered, each answer taking 40 ms. */
  private void ask(Turnstile by, Limits platform) throws InterruptedException {
    while (true) {
      var began = granted(by.enter(FOREVER));
      time.pass(Duration.ofMillis(20));
      var verdict = platform.admit(new Limits.Key(Resource.PEOPLE, "bot"), time.nanos());
      if (verdict instanceof Verdict.Throttled throttled) {
        throttled.announcement().written(time.nanos());
      }
      time.pass(Duration.ofMillis(20));
      if (verdict instanceof Verdict.Throttled throttled) {
        by.throttled(began, RetryAfter.read(throttled.retryAfter(), Instant.EPOCH));
      } else {
        by.answered(began);
        return;
      }
    }
  }

  private static long granted(Turnstile.Leave leave) {
    assertThat(leave).isInstanceOf(Turnstile.Leave.Granted.class);
    return ((Turnstile.Leave.Granted) leave).began();
  }

  private static Duration later(Turnstile.Leave leave) {
    assertThat(leave).isInstanceOf(Turnstile.Leave.Later.class);
    return ((Turnstile.Leave.Later) leave).rest();
  }
}
