package belfry.storage;

/**
 * The database failed. A write that failed with this may still have been applied, because a
 * connection can break during a commit.
 */
public sealed class StorageException extends RuntimeException permits Unreadable, Away {
  private static final long serialVersionUID = 1L;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
