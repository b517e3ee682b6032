package belfry.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import belfry.testing.Await;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What becomes of the writer's thread, and of whoever waits for it. */
class SqliteWriterTest {
  private final AtomicBoolean deadly = new AtomicBoolean();

  /** A database in memory, whose connection kills whoever uses it once that is wanted. */
  private Connection connection() throws Exception {
    var real = DriverManager.getConnection("jdbc:sqlite::memory:");
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (_, method, arguments) -> {
              if (deadly.get()) {
                throw new OutOfMemoryError("as the test wants it");
              }
              try {
                return method.invoke(real, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void aWriterThatDiesIsSaidAndNobodyWaitsForItForEver() throws Exception {
    var died = new CompletableFuture<Throwable>();
    var thread = new CompletableFuture<Thread>();
    var before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((its, thrown) -> {
      thread.complete(its);
      died.complete(thrown);
    });
    try {
      var writer = new SqliteWriter(connection());
      assertThat(writer.<Integer>write(_ -> 1)).isOne();
      assertThat(writer.pulse().trouble()).isEmpty();

      deadly.set(true);

      assertThatThrownBy(() -> writer.write(_ -> 2)).isInstanceOf(StorageException.class);
      assertThat(died.get(10, TimeUnit.MINUTES)).isInstanceOf(OutOfMemoryError.class);
      // The handler runs in the thread that dies.
      thread.get(10, TimeUnit.MINUTES).join();
      assertThat(writer.pulse().trouble()).contains("storage-writer has ended");
      assertThatThrownBy(() -> writer.write(_ -> 3)).isInstanceOf(StorageException.class);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }

  @Test
  void itIsClosedAlsoWhileMoreWaitThanThereIsRoomFor() throws Exception {
    var writer = new SqliteWriter(connection(), 1);
    var busy = new CountDownLatch(1);
    var done = new CountDownLatch(1);
    var first =
        Thread.ofPlatform()
            .start(() ->
                writer.write(_ -> {
                  busy.countDown();
                  return uninterrupted(done);
                }));
    busy.await();
    var others =
        Stream.generate(() -> Thread.ofPlatform().start(() -> quietly(writer))).limit(2).toList();
    // One is in the queue, the other waits for a place in it.
    others.forEach(one -> Await.until(() -> one.getState() == Thread.State.WAITING));

    var closing = new FutureTask<>(writer::close, true);
    var closer = Thread.ofPlatform().start(closing);
    Await.until(() -> closing.isDone() || closer.getState() == Thread.State.TIMED_WAITING);
    done.countDown();

    assertThat(closing.get(10, TimeUnit.MINUTES)).isTrue();
    first.join();
    for (var one : others) {
      one.join();
    }
  }

  private static boolean uninterrupted(CountDownLatch latch) {
    try {
      latch.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Either it is written, or it is said that the database is closed. */
  private static void quietly(SqliteWriter writer) {
    try {
      writer.write(_ -> 1);
    } catch (StorageException e) {
      assertThat(e).hasMessage("The database is closed");
    }
  }
}
