package belfry.storage;

import belfry.base.Loop;
import belfry.base.Time;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Short messages between nodes (PostgreSQL's NOTIFY and LISTEN). A word that is repeated within a
 * short time is sent once. A word sent while nobody listens is lost.
 */
final class PostgresNotices implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresNotices.class);
  private static final String CHANNEL = "belfry";
  private static final Duration BETWEEN = Duration.ofMillis(200);
  private static final int LISTENED_AT_ONCE_MILLIS = 1_000;

  /** A broken connection stays silent for ever unless something is sent on it. */
  private static final int LONGEST_SILENCE = 10_000 / LISTENED_AT_ONCE_MILLIS;

  private static final int ANSWERED_WITHIN_SECONDS = 5;
  private static final Duration SPOKEN_WITHIN = Duration.ofSeconds(1);
  private static final Duration AGAIN = Duration.ofSeconds(5);
  private static final Duration UNTIL_WOKEN = Duration.ofDays(1);
  private static final Duration LONGEST_STEP = Duration.ofMinutes(1);

  private final Jdbi jdbi;
  private final String url;
  private final Properties properties;

  /** Prefixes each word, so that a node ignores its own. */
  private final String self = UUID.randomUUID().toString();

  private final Set<String> unsaid = ConcurrentHashMap.newKeySet();
  private final Loop listener =
      new Loop("notices-in", Time.system(), LONGEST_STEP, this::listen, () -> {});
  private final Loop speaker =
      new Loop("notices-out", Time.system(), LONGEST_STEP, this::speak, this::sayAll);
  private volatile Consumer<String> heard = _ -> {};
  private final AtomicReference<@Nullable Connection> listening = new AtomicReference<>();

  /** Starts no thread; {@code url} and {@code properties} are those of the pool. */
  PostgresNotices(Jdbi jdbi, String url, Properties properties) {
    this.jdbi = jdbi;
    this.url = url;
    this.properties = properties;
  }

  void start(Consumer<String> heard) {
    this.heard = heard;
    listener.start();
    speaker.start();
  }

  void say(String word) {
    if (unsaid.add(word)) {
      speaker.wake();
    }
  }

  private Duration speak() throws InterruptedException {
    if (unsaid.isEmpty()) {
      return UNTIL_WOKEN;
    }
    sayAll();
    speaker.pause(BETWEEN);
    return unsaid.isEmpty() ? UNTIL_WOKEN : Duration.ZERO;
  }

  private void sayAll() {
    var words = List.copyOf(unsaid);
    words.forEach(unsaid::remove);
    if (words.isEmpty()) {
      return;
    }
    try {
      jdbi.useTransaction(handle -> {
        // Notices need not be durable.
        handle.execute("SET LOCAL synchronous_commit = off");
        for (var word : words) {
          handle
              .createQuery("SELECT pg_notify(?, ?) IS NULL")
              .bind(0, CHANNEL)
              .bind(1, self + " " + word)
              .mapTo(Boolean.class)
              .one();
        }
      });
    } catch (RuntimeException e) {
      // Any exception: the pool may be closing, and this thread must survive everything.
      LOG.debug("Other nodes were not told: {}. They see it at their next look", e.toString());
    }
  }

  /** Listens as long as the connection holds. */
  private Duration listen() {
    try (var connection = DriverManager.getConnection(url, properties)) {
      listening.set(connection);
      try (var statement = connection.createStatement()) {
        statement.execute("LISTEN " + CHANNEL);
      }
      listen(connection);
    } catch (SQLException | RuntimeException e) {
      LOG.debug("Other nodes are not heard: {}. It is tried again", e.toString());
    }
    return AGAIN;
  }

  private void listen(Connection connection) throws SQLException {
    var notices = connection.unwrap(PGConnection.class);
    var silence = 0;
    while (!listener.isStopped()) {
      listener.goesOn();
      var words = payloads(notices.getNotifications(LISTENED_AT_ONCE_MILLIS));
      words.forEach(heard);
      silence = words.isEmpty() ? silence + 1 : 0;
      if (silence == LONGEST_SILENCE) {
        if (!connection.isValid(ANSWERED_WITHIN_SECONDS)) {
          throw new SQLException("the connection is dead");
        }
        silence = 0;
      }
    }
  }

  /** The words of other nodes, without duplicates. */
  private List<String> payloads(PGNotification @Nullable [] notifications) {
    var words = new ArrayList<String>();
    if (notifications == null) {
      return words;
    }
    for (var notification : notifications) {
      var said = notification.getParameter().split(" ", 2);
      if (said.length == 2 && !said[0].equals(self) && !words.contains(said[1])) {
        words.add(said[1]);
      }
    }
    return words;
  }

  /** Sends pending words first, if that does not take long. */
  @Override
  public void close() {
    listener.stop();
    speaker.stop();
    // The last words announce that lanes are free.
    var _ = speaker.awaitEnd(SPOKEN_WITHIN);
    try {
      var connection = listening.get();
      if (connection != null) {
        connection.abort(Runnable::run);
      }
    } catch (SQLException e) {
      LOG.debug("The listening connection did not close: {}", e.toString());
    }
  }
}
