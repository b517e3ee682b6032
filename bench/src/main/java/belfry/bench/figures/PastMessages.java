package belfry.bench.figures;

import belfry.base.Id;
import belfry.base.Secret;
import belfry.people.directory.PersonSearch;
import belfry.storage.Database;
import belfry.storage.Databases;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Changes the past in the database itself, because to send twenty million messages would take days.
 * Runs on the program's class path, while no portal does.
 */
final class PastMessages {
  private static final Duration A_DAY = Duration.ofDays(1);

  private PastMessages() {}

  /** Arguments: the data directory, the database's address (empty for SQLite), and what to do. */
  public static void main(String[] arguments) throws IOException, SQLException {
    var url = Optional.of(arguments[1]).filter(text -> !text.isEmpty()).map(Secret::new);
    try (var database = Databases.open(url, Path.of(arguments[0]))) {
      switch (arguments[2]) {
        case "send" -> {
          send(
              database,
              Files.readAllLines(Path.of(arguments[3])),
              Integer.parseInt(arguments[4]),
              arguments[5]);
          if (url.isPresent()) {
            tidyUp(url.get());
          }
        }
        case "end" ->
            ended(
                database, Files.readAllLines(Path.of(arguments[3])), Long.parseLong(arguments[4]));
        case "delete" -> deletedIn(database, Long.parseLong(arguments[3]));
        case "count" ->
            new PrintStream(System.out, true, StandardCharsets.UTF_8).println(recipients(database));
        default -> throw new IllegalArgumentException(arguments[2]);
      }
    }
  }

  /** What PostgreSQL's own housekeeping would have done by then. It takes minutes. */
  private static void tidyUp(Secret url) throws SQLException {
    try (var connection = DriverManager.getConnection(url.reveal());
        var statement = connection.createStatement()) {
      statement.execute("VACUUM (ANALYZE, FREEZE)");
      statement.execute("CHECKPOINT");
    }
  }

  private static void send(Database database, List<String> drafts, int most, String nobody) {
    for (var draft : drafts) {
      var job = Id.parse(draft).orElseThrow();
      database.write(handle -> send(handle, job.value(), most));
    }
    database.write(handle ->
        handle.execute(
            "INSERT INTO person (id, name, name_key, email) VALUES (?, 'Nemo', 'nemo', '') ON CONFLICT DO NOTHING",
            nobody));
    while (PersonSearch.catchUp(database)) {}
  }

  private static int send(Handle handle, long job, int most) {
    var run = Id.next().value();
    var count = recipients(handle, run, most);
    handle.execute(
        """
        INSERT INTO run (id, app, job, kind, planned_at, gate, expanded, markdown, audience, on_unknown,
          started_by, late, notes, created, started, finished, next_seq, total,
          pending, retry, sending, unknown, held, sent, failed, skipped, double_checked, addressed)
        SELECT ?, app, id, 'job', created, 'closed', 1, markdown, audience, on_unknown,
          author, 0, '[]', created, created, created + 60000, ?, ?, 0, 0, 0, 0, 0, ?, 0, 0, created, 1
        FROM job WHERE id = ?
        """,
        run,
        count,
        count,
        count,
        job);
    return handle.execute(
        "UPDATE job SET state = 'finished', run = ?, due = NULL WHERE id = ?", run, job);
  }

  private static int recipients(Handle handle, long run, int most) {
    // Ids of messages and conversations are as long as those of people.
    return handle.execute(
        """
        INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt,
          attempt_id, intent_at, message_id, room_id, settled_at)
        SELECT ?, ROW_NUMBER() OVER (ORDER BY id) - 1, 'person', id, name, name_key, email, 'sent', 1,
          ?, 1800000000000, id, id, 1800000000500
        FROM (SELECT id, name, name_key, email FROM person ORDER BY id LIMIT ?) AS first
        """,
        run,
        run,
        most);
  }

  private static void ended(Database database, List<String> messages, long ago) {
    database.write(handle -> {
      for (var message : messages) {
        var job = Id.parse(message).orElseThrow().value();
        handle.execute(
            "UPDATE job SET created = created - ?, changed = changed - ?, list_at = list_at + ? WHERE id = ?",
            ago,
            ago,
            ago,
            job);
        handle.execute(
            "UPDATE run SET created = created - ?, started = started - ?, finished = finished - ? WHERE job = ?",
            ago,
            ago,
            ago,
            job);
      }
      return messages.size();
    });
  }

  private static void deletedIn(Database database, long millis) {
    var at = System.currentTimeMillis() + millis - A_DAY.toMillis();
    database.write(handle -> {
      handle.execute(
          """
          UPDATE run SET created = ?, started = ?, finished = ?
          WHERE id IN (SELECT run FROM deleted_run)
          """,
          at,
          at,
          at);
      return handle.execute("UPDATE deleted_run SET deleted = ?", at);
    });
  }

  private static long recipients(Database database) {
    return database.read(
        handle -> handle.createQuery("SELECT COUNT(*) FROM recipient").mapTo(Long.class).one());
  }
}
