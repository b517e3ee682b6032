package belfry.web.operations;

import belfry.storage.StorageException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What only the database can tell of the portal's health, with an answer in time whatever the
 * database does. Whoever asks while a question is under way waits for that one, so that monitors
 * that ask again and again take one connection of a database that does not answer, not all.
 */
final class DatabaseChecks {
  /** Some monitors wait for no longer than a few seconds. */
  static final Duration PATIENCE = Duration.ofSeconds(2);

  private static final Health.Check SILENT =
      new Health.Check(
          false,
          "It does not answer. Nothing new is sent until it does; outcomes are kept and written then.");

  private static final Health.Check UNKNOWN = new Health.Check(false, Health.NOT_KNOWN);

  private static final Executor THREADS = Thread.ofVirtual().name("health")::start;

  /** How each part is found out; a {@link StorageException} says that the database is away. */
  record Questions(
      Supplier<Health.Check> database,
      Supplier<Health.Check> lanes,
      Supplier<Health.Check> bots,
      Supplier<Health.Check> waiting,
      Supplier<Health.Check> webhooks) {}

  /** What was found out of each part. */
  record Measured(
      Health.Check database,
      Health.Check lanes,
      Health.Check bots,
      Health.Check waiting,
      Health.Check webhooks) {
    /** Whether the database can be asked for more, though perhaps nothing can be written. */
    boolean databaseAnswers() {
      return !database.equals(SILENT);
    }
  }

  private final Questions questions;
  private final Duration patience;
  private @Nullable Look latest;
  private @Nullable Answer latestAnswer;

  DatabaseChecks(Questions questions, Duration patience) {
    this.questions = questions;
    this.patience = patience;
  }

  Measured found() {
    var look = look();
    return new Measured(
        look.database.join(),
        look.lanes.join(),
        look.bots.join(),
        look.waiting.join(),
        look.webhooks.join());
  }

  /** What {@link Measured#database} says, which waits for no other part. */
  Health.Check database() {
    return answer().inTime.join();
  }

  private synchronized Answer answer() {
    var answer = latestAnswer;
    if (answer == null || answer.whole.isDone()) {
      answer = new Answer();
      latestAnswer = answer;
    }
    return answer;
  }

  private synchronized Look look() {
    var look = latest;
    if (look == null || look.last.isDone()) {
      look = new Look();
      latest = look;
    }
    return look;
  }

  private CompletableFuture<Health.Check> inTime(
      CompletableFuture<Health.Check> answer, Health.Check otherwise) {
    return answer
        .exceptionally(e -> {
          if (e instanceof CompletionException && e.getCause() instanceof StorageException) {
            return otherwise;
          }
          throw new CompletionException(e);
        })
        .completeOnTimeout(otherwise, patience.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** The first question alone, and what is said to it in time. */
  private final class Answer {
    private final CompletableFuture<Health.Check> whole =
        CompletableFuture.supplyAsync(questions.database, THREADS);

    private final CompletableFuture<Health.Check> inTime = inTime(whole, SILENT);
  }

  /** One question after the other; what is not answered in time since the first has its words. */
  private final class Look {
    private final CompletableFuture<Health.Check> database;
    private final CompletableFuture<Health.Check> lanes;
    private final CompletableFuture<Health.Check> bots;
    private final CompletableFuture<Health.Check> waiting;
    private final CompletableFuture<Health.Check> webhooks;

    /** Done when nothing is asked any more, which may be long after the answers were due. */
    private final CompletableFuture<Health.Check> last;

    Look() {
      var first = CompletableFuture.supplyAsync(questions.database, THREADS);
      var second = first.thenApplyAsync(_ -> questions.lanes.get(), THREADS);
      var third = second.thenApplyAsync(_ -> questions.bots.get(), THREADS);
      var fourth = third.thenApplyAsync(_ -> questions.waiting.get(), THREADS);
      last = fourth.thenApplyAsync(_ -> questions.webhooks.get(), THREADS);
      database = inTime(first, SILENT);
      lanes = inTime(second, UNKNOWN);
      bots = inTime(third, UNKNOWN);
      waiting = inTime(fourth, UNKNOWN);
      webhooks = inTime(last, UNKNOWN);
    }
  }
}
