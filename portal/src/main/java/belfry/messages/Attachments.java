package belfry.messages;

import belfry.base.Time;
import belfry.storage.Database;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.ref.SoftReference;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** The files that go with messages: in the database, so that every node has them. */
public final class Attachments {
  /** As long may somebody think about a message whose file is here before its draft is. */
  private static final Duration KEPT_UNUSED = Duration.ofDays(7);

  private static final int PIECE = 256 * 1024;

  private final Database database;
  private final Time time;

  /** What is being sent is read once, not for each recipient; memory that is needed is given up. */
  private final Map<AttachmentId, SoftReference<Whole>> read = new ConcurrentHashMap<>();

  /** A file with what it holds; nobody changes the bytes. */
  @SuppressWarnings("ArrayRecordComponent")
  public record Whole(String app, Attachment facts, byte[] bytes) {}

  public Attachments(Database database, Time time) {
    this.database = database;
    this.time = time;
  }

  /** Why a file cannot go with a message, for people; empty when it can. */
  public static Optional<String> fault(String name, int size) {
    if (Attachment.fileName(name).isEmpty()) {
      return Optional.of("The file needs a name. Rename it and attach it again.");
    }
    return size == 0
        ? Optional.of("The file is empty. Choose one that holds something.")
        : Optional.empty();
  }

  /**
   * Keeps a file for which {@link #fault} found nothing; a while only, until a job refers to it.
   */
  public Attachment add(String app, String person, String name, String type, byte[] bytes) {
    var file =
        new Attachment(
            AttachmentId.next(),
            Attachment.fileName(name),
            Attachment.mediaType(type),
            bytes.length);
    return database.write(handle -> {
      handle.execute(
          """
          INSERT INTO attachment (id, app, person, name, type, size, used)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          file.id().value(),
          app,
          person,
          file.name(),
          file.type(),
          file.size(),
          time.now());
      handle.execute(
          "INSERT INTO attachment_bytes (id, bytes) VALUES (?, ?)", file.id().value(), bytes);
      return file;
    });
  }

  public Optional<Attachment> find(String app, AttachmentId id) {
    return database.read(handle ->
        handle
            .createQuery("SELECT name, type, size FROM attachment WHERE id = ? AND app = ?")
            .bind(0, id.value())
            .bind(1, app)
            .map((row, _) -> facts(id, row))
            .findOne());
  }

  private static Attachment facts(AttachmentId id, ResultSet row) throws SQLException {
    return new Attachment(id, row.getString("name"), row.getString("type"), row.getLong("size"));
  }

  /** With what it holds; empty when it is gone. */
  public Optional<Whole> read(String app, AttachmentId id) {
    var known = known(id);
    return (known.isPresent() ? known : readAlone(id)).filter(whole -> whole.app.equals(app));
  }

  /** Writes what it holds piece by piece, however slowly they are taken. */
  public void write(Attachment file, OutputStream out) throws IOException {
    for (var from = 0L; from < file.size(); from += PIECE) {
      var at = from + 1;
      out.write(
          database.read(handle ->
              handle
                  .createQuery("SELECT substr(bytes, ?, ?) FROM attachment_bytes WHERE id = ?")
                  .bind(0, (int) at)
                  .bind(1, PIECE)
                  .bind(2, file.id().value())
                  .mapTo(byte[].class)
                  .one()));
    }
  }

  private Optional<Whole> known(AttachmentId id) {
    var reference = read.get(id);
    return reference == null ? Optional.empty() : Optional.ofNullable(reference.get());
  }

  private synchronized Optional<Whole> readAlone(AttachmentId id) {
    var known = known(id);
    if (known.isPresent()) {
      return known;
    }
    var whole =
        database.read(handle ->
            handle
                .createQuery(
                    """
                    SELECT app, name, type, size, bytes FROM attachment
                    JOIN attachment_bytes ON attachment_bytes.id = attachment.id
                    WHERE attachment.id = ?
                    """)
                .bind(0, id.value())
                .map((row, _) ->
                    new Whole(row.getString("app"), facts(id, row), row.getBytes("bytes")))
                .findOne());
    read.values().removeIf(reference -> reference.get() == null);
    whole.ifPresent(some -> read.put(id, new SoftReference<>(some)));
    return whole;
  }

  /**
   * Something refers to it from now on: it is not forgotten until this transaction has ended.
   *
   * @return false when it is gone, or is another app's
   */
  public boolean use(Handle handle, String app, AttachmentId id) {
    return handle.execute(
            "UPDATE attachment SET used = ? WHERE id = ? AND app = ?", time.now(), id.value(), app)
        == 1;
  }

  /** Forgets files to which neither a job nor a run that goes on refers; how many. */
  public int sweep() {
    return database.write(handle -> {
      var gone = forget(handle, time.now().minus(KEPT_UNUSED));
      gone.forEach(id -> handle.execute("DELETE FROM attachment_bytes WHERE id = ?", id));
      return gone.size();
    });
  }

  private static List<Long> forget(Handle handle, Instant before) {
    return handle
        .createQuery(
            """
            DELETE FROM attachment WHERE used < ?
              AND NOT EXISTS (SELECT 1 FROM job WHERE job.attachment = attachment.id)
              AND NOT EXISTS (
                SELECT 1 FROM run WHERE run.attachment = attachment.id AND gate <> 'closed')
            RETURNING id
            """)
        .bind(0, before)
        .mapTo(Long.class)
        .list();
  }
}
