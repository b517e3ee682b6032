package belfry.messages;

import belfry.apps.AppName;
import belfry.base.Phrase;
import belfry.base.Time;
import belfry.platform.ids.Forgotten;
import belfry.platform.ids.PersonId;
import belfry.storage.Database;
import belfry.storage.StorageException;
import belfry.storage.UnreadableRows;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.Handle;

/**
 * The attached files. They are in the database, so that every node has them, and in pieces, so that
 * only one piece is in memory at a time, however slowly a file comes or leaves.
 */
public final class Attachments {
  /** How long a person may take to save the draft after uploading its file. */
  private static final Duration KEPT_UNUSED = Duration.ofDays(7);

  private static final int PIECE = 256 * 1024;

  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(1);

  private static final Quota QUOTA = new Quota(1_000_000_000, 10_000_000_000L);

  private final Database database;
  private final Time time;
  private final Quota quota;

  /** With a database that has one writer, a small write waits for one file at most. */
  private final ReentrantLock oneFile = new ReentrantLock(true);

  /**
   * When the next file may be written, by {@link Time#nanos}. After a file, others have the writer
   * for as long as it took, so that a sign-in, which writes several times, waits for one file only.
   */
  private long notBefore;

  /**
   * How many bytes may be stored.
   *
   * @param ofAPerson by one person in an app
   * @param ofAnApp by everybody in an app
   */
  record Quota(long ofAPerson, long ofAnApp) {}

  public Attachments(Database database, Time time) {
    this(database, time, QUOTA);
  }

  Attachments(Database database, Time time, Quota quota) {
    this.database = database;
    this.time = time;
    this.quota = quota;
    notBefore = time.nanos();
  }

  /** Why a file cannot be attached, for people; empty if it can. */
  public static Optional<Phrase> fault(String name, int size) {
    if (Attachment.fileName(name).isEmpty()) {
      return Optional.of(
          Phrase.of("file.noName", "The file needs a name. Rename it and attach it again."));
    }
    return size == 0
        ? Optional.of(Phrase.of("file.empty", "The file is empty. Choose another one."))
        : Optional.empty();
  }

  /**
   * Stores a file for which {@link #fault} found nothing. It is kept only for a while unless a job
   * refers to it.
   *
   * @param content read within the transaction, so reading must not block
   * @throws UncheckedIOException if {@code content} cannot be read; then nothing is stored
   * @throws QuotaExceeded if too much is stored already
   */
  public Attachment add(
      AppName app, PersonId person, String name, String type, InputStream content) {
    oneFile.lock();
    try {
      time.sleep(Duration.ofNanos(notBefore - time.nanos()));
      var began = time.nanos();
      try {
        return added(app, person, name, type, content);
      } finally {
        var ended = time.nanos();
        notBefore = ended + Math.min(ended - began, LONGEST_PAUSE.toNanos());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new StorageException("interrupted before a file was kept", e);
    } finally {
      oneFile.unlock();
    }
  }

  private Attachment added(
      AppName app, PersonId person, String name, String type, InputStream content) {
    var id = AttachmentId.next();
    return database.write(handle -> {
      var size = addPieces(handle, id, content);
      requireQuota(handle, app, person, size);
      var file = new Attachment(id, Attachment.fileName(name), Attachment.mediaType(type), size);
      handle.execute(
          """
          INSERT INTO attachment (id, app, person, name, type, size, used)
          VALUES (?, ?, ?, ?, ?, ?, ?)
          """,
          id.value(),
          app,
          person,
          file.name(),
          file.type(),
          size,
          time.now());
      return file;
    });
  }

  /** There is no room for a file. */
  public static final class QuotaExceeded extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Phrase why;

    private QuotaExceeded(Phrase why) {
      super(why.english(), null, false, false);
      this.why = why;
    }

    public Phrase why() {
      return why;
    }
  }

  private void requireQuota(Handle handle, AppName app, PersonId person, long more) {
    var kept =
        handle
            .createQuery(
                """
                SELECT COALESCE(SUM(size), 0) AS all_of_it,
                  COALESCE(SUM(CASE WHEN person = ? THEN size ELSE 0 END), 0) AS own
                FROM attachment WHERE app = ?
                """)
            .bind(0, person)
            .bind(1, app)
            .map((row, _) -> new long[] {row.getLong("own"), row.getLong("all_of_it")})
            .one();
    if (kept[0] + more > quota.ofAPerson) {
      throw new QuotaExceeded(
          Phrase.of(
              "file.noRoomForPerson",
              "You have {{kept, number}} MB of files here; the limit is {{most, number}} MB. Delete drafts with files that you do not need: files that no message uses are deleted after a week.",
              "kept",
              kept[0] / 1_000_000,
              "most",
              quota.ofAPerson / 1_000_000));
    }
    if (kept[1] + more > quota.ofAnApp) {
      throw new QuotaExceeded(
          Phrase.of(
              "file.noRoomInApp",
              "There are {{kept, number}} MB of files in this app; the limit is {{most, number}} MB. Tell the people who run this portal.",
              "kept",
              kept[1] / 1_000_000,
              "most",
              quota.ofAnApp / 1_000_000));
    }
  }

