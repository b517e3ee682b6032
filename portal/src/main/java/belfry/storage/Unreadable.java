package belfry.storage;

import java.util.Optional;

/** What is stored and cannot be read: it is damaged, or a newer version of Belfry wrote it. */
public final class Unreadable extends StorageException {
  private static final long serialVersionUID = 1L;

  private final transient Optional<UnreadableRows.Row> row;

  Unreadable(String message) {
    super(message);
    row = Optional.empty();
  }

  Unreadable(String message, Throwable cause) {
    super(message, cause);
    row = Optional.empty();
  }

  Unreadable(UnreadableRows.Row row, String message, Throwable cause) {
    super(message, cause);
    this.row = Optional.of(row);
  }

  /** The row that it is in, if that is known. */
  Optional<UnreadableRows.Row> row() {
    return row;
  }

  /** What cannot be read and why, for people. */
  public String named() {
    return row.map(one -> "%s (%s)".formatted(one.named(), getMessage()))
        .orElseGet(() -> String.valueOf(getMessage()));
  }

  /** Whether a failure has another cause than a database that does not answer. */
  public static boolean is(RuntimeException failure) {
    return failure instanceof Unreadable || !(failure instanceof StorageException);
  }
}
