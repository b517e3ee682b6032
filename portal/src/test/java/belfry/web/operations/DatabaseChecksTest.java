package belfry.web.operations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.storage.StorageException;
import belfry.testing.Await;
import belfry.web.operations.Health.Check;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class DatabaseChecksTest {
  private static final Duration SHORT = Duration.ofMillis(50);
  private static final Duration LONG = Duration.ofMinutes(5);
  private static final Check WELL = new Check(true, "well");

  private static final DatabaseChecks.Measured ALL_WELL =
      new DatabaseChecks.Measured(WELL, WELL, WELL, WELL, WELL);

  private final AtomicInteger asked = new AtomicInteger();

  private DatabaseChecks checks(
      Supplier<Check> database, Supplier<Check> lanes, Duration patience) {
    return new DatabaseChecks(
        new DatabaseChecks.Questions(
            () -> {
              asked.incrementAndGet();
              return database.get();
            },
            lanes,
            () -> WELL,
            () -> WELL,
            () -> WELL),
        patience);
  }

  @Test
  void whatIsFoundIsSaid() {
    var checks = checks(() -> WELL, () -> WELL, LONG);

    assertThat(checks.found()).isEqualTo(ALL_WELL);
    assertThat(checks.found().database()).isEqualTo(WELL);
    assertThat(asked).as("each time anew").hasValue(2);
  }

  @Test
  void whileTheDatabaseIsSilentEverybodyIsToldAndItIsAskedOnce() throws Exception {
    var answer = new CompletableFuture<Check>();
    var checks = checks(answer::join, () -> WELL, SHORT);

    var told = new ArrayList<Future<DatabaseChecks.Measured>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 100; i++) {
        told.add(threads.submit(checks::found));
      }
    }
    for (var one : told) {
      assertSilent(one.get());
    }
    assertSilent(checks.found());
    assertThat(asked).hasValue(1);

    answer.complete(WELL);
    Await.until(checks::found, ALL_WELL::equals);
  }

  private static void assertSilent(DatabaseChecks.Measured found) {
    assertThat(found.database().ok()).isFalse();
    assertThat(found.database().detail()).startsWith("It does not answer.");
    assertUnknown(found.lanes());
    assertUnknown(found.bots());
    assertUnknown(found.waiting());
    assertUnknown(found.webhooks());
  }

  private static void assertUnknown(Check check) {
    assertThat(check).isEqualTo(new Check(false, "Not known while the database does not answer."));
  }

  @Test
  void whatFailsIsNotAskedMore() {
    var checks =
        checks(
            () -> {
              throw new StorageException("gone");
            },
            () -> {
              throw new AssertionError("asked although the database is away");
            },
            LONG);

    assertSilent(checks.found());
    assertSilent(checks.found());
    assertThat(asked).as("each time anew").hasValue(2);
  }

  @Test
  void onlyThePartThatDoesNotAnswerIsUnknown() {
    var lanes = new CompletableFuture<Check>();

    // On a busy machine the database's own answer may be late too.
    var found =
        Await.until(
            () -> checks(() -> WELL, lanes::join, SHORT).found(), one -> one.database().ok());

    assertThat(found.database()).isEqualTo(WELL);
    assertUnknown(found.lanes());
    assertUnknown(found.bots());
    lanes.complete(WELL);
  }

  /** A proxy soon leaves out a node that is slow to say whether it is ready. */
  @Test
  void theDatabasesOwnAnswerWaitsForNoOther() {
    var lanes = new CompletableFuture<Check>();
    var checks = checks(() -> WELL, lanes::join, LONG);

    var all = CompletableFuture.supplyAsync(checks::found);
    assertThat(checks.database()).isEqualTo(WELL);
    assertThat(checks.database()).isEqualTo(WELL);
    assertThat(all).isNotDone();
    lanes.complete(WELL);
    assertThat(all.join()).isEqualTo(ALL_WELL);
    assertThat(asked).as("each time anew").hasValue(3);
  }

  @Test
  void aFaultIsNoOutage() {
    var checks =
        checks(
            () -> {
              throw new IllegalStateException("a fault");
            },
            () -> WELL,
            LONG);

    assertThatThrownBy(checks::found).hasRootCauseInstanceOf(IllegalStateException.class);
  }
}
