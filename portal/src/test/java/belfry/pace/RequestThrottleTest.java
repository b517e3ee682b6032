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
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Questions one after the other, against the simulator's own limits, on owned time. */
class RequestThrottleTest {
  private static final int QUESTIONS = 3_000;
  private static final Duration FOREVER = Duration.ofHours(2);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final Duration MINUTE = Duration.ofMinutes(1);

  private final ManualTime time = ManualTime.at("2026-11-21T09:00:00Z");
  private final RequestThrottle throttle = throttle();

  private RequestThrottle throttle() {
    return new RequestThrottle(time, new SplittableRandom(1));
  }

  @ParameterizedTest
  @MethodSource("limits")
  void itLearnsWhatIsPermitted(Limit limit) throws Exception {
    var platform = platform(limit);
    for (var i = 0; i < QUESTIONS; i++) {
      ask(throttle, platform);
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
        ask(throttle, platform);
      }
      time.pass(Duration.ofSeconds(3));
    }
    assertThat(platform.counts().getFirst().throttled()).isOne();

    time.pass(MINUTE);
    assertThat(throttle.learned().pace().perSecond()).isGreaterThan(0.8);
  }

  @Test
  void aStormOfRefusalsThatNoLimitCausedIsForgottenInTwoMinutes() throws Exception {
    for (var seed = 0; seed < 8; seed++) {
      var storm = new SplittableRandom(seed);
      var asked = throttle();
      var over = time.nanos() + Duration.ofSeconds(75).toNanos();
      while (time.nanos() < over) {
        var began = granted(asked.enter(FOREVER));
        time.pass(Duration.ofMillis(20));
        if (storm.nextDouble() < 0.15) {
          asked.throttled(began, Optional.of(Duration.ofSeconds(2)));
        } else {
          asked.answered(began);
        }
      }
      assertThat(perSecond(asked, MINUTE.multipliedBy(2))).isLessThan(40);
      assertThat(perSecond(asked, MINUTE)).as("seed %d", seed).isGreaterThan(40);
    }
  }

  /** Of one that asks all the time, each answer 20 ms after its question. */
  private double perSecond(RequestThrottle asked, Duration length) throws InterruptedException {
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
      ask(throttle, platform);
    }
    throttle.throttled(granted(throttle.enter(PATIENCE)), Optional.of(Duration.ofSeconds(15)));
    var refused = time.nanos();
    for (var asked = 0; asked < 100; asked++) {
      ask(throttle, platform);
    }
    assertThat(Duration.ofNanos(time.nanos() - refused))
        .isBetween(Duration.ofSeconds(15), Duration.ofSeconds(21));
  }

  @Test
  void nobodyIsKeptLongerThanTheirPatience() throws Exception {
    var began = granted(throttle.enter(PATIENCE));
    throttle.throttled(began, Optional.of(Duration.ofSeconds(30)));

    assertThat(later(throttle.enter(PATIENCE)))
        .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(31));
    assertThat(time.rests()).as("told at once").isEmpty();

    time.pass(Duration.ofSeconds(27));
    throttle.answered(granted(throttle.enter(PATIENCE)));
    assertThat(time.rests()).as("waited for the end of the rest").hasSize(1);
  }

  @Test
  void soManyAreInsideAtOnceAndNoMore() throws Exception {
    var first = granted(throttle.enter(PATIENCE));
    for (var i = 1; i < 8; i++) {
      granted(throttle.enter(PATIENCE));
    }
    assertThat(throttle.enter(PATIENCE)).isInstanceOf(RequestThrottle.Leave.Later.class);
    throttle.unanswered();
    throttle.answered(granted(throttle.enter(Duration.ZERO)));
    throttle.answered(first);
    assertThat(throttle.idle(Duration.ZERO)).isFalse();
  }

  @Test
  void aRestOfAPlatformInTroubleTeachesNothing() throws Exception {
    granted(throttle.enter(PATIENCE));
    throttle.rests(Duration.ofSeconds(20));

    assertThat(later(throttle.enter(PATIENCE))).isEqualTo(Duration.ofSeconds(20));
    assertThat(throttle.hasLearned()).isFalse();
    assertThat(throttle.idle(Duration.ZERO)).as("not before the rest is over").isFalse();
    time.pass(Duration.ofSeconds(20));
    assertThat(throttle.idle(Duration.ofSeconds(20))).isTrue();
  }

  @Test
  void anotherProcessGoesOnWhereThisOneWas() throws Exception {
    var platform = platform(Limit.slidingWindow(300, MINUTE));
    for (var i = 0; i < QUESTIONS; i++) {
      ask(throttle, platform);
    }
    var refusals = platform.counts().getFirst().throttled();
    var learned = throttle.learned();
    time.pass(Duration.ofSeconds(2));
    assertThat(throttle.learned()).as("the same while nobody asks").isEqualTo(learned);

    var next = throttle();
    next.remember(learned);
    for (var i = 0; i < 300; i++) {
      ask(next, platform);
    }
    assertThat(platform.counts().getFirst().throttled()).isEqualTo(refusals);
  }

  @Test
  void aRestOutlivesTheProcessAndWhatOneLearnedItselfCountsMore() throws Exception {
    throttle.throttled(granted(throttle.enter(PATIENCE)), Optional.of(Duration.ofSeconds(30)));
    var learned = throttle.learned();

    var next = throttle();
    time.pass(Duration.ofSeconds(10));
    next.remember(learned);
    assertThat(later(next.enter(PATIENCE)))
        .isBetween(Duration.ofSeconds(20), Duration.ofSeconds(21));

    time.pass(Duration.ofSeconds(21));
    var pace = next.learned().pace();
    next.remember(new RequestThrottle.Learned(new PaceMemory(7, false), in(Duration.ofHours(9))));
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
  private void ask(RequestThrottle by, Limits platform) throws InterruptedException {
    while (true) {
      var began = granted(by.enter(FOREVER));
      time.pass(Duration.ofMillis(20));
      var verdict = platform.admit(new Limits.Key(Resource.PEOPLE, "bot"), time.nanos());
      if (verdict instanceof Verdict.Throttled throttled) {
        throttled.announcement().written(time.nanos());
      }
      time.pass(Duration.ofMillis(20));
      if (verdict instanceof Verdict.Throttled throttled) {
        by.throttled(began, RetryAfter.asked(throttled.retryAfter(), Instant.EPOCH));
      } else {
        by.answered(began);
        return;
      }
    }
  }

  private static long granted(RequestThrottle.Leave leave) {
    assertThat(leave).isInstanceOf(RequestThrottle.Leave.Granted.class);
    return ((RequestThrottle.Leave.Granted) leave).began();
  }

  private static Duration later(RequestThrottle.Leave leave) {
    assertThat(leave).isInstanceOf(RequestThrottle.Leave.Later.class);
    return ((RequestThrottle.Leave.Later) leave).rest();
  }
}
