package belfry.storage;

/**
 * The database did not do what was asked. Where a write failed with this, it may still have been
 * applied (a connection can break while a commit is on its way).
 */
public final class StorageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StorageException(String message) {
    super(message);
  }

  public StorageException(String message, Throwable cause) {
    super(message, cause);
  }
}
