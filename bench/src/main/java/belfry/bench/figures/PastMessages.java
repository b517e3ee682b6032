package belfry.bench.figures;

import belfry.base.Id;
import belfry.base.Secret;
import belfry.people.PersonSearch;
import belfry.storage.Databases;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Makes messages that were sent of drafts, each to everybody who is stored, in the database itself:
 * to send ten million would take days. Runs on the program's class path.
 */
final class PastMessages {
  private PastMessages() {}

  /**
   * Arguments: the data directory, the database's address (empty for SQLite), a file with the id of
   * a draft a line, and the id of somebody to be stored who got nothing.
   */
  public static void main(String[] arguments) throws IOException {
    var url = Optional.of(arguments[1]).filter(text -> !text.isEmpty()).map(Secret::new);
    var drafts = Files.readAllLines(Path.of(arguments[2]));
    try (var database = Databases.open(url, Path.of(arguments[0]))) {
      for (var draft : drafts) {
        var job = Id.parse(draft).orElseThrow();
        database.write(handle -> send(handle, job.value()));
      }
      database.write(handle ->
          handle.execute(
              "INSERT INTO person (id, name, name_key, email) VALUES (?, 'Nemo', 'nemo', '')",
              arguments[3]));
      while (PersonSearch.catchUp(database)) {}
      if (url.isPresent()) {
        // What PostgreSQL's own housekeeping would have done by then.
        database.write(handle -> handle.execute("ANALYZE"));
      }
    }
  }

  private static int send(Handle handle, long job) {
    var run = Id.next().value();
    var count = recipients(handle, run);
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

  private static int recipients(Handle handle, long run) {
    // Ids of messages and conversations are as long as those of people.
    return handle.execute(
        """
        INSERT INTO recipient (run, seq, kind, target, name, name_key, email, state, attempt,
          attempt_id, intent_at, message_id, room_id, settled_at)
        SELECT ?, ROW_NUMBER() OVER (ORDER BY id) - 1, 'person', id, name, name_key, email, 'sent', 1,
          ?, 1800000000000, id, id, 1800000000500
        FROM person
        """,
        run,
        run);
  }
}
