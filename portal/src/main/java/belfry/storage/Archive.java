package belfry.storage;

import com.fasterxml.jackson.core.JsonFactory;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A backup: a compressed text with one JSON value on each line. The first is the {@link Header}.
 * Then each table begins with its name and columns, and its rows follow as lists of values; the
 * last line has the number of rows of each table, and a checksum of all lines before it. It is the
 * same for both databases.
 */
public final class Archive {
  static final int FORMAT = 1;
  static final JsonFactory JSON = new JsonFactory();

  private Archive() {}

  /**
   * What it says of itself.
   *
   * @param schema the version of the database's schema
   * @param program the version of the program that wrote it
   * @param made when the database was like this; what was done later is not in it
   * @param keys the keys that are needed to open what is sealed in it, by name, each with what
   *     tells it from another of that name
   */
  public record Header(
      int format,
      String schema,
      String program,
      String engine,
      long made,
      Map<String, String> keys) {
    public Instant madeAt() {
      return Instant.ofEpochMilli(made);
    }
  }

  /** The beginning of a table. */
  record Table(String table, List<String> columns) {}

  /** The last line. */
  record End(Map<String, Long> rows, String sha256) {
    long sum() {
      return rows.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** Something in it is not as it was written. */
  static StorageException broken(String what) {
    return new StorageException("This backup is damaged or no backup: " + what);
  }
}