  private static long addPieces(Handle handle, AttachmentId id, InputStream content) {
    try {
      var size = 0L;
      var number = 0;
      for (var piece = content.readNBytes(PIECE);
          piece.length > 0;
          piece = content.readNBytes(PIECE)) {
        handle.execute(
            "INSERT INTO attachment_piece (attachment, number, bytes) VALUES (?, ?, ?)",
            id.value(),
            number++,
            piece);
        size += piece.length;
      }
      return size;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A file that is not whole counts as gone. */
  public Optional<Attachment> find(AppName app, AttachmentId id) {
    return database.read(handle ->
        handle
            .createQuery(
                """
                SELECT id, app, name, type, size, (
                  SELECT SUM(LENGTH(bytes)) FROM attachment_piece
                  WHERE attachment = attachment.id) AS stored
                FROM attachment WHERE id = ? AND app = ?
                """)
            .bind(0, id.value())
            .bind(1, app)
            .map(UnreadableRows.each("attachment", Attachments::read))
            .findOne()
            .flatMap(file -> file));
  }

  private static Attachment read(ResultSet row) throws SQLException {
    var size = row.getLong("size");
    var stored = row.getLong("stored");
    if (stored != size) {
      throw new IllegalStateException("%d of its %d bytes are there".formatted(stored, size));
    }
    return new Attachment(
        new AttachmentId(row.getLong("id")), row.getString("name"), row.getString("type"), size);
  }

  /**
   * Writes the content of a file.
   *
   * @throws IOException if it no longer exists, or cannot be written
   */
  public void write(Attachment file, OutputStream out) throws IOException {
    for (var number = 0; (long) number * PIECE < file.size(); number++) {
      out.write(
          piece(file.id(), number)
              .orElseThrow(() -> new IOException(file.name() + " is not here any more")));
    }
  }

  private Optional<byte[]> piece(AttachmentId id, int number) {
    return database.read(handle ->
        handle
            .createQuery("SELECT bytes FROM attachment_piece WHERE attachment = ? AND number = ?")
            .bind(0, id.value())
            .bind(1, number)
            .mapTo(byte[].class)
            .findOne());
  }

  /**
   * Marks a file as in use: its week starts again, and nobody deletes it during this transaction.
   *
   * @return false if it no longer exists, or belongs to another app
   */
  public boolean use(Handle handle, AppName app, AttachmentId id) {
    return handle.execute(
            "UPDATE attachment SET used = ? WHERE id = ? AND app = ?", time.now(), id.value(), app)
        == 1;
  }

  /**
   * The next files after {@code after} that have not been marked as in use for a week, in order.
   */
  public List<AttachmentId> idle(Handle handle, AttachmentId after, int most) {
    return handle
        .createQuery("SELECT id FROM attachment WHERE used < ? AND id > ? ORDER BY id LIMIT ?")
        .bind(0, time.now().minus(KEPT_UNUSED))
        .bind(1, after.value())
        .bind(2, most)
        .map((row, _) -> new AttachmentId(row.getLong("id")))
        .list();
  }

  /**
   * Deletes those of these files that have not been marked as in use meanwhile; returns how many.
   */
  public int forget(Handle handle, Collection<AttachmentId> files) {
    var gone = 0;
    for (var file : files) {
      var idle =
          handle.execute(
              "DELETE FROM attachment WHERE id = ? AND used < ?",
              file.value(),
              time.now().minus(KEPT_UNUSED));
      if (idle == 1) {
        handle.execute("DELETE FROM attachment_piece WHERE attachment = ?", file.value());
        gone++;
      }
    }
    return gone;
  }

  /**
   * Whoever brought files and is to be forgotten; their files, which nobody marks as in use during
   * this transaction.
   */
  public static List<AttachmentId> erase(Handle handle, Forgotten forgotten) {
    return handle
        .createQuery(
            "UPDATE attachment SET person = :pseudonym WHERE person IN (<ids>) RETURNING id")
        .bind("pseudonym", forgotten.pseudonym())
        .bindList("ids", forgotten.who().ids())
        .map((row, _) -> new AttachmentId(row.getLong("id")))
        .list();
  }

  /** Deletes these files, whether or not they were used of late. */
  public static void delete(Handle handle, Collection<AttachmentId> files) {
    for (var file : files) {
      handle.execute("DELETE FROM attachment WHERE id = ?", file.value());
      handle.execute("DELETE FROM attachment_piece WHERE attachment = ?", file.value());
    }
  }
}
