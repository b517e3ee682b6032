package belfry.bench;

/** The trial itself could not be carried out; that is no verdict on the program. */
final class TrialException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  TrialException(String message) {
    super(message);
  }

  TrialException(String message, Throwable cause) {
    super(message, cause);
  }
}
