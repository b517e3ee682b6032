package belfry.base;

import static org.assertj.core.api.Assertions.assertThat;

import belfry.testing.ManualTime;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A loop comes round when it is woken and when it is time, and says when it does not. */
class LoopTest {
  private static final Duration AN_HOUR = Duration.ofHours(1);
  private static final Duration LONG = Duration.ofSeconds(20);

  private final ManualTime time = ManualTime.at("2026-11-27T09:00:00Z");
  private final AtomicInteger steps = new AtomicInteger();
  private final Semaphore stepped = new Semaphore(0);

  private Duration step() {
    steps.incrementAndGet();
    stepped.release();
    return AN_HOUR;
  }

  private void awaitStep() throws InterruptedException {
    assertThat(stepped.tryAcquire(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void itComesRoundWhenItIsWokenUntilItIsStopped() throws Exception {
    var last = new CountDownLatch(1);
    var loop = new Loop("test", time, LONG, this::step, last::countDown);
    assertThat(loop.pulse().trouble()).as("before it begins").isEmpty();
    loop.start();
    awaitStep();
    loop.wake();
    awaitStep();

    loop.stop();

    assertThat(loop.awaitEnd(LONG)).isTrue();
    assertThat(last.getCount()).isZero();
    assertThat(steps).hasValue(2);
    assertThat(loop.pulse().trouble()).as("it was told to end").isEmpty();
  }

  /** A virtual thread that has slept does not park the next time. */
  @Test
  void itRestsAsLongAsItsStepSaidAlsoWhereThatHadSlept() throws Exception {
    var rest = Duration.ofMillis(40);
    var ends = new ConcurrentLinkedQueue<Long>();
    var began = new ConcurrentLinkedQueue<Long>();
    var loop =
        new Loop(
            "test",
            Time.system(),
            () -> {
              began.add(System.nanoTime());
              Time.system().sleep(Duration.ofMillis(1));
              stepped.release();
              ends.add(System.nanoTime());
              return rest;
            });
    loop.start();
    for (var step = 0; step < 4; step++) {
      awaitStep();
    }
    loop.stop();
    assertThat(loop.awaitEnd(LONG)).isTrue();

    began.remove();
    assertThat(began)
        .allSatisfy(
            next -> assertThat(next - ends.remove()).isGreaterThanOrEqualTo(rest.toNanos()));
  }

  @Test
  void itOutlivesAStepThatFails() throws Exception {
    var loop =
        new Loop(
            "test",
            time,
            () -> {
              if (steps.incrementAndGet() == 1) {
                throw new IllegalStateException("as the test wants it");
              }
              stepped.release();
              return AN_HOUR;
            });
    loop.start();
    awaitStep();

    assertThat(time.rests()).as("after the failure").containsExactly(Duration.ofSeconds(1));
    loop.stop();
    assertThat(loop.awaitEnd(LONG)).isTrue();
  }

  @Test
  void aStepThatTakesTooLongIsSaid() throws Exception {
    var goOn = new CountDownLatch(1);
    var loop =
        new Loop(
            "test",
            time,
            () -> {
              stepped.release();
              goOn.await();
              return AN_HOUR;
            });
    loop.start();
    awaitStep();
    time.pass(Duration.ofSeconds(59));
    assertThat(loop.pulse().trouble()).isEmpty();
    time.pass(Duration.ofSeconds(3));

    assertThat(loop.pulse().trouble()).contains("test has been at one step for 62 s");

    loop.stop();
    goOn.countDown();
    assertThat(loop.awaitEnd(LONG)).isTrue();
    assertThat(loop.pulse().trouble()).isEmpty();
  }

  @Test
  void oneThatIsInterruptedEnds() throws Exception {
    var loop =
        new Loop(
            "test",
            time,
            () -> {
              stepped.release();
              new CountDownLatch(1).await();
              return AN_HOUR;
            });
    loop.start();
    awaitStep();

    loop.interrupt();

    assertThat(loop.awaitEnd(LONG)).isTrue();
  }
}
