package belfry.storage;

import belfry.base.Pulse;
import belfry.base.Time;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The single thread that writes to SQLite. Work that is waiting at the same time is committed
 * together: one disk flush for all, with a savepoint around each.
 */
final class SqliteWriter implements AutoCloseable {
  private static final int MOST_IN_A_GROUP = 256;

  /** For a whole group, on a very slow disk. */
  private static final Duration LONGEST_COMMIT = Duration.ofSeconds(30);

  /** How often {@link #close} looks whether the thread has died. */
  private static final Duration STEP = Duration.ofMillis(100);

  /**
   * Queued by {@link #close} to wake the thread; everything before it in the queue is still done.
   */
  private static final Unit<Boolean> LAST = new Unit<>(_ -> true);

  private static final int MOST_WAITING = 10_000;

  private final LinkedBlockingQueue<Unit<?>> queue;
  private final Connection connection;
  private final Handle handle;
  private final Time time = Time.system();
  private final Pulse pulse = new Pulse("storage-writer", LONGEST_COMMIT, time);
  private final Thread thread;
  private final AtomicLong commits = new AtomicLong();
  private volatile CommitListener listener = CommitListener.NONE;
  private volatile boolean closed;

  /** Whether the thread has stopped taking work from the queue. */
  private volatile boolean gone;

  SqliteWriter(Connection connection) {
    this(connection, MOST_WAITING);
  }

  /**
   * With other limits.
   *
   * @param most how many may wait for the thread; others wait for that
   */
  SqliteWriter(Connection connection, int most) {
    this.connection = connection;
    queue = new LinkedBlockingQueue<>(most);
    handle = Handles.configured(Jdbi.create(connection)).open();
    thread = Thread.ofPlatform().name("storage-writer").daemon().start(this::run);
  }

  /** The rows that it could not read. */
  UnreadableRows unreadable() {
    return UnreadableRows.of(handle);
  }

  <T> T write(Work<T> work) {
    if (closed) {
      throw new StorageException("The database is closed");
    }
    var unit = new Unit<>(work);
    try {
      queue.put(unit);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException("Interrupted before the write began", e);
    }
    if (gone) {
      unit.fail(new StorageException("The database is closed"));
    }
    return unit.result();
  }

  private void run() {
    var group = new ArrayList<Unit<?>>(MOST_IN_A_GROUP);
    try {
      while (!group.contains(LAST)) {
        group.clear();
        try {
          group.add(queue.take());
        } catch (InterruptedException e) {
          throw new AssertionError("nobody interrupts the writer", e);
        }
        queue.drainTo(group, MOST_IN_A_GROUP - 1);
        pulse.begins();
        commit(group);
        pulse.idle();
      }
      pulse.ends();
    } finally {
      // Nobody may wait for a dead thread, whatever it died of.
      gone = true;
      queue.drainTo(group);
      group.forEach(unit -> unit.fail(new StorageException("The database is closed")));
    }
  }

  void onCommit(CommitListener listener) {
    this.listener = listener;
  }

  Pulse pulse() {
    return pulse;
  }

  /** How many commits were tried, each of one group. */
  long commits() {
    return commits.get();
  }

  private void commit(List<Unit<?>> group) {
    try {
      together(group);
    } catch (SQLException _) {
      // One of them made the whole transaction fail (a full disk does, and so does a deferred
      // constraint). Run one by one, each gets its own result.
      group.stream().filter(Unit::isOpen).forEach(this::alone);
    }
  }

  private void together(List<Unit<?>> group) throws SQLException {
    var began = time.nanos();
    execute("BEGIN IMMEDIATE");
    try {
      for (var unit : group) {
        execute("SAVEPOINT unit");
        if (!unit.runs(handle)) {
          execute("ROLLBACK TO unit");
        }
        execute("RELEASE unit");
      }
      execute("COMMIT");
    } catch (SQLException e) {
      rollBack();
      throw e;
    } finally {
      // Also if it failed: a commit that reports an error may have been made.
      commits.incrementAndGet();
    }
    listener.committed(group.size(), Duration.ofNanos(time.nanos() - began));
    group.forEach(Unit::settle);
  }

  private void alone(Unit<?> unit) {
    try {
      together(List.of(unit));
    } catch (SQLException e) {
      if (unit.threw) {
        unit.settle();
      } else {
        var words = "The database could not commit: " + e.getMessage();
        unit.fail(Away.in(e).isPresent() ? new Away(words, e) : new StorageException(words, e));
      }
    }
  }

  /** After some errors SQLite has already rolled back by itself. */
  private void rollBack() {
    try {
      execute("ROLLBACK");
    } catch (SQLException _) {
      // No transaction is active, which is the goal.
    }
  }

  private void execute(String sql) throws SQLException {
    try (var statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  @Override
  public void close() {
    if (!closed) {
      closed = true;
      try {
        // There may be no room for it yet, or nobody any more who makes some.
        while (!gone && !queue.offer(LAST, STEP.toMillis(), TimeUnit.MILLISECONDS)) {}
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      handle.close();
    }
  }

  /** One piece of work on its way through the writer, and the caller who waits for it. */
  private static final class Unit<T> {
    private final Work<T> work;
    private final CompletableFuture<T> done = new CompletableFuture<>();
    private Runnable settlement = () -> {};

    /**
     * Its own exception is its result, even if SQLite rolled back the whole transaction because of
     * it.
     */
    private boolean threw;

    Unit(Work<T> work) {
      this.work = work;
    }

    /** Runs the work; false if it threw and its changes must be undone. */
    boolean runs(Handle handle) {
      try {
        var result = Handles.run(work, handle);
        settlement = () -> done.complete(result);
        threw = false;
      } catch (RuntimeException | Error e) {
        settlement = () -> done.completeExceptionally(e);
        threw = true;
      }
      return !threw;
    }

    /** Completes the waiting caller; called once the transaction is durable. */
    void settle() {
      settlement.run();
    }

    void fail(StorageException why) {
      done.completeExceptionally(why);
    }

    boolean isOpen() {
      return !done.isDone();
    }

    T result() {
      try {
        return done.join();
      } catch (CompletionException e) {
        throw Handles.unwrapped(e);
      }
    }
  }
}
