package belfry.storage;

import belfry.base.Outage;
import belfry.base.Secret;
import belfry.base.Time;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** PostgreSQL, shared by several nodes. */
final class PostgresDatabase implements Database {
  private static final int CONNECTIONS = 10;
  private static final int CONNECTIONS_KEPT = 2;

  /**
   * How long to wait for a connection, and then for the server. If the server hangs, requests fail
   * instead of queueing.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private static final Logger LOG = LoggerFactory.getLogger(Database.class);

  private final HikariDataSource pool;
  private final Jdbi jdbi;
  private final PostgresNotices notices;
  private final NodeMarks marks;
  private final Semaphore free = new Semaphore(CONNECTIONS, true);
  private final StorageThreads threads = new StorageThreads("storage", CONNECTIONS);
  private final Time time = Time.system();
  private final Outage outage = Handles.outage(LOG, time);
  private final Outage unwritten = Handles.outage(LOG, time);
  private final AtomicBoolean noticing = new AtomicBoolean();
  private volatile long answered = time.nanos();
  private volatile CommitListener listener = CommitListener.NONE;

  private PostgresDatabase(HikariDataSource pool, NodeMarks marks) {
    this.pool = pool;
    this.marks = marks;
    jdbi = Handles.configured(Jdbi.create(pool));
    notices = new PostgresNotices(jdbi, pool.getJdbcUrl(), pool.getDataSourceProperties());
  }

  static PostgresDatabase open(Secret url, Path data, Runnable changing) {
    var config = new HikariConfig();
    config.setJdbcUrl(url.reveal());
    config.setPoolName("storage");
    config.setMaximumPoolSize(CONNECTIONS);
    // A quiet node keeps two; each costs the server a process.
    config.setMinimumIdle(CONNECTIONS_KEPT);
    config.setConnectionTimeout(PATIENCE.toMillis());
    config.setInitializationFailTimeout(10_000);
    config.addDataSourceProperty("ApplicationName", "belfry");
    config.addDataSourceProperty("reWriteBatchedInserts", "true");
    config.addDataSourceProperty("connectTimeout", "5");
    config.addDataSourceProperty("socketTimeout", "15");
    config.addDataSourceProperty("tcpKeepAlive", "true");
    // Of a refused row, it would repeat all values.
    config.addDataSourceProperty("logServerErrorDetail", "false");
    // A node that freezes inside a transaction must not lock its rows for ever.
    config.setConnectionInitSql(
        "SET idle_in_transaction_session_timeout = '10s'; " + PostgresDurability.RAISED_SESSION);
    HikariDataSource pool;
    try {
      pool = new HikariDataSource(config);
    } catch (PoolInitializationException | IllegalArgumentException e) {
      throw new StorageException(
          "DATABASE_URL: cannot reach the database: " + Handles.reason(e), e);
    }
    try {
      RestoreTarget.refuseUnusable(pool);
      Migrations.ofPostgres(pool).applyAfter(changing);
    } catch (RuntimeException e) {
      pool.close();
      throw e;
    }
    return new PostgresDatabase(pool, new NodeMarks(data));
  }

  @Override
  public void onCommit(CommitListener listener) {
    this.listener = listener;
  }

  @Override
  public <T> T read(Work<T> work) {
    return asked(() -> readHere(work));
  }

  @Override
  public <T> T write(Work<T> work) {
    return KeptRequest.written(work, whole -> asked(() -> writtenHere(whole)));
  }

  private <T> T asked(Supplier<T> question) {
    try {
      var answer = admitted(question);
      answered = time.nanos();
      outage.back();
      return answer;
    } catch (Away e) {
      if (e.isOfWrites()) {
        unwritten.away(e.why());
      } else if (noticing.compareAndSet(false, true)) {
        Thread.ofVirtual().name("storage-outage").start(() -> notice(e, time.nanos()));
      }
      throw e;
    }
  }

  @Override
  public Optional<String> trouble() {
    return outage.cause().or(unwritten::cause);
  }

  /** The pool itself only says that nobody got a connection in time. */
  private void notice(Away e, long at) {
    try (var _ = DriverManager.getConnection(pool.getJdbcUrl(), pool.getDataSourceProperties())) {
      say(e.why(), at);
    } catch (SQLException why) {
      say(Away.words(why), at);
    } finally {
      noticing.set(false);
    }
  }

  private void say(String why, long at) {
    // Whoever asks while it closes is told so, but that is no outage.
    if (answered - at < 0 && !pool.isClosed()) {
      outage.away(why);
    }
  }

  private <T> T admitted(Supplier<T> question) {
    try {
      if (!free.tryAcquire(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
        throw new Away(
            "The database cannot be reached: %d questions wait for it already"
                .formatted(CONNECTIONS));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException("The database was not waited for", e);
    }
    try {
      return threads.ask(question);
    } finally {
      free.release();
    }
  }

  private <T> T readHere(Work<T> work) {
    try (var handle = jdbi.open()) {
      return Handles.run(work, handle);
    } catch (JdbiException e) {
      throw unreached(e);
    }
  }

  private Away unreached(JdbiException e) {
    return new Away(
        "The database cannot be reached: "
            + Away.in(e).map(Away::words).orElseGet(() -> Handles.reason(e)),
        e);
  }

  private <T> T writtenHere(Work<T> work) {
    for (var attempt = 1; ; attempt++) {
      var began = time.nanos();
      try {
        T written =
            jdbi.inTransaction(handle -> {
              T result = Handles.run(work, handle);
              // Jdbi's own commit finds nothing left to do.
              handle.execute(PostgresDurability.RAISED_COMMIT);
              return result;
            });
        unwritten.back();
        listener.committed(1, Duration.ofNanos(time.nanos() - began));
        return written;
      } catch (JdbiException e) {
        if (attempt == BrokenOff.MOST_TRIES || BrokenOff.in(e).isEmpty()) {
          throw Away.in(e).isPresent() || e instanceof ConnectionException
              ? unreached(e)
              : new StorageException("The database could not commit: " + Handles.reason(e), e);
        }
      } catch (StorageException e) {
        if (attempt == BrokenOff.MOST_TRIES || BrokenOff.in(e).isEmpty()) {
          throw e;
        }
      }
    }
  }

  @Override
  public boolean exclusive() {
    return false;
  }

  @Override
  public void runs(String node) {
    marks.runs(node);
  }

  @Override
  public boolean hasEnded(String node) {
    return marks.hasEnded(node);
  }

  @Override
  public void tellOthers(String word) {
    notices.say(word);
  }

  @Override
  public void onWord(Consumer<String> heard) {
    notices.start(heard);
  }

  @Override
  public String engine() {
    return "PostgreSQL "
        + read(handle -> handle.createQuery("SHOW server_version").mapTo(String.class).one());
  }

  @Override
  public List<String> risks() {
    return read(PostgresDurability::risks);
  }

  @Override
  public void close() {
    notices.close();
    // Connections first, so that whoever still waits for the server stops waiting.
    pool.close();
    threads.close();
    marks.close();
  }
}
